ALTER TABLE synced_products ADD COLUMN item_ids BIGINT[] NOT NULL DEFAULT '{}';
