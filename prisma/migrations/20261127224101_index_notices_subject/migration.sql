CREATE INDEX CONCURRENTLY IF NOT EXISTS notices_store_id_subject_vendor_id_subject_id_idx ON notices (store_id, subject, vendor_id, subject_id);
