CREATE INDEX CONCURRENTLY IF NOT EXISTS synced_products_store_id_product_id_idx ON synced_products (store_id, product_id) WHERE product_id IS NOT NULL;
