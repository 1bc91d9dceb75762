CREATE INDEX CONCURRENTLY IF NOT EXISTS exceptions_open ON reconciliation_exceptions (store_id, found_at DESC, id DESC) WHERE resolved_at IS NULL;
