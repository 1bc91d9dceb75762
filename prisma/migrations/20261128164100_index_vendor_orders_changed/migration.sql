CREATE INDEX CONCURRENTLY IF NOT EXISTS vendor_orders_store_id_vendor_id_changed_in_id_idx ON vendor_orders (store_id, vendor_id, changed_in, id);
