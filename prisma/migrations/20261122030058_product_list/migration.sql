-- The list of products at hundreds of thousands: what rows show, counts that nobody counts, and one function that finds a page.

ALTER TABLE "products" ADD COLUMN "tags" TEXT[] NOT NULL DEFAULT '{}', ADD COLUMN "variant_count" INTEGER NOT NULL DEFAULT 0;
UPDATE products p SET variant_count = v.count
FROM (SELECT store_id, product_id, count(*)::int AS count FROM variants GROUP BY store_id, product_id) v
WHERE p.store_id = v.store_id AND p.id = v.product_id;

-- Each order of the list has an index that it is walked along; a vendor's own products are few enough to be sorted.
CREATE INDEX products_by_update ON products (store_id, platform_updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_title ON products (store_id, lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_stock ON products (store_id, inventory_total, id) WHERE deleted_at IS NULL;
CREATE INDEX products_by_tag ON products USING gin (tags);

-- How many products a vendor has in each state, as steps that are summed when they are read. A step is a row of its own, so
-- that writers never wait for one another over a number; folding makes one row of many again.
CREATE TABLE "product_counts" (
    "id" BIGSERIAL NOT NULL,
    "store_id" BIGINT NOT NULL,
    "vendor_id" BIGINT,
    "status" TEXT NOT NULL,
    "sent_back" BOOLEAN NOT NULL,
    "step" INTEGER NOT NULL,

    CONSTRAINT "product_counts_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "product_counts_store_id_vendor_id_idx" ON "product_counts"("store_id", "vendor_id");
ALTER TABLE product_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_counts USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));
INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
SELECT store_id, vendor_id, status, submission = 'sent_back', count(*)::int FROM products WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;

CREATE FUNCTION souk_count_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
  SELECT store_id, vendor_id, status, submission = 'sent_back', count(*)::int FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE FUNCTION souk_count_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
  SELECT store_id, vendor_id, status, sent_back, sum(step)::int
  FROM (SELECT store_id, vendor_id, status, submission = 'sent_back' AS sent_back, 1 AS step FROM added WHERE deleted_at IS NULL
        UNION ALL SELECT store_id, vendor_id, status, submission = 'sent_back', -1 FROM removed WHERE deleted_at IS NULL) s
  GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION souk_count_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
  SELECT store_id, vendor_id, status, submission = 'sent_back', -count(*)::int FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
CREATE TRIGGER products_count_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_count_added_products();
CREATE TRIGGER products_count_update AFTER UPDATE ON products
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_count_changed_products();
CREATE TRIGGER products_count_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_count_removed_products();

-- One page of the list: ids in its order, with what each was ordered by. Searching by a part of a word cannot use an index
-- behind row-level security, because LIKE might tell of rows that nobody may see. So this function looks with the owner's
-- eyes and puts the scope of the transaction into the statement itself: no argument can widen it.
CREATE FUNCTION souk_product_page(
  p_vendor bigint, p_status text, p_in_stock boolean, p_patterns text[], p_phrase text, p_tag text, p_sort text, p_descending boolean,
  p_key text, p_id bigint, p_limit integer
) RETURNS TABLE (product_id bigint, sort_key text) LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 SET search_path = public, pg_temp AS $$
DECLARE
  v_store bigint := souk_store();
  v_vendor bigint := CASE WHEN souk_marketplace() THEN p_vendor ELSE souk_vendor() END;
  v_key text := CASE p_sort WHEN 'ID' THEN 'p.id' WHEN 'TITLE' THEN 'lower(p.title)' WHEN 'INVENTORY_TOTAL' THEN 'p.inventory_total'
    WHEN 'RELEVANCE' THEN $k$(CASE WHEN lower(p.title) = $4 THEN 4 ELSE 0 END + CASE WHEN starts_with(lower(p.title), $4) THEN 2 ELSE 0 END
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
REVOKE ALL ON FUNCTION souk_product_page FROM PUBLIC;
GRANT EXECUTE ON FUNCTION souk_product_page TO souk_app;
