-- Search finds what somebody means: "muller" finds Müller, "darcy" and "D'Arcy" find D’Arcy, however a letter is composed.
-- One function folds both sides. It needs no extension: compatibility decomposition is the database's own, what is only drawn
-- upon letters or seen by nobody falls away, and letters that do not decompose are named. Printable ASCII takes the short way.
CREATE FUNCTION souk_search_form(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_text ~ '^[\n\r\t -&(-_a-~]*$' THEN lower(p_text COLLATE "C") COLLATE "default" ELSE
    replace(replace(replace(replace(translate(lower(regexp_replace(normalize(
        replace(p_text, U&'\00B4', ''), NFKD),
        '[''`\u02B9\u02BB-\u02BF\u2018-\u201B\u2032\u2035\uA78C\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u034F\u200B-\u200F\u2060-\u2064\uFE00-\uFE0F\uFEFF]', '', 'g')
        COLLATE "und-x-icu") COLLATE "default", 'ıøłđðħŧς', 'iolddhtσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

-- The pattern of LIKE for a text that somebody searches for, its own signs of patterns taken literally.
CREATE FUNCTION souk_search_pattern(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '%' || regexp_replace(souk_search_form(p_text), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- What is stored to be searched is stored folded.
UPDATE vendor_orders SET search_text = souk_search_form(search_text) WHERE search_text <> souk_search_form(search_text);
UPDATE products SET search_text = souk_search_form(search_text) WHERE search_text <> souk_search_form(search_text);
UPDATE contact_messages SET search_text = souk_search_form(search_text) WHERE search_text <> souk_search_form(search_text);
UPDATE catalog_entries SET search_text = souk_search_form(search_text) WHERE search_text <> souk_search_form(search_text);

DROP INDEX order_buyers_name_search;
CREATE INDEX order_buyers_name_search ON order_buyers USING gin (souk_search_form(name) gin_trgm_ops);
DROP INDEX order_buyers_email_search;
CREATE INDEX order_buyers_email_search ON order_buyers USING gin (souk_search_form(email) gin_trgm_ops);
DROP INDEX fulfilments_tracking_search;
CREATE INDEX fulfilments_tracking_search ON fulfilments USING gin (souk_search_form(tracking) gin_trgm_ops);
DROP INDEX fulfilments_carrier_search;
CREATE INDEX fulfilments_carrier_search ON fulfilments USING gin (souk_search_form(carrier) gin_trgm_ops);

-- As before, but that what is searched in buyers and parcels is folded.
CREATE OR REPLACE FUNCTION souk_order_page(
  p_vendor bigint, p_statuses text[], p_payout text, p_on_hold boolean, p_from timestamptz, p_to timestamptz, p_pattern text,
  p_at timestamptz, p_id bigint, p_newer boolean, p_limit integer
) RETURNS SETOF bigint LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
DECLARE
  v_store bigint := souk_store();
  v_vendor bigint := CASE WHEN souk_marketplace() THEN p_vendor ELSE souk_vendor() END;
  v_where text := 'v.store_id = $1';
  v_buyer text := format('souk_search_form(b.name) LIKE %L', p_pattern);
  v_direction text := CASE WHEN p_newer THEN 'ASC' ELSE 'DESC' END;
BEGIN
  IF v_store IS NULL OR (v_vendor IS NULL AND NOT souk_marketplace()) THEN RETURN; END IF;
  IF souk_marketplace() THEN v_buyer := v_buyer || format(' OR souk_search_form(b.email) LIKE %1$L OR b.phone LIKE %1$L', p_pattern); END IF;
  -- A vendor asks for its own rows; that it named another finds nothing.
  IF NOT souk_marketplace() AND p_vendor IS NOT NULL AND p_vendor <> v_vendor THEN RETURN; END IF;
  IF v_vendor IS NOT NULL THEN v_where := v_where || ' AND v.vendor_id = $2'; END IF;
  IF p_statuses IS NOT NULL THEN v_where := v_where || ' AND v.fulfilment = ANY($3)'; END IF;
  IF p_payout IS NOT NULL THEN v_where := v_where || ' AND v.payout_state = $4'; END IF;
  IF p_on_hold IS NOT NULL THEN
    v_where := v_where || CASE WHEN p_on_hold THEN ' AND ' ELSE ' AND NOT ' END
      || 'EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)';
  END IF;
  IF p_from IS NOT NULL THEN v_where := v_where || ' AND v.ordered_at >= $5'; END IF;
  IF p_to IS NOT NULL THEN v_where := v_where || ' AND v.ordered_at < $6'; END IF;
  IF p_id IS NOT NULL THEN v_where := v_where || ' AND (v.ordered_at, v.id) ' || CASE WHEN p_newer THEN '>' ELSE '<' END || ' ($7, $8)'; END IF;
  RETURN QUERY EXECUTE format(
    'SELECT u.id FROM (
       (SELECT v.ordered_at, v.id FROM vendor_orders v WHERE %1$s AND v.search_text LIKE %2$L
         ORDER BY v.ordered_at %4$s, v.id %4$s LIMIT $9)
       UNION (SELECT v.ordered_at, v.id FROM vendor_orders v JOIN order_buyers b ON b.store_id = v.store_id AND b.order_id = v.order_id
         WHERE %1$s AND (%3$s) ORDER BY v.ordered_at %4$s, v.id %4$s LIMIT $9)
       UNION (SELECT v.ordered_at, v.id FROM vendor_orders v WHERE %1$s AND EXISTS (
         SELECT 1 FROM fulfilments f WHERE f.store_id = v.store_id AND f.order_id = v.order_id AND f.vendor_id = v.vendor_id
           AND (souk_search_form(f.tracking) LIKE %2$L OR souk_search_form(f.carrier) LIKE %2$L)) ORDER BY v.ordered_at %4$s, v.id %4$s LIMIT $9)
     ) u ORDER BY u.ordered_at %4$s, u.id %4$s LIMIT $9', v_where, p_pattern, v_buyer, v_direction)
  USING v_store, v_vendor, p_statuses, p_payout, p_from, p_to, p_at, p_id, p_limit;
END $$;

-- As before, but that titles are folded where the list is ordered by how well a product fits.
CREATE OR REPLACE FUNCTION souk_product_page(
  p_vendor bigint, p_status text, p_in_stock boolean, p_patterns text[], p_phrase text, p_tag text, p_sort text, p_descending boolean,
  p_key text, p_id bigint, p_limit integer
) RETURNS TABLE (product_id bigint, sort_key text) LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
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
BEGIN
  IF v_store IS NULL OR (v_vendor IS NULL AND NOT souk_marketplace()) THEN RETURN; END IF;
  IF v_vendor IS NOT NULL THEN v_where := v_where || ' AND p.vendor_id = $2'; END IF;
  IF p_status IS NOT NULL THEN v_where := v_where || ' AND p.status = $3'; END IF;
  IF p_in_stock IS NOT NULL THEN v_where := v_where || CASE WHEN p_in_stock THEN ' AND p.in_stock' ELSE ' AND NOT p.in_stock' END; END IF;
  FOR i IN 1 .. coalesce(array_length(p_patterns, 1), 0) LOOP
    v_where := v_where || format(' AND p.search_text LIKE %L', p_patterns[i]);
  END LOOP;
  IF p_tag IS NOT NULL THEN v_where := v_where || ' AND p.tags @> ARRAY[$5]'; END IF;
  IF p_id IS NOT NULL THEN
    v_where := v_where || format(' AND (%s, p.id) %s ($6::%s, $7)', v_key, CASE WHEN p_descending THEN '<' ELSE '>' END, v_cast);
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT p.id, (%1$s)::text FROM products p WHERE %2$s ORDER BY %1$s %3$s, p.id %3$s LIMIT $8', v_key, v_where, v_direction)
  USING v_store, v_vendor, p_status, p_phrase, p_tag, p_key, p_id, p_limit;
END $$;
