CREATE INDEX CONCURRENTLY IF NOT EXISTS variants_store_id_folded_sku_idx ON variants (store_id, lower(trim(sku)));
