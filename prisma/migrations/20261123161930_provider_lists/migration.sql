-- Which comparison last saw a payout in its provider's own list; and the sources that a comparison could not look at.
ALTER TABLE payouts ADD COLUMN seen_run_id BIGINT;
ALTER TABLE reconciliation_runs ADD COLUMN skipped JSONB NOT NULL DEFAULT '[]';
-- The payouts of a provider by when they were made, and those of a batch.
CREATE INDEX payouts_by_provider_idx ON payouts (store_id, method, created_at) WHERE method <> 'manual';
