-- What a vendor's own store runs on, and by what it signs its reports where they come by webhooks of its own.
ALTER TABLE shop_connections ADD COLUMN kind text NOT NULL DEFAULT 'shopify';
ALTER TABLE shop_connections ADD COLUMN hook_secret text;
