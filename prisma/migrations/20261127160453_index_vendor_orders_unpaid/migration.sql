CREATE INDEX CONCURRENTLY IF NOT EXISTS vendor_orders_unpaid ON vendor_orders (store_id, vendor_id) WHERE cancelled_at IS NULL AND financial_status IN ('pending', 'authorized', 'partially_paid');
