CREATE INDEX CONCURRENTLY IF NOT EXISTS offers_store_id_customer_id_idx ON offers (store_id, customer_id) WHERE customer_id IS NOT NULL;
