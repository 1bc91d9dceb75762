-- What was sold, by vendor and day of the store's zone, so that a range of days is read without its orders.
CREATE TABLE "sales_days" (
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "day" DATE NOT NULL,
  "currency" TEXT NOT NULL,
  "orders" INTEGER NOT NULL,
  "units" INTEGER NOT NULL,
  "sales_minor" BIGINT NOT NULL,
  "refunds_minor" BIGINT NOT NULL,
  "commission_minor" BIGINT NOT NULL,
  "earnings_minor" BIGINT NOT NULL,
  "due_minor" BIGINT NOT NULL,
  "cancelled" INTEGER NOT NULL,
  "refunded" INTEGER NOT NULL,
  "shipped" INTEGER NOT NULL,
  "shipped_ms" BIGINT NOT NULL,
  CONSTRAINT "sales_days_pkey" PRIMARY KEY ("store_id", "vendor_id", "day", "currency")
);
CREATE INDEX "sales_days_store_id_day_idx" ON "sales_days"("store_id", "day");

CREATE TABLE "product_days" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "day" DATE NOT NULL,
  "currency" TEXT NOT NULL,
  "product_id" BIGINT,
  "title" TEXT NOT NULL,
  "units" INTEGER NOT NULL,
  "sales_minor" BIGINT NOT NULL,
  CONSTRAINT "product_days_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "product_days_store_id_day_idx" ON "product_days"("store_id", "day");
CREATE INDEX "product_days_store_id_vendor_id_day_idx" ON "product_days"("store_id", "vendor_id", "day");

-- Days that changed since. Rows are only added here, so that writers of orders never wait for one another.
CREATE TABLE "sales_changes" (
  "id" BIGSERIAL NOT NULL,
  "store_id" BIGINT NOT NULL,
  "vendor_id" BIGINT NOT NULL,
  "ordered_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sales_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sales_changes_store_id_ordered_at_idx" ON "sales_changes"("store_id", "ordered_at");

CREATE TABLE "sales_roll_ups" (
  "store_id" BIGINT NOT NULL,
  "timezone" TEXT NOT NULL,
  "covers_from" DATE NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sales_roll_ups_pkey" PRIMARY KEY ("store_id")
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['sales_days', 'product_days', 'sales_changes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY vendor_scope ON %I USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())))', t);
  END LOOP;
END $$;
-- Every scope of the store reads how far its days are rolled up.
ALTER TABLE "sales_roll_ups" ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_scope ON "sales_roll_ups" USING (store_id = (SELECT souk_store()));

-- Every statement that changes what a day adds up to leaves a change of that day in its own transaction. A quarter of an hour
-- lies within one day in every zone, so that no zone is looked up here. Orders from before the install are counted nowhere.
CREATE FUNCTION souk_sales_time(moment timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT date_bin('15 minutes', moment, '2000-01-01 00:00:00+00'::timestamptz) $$;
CREATE FUNCTION souk_sales_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at)
  SELECT DISTINCT a.store_id, a.vendor_id, souk_sales_time(a.ordered_at) FROM added a WHERE NOT a.historical;
  RETURN NULL;
END $$;
CREATE FUNCTION souk_sales_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at)
  SELECT DISTINCT s.store_id, s.vendor_id, souk_sales_time(s.ordered_at)
  FROM added a JOIN removed r ON r.id = a.id
  CROSS JOIN LATERAL (VALUES (a.store_id, a.vendor_id, a.ordered_at), (r.store_id, r.vendor_id, r.ordered_at)) AS s (store_id, vendor_id, ordered_at)
  WHERE NOT (a.historical AND r.historical)
    AND (a.vendor_id, a.ordered_at, a.historical, a.currency, a.financial_status, a.cancelled_at, a.fulfilled_at, a.item_count, a.sold_minor,
      a.total_minor, a.commission_minor, a.posted_minor, a.paid_out_minor)
    IS DISTINCT FROM (r.vendor_id, r.ordered_at, r.historical, r.currency, r.financial_status, r.cancelled_at, r.fulfilled_at, r.item_count,
      r.sold_minor, r.total_minor, r.commission_minor, r.posted_minor, r.paid_out_minor);
  RETURN NULL;
END $$;
CREATE FUNCTION souk_sales_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at)
  SELECT DISTINCT r.store_id, r.vendor_id, souk_sales_time(r.ordered_at) FROM removed r WHERE NOT r.historical;
  RETURN NULL;
END $$;
CREATE TRIGGER vendor_orders_sales_insert AFTER INSERT ON vendor_orders
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_inserted();
CREATE TRIGGER vendor_orders_sales_update AFTER UPDATE ON vendor_orders
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_updated();
CREATE TRIGGER vendor_orders_sales_delete AFTER DELETE ON vendor_orders
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_deleted();

-- The same for items, by which products are summed. Items that come before their vendor order are marked with it.
CREATE FUNCTION souk_sales_lines_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at)
  SELECT DISTINCT v.store_id, v.vendor_id, souk_sales_time(v.ordered_at)
  FROM added a JOIN vendor_orders v ON v.store_id = a.store_id AND v.order_id = a.order_id AND v.vendor_id = a.vendor_id
  WHERE NOT v.historical;
  RETURN NULL;
END $$;
CREATE FUNCTION souk_sales_lines_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at)
  SELECT DISTINCT v.store_id, v.vendor_id, souk_sales_time(v.ordered_at)
  FROM added a JOIN removed r ON r.store_id = a.store_id AND r.id = a.id
  JOIN vendor_orders v ON v.store_id = a.store_id AND v.order_id = a.order_id AND v.vendor_id IN (a.vendor_id, r.vendor_id)
  WHERE NOT v.historical AND (a.vendor_id, a.product_id, a.title, a.current_quantity, a.unit_price_minor)
    IS DISTINCT FROM (r.vendor_id, r.product_id, r.title, r.current_quantity, r.unit_price_minor);
  RETURN NULL;
END $$;
CREATE FUNCTION souk_sales_lines_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at)
  SELECT DISTINCT v.store_id, v.vendor_id, souk_sales_time(v.ordered_at)
  FROM removed r JOIN vendor_orders v ON v.store_id = r.store_id AND v.order_id = r.order_id AND v.vendor_id = r.vendor_id
  WHERE NOT v.historical;
  RETURN NULL;
END $$;
CREATE TRIGGER order_lines_sales_insert AFTER INSERT ON order_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_lines_inserted();
CREATE TRIGGER order_lines_sales_update AFTER UPDATE ON order_lines
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_lines_updated();
CREATE TRIGGER order_lines_sales_delete AFTER DELETE ON order_lines
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_lines_deleted();

-- Stores that are installed roll up what they sold before; a moment of the past is due at once.
INSERT INTO due_work (store_id, kind, key, payload, due_at) SELECT id, 'dashboard.roll-up', 'first', '{}', '2026-01-01' FROM stores WHERE uninstalled_at IS NULL;
