-- A part's standing is told from the part alone: the whole order's told a vendor of another vendor's refund. Parts that were
-- written before are told anew; an order that expired is voided, as it is everywhere else.
UPDATE vendor_orders v SET financial_status = CASE WHEN l.left_units = l.sold_units THEN 'paid' WHEN l.left_units = 0 THEN 'refunded' ELSE 'partially_refunded' END
FROM (
  SELECT store_id, order_id, vendor_id, sum(quantity) AS sold_units, sum(current_quantity) AS left_units
  FROM order_lines WHERE vendor_id IS NOT NULL GROUP BY store_id, order_id, vendor_id
) l
WHERE l.store_id = v.store_id AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id AND v.financial_status IN ('partially_refunded', 'refunded');
UPDATE vendor_orders SET financial_status = 'voided' WHERE financial_status = 'expired';
