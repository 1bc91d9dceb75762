import { defineDatabaseFunction } from '#app/server/database-function.server.ts';

/**
 * The ids of one page of products with their sort keys, from a place on (record 012). It takes store and vendor from the transaction's
 * scope, never from an argument, and builds its statement of fixed parts, so that the planner sees the real words.
 */
export const productPageFunction = defineDatabaseFunction(
  'souk_product_page',
  `(
    p_vendor bigint, p_status text, p_in_stock boolean, p_patterns text[], p_phrase text, p_tag text, p_sort text,
    p_descending boolean, p_key text, p_id bigint, p_limit integer, p_source text
  ) RETURNS TABLE (product_id bigint, sort_key text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
DECLARE
  v_store bigint := souk_store();
  v_vendor bigint := CASE WHEN souk_marketplace() THEN p_vendor ELSE souk_vendor() END;
  v_key text := CASE p_sort WHEN 'ID' THEN 'p.id' WHEN 'TITLE' THEN 'lower(p.title)' WHEN 'INVENTORY_TOTAL' THEN 'p.inventory_total'
    WHEN 'RELEVANCE' THEN $k$(CASE WHEN souk_search_form(p.title) = $4 THEN 4 ELSE 0 END + CASE WHEN starts_with(souk_search_form(p.title), $4) THEN 2 ELSE 0 END
      + CASE WHEN position(' ' || $4 || ' ' IN ' ' || p.search_text || ' ') > 0 THEN 1 ELSE 0 END)$k$
    ELSE 'p.platform_updated_at' END;
  v_cast text := CASE p_sort WHEN 'ID' THEN 'bigint' WHEN 'TITLE' THEN 'text' WHEN 'INVENTORY_TOTAL' THEN 'int' WHEN 'RELEVANCE' THEN 'int' ELSE 'timestamptz' END;
  v_direction text := CASE WHEN p_descending THEN 'DESC' ELSE 'ASC' END;
  v_where text := 'p.store_id = $1 AND p.deleted_at IS NULL';
  v_of_store text := 'EXISTS (SELECT FROM synced_products s WHERE s.store_id = p.store_id AND s.product_id = p.id)';
  v_of_sheet text := 'EXISTS (SELECT FROM sheet_rows s WHERE s.store_id = p.store_id AND s.product_id = p.id)';
BEGIN
  IF v_store IS NULL OR (v_vendor IS NULL AND NOT souk_marketplace()) THEN RETURN; END IF;
  IF v_vendor IS NOT NULL THEN v_where := v_where || ' AND p.vendor_id = $2'; END IF;
  IF p_status = 'WAITING' THEN
    v_where := v_where || ' AND p.status = ''DRAFT'' AND p.submission <> ''sent_back''';
    IF souk_marketplace() THEN
      v_where := v_where || ' AND NOT EXISTS (SELECT 1 FROM scheduled_decisions d WHERE d.store_id = p.store_id AND d.product_id = p.id AND d.ended_at IS NULL)';
    END IF;
  ELSIF p_status IS NOT NULL THEN v_where := v_where || ' AND p.status = $3'; END IF;
  IF p_in_stock IS NOT NULL THEN v_where := v_where || CASE WHEN p_in_stock THEN ' AND p.in_stock' ELSE ' AND NOT p.in_stock' END; END IF;
  FOR i IN 1 .. coalesce(array_length(p_patterns, 1), 0) LOOP
    v_where := v_where || format(' AND p.search_text LIKE %L', p_patterns[i]);
  END LOOP;
  -- What a product follows: a connection's own rows say so, and are gone with it.
  IF p_source = 'store' THEN v_where := v_where || ' AND ' || v_of_store;
  ELSIF p_source = 'sheet' THEN v_where := v_where || ' AND ' || v_of_sheet;
  ELSIF p_source = 'here' THEN v_where := v_where || ' AND NOT ' || v_of_store || ' AND NOT ' || v_of_sheet; END IF;
  IF p_tag IS NOT NULL THEN v_where := v_where || ' AND p.tags @> ARRAY[$5]'; END IF;
  IF p_id IS NOT NULL THEN
    v_where := v_where || format(' AND (%s, p.id) %s ($6::%s, $7)', v_key, CASE WHEN p_descending THEN '<' ELSE '>' END, v_cast);
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id, (%1$s)::text FROM products p WHERE %2$s ORDER BY %1$s %3$s, p.id %3$s LIMIT $8', v_key, v_where, v_direction)
  USING v_store, v_vendor, p_status, p_phrase, p_tag, p_key, p_id, p_limit;
END $$`,
);
