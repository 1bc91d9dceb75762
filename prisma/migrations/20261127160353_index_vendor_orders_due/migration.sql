CREATE INDEX CONCURRENTLY IF NOT EXISTS vendor_orders_due ON vendor_orders (store_id, vendor_id, currency) INCLUDE (posted_minor, paid_out_minor, ordered_at) WHERE payout_state = 'due';
