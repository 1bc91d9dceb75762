CREATE INDEX CONCURRENTLY IF NOT EXISTS payouts_store_id_created_at_id_idx ON payouts (store_id, created_at, id);
