CREATE INDEX CONCURRENTLY IF NOT EXISTS shop_connections_shop ON shop_connections (shop);
