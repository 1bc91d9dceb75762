CREATE INDEX CONCURRENTLY IF NOT EXISTS applications_pending ON vendor_applications (store_id, received_at, id) WHERE status = 'pending';
