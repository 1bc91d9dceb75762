CREATE INDEX CONCURRENTLY IF NOT EXISTS synced_products_that_differ_idx ON synced_products (store_id, vendor_id, source_id) WHERE differences > 0;
