-- A list states the currency of its amounts: the store's when it was saved.
ALTER TABLE commission_lists ADD COLUMN currency text;
UPDATE commission_lists l SET currency = s.currency FROM stores s WHERE s.id = l.store_id;
