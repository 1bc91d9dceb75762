ALTER TABLE product_imports ADD COLUMN undo_batch_id BIGINT, ADD COLUMN undone_at TIMESTAMPTZ(3), ADD COLUMN undone_by TEXT;
ALTER TABLE product_import_items ADD COLUMN undo JSONB, ADD COLUMN undo_outcome TEXT, ADD COLUMN undo_kept JSONB;
