-- Changes say by how much a day's sums change, so that a day that changed is read without its orders.

-- What was summed is summed again: what waits says only that a day changed.
DELETE FROM sales_roll_ups;
DELETE FROM sales_days;
DELETE FROM product_days;
DELETE FROM sales_changes;
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'dashboard.roll-up', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL
ON CONFLICT (store_id, kind, key) DO UPDATE SET done_at = NULL, due_at = excluded.due_at, attempts = 0, error = NULL;

-- How many orders a day has at all: one that has none left is no row.
ALTER TABLE "sales_days" ADD COLUMN "placed" INTEGER NOT NULL;
ALTER TABLE "sales_changes"
  ADD COLUMN "currency" TEXT NOT NULL,
  ADD COLUMN "placed" INTEGER NOT NULL,
  ADD COLUMN "orders" INTEGER NOT NULL,
  ADD COLUMN "units" INTEGER NOT NULL,
  ADD COLUMN "sales_minor" BIGINT NOT NULL,
  ADD COLUMN "refunds_minor" BIGINT NOT NULL,
  ADD COLUMN "commission_minor" BIGINT NOT NULL,
  ADD COLUMN "earnings_minor" BIGINT NOT NULL,
  ADD COLUMN "due_minor" BIGINT NOT NULL,
  ADD COLUMN "cancelled" INTEGER NOT NULL,
  ADD COLUMN "refunded" INTEGER NOT NULL,
  ADD COLUMN "shipped" INTEGER NOT NULL,
  ADD COLUMN "shipped_ms" BIGINT NOT NULL;

CREATE TABLE "product_sales_changes" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "ordered_at" TIMESTAMPTZ(3) NOT NULL,
  "currency" TEXT NOT NULL,
  "product_id" BIGINT,
  "title" TEXT NOT NULL,
  "units" INTEGER NOT NULL,
  "sales_minor" BIGINT NOT NULL,
  CONSTRAINT "product_sales_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "product_sales_changes_store_id_ordered_at_idx" ON "product_sales_changes"("store_id", "ordered_at");
ALTER TABLE "product_sales_changes" ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON "product_sales_changes" USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())));

