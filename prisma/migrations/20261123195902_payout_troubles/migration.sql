-- Payouts that did not arrive are looked for on the home and beside each vendor: those that came back are among them.
DROP INDEX payouts_open;
CREATE INDEX payouts_open ON payouts (store_id, state, id) WHERE state IN ('processing', 'unknown', 'unclaimed', 'failed', 'reversed');
