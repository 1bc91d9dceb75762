CREATE INDEX CONCURRENTLY IF NOT EXISTS vendors_payouts_on_hold_idx ON vendors (store_id, id) WHERE payouts_on_hold_since IS NOT NULL;