-- What one vendor order adds to the sums of its day. Whatever sums orders calls this, so that each figure is defined here alone.
CREATE FUNCTION souk_is_sold(financial_status text, cancelled_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT cancelled_at IS NULL AND financial_status IN ('paid', 'partially_refunded', 'refunded') $$;
CREATE FUNCTION souk_sale(status text, cancelled_at timestamptz, ordered_at timestamptz, fulfilled_at timestamptz, item_count int,
  sold_minor bigint, total_minor bigint, commission bigint, posted_minor bigint, paid_out_minor bigint)
RETURNS TABLE (placed int, orders int, units int, sales_minor bigint, refunds_minor bigint, commission_minor bigint, earnings_minor bigint,
  due_minor bigint, cancelled int, refunded int, shipped int, shipped_ms bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT 1,
  CASE WHEN souk_is_sold(status, cancelled_at) THEN 1 ELSE 0 END,
  CASE WHEN souk_is_sold(status, cancelled_at) THEN item_count ELSE 0 END,
  CASE WHEN souk_is_sold(status, cancelled_at) THEN sold_minor ELSE 0 END,
  CASE WHEN souk_is_sold(status, cancelled_at) THEN sold_minor - total_minor ELSE 0 END,
  CASE WHEN souk_is_sold(status, NULL) THEN commission ELSE 0 END,
  posted_minor,
  greatest(posted_minor - paid_out_minor, 0),
  CASE WHEN cancelled_at IS NULL THEN 0 ELSE 1 END,
  CASE WHEN souk_is_sold(status, cancelled_at) AND sold_minor > total_minor THEN 1 ELSE 0 END,
  CASE WHEN souk_is_sold(status, cancelled_at) AND fulfilled_at IS NOT NULL THEN 1 ELSE 0 END,
  CASE WHEN souk_is_sold(status, cancelled_at) AND fulfilled_at IS NOT NULL THEN (extract(epoch FROM fulfilled_at - ordered_at) * 1000)::bigint ELSE 0 END $$;

-- The triggers that only marked days go.
DROP TRIGGER vendor_orders_sales_insert ON vendor_orders;
DROP TRIGGER vendor_orders_sales_update ON vendor_orders;
DROP TRIGGER vendor_orders_sales_delete ON vendor_orders;
DROP TRIGGER order_lines_sales_insert ON order_lines;
DROP TRIGGER order_lines_sales_update ON order_lines;
DROP TRIGGER order_lines_sales_delete ON order_lines;
DROP FUNCTION souk_sales_inserted(), souk_sales_updated(), souk_sales_deleted(), souk_sales_lines_inserted(), souk_sales_lines_updated(), souk_sales_lines_deleted();

-- Each statement on orders and items adds, in its own transaction, what it changed of a day: what its rows came to afterwards less
-- what they came to before. Rows that a figure does not depend on add up to nothing and leave nothing. A quarter of an hour lies
-- within one day in every zone, so that no zone is looked up here. Orders from before the install are counted nowhere.
-- One body for the three kinds of statements: `%s` is the rows of the statement with their sign.
DO $$
DECLARE
  added CONSTANT text := 'SELECT 1 AS sign, a.* FROM added a';
  removed CONSTANT text := 'SELECT -1 AS sign, r.* FROM removed r';
  orders_body CONSTANT text := $body$
CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at, currency, placed, orders, units, sales_minor, refunds_minor, commission_minor,
    earnings_minor, due_minor, cancelled, refunded, shipped, shipped_ms)
  SELECT * FROM (
    SELECT d.store_id, d.vendor_id, souk_sales_time(d.ordered_at), d.currency, sum(d.sign * s.placed) AS placed, sum(d.sign * s.orders) AS orders,
      sum(d.sign * s.units) AS units, sum(d.sign * s.sales_minor) AS sales_minor, sum(d.sign * s.refunds_minor) AS refunds_minor,
      sum(d.sign * s.commission_minor) AS commission_minor, sum(d.sign * s.earnings_minor) AS earnings_minor, sum(d.sign * s.due_minor) AS due_minor,
      sum(d.sign * s.cancelled) AS cancelled, sum(d.sign * s.refunded) AS refunded, sum(d.sign * s.shipped) AS shipped,
      sum(d.sign * s.shipped_ms) AS shipped_ms
    FROM (%2$s) d CROSS JOIN LATERAL souk_sale(d.financial_status, d.cancelled_at, d.ordered_at, d.fulfilled_at, d.item_count, d.sold_minor,
      d.total_minor, d.commission_minor, d.posted_minor, d.paid_out_minor) s
    WHERE NOT d.historical GROUP BY 1, 2, 3, 4) t
  WHERE (t.placed, t.orders, t.units, t.sales_minor, t.refunds_minor, t.commission_minor, t.earnings_minor, t.due_minor, t.cancelled, t.refunded,
    t.shipped, t.shipped_ms) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  -- The items of orders that are sold now and were not, or the other way round, or at another time.
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT d.store_id, d.vendor_id, d.quarter, d.currency, l.product_id, l.title, sum(d.sign * l.current_quantity),
    sum(d.sign * l.unit_price_minor * l.current_quantity)
  FROM (
    SELECT o.store_id, o.order_id, o.vendor_id, souk_sales_time(o.ordered_at) AS quarter, o.currency, sum(o.sign)::int AS sign FROM (%2$s) o
    WHERE NOT o.historical AND souk_is_sold(o.financial_status, o.cancelled_at) GROUP BY 1, 2, 3, 4, 5 HAVING sum(o.sign) <> 0) d
  JOIN order_lines l ON l.store_id = d.store_id AND l.order_id = d.order_id AND l.vendor_id = d.vendor_id
  WHERE l.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $function$ $body$;
  -- An order that somebody changes at the same time is waited for: otherwise neither would count the other's part. The lock is the
  -- one that a change of the order takes, in the order in which those are taken.
  lines_body CONSTANT text := $body$
CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  PERFORM FROM vendor_orders v
  WHERE (v.store_id, v.order_id, v.vendor_id) IN (
    SELECT d.store_id, d.order_id, d.vendor_id FROM (%2$s) d
    WHERE d.current_quantity > 0 GROUP BY d.store_id, d.order_id, d.vendor_id, d.product_id, d.title
    HAVING (sum(d.sign * d.current_quantity), sum(d.sign * d.unit_price_minor * d.current_quantity)) <> (0, 0))
  ORDER BY v.order_id, v.vendor_id FOR NO KEY UPDATE OF v;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT * FROM (
    SELECT v.store_id, v.vendor_id, souk_sales_time(v.ordered_at), v.currency, d.product_id, d.title, sum(d.sign * d.current_quantity) AS units,
      sum(d.sign * d.unit_price_minor * d.current_quantity) AS sales_minor
    FROM (%2$s) d JOIN vendor_orders v ON v.store_id = d.store_id AND v.order_id = d.order_id AND v.vendor_id = d.vendor_id
    WHERE NOT v.historical AND souk_is_sold(v.financial_status, v.cancelled_at) AND d.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6) t
  WHERE (t.units, t.sales_minor) <> (0, 0);
  RETURN NULL;
END $function$ $body$;
  kind record;
BEGIN
  FOR kind IN
    SELECT * FROM (VALUES
      ('insert', 'NEW TABLE AS added', added),
      ('update', 'NEW TABLE AS added OLD TABLE AS removed', added || ' UNION ALL ' || removed),
      ('delete', 'OLD TABLE AS removed', removed)) AS k (name, tables, rows)
  LOOP
    EXECUTE format(orders_body, 'souk_sales_' || kind.name, kind.rows);
    EXECUTE format(lines_body, 'souk_sales_lines_' || kind.name, kind.rows);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON vendor_orders REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'vendor_orders_sales_' || kind.name, kind.name, kind.tables, 'souk_sales_' || kind.name);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON order_lines REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      'order_lines_sales_' || kind.name, kind.name, kind.tables, 'souk_sales_lines_' || kind.name);
  END LOOP;
END $$;

-- A counted call waits for no disk: what is counted within a minute need not outlive a crash of the database.
ALTER TABLE rate_buckets SET UNLOGGED;
