-- Goods that all came back before they were sent are a sale and a refund: a vendor's order is cancelled where the platform says so.
-- The triggers of the sums by day add what each of these rows changes. A vendor's order without an order of ours stays as it is.
UPDATE vendor_orders v SET cancelled_at = o.cancelled_at
FROM orders o
WHERE o.store_id = v.store_id AND o.id = v.order_id AND v.cancelled_at IS DISTINCT FROM o.cancelled_at;
