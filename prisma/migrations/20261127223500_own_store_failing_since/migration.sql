ALTER TABLE shop_connections ADD COLUMN failing_since TIMESTAMPTZ(3);
