CREATE INDEX CONCURRENTLY IF NOT EXISTS mails_failing ON mails (store_id, failing_since) WHERE state = 'queued' AND failing_since IS NOT NULL;
