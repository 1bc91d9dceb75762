-- What is left to ship is stored with each line: shipped units that came back hinder none of the others.
ALTER TABLE order_lines ADD COLUMN returned_quantity integer NOT NULL DEFAULT 0;
ALTER TABLE order_lines ADD COLUMN left_quantity integer NOT NULL DEFAULT 0;

UPDATE order_lines l SET returned_quantity = r.units
FROM (
  SELECT o.store_id, (t.value->>'lineId')::bigint AS line_id, sum((t.value->>'quantity')::int)::int AS units
  FROM orders o, json_array_elements(o.facts->'refunds') f, json_array_elements(f.value->'lines') t
  WHERE t.value->>'restockType' = 'return' GROUP BY 1, 2
) r
WHERE r.store_id = l.store_id AND r.line_id = l.id;
UPDATE order_lines SET left_quantity =
  least(current_quantity, greatest(0, current_quantity - fulfilled_quantity + least(returned_quantity, fulfilled_quantity)));

-- What left stays fulfilled, whatever was refunded since; a part with units left to ship is not fulfilled yet.
UPDATE vendor_orders v SET fulfilment = n.fulfilment, cancelled_at = NULL, fulfilled_at = n.fulfilled_at
FROM (
  SELECT l.store_id, l.order_id, l.vendor_id,
    CASE WHEN sum(l.left_quantity) > 0 THEN 'partially_fulfilled' ELSE 'fulfilled' END AS fulfilment,
    CASE WHEN sum(l.left_quantity) > 0 THEN NULL ELSE (
      SELECT max(f.created_at) FROM fulfilments f
      WHERE f.store_id = l.store_id AND f.order_id = l.order_id AND f.vendor_id = l.vendor_id AND f.status <> 'cancelled') END AS fulfilled_at
  FROM order_lines l WHERE l.vendor_id IS NOT NULL
  GROUP BY 1, 2, 3 HAVING sum(l.fulfilled_quantity) > 0
) n
WHERE n.store_id = v.store_id AND n.order_id = v.order_id AND n.vendor_id = v.vendor_id AND v.fulfilment <> n.fulfilment;
