import { defineDatabaseFunction } from '#app/server/database-function.server.ts';

/**
 * The ids of one page of orders that a text is found in, from a place on (record 012). It takes store and vendor from the transaction's
 * scope, never from an argument, and builds its statement of fixed parts, so that the planner sees the real words. A number with its
 * sign (`#1001`) finds the orders whose name begins with it, where there are any, and looks no further: parts of numbers stand in every
 * name.
 */
export const orderPageFunction = defineDatabaseFunction(
  'souk_order_page',
  `(
    p_vendor bigint, p_statuses text[], p_payout text, p_on_hold boolean, p_from timestamptz, p_to timestamptz, p_pattern text,
    p_at timestamptz, p_id bigint, p_newer boolean, p_limit integer, p_sold boolean
  ) RETURNS SETOF bigint LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
DECLARE
  v_store bigint := souk_store();
  v_vendor bigint := CASE WHEN souk_marketplace() THEN p_vendor ELSE souk_vendor() END;
  v_where text := 'v.store_id = $1';
  v_buyer text := format('souk_search_form(b.name) LIKE %L', p_pattern);
  v_direction text := CASE WHEN p_newer THEN 'ASC' ELSE 'DESC' END;
  v_number text := CASE WHEN p_pattern ~ '^%#[0-9]+%$' THEN ltrim(p_pattern, '%') END;
  v_is_named boolean := false;
BEGIN
  IF v_store IS NULL OR (v_vendor IS NULL AND NOT souk_marketplace()) THEN RETURN; END IF;
  IF souk_marketplace() THEN v_buyer := v_buyer || format(' OR souk_search_form(b.email) LIKE %1$L OR b.phone LIKE %1$L', p_pattern); END IF;
  -- A vendor asks for its own rows; that it named another finds nothing.
  IF NOT souk_marketplace() AND p_vendor IS NOT NULL AND p_vendor <> v_vendor THEN RETURN; END IF;
  IF v_vendor IS NOT NULL THEN v_where := v_where || ' AND v.vendor_id = $2'; END IF;
  IF v_number IS NOT NULL THEN
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM vendor_orders v WHERE %s AND v.name LIKE %L)', v_where, v_number)
      INTO v_is_named USING v_store, v_vendor;
  END IF;
  IF p_statuses IS NOT NULL THEN v_where := v_where || ' AND v.fulfillment = ANY($3)'; END IF;
  IF p_payout IS NOT NULL THEN v_where := v_where || ' AND v.payout_state = $4'; END IF;
  IF p_on_hold IS NOT NULL THEN
    v_where := v_where || CASE WHEN p_on_hold THEN ' AND ' ELSE ' AND NOT ' END
      || 'EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)';
  END IF;
  IF p_sold THEN
    v_where := v_where || ' AND NOT v.historical AND v.cancelled_at IS NULL AND v.financial_status IN (''paid'', ''partially_refunded'', ''refunded'')';
  END IF;
  IF p_from IS NOT NULL THEN v_where := v_where || ' AND v.ordered_at >= $5'; END IF;
  IF p_to IS NOT NULL THEN v_where := v_where || ' AND v.ordered_at < $6'; END IF;
  IF p_id IS NOT NULL THEN v_where := v_where || ' AND (v.ordered_at, v.id) ' || CASE WHEN p_newer THEN '>' ELSE '<' END || ' ($7, $8)'; END IF;
  IF v_is_named THEN
    RETURN QUERY EXECUTE format('SELECT v.id FROM vendor_orders v WHERE %1$s AND v.name LIKE %2$L ORDER BY v.ordered_at %3$s, v.id %3$s LIMIT $9',
      v_where, v_number, v_direction)
    USING v_store, v_vendor, p_statuses, p_payout, p_from, p_to, p_at, p_id, p_limit;
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT u.id FROM (
       (SELECT v.ordered_at, v.id FROM vendor_orders v WHERE %1$s AND v.search_text LIKE %2$L
         ORDER BY v.ordered_at %4$s, v.id %4$s LIMIT $9)
       UNION (SELECT v.ordered_at, v.id FROM vendor_orders v JOIN order_buyers b ON b.store_id = v.store_id AND b.order_id = v.order_id
         WHERE %1$s AND (%3$s) ORDER BY v.ordered_at %4$s, v.id %4$s LIMIT $9)
       UNION (SELECT v.ordered_at, v.id FROM vendor_orders v WHERE %1$s AND EXISTS (
         SELECT 1 FROM fulfillments f WHERE f.store_id = v.store_id AND f.order_id = v.order_id AND f.vendor_id = v.vendor_id
           AND (souk_search_form(f.tracking) LIKE %2$L OR souk_search_form(f.carrier) LIKE %2$L)) ORDER BY v.ordered_at %4$s, v.id %4$s LIMIT $9)
     ) u ORDER BY u.ordered_at %4$s, u.id %4$s LIMIT $9', v_where, p_pattern, v_buyer, v_direction)
  USING v_store, v_vendor, p_statuses, p_payout, p_from, p_to, p_at, p_id, p_limit;
END $$`,
);
