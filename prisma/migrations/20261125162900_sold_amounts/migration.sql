-- What a vendor order was sold for, before refunds: what it stands at and this differ by what went back or was taken away.
ALTER TABLE vendor_orders ADD COLUMN sold_minor bigint NOT NULL DEFAULT 0;

-- For orders that are known already, what the ledger saw going back is added to what they stand at.
UPDATE vendor_orders v SET sold_minor = v.total_minor + coalesce((
  SELECT sum(p.amount_minor) FROM ledger_postings p
  WHERE p.store_id = v.store_id AND p.order_id = v.order_id AND p.vendor_id = v.vendor_id AND p.account = 'buyer_receipts' AND p.amount_minor > 0), 0);
