CREATE INDEX CONCURRENTLY IF NOT EXISTS subscribers_store_id_status_idx ON subscribers (store_id, status);
