CREATE INDEX CONCURRENTLY IF NOT EXISTS sheet_rows_store_id_product_id_idx ON sheet_rows (store_id, product_id) WHERE product_id IS NOT NULL;
