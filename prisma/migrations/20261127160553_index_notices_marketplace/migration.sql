CREATE INDEX CONCURRENTLY IF NOT EXISTS notices_marketplace ON notices (store_id, created_at DESC, id DESC) WHERE vendor_id IS NULL;
