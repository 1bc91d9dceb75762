CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS api_keys_store_id_id_key ON api_keys (store_id, id);
