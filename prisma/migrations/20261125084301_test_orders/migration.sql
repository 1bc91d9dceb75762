-- Test orders that a store does not count stand in its lists, and are taken off its figures.
CREATE INDEX vendor_orders_uncounted_tests ON vendor_orders (store_id, vendor_id) WHERE is_test AND historical;
