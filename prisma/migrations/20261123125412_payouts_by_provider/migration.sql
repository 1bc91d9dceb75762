-- Payouts that a provider makes: where the money goes and by whose key, as it was when it was decided; what was tried; and
-- what came of it. What was tried is committed before each call.
ALTER TABLE payouts
  ADD COLUMN is_test BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN provider_account TEXT,
  ADD COLUMN destination TEXT,
  ADD COLUMN destination_type TEXT,
  ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN attempted_at TIMESTAMPTZ(3),
  ADD COLUMN provider_ref TEXT,
  ADD COLUMN batch_ref TEXT,
  ADD COLUMN reason TEXT,
  ADD COLUMN provider_code TEXT,
  ADD COLUMN changed_at TIMESTAMPTZ(3);
UPDATE payouts SET changed_at = coalesce(deleted_at, created_at);
ALTER TABLE payouts
  ALTER COLUMN changed_at SET NOT NULL,
  ADD CONSTRAINT payouts_state_check CHECK (state IN ('processing', 'unknown', 'unclaimed', 'paid', 'failed', 'reversed')),
  ADD CONSTRAINT payouts_by_provider_check CHECK (method = 'manual' OR (provider_account IS NOT NULL AND destination_type IS NOT NULL));
-- Test orders are never paid together with others.
DROP INDEX payouts_store_id_run_id_vendor_id_currency_key;
CREATE UNIQUE INDEX payouts_store_id_run_id_vendor_id_currency_is_test_key ON payouts (store_id, run_id, vendor_id, currency, is_test);
-- What is on its way, and what a person should look at.
CREATE INDEX payouts_open ON payouts (store_id, state, id) WHERE state IN ('processing', 'unknown', 'unclaimed', 'failed');

-- An order of the platform's test gateway brings no money: a live key never pays it, and a test key nothing else.
ALTER TABLE vendor_orders ADD COLUMN is_test BOOLEAN NOT NULL DEFAULT false;
UPDATE vendor_orders v SET is_test = true FROM orders o
  WHERE o.store_id = v.store_id AND o.id = v.order_id AND o.facts::jsonb @> '{"versions":[{"isTest":true}]}';
