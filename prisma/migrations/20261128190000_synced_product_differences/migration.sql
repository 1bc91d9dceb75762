-- How many fields differ from the vendor's own store, and what a person left different.
ALTER TABLE synced_products ADD COLUMN differences integer NOT NULL DEFAULT 0;
ALTER TABLE synced_products ADD COLUMN agreed jsonb;
