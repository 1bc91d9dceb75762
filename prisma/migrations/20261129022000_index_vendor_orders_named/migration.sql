CREATE INDEX CONCURRENTLY IF NOT EXISTS vendor_orders_store_id_name_prefix_idx ON vendor_orders (store_id, name text_pattern_ops);
