-- A transfer may be taken back in part: the payout stays paid, and what came back of it, and of each of its orders, is due again.
ALTER TABLE payouts ADD COLUMN reversed_minor BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT payouts_reversed_check CHECK (reversed_minor = 0 OR (reversed_minor > 0 AND reversed_minor < amount_minor));
ALTER TABLE payout_lines ADD COLUMN reversed_minor BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT payout_lines_reversed_check CHECK (reversed_minor = 0 OR (reversed_minor > 0 AND reversed_minor <= amount_minor));
-- Those of which an order is due again are looked for on the home and beside each vendor.
CREATE INDEX payouts_part_reversed ON payouts (store_id, id) WHERE reversed_minor > 0;
