-- How many fields differ from the vendor's own store, and as what they were left so by a person.
ALTER TABLE synced_products ADD COLUMN differences integer NOT NULL DEFAULT 0;
ALTER TABLE synced_products ADD COLUMN agreed jsonb;
