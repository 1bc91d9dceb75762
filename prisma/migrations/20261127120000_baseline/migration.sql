-- The database as of 0.4.0: one baseline for every migration of before. A database of 0.3.0 comes to it by
-- prisma/upgrades/from-0.3.0.sql. Tables and columns are described in prisma/schema.prisma; here stands also what it cannot say:
-- the program's role, search indexes, triggers and row-level security. Functions that only the program calls come with it
-- (app/main/database-functions.server.ts).

-- Functions are made before the tables that they name.
SELECT set_config('check_function_bodies', 'off', true);

-- The role that the program runs as. It owns nothing and cannot bypass row-level security.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'souk_app') THEN
    CREATE ROLE souk_app NOLOGIN NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the whole cluster; another database's migration made it at the same moment.
END $$;
DO $$
BEGIN
  EXECUTE format('GRANT souk_app TO %I', current_user);
END $$;

-- Search by parts of words.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- Functions: the scope of a transaction (souk_store, souk_marketplace, souk_vendor), the form in which texts are searched, and
-- what triggers do.
-- Each ledger transaction sums to zero in each of its currencies.
CREATE FUNCTION souk_check_balanced() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE wrong bigint;
BEGIN
  SELECT p.transaction_id INTO wrong
  FROM ledger_postings p
  WHERE p.transaction_id IN (SELECT DISTINCT transaction_id FROM written)
  GROUP BY p.transaction_id, p.currency
  HAVING sum(p.amount_minor) <> 0
  LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', wrong USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Products by vendor and status are counted as steps, which a job sums up.
CREATE FUNCTION souk_count_added_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
  SELECT store_id, vendor_id, status, submission = 'sent_back', count(*)::int FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_count_changed_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
  SELECT store_id, vendor_id, status, sent_back, sum(step)::int
  FROM (SELECT store_id, vendor_id, status, submission = 'sent_back' AS sent_back, 1 AS step FROM added WHERE deleted_at IS NULL
        UNION ALL SELECT store_id, vendor_id, status, submission = 'sent_back', -1 FROM removed WHERE deleted_at IS NULL) s
  GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0;
  RETURN NULL;
END $$;

-- Vendor orders by status and payout state are counted as they are written.
CREATE FUNCTION souk_count_inserted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_counters AS c (store_id, vendor_id, fulfillment, payout_state, count)
  SELECT store_id, vendor_id, fulfillment, payout_state, count(*) FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (store_id, vendor_id, fulfillment, payout_state) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_count_removed_products() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
  SELECT store_id, vendor_id, status, submission = 'sent_back', -count(*)::int FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_count_updated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_counters AS c (store_id, vendor_id, fulfillment, payout_state, count)
  SELECT store_id, vendor_id, fulfillment, payout_state, sum(step)
  FROM (SELECT store_id, vendor_id, fulfillment, payout_state, 1 AS step FROM added
        UNION ALL SELECT store_id, vendor_id, fulfillment, payout_state, -1 FROM removed) s
  GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (store_id, vendor_id, fulfillment, payout_state) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;

-- An order that counts as a sale: paid, and not cancelled.
CREATE FUNCTION souk_is_sold(financial_status text, cancelled_at timestamptz) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT cancelled_at IS NULL AND financial_status IN ('paid', 'partially_refunded', 'refunded') $$;

-- People who may pay out keep every address by which they were known, and each change of it is dated later.
CREATE FUNCTION souk_keep_admin_identity() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  is_admin boolean := NEW.role = 'admin' AND NEW.vendor_id IS NULL;
BEGIN
  IF is_admin THEN
    INSERT INTO payer_addresses VALUES (NEW.store_id, 'person', NEW.id::text, lower(btrim(NEW.email))) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP = 'UPDATE' AND (is_admin OR (OLD.role = 'admin' AND OLD.vendor_id IS NULL)) THEN
    IF lower(btrim(NEW.email)) <> lower(btrim(OLD.email)) THEN
      INSERT INTO payer_addresses VALUES (OLD.store_id, 'person', OLD.id::text, lower(btrim(OLD.email))) ON CONFLICT DO NOTHING;
      INSERT INTO payer_changes (store_id, kind, subject_id, what) VALUES (NEW.store_id, 'person', NEW.id::text, 'address');
    END IF;
    IF (NEW.role, NEW.vendor_id, NEW.disabled_at IS NULL) IS DISTINCT FROM (OLD.role, OLD.vendor_id, OLD.disabled_at IS NULL) THEN
      INSERT INTO payer_changes (store_id, kind, subject_id, what) VALUES (NEW.store_id, 'person', NEW.id::text, 'role');
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Since when and until when a discount had a name: an order says nothing but the name.
CREATE FUNCTION souk_keep_discount_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  is_held CONSTANT boolean := NEW.state IN ('creating', 'live', 'ending');
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE discount_names SET left_at = NEW.updated_at
    WHERE store_id = NEW.store_id AND discount_id = NEW.id AND left_at IS NULL AND (NOT is_held OR name_key <> NEW.name_key);
  END IF;
  IF is_held AND NOT EXISTS (SELECT 1 FROM discount_names WHERE store_id = NEW.store_id AND discount_id = NEW.id AND left_at IS NULL) THEN
    INSERT INTO discount_names (store_id, vendor_id, discount_id, method, name_key, taken_at)
    VALUES (NEW.store_id, NEW.vendor_id, NEW.id, NEW.method, NEW.name_key,
      CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_keep_factor_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  INSERT INTO payer_changes (store_id, kind, subject_id, what)
    SELECT u.store_id, 'person', u.id::text, 'second_factor' FROM users u
    WHERE u.store_id = coalesce(NEW.store_id, OLD.store_id) AND u.id = coalesce(NEW.user_id, OLD.user_id)
      AND u.role = 'admin' AND u.vendor_id IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_keep_staff_identity() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  -- When the platform told us; null where something else was changed by hand.
  seen timestamptz;
BEGIN
  IF btrim(NEW.email) <> '' THEN
    INSERT INTO payer_addresses VALUES (NEW.store_id, 'staff', NEW.subject_id, lower(btrim(NEW.email))) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    seen := CASE WHEN NEW.seen_at > OLD.seen_at THEN NEW.seen_at END;
    IF lower(btrim(NEW.email)) <> lower(btrim(OLD.email)) THEN
      INSERT INTO payer_changes (store_id, kind, subject_id, what, at) VALUES (NEW.store_id, 'staff', NEW.subject_id, 'address', seen);
    END IF;
    IF (NEW.is_owner, NEW.may_pay_out) IS DISTINCT FROM (OLD.is_owner, OLD.may_pay_out) THEN
      INSERT INTO payer_changes (store_id, kind, subject_id, what, at) VALUES (NEW.store_id, 'staff', NEW.subject_id, 'role', seen);
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Whether the transaction sees the whole marketplace.
CREATE FUNCTION souk_marketplace() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT coalesce(current_setting('souk.vendor', true), '') = '*' $$;

-- What is append-only stays as it was written.
CREATE FUNCTION souk_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- The log is append-only; a redaction may blank words of people and nothing else.
CREATE FUNCTION souk_refuse_log_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF coalesce(current_setting('souk.redacting', true), '') = 'on' AND TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.store_id, NEW.vendor_id, NEW.subject, NEW.subject_id, NEW.action, NEW.at)
      IS NOT DISTINCT FROM (OLD.id, OLD.store_id, OLD.vendor_id, OLD.subject, OLD.subject_id, OLD.action, OLD.at) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Notes are append-only; a redaction may delete them.
CREATE FUNCTION souk_refuse_note_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF coalesce(current_setting('souk.redacting', true), '') = 'on' AND TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- What one vendor order adds to the sums of its day.
CREATE FUNCTION souk_sale(status text, cancelled_at timestamptz, ordered_at timestamptz, fulfilled_at timestamptz, item_count integer, sold_minor bigint, total_minor bigint, commission bigint, posted_minor bigint, paid_out_minor bigint) RETURNS TABLE(placed integer, orders integer, units integer, sales_minor bigint, refunds_minor bigint, commission_minor bigint, earnings_minor bigint, due_minor bigint, cancelled integer, refunded integer, shipped integer, shipped_ms bigint)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT 1,
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

-- Sums by day follow vendor orders by their differences, which a job sums up.
CREATE FUNCTION souk_sales_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at, currency, placed, orders, units, sales_minor, refunds_minor, commission_minor,
    earnings_minor, due_minor, cancelled, refunded, shipped, shipped_ms)
  SELECT * FROM (
    SELECT d.store_id, d.vendor_id, souk_sales_time(d.ordered_at), d.currency, sum(d.sign * s.placed) AS placed, sum(d.sign * s.orders) AS orders,
      sum(d.sign * s.units) AS units, sum(d.sign * s.sales_minor) AS sales_minor, sum(d.sign * s.refunds_minor) AS refunds_minor,
      sum(d.sign * s.commission_minor) AS commission_minor, sum(d.sign * s.earnings_minor) AS earnings_minor, sum(d.sign * s.due_minor) AS due_minor,
      sum(d.sign * s.cancelled) AS cancelled, sum(d.sign * s.refunded) AS refunded, sum(d.sign * s.shipped) AS shipped,
      sum(d.sign * s.shipped_ms) AS shipped_ms
    FROM (SELECT -1 AS sign, r.* FROM removed r) d CROSS JOIN LATERAL souk_sale(d.financial_status, d.cancelled_at, d.ordered_at, d.fulfilled_at, d.item_count, d.sold_minor,
      d.total_minor, d.commission_minor, d.posted_minor, d.paid_out_minor) s
    WHERE NOT d.historical GROUP BY 1, 2, 3, 4) t
  WHERE (t.placed, t.orders, t.units, t.sales_minor, t.refunds_minor, t.commission_minor, t.earnings_minor, t.due_minor, t.cancelled, t.refunded,
    t.shipped, t.shipped_ms) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  -- The items of orders that are sold now and were not, or the other way round, or at another time.
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT d.store_id, d.vendor_id, d.quarter, d.currency, l.product_id, l.title, sum(d.sign * l.current_quantity),
    sum(d.sign * l.unit_price_minor * l.current_quantity)
  FROM (
    SELECT o.store_id, o.order_id, o.vendor_id, souk_sales_time(o.ordered_at) AS quarter, o.currency, sum(o.sign)::int AS sign FROM (SELECT -1 AS sign, r.* FROM removed r) o
    WHERE NOT o.historical AND souk_is_sold(o.financial_status, o.cancelled_at) GROUP BY 1, 2, 3, 4, 5 HAVING sum(o.sign) <> 0) d
  JOIN order_lines l ON l.store_id = d.store_id AND l.order_id = d.order_id AND l.vendor_id = d.vendor_id
  WHERE l.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_sales_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at, currency, placed, orders, units, sales_minor, refunds_minor, commission_minor,
    earnings_minor, due_minor, cancelled, refunded, shipped, shipped_ms)
  SELECT * FROM (
    SELECT d.store_id, d.vendor_id, souk_sales_time(d.ordered_at), d.currency, sum(d.sign * s.placed) AS placed, sum(d.sign * s.orders) AS orders,
      sum(d.sign * s.units) AS units, sum(d.sign * s.sales_minor) AS sales_minor, sum(d.sign * s.refunds_minor) AS refunds_minor,
      sum(d.sign * s.commission_minor) AS commission_minor, sum(d.sign * s.earnings_minor) AS earnings_minor, sum(d.sign * s.due_minor) AS due_minor,
      sum(d.sign * s.cancelled) AS cancelled, sum(d.sign * s.refunded) AS refunded, sum(d.sign * s.shipped) AS shipped,
      sum(d.sign * s.shipped_ms) AS shipped_ms
    FROM (SELECT 1 AS sign, a.* FROM added a) d CROSS JOIN LATERAL souk_sale(d.financial_status, d.cancelled_at, d.ordered_at, d.fulfilled_at, d.item_count, d.sold_minor,
      d.total_minor, d.commission_minor, d.posted_minor, d.paid_out_minor) s
    WHERE NOT d.historical GROUP BY 1, 2, 3, 4) t
  WHERE (t.placed, t.orders, t.units, t.sales_minor, t.refunds_minor, t.commission_minor, t.earnings_minor, t.due_minor, t.cancelled, t.refunded,
    t.shipped, t.shipped_ms) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  -- The items of orders that are sold now and were not, or the other way round, or at another time.
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT d.store_id, d.vendor_id, d.quarter, d.currency, l.product_id, l.title, sum(d.sign * l.current_quantity),
    sum(d.sign * l.unit_price_minor * l.current_quantity)
  FROM (
    SELECT o.store_id, o.order_id, o.vendor_id, souk_sales_time(o.ordered_at) AS quarter, o.currency, sum(o.sign)::int AS sign FROM (SELECT 1 AS sign, a.* FROM added a) o
    WHERE NOT o.historical AND souk_is_sold(o.financial_status, o.cancelled_at) GROUP BY 1, 2, 3, 4, 5 HAVING sum(o.sign) <> 0) d
  JOIN order_lines l ON l.store_id = d.store_id AND l.order_id = d.order_id AND l.vendor_id = d.vendor_id
  WHERE l.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;

-- Sums of products by day follow the lines of sold orders.
CREATE FUNCTION souk_sales_lines_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM FROM vendor_orders v
  WHERE (v.store_id, v.order_id, v.vendor_id) IN (
    SELECT d.store_id, d.order_id, d.vendor_id FROM (SELECT -1 AS sign, r.* FROM removed r) d
    WHERE d.current_quantity > 0 GROUP BY d.store_id, d.order_id, d.vendor_id, d.product_id, d.title
    HAVING (sum(d.sign * d.current_quantity), sum(d.sign * d.unit_price_minor * d.current_quantity)) <> (0, 0))
  ORDER BY v.order_id, v.vendor_id FOR NO KEY UPDATE OF v;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT * FROM (
    SELECT v.store_id, v.vendor_id, souk_sales_time(v.ordered_at), v.currency, d.product_id, d.title, sum(d.sign * d.current_quantity) AS units,
      sum(d.sign * d.unit_price_minor * d.current_quantity) AS sales_minor
    FROM (SELECT -1 AS sign, r.* FROM removed r) d JOIN vendor_orders v ON v.store_id = d.store_id AND v.order_id = d.order_id AND v.vendor_id = d.vendor_id
    WHERE NOT v.historical AND souk_is_sold(v.financial_status, v.cancelled_at) AND d.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6) t
  WHERE (t.units, t.sales_minor) <> (0, 0);
  RETURN NULL;
END $$;

CREATE FUNCTION souk_sales_lines_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM FROM vendor_orders v
  WHERE (v.store_id, v.order_id, v.vendor_id) IN (
    SELECT d.store_id, d.order_id, d.vendor_id FROM (SELECT 1 AS sign, a.* FROM added a) d
    WHERE d.current_quantity > 0 GROUP BY d.store_id, d.order_id, d.vendor_id, d.product_id, d.title
    HAVING (sum(d.sign * d.current_quantity), sum(d.sign * d.unit_price_minor * d.current_quantity)) <> (0, 0))
  ORDER BY v.order_id, v.vendor_id FOR NO KEY UPDATE OF v;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT * FROM (
    SELECT v.store_id, v.vendor_id, souk_sales_time(v.ordered_at), v.currency, d.product_id, d.title, sum(d.sign * d.current_quantity) AS units,
      sum(d.sign * d.unit_price_minor * d.current_quantity) AS sales_minor
    FROM (SELECT 1 AS sign, a.* FROM added a) d JOIN vendor_orders v ON v.store_id = d.store_id AND v.order_id = d.order_id AND v.vendor_id = d.vendor_id
    WHERE NOT v.historical AND souk_is_sold(v.financial_status, v.cancelled_at) AND d.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6) t
  WHERE (t.units, t.sales_minor) <> (0, 0);
  RETURN NULL;
END $$;

CREATE FUNCTION souk_sales_lines_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM FROM vendor_orders v
  WHERE (v.store_id, v.order_id, v.vendor_id) IN (
    SELECT d.store_id, d.order_id, d.vendor_id FROM (SELECT 1 AS sign, a.* FROM added a UNION ALL SELECT -1 AS sign, r.* FROM removed r) d
    WHERE d.current_quantity > 0 GROUP BY d.store_id, d.order_id, d.vendor_id, d.product_id, d.title
    HAVING (sum(d.sign * d.current_quantity), sum(d.sign * d.unit_price_minor * d.current_quantity)) <> (0, 0))
  ORDER BY v.order_id, v.vendor_id FOR NO KEY UPDATE OF v;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT * FROM (
    SELECT v.store_id, v.vendor_id, souk_sales_time(v.ordered_at), v.currency, d.product_id, d.title, sum(d.sign * d.current_quantity) AS units,
      sum(d.sign * d.unit_price_minor * d.current_quantity) AS sales_minor
    FROM (SELECT 1 AS sign, a.* FROM added a UNION ALL SELECT -1 AS sign, r.* FROM removed r) d JOIN vendor_orders v ON v.store_id = d.store_id AND v.order_id = d.order_id AND v.vendor_id = d.vendor_id
    WHERE NOT v.historical AND souk_is_sold(v.financial_status, v.cancelled_at) AND d.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6) t
  WHERE (t.units, t.sales_minor) <> (0, 0);
  RETURN NULL;
END $$;

-- Days are those of the store, whatever its time zone: differences are kept by quarters of an hour.
CREATE FUNCTION souk_sales_time(moment timestamptz) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT date_bin('15 minutes', moment, '2000-01-01 00:00:00+00'::timestamptz) $$;

CREATE FUNCTION souk_sales_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO sales_changes (store_id, vendor_id, ordered_at, currency, placed, orders, units, sales_minor, refunds_minor, commission_minor,
    earnings_minor, due_minor, cancelled, refunded, shipped, shipped_ms)
  SELECT * FROM (
    SELECT d.store_id, d.vendor_id, souk_sales_time(d.ordered_at), d.currency, sum(d.sign * s.placed) AS placed, sum(d.sign * s.orders) AS orders,
      sum(d.sign * s.units) AS units, sum(d.sign * s.sales_minor) AS sales_minor, sum(d.sign * s.refunds_minor) AS refunds_minor,
      sum(d.sign * s.commission_minor) AS commission_minor, sum(d.sign * s.earnings_minor) AS earnings_minor, sum(d.sign * s.due_minor) AS due_minor,
      sum(d.sign * s.cancelled) AS cancelled, sum(d.sign * s.refunded) AS refunded, sum(d.sign * s.shipped) AS shipped,
      sum(d.sign * s.shipped_ms) AS shipped_ms
    FROM (SELECT 1 AS sign, a.* FROM added a UNION ALL SELECT -1 AS sign, r.* FROM removed r) d CROSS JOIN LATERAL souk_sale(d.financial_status, d.cancelled_at, d.ordered_at, d.fulfilled_at, d.item_count, d.sold_minor,
      d.total_minor, d.commission_minor, d.posted_minor, d.paid_out_minor) s
    WHERE NOT d.historical GROUP BY 1, 2, 3, 4) t
  WHERE (t.placed, t.orders, t.units, t.sales_minor, t.refunds_minor, t.commission_minor, t.earnings_minor, t.due_minor, t.cancelled, t.refunded,
    t.shipped, t.shipped_ms) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  -- The items of orders that are sold now and were not, or the other way round, or at another time.
  INSERT INTO product_sales_changes (store_id, vendor_id, ordered_at, currency, product_id, title, units, sales_minor)
  SELECT d.store_id, d.vendor_id, d.quarter, d.currency, l.product_id, l.title, sum(d.sign * l.current_quantity),
    sum(d.sign * l.unit_price_minor * l.current_quantity)
  FROM (
    SELECT o.store_id, o.order_id, o.vendor_id, souk_sales_time(o.ordered_at) AS quarter, o.currency, sum(o.sign)::int AS sign FROM (SELECT 1 AS sign, a.* FROM added a UNION ALL SELECT -1 AS sign, r.* FROM removed r) o
    WHERE NOT o.historical AND souk_is_sold(o.financial_status, o.cancelled_at) GROUP BY 1, 2, 3, 4, 5 HAVING sum(o.sign) <> 0) d
  JOIN order_lines l ON l.store_id = d.store_id AND l.order_id = d.order_id AND l.vendor_id = d.vendor_id
  WHERE l.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5, 6;
  RETURN NULL;
END $$;

-- The form in which texts are searched: small letters without accents.
CREATE FUNCTION souk_search_form(p_text text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  SELECT CASE WHEN p_text ~ '^[\n\r\t -&(-_a-~]*$' THEN lower(p_text COLLATE "C") COLLATE "default" ELSE
    replace(replace(replace(replace(translate(lower(regexp_replace(normalize(
        replace(p_text, U&'\00B4', ''), NFKD),
        '[''`\u02B9\u02BB-\u02BF\u2018-\u201B\u2032\u2035\uA78C\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u034F\u200B-\u200F\u2060-\u2064\uFE00-\uFE0F\uFEFF]', '', 'g')
        COLLATE "und-x-icu") COLLATE "default", 'ıøłđðħŧς', 'iolddhtσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$_$;

-- A pattern that finds a text anywhere, with its signs taken literally.
CREATE FUNCTION souk_search_pattern(p_text text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT '%' || regexp_replace(souk_search_form(p_text), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- The store of the transaction.
CREATE FUNCTION souk_store() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT nullif(current_setting('souk.store', true), '')::bigint $$;

-- The vendor of the transaction; null for the whole marketplace.
CREATE FUNCTION souk_vendor() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT nullif(nullif(current_setting('souk.vendor', true), '*'), '')::bigint $$;

-- Tables, with their keys and indexes.
CREATE TABLE adjustments (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_id bigint,
  kind text NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  vendor_minor bigint NOT NULL,
  note text,
  made_by jsonb NOT NULL,
  made_at timestamptz(3) NOT NULL,
  transaction_id bigint,
  undone_at timestamptz(3),
  undone_by jsonb,
  undo_note text,
  undo_transaction_id bigint,
  CONSTRAINT adjustments_amounts_check CHECK (
CASE kind
    WHEN 'correction'::text THEN ((vendor_id IS NOT NULL) AND (amount_minor <> 0) AND (vendor_minor = amount_minor))
    WHEN 'goodwill'::text THEN ((vendor_id IS NOT NULL) AND (amount_minor > 0) AND (vendor_minor = (- amount_minor)))
    WHEN 'label'::text THEN ((vendor_id IS NOT NULL) AND (amount_minor > 0) AND (vendor_minor = (- amount_minor)))
    WHEN 'chargeback'::text THEN ((amount_minor > 0) AND ((vendor_minor >= (- amount_minor)) AND (vendor_minor <= 0)) AND ((vendor_id IS NULL) = (vendor_minor = 0)))
    ELSE false
END),
  CONSTRAINT adjustments_undone_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  CONSTRAINT adjustments_pkey PRIMARY KEY (id)
);
CREATE INDEX adjustments_store_id_order_id_id_idx ON adjustments (store_id, order_id, id);
CREATE UNIQUE INDEX adjustments_store_id_transaction_id_key ON adjustments (store_id, transaction_id);
CREATE UNIQUE INDEX adjustments_store_id_undo_transaction_id_key ON adjustments (store_id, undo_transaction_id);

CREATE TABLE api_keys (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  name text NOT NULL,
  hint text NOT NULL,
  hash text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  maker text,
  scopes text[],
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);
CREATE INDEX api_keys_store_id_vendor_id_idx ON api_keys (store_id, vendor_id);

CREATE TABLE app_plans (
  store_id bigint NOT NULL,
  subscription_id text NOT NULL,
  plan text NOT NULL,
  addons text[] NOT NULL,
  status text NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  CONSTRAINT app_plans_pkey PRIMARY KEY (store_id, subscription_id)
);

CREATE TABLE audit_events (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  subject text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  actor jsonb NOT NULL,
  detail jsonb NOT NULL,
  note text,
  at timestamptz(3) NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_settings ON audit_events (store_id, id DESC) WHERE (subject = 'settings'::text);
CREATE INDEX audit_events_store_id_subject_subject_id_id_idx ON audit_events (store_id, subject, subject_id, id);

CREATE TABLE automatic_payouts (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  occasion text NOT NULL,
  actor jsonb NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  results jsonb,
  CONSTRAINT automatic_payouts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX automatic_payouts_running ON automatic_payouts (store_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX automatic_payouts_store_id_occasion_key ON automatic_payouts (store_id, occasion);

CREATE TABLE bank_accounts (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  encrypted text NOT NULL,
  details_changed_at timestamptz(3) NOT NULL,
  waits_for jsonb,
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE banned_buyers (
  store_id bigint NOT NULL,
  buyer_hash text NOT NULL,
  banned_at timestamptz(3) NOT NULL,
  CONSTRAINT banned_buyers_pkey PRIMARY KEY (store_id, buyer_hash)
);

CREATE TABLE batch_items (
  store_id bigint NOT NULL,
  batch_id bigint NOT NULL,
  subject_id bigint NOT NULL,
  order_vendor_id bigint DEFAULT 0 NOT NULL,
  vendor_id bigint,
  "position" integer NOT NULL,
  name text NOT NULL,
  input jsonb DEFAULT '{}'::jsonb NOT NULL,
  state text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  refusal jsonb,
  CONSTRAINT batch_items_pkey PRIMARY KEY (batch_id, subject_id, order_vendor_id)
);

CREATE TABLE batches (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  kind text NOT NULL,
  input jsonb NOT NULL,
  requester jsonb NOT NULL,
  round integer DEFAULT 0 NOT NULL,
  issue text,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  dismissed_at timestamptz(3),
  CONSTRAINT batches_pkey PRIMARY KEY (id)
);
CREATE INDEX batches_store_id_vendor_id_id_idx ON batches (store_id, vendor_id, id);

CREATE TABLE carrier_services (
  store_id bigint NOT NULL,
  token text NOT NULL,
  carrier_id bigint,
  state text NOT NULL,
  refusal text,
  plan text,
  checked_at timestamptz(3),
  deactivated_at timestamptz(3),
  called_at timestamptz(3),
  foreign_at timestamptz(3),
  CONSTRAINT carrier_services_pkey PRIMARY KEY (store_id)
);

CREATE TABLE catalog_entries (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  picture_url text DEFAULT ''::text NOT NULL,
  product_type text DEFAULT ''::text NOT NULL,
  barcode text DEFAULT ''::text NOT NULL,
  price_min_minor bigint,
  price_max_minor bigint,
  active boolean NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  search_text text NOT NULL,
  metaobject_id bigint,
  shown_version integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT catalog_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX catalog_entries_store_id_active_updated_at_id_idx ON catalog_entries (store_id, active, updated_at, id);

CREATE TABLE catalog_listings (
  store_id bigint NOT NULL,
  entry_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  product_id bigint,
  claimed_at timestamptz(3) NOT NULL,
  CONSTRAINT catalog_listings_pkey PRIMARY KEY (store_id, entry_id, vendor_id)
);
CREATE UNIQUE INDEX catalog_listings_store_id_product_id_key ON catalog_listings (store_id, product_id);

CREATE TABLE commission_lists (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  lines jsonb NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  currency text,
  CONSTRAINT commission_lists_pkey PRIMARY KEY (id)
);
CREATE INDEX commission_lists_store_id_vendor_id_version_idx ON commission_lists (store_id, vendor_id, version);
CREATE UNIQUE INDEX commission_lists_version ON commission_lists (store_id, COALESCE(vendor_id, (0)::bigint), version);

CREATE TABLE compliance_requests (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  topic text NOT NULL,
  reference text NOT NULL,
  subject jsonb NOT NULL,
  state text NOT NULL,
  export jsonb,
  received_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  CONSTRAINT compliance_requests_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX compliance_requests_store_id_topic_reference_key ON compliance_requests (store_id, topic, reference);

CREATE TABLE contact_messages (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  kind text NOT NULL,
  email text,
  name text DEFAULT ''::text NOT NULL,
  body text DEFAULT ''::text NOT NULL,
  fields jsonb DEFAULT '[]'::jsonb NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  requested_for text,
  digest text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  archived_at timestamptz(3),
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_messages_store_id_digest_idx ON contact_messages (store_id, digest);
CREATE INDEX contact_messages_store_id_email_idx ON contact_messages (store_id, email);
CREATE INDEX contact_messages_store_id_received_at_id_idx ON contact_messages (store_id, received_at, id);
CREATE INDEX contact_messages_store_id_vendor_id_received_at_id_idx ON contact_messages (store_id, vendor_id, received_at, id);
CREATE INDEX contact_messages_unread ON contact_messages (store_id, vendor_id) WHERE ((read_at IS NULL) AND (archived_at IS NULL));

CREATE TABLE conversation_ctas (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  label text NOT NULL,
  callback_url text NOT NULL,
  redirect text,
  variant text NOT NULL,
  prompt_title text,
  prompt_confirm text,
  secret text NOT NULL,
  press_id text,
  pressed_at timestamptz(3),
  answered_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  calling_until timestamptz(3),
  CONSTRAINT conversation_ctas_pkey PRIMARY KEY (id)
);
CREATE INDEX conversation_ctas_store_id_conversation_id_id_idx ON conversation_ctas (store_id, conversation_id, id);

CREATE TABLE conversation_messages (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  sender text NOT NULL,
  by_marketplace boolean DEFAULT false NOT NULL,
  text text NOT NULL,
  masked integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  picture_key text,
  picture_width integer,
  picture_height integer,
  CONSTRAINT conversation_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX conversation_messages_store_id_conversation_id_id_idx ON conversation_messages (store_id, conversation_id, id);

CREATE TABLE conversation_originals (
  message_id bigint NOT NULL,
  store_id bigint NOT NULL,
  text text NOT NULL,
  CONSTRAINT conversation_originals_pkey PRIMARY KEY (message_id)
);
CREATE INDEX conversation_originals_store_id_idx ON conversation_originals (store_id);

CREATE TABLE conversation_reports (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  conversation_id bigint NOT NULL,
  side text NOT NULL,
  note text NOT NULL,
  reported_at timestamptz(3) NOT NULL,
  CONSTRAINT conversation_reports_pkey PRIMARY KEY (conversation_id, side)
);

CREATE TABLE conversations (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  buyer_key text NOT NULL,
  subject text NOT NULL,
  customer_id bigint,
  email text,
  buyer_name text NOT NULL,
  locale text NOT NULL,
  product_id bigint,
  product_title text,
  order_id bigint,
  order_name text,
  generation integer DEFAULT 1 NOT NULL,
  proven_at timestamptz(3),
  last_message text DEFAULT ''::text NOT NULL,
  last_sender text DEFAULT 'buyer'::text NOT NULL,
  last_message_at timestamptz(3) NOT NULL,
  buyer_wrote_id bigint DEFAULT 0 NOT NULL,
  seller_wrote_id bigint DEFAULT 0 NOT NULL,
  admin_wrote_id bigint DEFAULT 0 NOT NULL,
  buyer_read_id bigint DEFAULT 0 NOT NULL,
  seller_read_id bigint DEFAULT 0 NOT NULL,
  admin_read_id bigint DEFAULT 0 NOT NULL,
  buyer_mail_at timestamptz(3),
  seller_mail_at timestamptz(3),
  admin_mail_at timestamptz(3),
  masked integer DEFAULT 0 NOT NULL,
  archived_at timestamptz(3),
  reported_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT conversations_pkey PRIMARY KEY (id)
);
CREATE INDEX conversations_marketplace_open ON conversations (store_id) WHERE ((archived_at IS NULL) AND ((reported_at IS NOT NULL) OR ((buyer_key = 'marketplace'::text) AND (seller_wrote_id > admin_read_id))));
CREATE INDEX conversations_store_id_customer_id_idx ON conversations (store_id, customer_id);
CREATE INDEX conversations_store_id_email_idx ON conversations (store_id, email);
CREATE INDEX conversations_store_id_last_message_at_id_idx ON conversations (store_id, last_message_at, id);
CREATE UNIQUE INDEX conversations_store_id_vendor_id_buyer_key_subject_key ON conversations (store_id, vendor_id, buyer_key, subject);
CREATE INDEX conversations_store_id_vendor_id_last_message_at_id_idx ON conversations (store_id, vendor_id, last_message_at, id);
CREATE INDEX conversations_vendor_unread ON conversations (store_id, vendor_id) WHERE ((archived_at IS NULL) AND (GREATEST(buyer_wrote_id, admin_wrote_id) > seller_read_id));

CREATE TABLE delivery_claims (
  worker uuid NOT NULL,
  delivery_ids bigint[] NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  CONSTRAINT delivery_claims_pkey PRIMARY KEY (worker)
);

CREATE TABLE discount_names (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  discount_id bigint NOT NULL,
  method text NOT NULL,
  name_key text NOT NULL,
  taken_at timestamptz(3) NOT NULL,
  left_at timestamptz(3),
  CONSTRAINT discount_names_pkey PRIMARY KEY (id)
);
CREATE INDEX discount_names_discount_id_idx ON discount_names (discount_id);
CREATE INDEX discount_names_store_id_method_name_key_idx ON discount_names (store_id, method, name_key);

CREATE TABLE discount_refusals (
  store_id bigint NOT NULL,
  discount_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  refused_at timestamptz(3) NOT NULL,
  CONSTRAINT discount_refusals_pkey PRIMARY KEY (store_id, discount_id, vendor_id)
);

CREATE TABLE discounts (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  vendor_ids bigint[],
  name text NOT NULL,
  name_key text NOT NULL,
  method text NOT NULL,
  value_type text NOT NULL,
  percent bigint,
  amount_minor bigint,
  currency text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3),
  one_per_customer boolean NOT NULL,
  usage_limit integer,
  minimum_type text NOT NULL,
  minimum_minor bigint,
  minimum_quantity integer,
  vendor_percent bigint NOT NULL,
  state text NOT NULL,
  refusal text,
  platform_id bigint,
  used_count integer DEFAULT 0 NOT NULL,
  changed_in_store_at timestamptz(3),
  scope_changed boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  edit_requested_at timestamptz(3),
  sent_at timestamptz(3),
  sending_until timestamptz(3),
  CONSTRAINT discounts_vendor_percent CHECK (((vendor_percent >= 0) AND (vendor_percent <= 1000000))),
  CONSTRAINT discounts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX discounts_one_name ON discounts (store_id, method, name_key) WHERE (state <> ALL (ARRAY['removed'::text, 'refused'::text]));
CREATE INDEX discounts_store_id_created_at_id_idx ON discounts (store_id, created_at, id);
CREATE INDEX discounts_store_id_method_name_key_idx ON discounts (store_id, method, name_key);
CREATE INDEX discounts_store_id_platform_id_idx ON discounts (store_id, platform_id);
CREATE INDEX discounts_store_id_vendor_id_created_at_id_idx ON discounts (store_id, vendor_id, created_at, id);

CREATE TABLE display_currencies (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  currency text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT display_currencies_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE document_counters (
  store_id bigint NOT NULL,
  issuer bigint NOT NULL,
  kind text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT document_counters_pkey PRIMARY KEY (store_id, issuer, kind, year)
);

CREATE TABLE documents (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_id bigint NOT NULL,
  kind text NOT NULL,
  refund_id bigint DEFAULT 0 NOT NULL,
  issuer bigint NOT NULL,
  year integer NOT NULL,
  serial integer NOT NULL,
  number text NOT NULL,
  seller jsonb NOT NULL,
  buyer jsonb,
  content jsonb NOT NULL,
  issued_at timestamptz(3) NOT NULL,
  CONSTRAINT documents_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX documents_store_id_issuer_kind_year_serial_key ON documents (store_id, issuer, kind, year, serial);
CREATE UNIQUE INDEX documents_store_id_order_id_vendor_id_kind_refund_id_key ON documents (store_id, order_id, vendor_id, kind, refund_id);

CREATE TABLE entry_names (
  store_id bigint NOT NULL,
  entry_id bigint NOT NULL,
  vendor_id bigint,
  name text NOT NULL,
  CONSTRAINT entry_names_pkey PRIMARY KEY (store_id, entry_id)
);

CREATE TABLE fulfillment_sends (
  store_id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  hash text,
  pieces jsonb,
  known jsonb,
  working_until timestamptz(3) NOT NULL,
  turn text DEFAULT ''::text NOT NULL,
  CONSTRAINT fulfillment_sends_pkey PRIMARY KEY (store_id, order_id, vendor_id)
);

CREATE TABLE fulfillments (
  store_id bigint NOT NULL,
  id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  status text NOT NULL,
  carrier text,
  tracking text,
  url text,
  lines jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  by_app boolean DEFAULT false NOT NULL,
  CONSTRAINT fulfillments_pkey PRIMARY KEY (store_id, id, vendor_id)
);
CREATE INDEX fulfillments_carrier_search ON fulfillments USING gin (souk_search_form(carrier) gin_trgm_ops);
CREATE INDEX fulfillments_store_id_order_id_idx ON fulfillments (store_id, order_id);
CREATE INDEX fulfillments_tracking_search ON fulfillments USING gin (souk_search_form(tracking) gin_trgm_ops);

CREATE TABLE hidden_columns (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  person text NOT NULL,
  list text NOT NULL,
  columns text[] NOT NULL,
  CONSTRAINT hidden_columns_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX hidden_columns_list ON hidden_columns (store_id, COALESCE(vendor_id, (0)::bigint), person, list);

CREATE TABLE holidays (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  enabled boolean NOT NULL,
  first_day date,
  last_day date,
  message text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT holidays_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX holidays_store_id_vendor_id_key ON holidays (store_id, vendor_id) NULLS NOT DISTINCT;

CREATE TABLE idempotency_keys (
  store_id bigint NOT NULL,
  actor text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  body jsonb,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (store_id, actor, key)
);

CREATE TABLE label_rates (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  rate_id text NOT NULL,
  shipment_id text NOT NULL,
  order_id bigint,
  carrier text NOT NULL,
  service text NOT NULL,
  amount text NOT NULL,
  currency text NOT NULL,
  own_minor bigint,
  own_currency text NOT NULL,
  days integer,
  attributes jsonb NOT NULL,
  is_test boolean NOT NULL,
  package_count integer NOT NULL,
  units jsonb NOT NULL,
  destination_hash text NOT NULL,
  quoted_at timestamptz(3) NOT NULL,
  is_return boolean DEFAULT false NOT NULL,
  grams integer,
  CONSTRAINT label_rates_pkey PRIMARY KEY (store_id, rate_id)
);
CREATE INDEX label_rates_store_id_vendor_id_quoted_at_idx ON label_rates (store_id, vendor_id, quoted_at);

CREATE TABLE lapsed_products (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  product_id bigint NOT NULL,
  state text NOT NULL,
  status text NOT NULL,
  submission text NOT NULL,
  after_event bigint DEFAULT 0 NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT lapsed_products_pkey PRIMARY KEY (store_id, product_id)
);
CREATE INDEX lapsed_products_store_id_vendor_id_idx ON lapsed_products (store_id, vendor_id);

CREATE TABLE ledger_postings (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  account text NOT NULL,
  vendor_id bigint,
  order_id bigint,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_postings_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_postings_as_of_idx ON ledger_postings (store_id, vendor_id, account, recorded_at, currency, amount_minor);
CREATE INDEX ledger_postings_store_id_order_id_idx ON ledger_postings (store_id, order_id);
CREATE INDEX ledger_postings_transaction_id_idx ON ledger_postings (transaction_id);

CREATE TABLE ledger_transactions (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  reference text NOT NULL,
  kind text NOT NULL,
  currency text NOT NULL,
  order_id bigint,
  vendor_id bigint,
  payout_id bigint,
  source json NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_transactions_payout_idx ON ledger_transactions (store_id, payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX ledger_transactions_store_id_order_id_idx ON ledger_transactions (store_id, order_id);
CREATE UNIQUE INDEX ledger_transactions_store_id_reference_key ON ledger_transactions (store_id, reference);

CREATE TABLE listing_slots (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  key text NOT NULL,
  product_id bigint,
  until timestamptz(3) NOT NULL,
  working_until timestamptz(3),
  CONSTRAINT listing_slots_pkey PRIMARY KEY (store_id, vendor_id, key)
);

CREATE TABLE mail_opt_outs (
  store_id bigint NOT NULL,
  email text NOT NULL,
  notice text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT mail_opt_outs_pkey PRIMARY KEY (store_id, email, notice)
);

CREATE TABLE mail_services (
  store_id bigint NOT NULL,
  service text NOT NULL,
  encrypted_key text NOT NULL,
  hint text NOT NULL,
  account_name text NOT NULL,
  hook_hash text NOT NULL,
  hook_id text NOT NULL,
  saved_at timestamptz(3) NOT NULL,
  problem text,
  problem_at timestamptz(3),
  accepted_at timestamptz(3),
  last_event_at timestamptz(3),
  CONSTRAINT mail_services_pkey PRIMARY KEY (store_id)
);

CREATE TABLE mail_suppressions (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  email text NOT NULL,
  kind text NOT NULL,
  detail text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT mail_suppressions_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_suppressions_store_id_created_at_id_idx ON mail_suppressions (store_id, created_at, id);
CREATE UNIQUE INDEX mail_suppressions_store_id_email_key ON mail_suppressions (store_id, email);

CREATE TABLE mail_templates (
  store_id bigint NOT NULL,
  template text NOT NULL,
  subject text,
  html_body text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text NOT NULL,
  locale text DEFAULT ''::text NOT NULL,
  CONSTRAINT mail_templates_pkey PRIMARY KEY (store_id, template, locale)
);

CREATE TABLE mails (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  dedupe_key text NOT NULL,
  template text NOT NULL,
  audience text NOT NULL,
  to_address text,
  locale text,
  params jsonb NOT NULL,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  error text,
  lease uuid,
  locked_until timestamptz(3),
  handed_to text,
  handed_at timestamptz(3),
  failing_since timestamptz(3),
  CONSTRAINT mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_failed_idx ON mails (store_id, id) WHERE (state = 'failed'::text);
CREATE INDEX mails_leased ON mails (id) WHERE (lease IS NOT NULL);
CREATE INDEX mails_open ON mails (due_at, id) WHERE (state = 'queued'::text);
CREATE UNIQUE INDEX mails_store_id_dedupe_key_key ON mails (store_id, dedupe_key);
CREATE INDEX mails_store_id_template_id_idx ON mails (store_id, template, id);
CREATE INDEX mails_unsent ON mails (store_id, id) WHERE (state = ANY (ARRAY['suppressed'::text, 'failed'::text]));

CREATE TABLE memberships (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  platform_id text NOT NULL,
  is_test boolean NOT NULL,
  customer_id text NOT NULL,
  status text NOT NULL,
  subscription_id text,
  price_id text,
  plan_name text DEFAULT ''::text NOT NULL,
  amount_minor bigint,
  currency text,
  "interval" text,
  interval_count integer,
  renews_at timestamptz(3),
  ends_at timestamptz(3),
  trial_ends_at timestamptz(3),
  listing_limit integer,
  has_used_trial boolean DEFAULT false NOT NULL,
  left_for_provider_at timestamptz(3),
  checked_at timestamptz(3) NOT NULL,
  end_requested_at timestamptz(3),
  CONSTRAINT memberships_listing_limit_check CHECK ((listing_limit >= 0)),
  CONSTRAINT memberships_status_check CHECK ((status = ANY (ARRAY['none'::text, 'incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text, 'paused'::text]))),
  CONSTRAINT memberships_pkey PRIMARY KEY (store_id, vendor_id, platform_id, is_test)
);
CREATE UNIQUE INDEX memberships_store_id_customer_id_key ON memberships (store_id, customer_id);

CREATE TABLE notice_mutes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  person text NOT NULL,
  topic text NOT NULL,
  CONSTRAINT notice_mutes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX notice_mutes_of_one ON notice_mutes (store_id, person, topic, COALESCE(vendor_id, (0)::bigint));

CREATE TABLE notice_reads (
  store_id bigint NOT NULL,
  vendor_id bigint,
  notice_id bigint NOT NULL,
  person text NOT NULL,
  CONSTRAINT notice_reads_pkey PRIMARY KEY (notice_id, person)
);

CREATE TABLE notices (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  kind text NOT NULL,
  subject text NOT NULL,
  subject_id bigint NOT NULL,
  dedupe_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (id)
);
CREATE INDEX notices_store_id_created_at_idx ON notices (store_id, created_at);
CREATE UNIQUE INDEX notices_store_id_dedupe_key_key ON notices (store_id, dedupe_key);
CREATE INDEX notices_store_id_vendor_id_created_at_id_idx ON notices (store_id, vendor_id, created_at DESC, id DESC);

CREATE TABLE offer_rules (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  accept_percent integer,
  decline_percent integer,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT offer_rules_percents CHECK (accept_percent BETWEEN 1 AND 100 AND decline_percent BETWEEN 1 AND 100 AND decline_percent < accept_percent),
  CONSTRAINT offer_rules_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE offers (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  product_id bigint NOT NULL,
  variant_id bigint NOT NULL,
  product_title text NOT NULL,
  variant_title text NOT NULL,
  image_url text,
  email text,
  locale text NOT NULL,
  quantity integer NOT NULL,
  currency text NOT NULL,
  listed_minor bigint NOT NULL,
  minimum_minor bigint NOT NULL,
  buyer_minor bigint NOT NULL,
  price_minor bigint NOT NULL,
  status text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  rejected_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  draft_key text NOT NULL,
  draft_sent_at timestamptz(3),
  draft_id bigint,
  invoice_url text,
  order_id bigint,
  order_name text,
  paid_at timestamptz(3),
  paid_late boolean DEFAULT false NOT NULL,
  draft_ended_at timestamptz(3),
  CONSTRAINT offers_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX offers_one_open ON offers (store_id, email, variant_id) WHERE (status = ANY (ARRAY['pending'::text, 'countered'::text, 'accepted'::text]));
CREATE INDEX offers_pending ON offers (store_id, vendor_id) WHERE (status = 'pending'::text);
CREATE INDEX offers_store_id_created_at_id_idx ON offers (store_id, created_at, id);
CREATE INDEX offers_store_id_draft_id_idx ON offers (store_id, draft_id);
CREATE UNIQUE INDEX offers_store_id_draft_key_key ON offers (store_id, draft_key);
CREATE INDEX offers_store_id_email_idx ON offers (store_id, email);
CREATE INDEX offers_store_id_order_id_idx ON offers (store_id, order_id);
CREATE INDEX offers_store_id_vendor_id_created_at_id_idx ON offers (store_id, vendor_id, created_at, id);

CREATE TABLE order_buyers (
  store_id bigint NOT NULL,
  order_id bigint NOT NULL,
  customer_id bigint,
  email text,
  phone text,
  name text,
  shipping_address jsonb,
  billing_address jsonb,
  redacted boolean DEFAULT false NOT NULL,
  note text,
  attributes jsonb,
  CONSTRAINT order_buyers_pkey PRIMARY KEY (store_id, order_id)
);
CREATE INDEX order_buyers_email_search ON order_buyers USING gin (souk_search_form(email) gin_trgm_ops);
CREATE INDEX order_buyers_name_search ON order_buyers USING gin (souk_search_form(name) gin_trgm_ops);
CREATE INDEX order_buyers_phone_search ON order_buyers USING gin (phone gin_trgm_ops);
CREATE INDEX order_buyers_store_id_customer_id_idx ON order_buyers (store_id, customer_id);
CREATE INDEX order_buyers_store_id_email_idx ON order_buyers (store_id, email);

CREATE TABLE order_comments (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  author text NOT NULL,
  role text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT order_comments_pkey PRIMARY KEY (id)
);
CREATE INDEX order_comments_store_id_order_id_id_idx ON order_comments (store_id, order_id, id);

CREATE TABLE order_counters (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  fulfillment text NOT NULL,
  payout_state text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT order_counters_pkey PRIMARY KEY (store_id, vendor_id, fulfillment, payout_state)
);

CREATE TABLE order_holds (
  store_id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  lines jsonb NOT NULL,
  reason text NOT NULL,
  note text,
  by_vendor boolean NOT NULL,
  on_hold_at timestamptz(3) NOT NULL,
  CONSTRAINT order_holds_pkey PRIMARY KEY (store_id, order_id, vendor_id)
);

CREATE TABLE order_lines (
  store_id bigint NOT NULL,
  id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_id bigint,
  "position" integer NOT NULL,
  product_id bigint,
  variant_id bigint,
  sku text NOT NULL,
  title text NOT NULL,
  variant_title text NOT NULL,
  quantity integer NOT NULL,
  current_quantity integer NOT NULL,
  fulfilled_quantity integer DEFAULT 0 NOT NULL,
  unit_price_minor bigint NOT NULL,
  requires_shipping boolean NOT NULL,
  gift_card boolean NOT NULL,
  properties jsonb,
  selling_plan text,
  discounts jsonb,
  returned_quantity integer DEFAULT 0 NOT NULL,
  left_quantity integer DEFAULT 0 NOT NULL,
  CONSTRAINT order_lines_pkey PRIMARY KEY (store_id, id)
);
CREATE INDEX order_lines_store_id_order_id_position_idx ON order_lines (store_id, order_id, "position");

CREATE TABLE order_operations (
  id uuid NOT NULL,
  store_id bigint NOT NULL,
  order_id bigint NOT NULL,
  kind text NOT NULL,
  fingerprint text NOT NULL,
  known_refunds jsonb NOT NULL,
  state text NOT NULL,
  result text,
  recorded_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT order_operations_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX order_operations_open_key ON order_operations (store_id, order_id) WHERE (state = 'noted'::text);

CREATE TABLE order_returns (
  store_id bigint NOT NULL,
  id bigint NOT NULL,
  owner_id bigint NOT NULL,
  vendor_id bigint,
  order_id bigint NOT NULL,
  status text NOT NULL,
  name text NOT NULL,
  decline_reason text,
  decline_note text,
  lines jsonb NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  approved_at timestamptz(3),
  received_at timestamptz(3),
  ended_at timestamptz(3),
  read_at timestamptz(3) NOT NULL,
  CONSTRAINT order_returns_pkey PRIMARY KEY (store_id, id, owner_id)
);
CREATE INDEX order_returns_store_id_order_id_idx ON order_returns (store_id, order_id);

CREATE TABLE orders (
  store_id bigint NOT NULL,
  id bigint NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  taxes_included boolean NOT NULL,
  financial_status text NOT NULL,
  total_minor bigint NOT NULL,
  facts json NOT NULL,
  terms json NOT NULL,
  decisions json NOT NULL,
  historical boolean NOT NULL,
  ordered_at timestamptz(3) NOT NULL,
  paid_at timestamptz(3),
  cancelled_at timestamptz(3),
  platform_updated_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  holds_requested integer DEFAULT 0 NOT NULL,
  holds_read integer DEFAULT 0 NOT NULL,
  CONSTRAINT orders_pkey PRIMARY KEY (store_id, id)
);
CREATE INDEX orders_store_id_ordered_at_id_idx ON orders (store_id, ordered_at, id);

CREATE TABLE past_order_loads (
  store_id bigint NOT NULL,
  run integer NOT NULL,
  phase text NOT NULL,
  operation text,
  is_ready boolean DEFAULT false NOT NULL,
  place bigint DEFAULT 0 NOT NULL,
  cursor text,
  loaded integer DEFAULT 0 NOT NULL,
  found integer DEFAULT 0 NOT NULL,
  total integer,
  failures integer DEFAULT 0 NOT NULL,
  started_at timestamptz(3) NOT NULL,
  stopped_at timestamptz(3),
  finished_at timestamptz(3),
  CONSTRAINT past_order_loads_phase CHECK ((phase = ANY (ARRAY['orders'::text, 'parcels'::text]))),
  CONSTRAINT past_order_loads_pkey PRIMARY KEY (store_id)
);

CREATE TABLE payer_addresses (
  store_id bigint NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  email text NOT NULL,
  CONSTRAINT payer_addresses_kind_check CHECK ((kind = ANY (ARRAY['staff'::text, 'person'::text]))),
  CONSTRAINT payer_addresses_pkey PRIMARY KEY (store_id, kind, subject_id, email)
);

CREATE TABLE payer_changes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  what text NOT NULL,
  at timestamptz(3),
  CONSTRAINT payer_changes_kind_check CHECK ((kind = ANY (ARRAY['staff'::text, 'person'::text]))),
  CONSTRAINT payer_changes_what_check CHECK ((what = ANY (ARRAY['address'::text, 'role'::text, 'second_factor'::text]))),
  CONSTRAINT payer_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX payer_changes_store_id_kind_subject_id_idx ON payer_changes (store_id, kind, subject_id);

CREATE TABLE payout_lines (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  payout_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_order_id bigint NOT NULL,
  amount_minor bigint NOT NULL,
  live boolean NOT NULL,
  reversed_minor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT payout_lines_reversed_check CHECK (((reversed_minor = 0) OR ((reversed_minor > 0) AND (reversed_minor <= amount_minor)))),
  CONSTRAINT payout_lines_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX payout_lines_live ON payout_lines (store_id, vendor_order_id) WHERE live;
CREATE INDEX payout_lines_store_id_payout_id_idx ON payout_lines (store_id, payout_id);
CREATE INDEX payout_lines_store_id_vendor_order_id_idx ON payout_lines (store_id, vendor_order_id);

CREATE TABLE payout_methods (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  kind text NOT NULL,
  receiver text,
  receiver_type text,
  details_changed_at timestamptz(3) NOT NULL,
  waits_for jsonb,
  CONSTRAINT payout_methods_kind_check CHECK (((kind = 'stripe'::text) OR ((kind = 'paypal'::text) AND (receiver IS NOT NULL) AND (receiver_type = ANY (ARRAY['EMAIL'::text, 'USER_HANDLE'::text]))))),
  CONSTRAINT payout_methods_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE payout_requests (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  fingerprint text NOT NULL,
  call jsonb NOT NULL,
  shown jsonb NOT NULL,
  answer jsonb NOT NULL,
  requested_by jsonb NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  decided_by jsonb,
  decided_at timestamptz(3),
  note text,
  run_id text,
  outcome jsonb,
  requester jsonb,
  void_reason text,
  CONSTRAINT payout_requests_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text, 'stale'::text, 'voided'::text]))),
  CONSTRAINT payout_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX payout_requests_run_idx ON payout_requests (store_id, run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX payout_requests_store_id_id_idx ON payout_requests (store_id, id);
CREATE UNIQUE INDEX payout_requests_waiting_key ON payout_requests (store_id, fingerprint) WHERE (state = 'waiting'::text);

CREATE TABLE payout_runs (
  store_id bigint NOT NULL,
  id text NOT NULL,
  fingerprint text NOT NULL,
  results jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payout_runs_pkey PRIMARY KEY (store_id, id)
);
CREATE INDEX payout_runs_store_id_fingerprint_created_at_idx ON payout_runs (store_id, fingerprint, created_at);

CREATE TABLE payouts (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  run_id text NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  method text NOT NULL,
  state text NOT NULL,
  paid_at timestamptz(3),
  details text,
  actor jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  deleted_by jsonb,
  is_test boolean DEFAULT false NOT NULL,
  provider_account text,
  destination text,
  destination_type text,
  attempts integer DEFAULT 0 NOT NULL,
  attempted_at timestamptz(3),
  provider_ref text,
  batch_ref text,
  reason text,
  provider_code text,
  changed_at timestamptz(3) NOT NULL,
  seen_run_id bigint,
  reversed_minor bigint DEFAULT 0 NOT NULL,
  resolution_claim jsonb,
  resolution jsonb,
  send_key text,
  batch_key text,
  CONSTRAINT payouts_by_provider_check CHECK (((method = 'manual'::text) OR ((provider_account IS NOT NULL) AND (destination_type IS NOT NULL)))),
  CONSTRAINT payouts_reversed_check CHECK (((reversed_minor = 0) OR ((reversed_minor > 0) AND (reversed_minor < amount_minor)))),
  CONSTRAINT payouts_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'unknown'::text, 'unclaimed'::text, 'paid'::text, 'failed'::text, 'reversed'::text]))),
  CONSTRAINT payouts_pkey PRIMARY KEY (id)
);
CREATE INDEX payouts_by_provider_idx ON payouts (store_id, method, created_at) WHERE (method <> 'manual'::text);
CREATE INDEX payouts_open ON payouts (store_id, state, id) WHERE (state = ANY (ARRAY['processing'::text, 'unknown'::text, 'unclaimed'::text, 'failed'::text, 'reversed'::text]));
CREATE INDEX payouts_part_reversed ON payouts (store_id, id) WHERE (reversed_minor > 0);
CREATE UNIQUE INDEX payouts_store_id_run_id_vendor_id_currency_is_test_key ON payouts (store_id, run_id, vendor_id, currency, is_test);
CREATE UNIQUE INDEX payouts_store_id_send_key_key ON payouts (store_id, send_key);
CREATE INDEX payouts_store_id_vendor_id_created_at_idx ON payouts (store_id, vendor_id, created_at);

CREATE TABLE plan_readings (
  store_id bigint NOT NULL,
  plan text NOT NULL,
  addons text[] NOT NULL,
  read_at timestamptz(3) NOT NULL,
  vendors integer DEFAULT 0 NOT NULL,
  orders integer DEFAULT 0 NOT NULL,
  products integer DEFAULT 0 NOT NULL,
  CONSTRAINT plan_readings_pkey PRIMARY KEY (store_id)
);

CREATE TABLE platform_sessions (
  id text NOT NULL,
  shop text NOT NULL,
  state text NOT NULL,
  is_online boolean DEFAULT false NOT NULL,
  scope text,
  expires timestamptz(3),
  access_token text NOT NULL,
  user_id bigint,
  first_name text,
  last_name text,
  email text,
  account_owner boolean DEFAULT false NOT NULL,
  locale text,
  collaborator boolean DEFAULT false,
  email_verified boolean DEFAULT false,
  refresh_token text,
  refresh_token_expires timestamptz(3),
  CONSTRAINT platform_sessions_pkey PRIMARY KEY (id)
);

CREATE TABLE product_changes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  product_id bigint NOT NULL,
  state text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  fields jsonb NOT NULL,
  decided jsonb DEFAULT '[]'::jsonb NOT NULL,
  claimed_at timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  CONSTRAINT product_changes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX product_changes_open ON product_changes (store_id, product_id) WHERE (state = 'open'::text);
CREATE INDEX product_changes_store_id_product_id_id_idx ON product_changes (store_id, product_id, id);
CREATE INDEX product_changes_store_id_state_id_idx ON product_changes (store_id, state, id);
CREATE INDEX product_changes_store_id_vendor_id_state_id_idx ON product_changes (store_id, vendor_id, state, id);

CREATE TABLE product_counts (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  status text NOT NULL,
  sent_back boolean NOT NULL,
  step integer NOT NULL,
  CONSTRAINT product_counts_pkey PRIMARY KEY (id)
);
CREATE INDEX product_counts_store_id_vendor_id_idx ON product_counts (store_id, vendor_id);

CREATE TABLE product_creations (
  store_id bigint NOT NULL,
  fingerprint text NOT NULL,
  handle text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  CONSTRAINT product_creations_pkey PRIMARY KEY (store_id, fingerprint)
);

CREATE TABLE product_days (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  product_id bigint,
  title text NOT NULL,
  units integer NOT NULL,
  sales_minor bigint NOT NULL,
  CONSTRAINT product_days_pkey PRIMARY KEY (id)
);
CREATE INDEX product_days_store_id_day_idx ON product_days (store_id, day);
CREATE INDEX product_days_store_id_vendor_id_day_idx ON product_days (store_id, vendor_id, day);

CREATE TABLE product_import_items (
  store_id bigint NOT NULL,
  import_id bigint NOT NULL,
  "position" integer NOT NULL,
  vendor_id bigint,
  title text NOT NULL,
  seller text NOT NULL,
  product_id bigint,
  lines integer[] NOT NULL,
  outcome text,
  issues jsonb,
  CONSTRAINT product_import_items_pkey PRIMARY KEY (import_id, "position")
);

CREATE TABLE product_import_rows (
  store_id bigint NOT NULL,
  import_id bigint NOT NULL,
  line integer NOT NULL,
  vendor_id bigint,
  cells text[] NOT NULL,
  issues jsonb,
  CONSTRAINT product_import_rows_pkey PRIMARY KEY (import_id, line)
);

CREATE TABLE product_imports (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  filename text NOT NULL,
  upload_key text NOT NULL,
  encoding text NOT NULL,
  headers text[] NOT NULL,
  row_count integer NOT NULL,
  mapping jsonb,
  for_vendor text,
  locale text,
  batch_id bigint,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  CONSTRAINT product_imports_pkey PRIMARY KEY (id)
);
CREATE INDEX product_imports_newest ON product_imports (store_id, vendor_id, id);
CREATE UNIQUE INDEX product_imports_store_id_upload_key_key ON product_imports (store_id, upload_key);

CREATE TABLE product_loads (
  store_id bigint NOT NULL,
  cursor text,
  loaded integer DEFAULT 0 NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  stopped_at timestamptz(3),
  run integer DEFAULT 0 NOT NULL,
  bulk jsonb,
  bulk_failures integer DEFAULT 0 NOT NULL,
  found integer DEFAULT 0 NOT NULL,
  total integer,
  reported_at timestamptz(3),
  CONSTRAINT product_loads_pkey PRIMARY KEY (store_id)
);

CREATE TABLE product_notes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  product_id bigint NOT NULL,
  vendor_id bigint,
  author text NOT NULL,
  role text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT product_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX product_notes_store_id_product_id_id_idx ON product_notes (store_id, product_id, id);

CREATE TABLE product_price_bases (
  store_id bigint NOT NULL,
  product_id bigint NOT NULL,
  vendor_id bigint,
  prices jsonb NOT NULL,
  CONSTRAINT product_price_bases_pkey PRIMARY KEY (store_id, product_id)
);

CREATE TABLE product_sales_changes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  ordered_at timestamptz(3) NOT NULL,
  currency text NOT NULL,
  product_id bigint,
  title text NOT NULL,
  units integer NOT NULL,
  sales_minor bigint NOT NULL,
  CONSTRAINT product_sales_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX product_sales_changes_store_id_ordered_at_idx ON product_sales_changes (store_id, ordered_at);

CREATE TABLE product_saves (
  store_id bigint NOT NULL,
  product_id bigint NOT NULL,
  fingerprint text NOT NULL,
  content_hash text NOT NULL,
  stock_plan jsonb DEFAULT '[]'::jsonb NOT NULL,
  started_at timestamptz(3) NOT NULL,
  fields jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT product_saves_pkey PRIMARY KEY (store_id, product_id)
);

CREATE TABLE products (
  store_id bigint NOT NULL,
  id bigint NOT NULL,
  vendor_id bigint,
  vendor_name text NOT NULL,
  title text NOT NULL,
  handle text NOT NULL,
  status text NOT NULL,
  body_html text NOT NULL,
  product_type text DEFAULT ''::text NOT NULL,
  image_url text,
  media jsonb NOT NULL,
  options jsonb NOT NULL,
  price_minor bigint,
  metafields jsonb DEFAULT '[]'::jsonb NOT NULL,
  inventory_total integer NOT NULL,
  in_stock boolean DEFAULT false NOT NULL,
  seo jsonb DEFAULT '{}'::jsonb NOT NULL,
  search_text text NOT NULL,
  submission text NOT NULL,
  submitted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  platform_updated_at timestamptz(3) NOT NULL,
  read_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  variant_count integer DEFAULT 0 NOT NULL,
  settled_at timestamptz(3),
  acted_until timestamptz(3),
  acted_as jsonb,
  CONSTRAINT products_pkey PRIMARY KEY (store_id, id)
);
CREATE INDEX products_by_stock ON products (store_id, inventory_total, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_tag ON products USING gin (tags);
CREATE INDEX products_by_title ON products (store_id, lower(title), id) WHERE (deleted_at IS NULL);
CREATE INDEX products_by_update ON products (store_id, platform_updated_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops);
CREATE INDEX products_store_id_status_platform_updated_at_id_idx ON products (store_id, status, platform_updated_at, id);
CREATE INDEX products_store_id_vendor_id_status_platform_updated_at_id_idx ON products (store_id, vendor_id, status, platform_updated_at, id);
CREATE INDEX products_vendor_name ON products (store_id, vendor_id, vendor_name) WHERE (deleted_at IS NULL);

CREATE TABLE provider_keys (
  store_id bigint NOT NULL,
  provider text NOT NULL,
  encrypted text NOT NULL,
  hint text NOT NULL,
  is_test boolean NOT NULL,
  account_id text NOT NULL,
  account_name text NOT NULL,
  country text NOT NULL,
  encrypted_webhooks text NOT NULL,
  receives_events boolean NOT NULL,
  saved_at timestamptz(3) NOT NULL,
  last_event_at timestamptz(3),
  refused_deliveries integer DEFAULT 0 NOT NULL,
  CONSTRAINT provider_keys_pkey PRIMARY KEY (store_id, provider)
);

CREATE UNLOGGED TABLE rate_buckets (
  key text NOT NULL,
  hits integer NOT NULL,
  resets_at timestamptz(3) NOT NULL,
  CONSTRAINT rate_buckets_pkey PRIMARY KEY (key)
);

CREATE TABLE reconciliation_exceptions (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  kind text NOT NULL,
  reference text NOT NULL,
  detail jsonb NOT NULL,
  found_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  resolved_by text,
  CONSTRAINT reconciliation_exceptions_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reconciliation_exceptions_store_id_kind_reference_key ON reconciliation_exceptions (store_id, kind, reference);

CREATE TABLE reconciliation_findings (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  vendor_id bigint,
  order_id bigint,
  payout_id bigint,
  currency text,
  expected_minor bigint,
  found_minor bigint,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  last_run_id bigint NOT NULL,
  resolved_at timestamptz(3),
  set_aside_at timestamptz(3),
  set_aside_by jsonb,
  note text,
  CONSTRAINT reconciliation_findings_pkey PRIMARY KEY (id)
);
CREATE INDEX reconciliation_findings_open_idx ON reconciliation_findings (store_id, source) WHERE (resolved_at IS NULL);
CREATE INDEX reconciliation_findings_order_idx ON reconciliation_findings (store_id, order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX reconciliation_findings_store_id_kind_reference_key ON reconciliation_findings (store_id, kind, reference);

CREATE TABLE reconciliation_runs (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  occasion text NOT NULL,
  state text NOT NULL,
  source text NOT NULL,
  after text,
  step integer DEFAULT 0 NOT NULL,
  checked integer DEFAULT 0 NOT NULL,
  total integer,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  skipped jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT reconciliation_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text]))),
  CONSTRAINT reconciliation_runs_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reconciliation_runs_running_key ON reconciliation_runs (store_id) WHERE (state = 'running'::text);
CREATE INDEX reconciliation_runs_store_id_id_idx ON reconciliation_runs (store_id, id);

CREATE TABLE recovery_codes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  code_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX recovery_codes_store_id_user_id_idx ON recovery_codes (store_id, user_id);

CREATE TABLE refresh_tokens (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint,
  family_id text NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  staff_id text,
  agent text DEFAULT ''::text NOT NULL,
  signed_in_at timestamptz(3) NOT NULL,
  CONSTRAINT refresh_tokens_holder CHECK (((user_id IS NULL) <> (staff_id IS NULL))),
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id)
);
CREATE INDEX refresh_tokens_store_id_family_id_idx ON refresh_tokens (store_id, family_id);
CREATE INDEX refresh_tokens_store_id_user_id_idx ON refresh_tokens (store_id, user_id);
CREATE UNIQUE INDEX refresh_tokens_token_hash_key ON refresh_tokens (token_hash);

CREATE TABLE restore_marker (
  id integer DEFAULT 1 NOT NULL,
  installation uuid NOT NULL,
  epoch bigint NOT NULL,
  raised_at timestamptz(3) NOT NULL,
  CONSTRAINT restore_marker_id_check CHECK ((id = 1)),
  CONSTRAINT restore_marker_pkey PRIMARY KEY (id)
);

CREATE TABLE sales_changes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  ordered_at timestamptz(3) NOT NULL,
  currency text NOT NULL,
  placed integer NOT NULL,
  orders integer NOT NULL,
  units integer NOT NULL,
  sales_minor bigint NOT NULL,
  refunds_minor bigint NOT NULL,
  commission_minor bigint NOT NULL,
  earnings_minor bigint NOT NULL,
  due_minor bigint NOT NULL,
  cancelled integer NOT NULL,
  refunded integer NOT NULL,
  shipped integer NOT NULL,
  shipped_ms bigint NOT NULL,
  CONSTRAINT sales_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX sales_changes_store_id_ordered_at_idx ON sales_changes (store_id, ordered_at);

CREATE TABLE sales_days (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  orders integer NOT NULL,
  units integer NOT NULL,
  sales_minor bigint NOT NULL,
  refunds_minor bigint NOT NULL,
  commission_minor bigint NOT NULL,
  earnings_minor bigint NOT NULL,
  due_minor bigint NOT NULL,
  cancelled integer NOT NULL,
  refunded integer NOT NULL,
  shipped integer NOT NULL,
  shipped_ms bigint NOT NULL,
  placed integer NOT NULL,
  CONSTRAINT sales_days_pkey PRIMARY KEY (store_id, vendor_id, day, currency)
);
CREATE INDEX sales_days_store_id_day_idx ON sales_days (store_id, day);

CREATE TABLE sales_roll_ups (
  store_id bigint NOT NULL,
  timezone text NOT NULL,
  covers_from date NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT sales_roll_ups_pkey PRIMARY KEY (store_id)
);

CREATE TABLE saved_replies (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  title text NOT NULL,
  text text NOT NULL,
  CONSTRAINT saved_replies_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_replies_title ON saved_replies (store_id, COALESCE(vendor_id, (0)::bigint), title);

CREATE TABLE saved_views (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  person text NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (store_id, COALESCE(vendor_id, (0)::bigint), person, list, name);

CREATE TABLE scheduled_decisions (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  product_id bigint NOT NULL,
  acting_vendor_id bigint,
  action text NOT NULL,
  note text,
  seen text NOT NULL,
  decided_by jsonb NOT NULL,
  state text NOT NULL,
  decided_at timestamptz(3) NOT NULL,
  executes_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT scheduled_decisions_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX scheduled_decisions_open ON scheduled_decisions (store_id, product_id) WHERE (ended_at IS NULL);
CREATE INDEX scheduled_decisions_store_id_product_id_id_idx ON scheduled_decisions (store_id, product_id, id);

CREATE TABLE scheduled_jobs (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  due_at timestamptz(3) NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  done_at timestamptz(3),
  error text,
  version integer DEFAULT 0 NOT NULL,
  lease uuid,
  locked_until timestamptz(3),
  CONSTRAINT scheduled_jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX scheduled_jobs_dead ON scheduled_jobs (store_id, due_at) WHERE ((done_at IS NULL) AND (attempts >= 8));
CREATE UNIQUE INDEX scheduled_jobs_one_lease ON scheduled_jobs (store_id, kind) WHERE (lease IS NOT NULL);
CREATE INDEX scheduled_jobs_open ON scheduled_jobs (due_at, id) WHERE (done_at IS NULL);
CREATE UNIQUE INDEX scheduled_jobs_store_id_kind_key_key ON scheduled_jobs (store_id, kind, key);

CREATE TABLE second_factors (
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  secret text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_step bigint,
  CONSTRAINT second_factors_pkey PRIMARY KEY (store_id, user_id)
);

CREATE TABLE sender_domains (
  store_id bigint NOT NULL,
  domain text NOT NULL,
  spf text NOT NULL,
  dkim text NOT NULL,
  dmarc text NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  CONSTRAINT sender_domains_pkey PRIMARY KEY (store_id)
);

CREATE TABLE sheet_connections (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  sheet_id text NOT NULL,
  title text NOT NULL,
  locale text NOT NULL,
  connected_by text NOT NULL,
  connected_at timestamptz(3) NOT NULL,
  state text NOT NULL,
  problem text,
  problem_at timestamptz(3),
  turn integer DEFAULT 0 NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  next_at timestamptz(3),
  synced_at timestamptz(3),
  maker text,
  CONSTRAINT sheet_connections_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE sheet_order_lines (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  line_id bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT sheet_order_lines_pkey PRIMARY KEY (store_id, vendor_id, line_id)
);

CREATE TABLE sheet_owners (
  sheet_id text NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  CONSTRAINT sheet_owners_pkey PRIMARY KEY (sheet_id)
);
CREATE INDEX sheet_owners_store_id_vendor_id_idx ON sheet_owners (store_id, vendor_id);

CREATE TABLE sheet_rows (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  sku text NOT NULL,
  line integer NOT NULL,
  title text NOT NULL,
  content_hash text,
  stock text,
  product_id bigint,
  outcome text NOT NULL,
  refusal jsonb,
  at timestamptz(3) NOT NULL,
  CONSTRAINT sheet_rows_pkey PRIMARY KEY (store_id, vendor_id, sku)
);

CREATE TABLE sheet_tracking (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_name text NOT NULL,
  sku text NOT NULL,
  line integer NOT NULL,
  value_hash text NOT NULL,
  state text NOT NULL,
  order_id bigint,
  fulfillment_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  refusal jsonb,
  at timestamptz(3) NOT NULL,
  CONSTRAINT sheet_tracking_pkey PRIMARY KEY (store_id, vendor_id, order_name, sku)
);

CREATE TABLE shipping_label_files (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_id bigint NOT NULL,
  label_id bigint NOT NULL,
  encrypted bytea NOT NULL,
  CONSTRAINT shipping_label_files_pkey PRIMARY KEY (store_id, label_id)
);
CREATE INDEX shipping_label_files_store_id_order_id_idx ON shipping_label_files (store_id, order_id);

CREATE TABLE shipping_label_packages (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_id bigint NOT NULL,
  label_id bigint NOT NULL,
  "position" integer NOT NULL,
  transaction_id text NOT NULL,
  tracking text,
  tracking_url text,
  tracking_status text NOT NULL,
  refund_id text,
  refund_status text,
  adjustment_id bigint,
  voided_by jsonb,
  refund_requested_at timestamptz(3),
  CONSTRAINT shipping_label_packages_refund_check CHECK ((refund_status = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text]))),
  CONSTRAINT shipping_label_packages_pkey PRIMARY KEY (store_id, label_id, "position")
);
CREATE INDEX shipping_label_packages_store_id_order_id_idx ON shipping_label_packages (store_id, order_id);
CREATE INDEX shipping_label_packages_store_id_tracking_idx ON shipping_label_packages (store_id, tracking);
CREATE UNIQUE INDEX shipping_label_packages_store_id_transaction_id_key ON shipping_label_packages (store_id, transaction_id);

CREATE TABLE shipping_labels (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_id bigint NOT NULL,
  rate_id text NOT NULL,
  carrier text NOT NULL,
  service text NOT NULL,
  amount text NOT NULL,
  currency text NOT NULL,
  charged_minor bigint,
  charged_currency text NOT NULL,
  is_test boolean NOT NULL,
  units jsonb NOT NULL,
  notify boolean NOT NULL,
  status text NOT NULL,
  turn text NOT NULL,
  working_until timestamptz(3) NOT NULL,
  transaction_id text,
  tracking text,
  tracking_url text,
  problem text,
  fulfillment_state text NOT NULL,
  refund_id text,
  adjustment_id bigint,
  tracking_status text NOT NULL,
  bought_by jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  bought_at timestamptz(3),
  voided_by jsonb,
  voided_at timestamptz(3),
  delivered_at timestamptz(3),
  batch_id bigint,
  is_return boolean DEFAULT false NOT NULL,
  package_count integer DEFAULT 1 NOT NULL,
  refund_requested_at timestamptz(3),
  shipment_requested_at timestamptz(3),
  CONSTRAINT shipping_labels_bought_check CHECK (((status = ANY (ARRAY['buying'::text, 'failed'::text])) OR ((transaction_id IS NOT NULL) AND (bought_at IS NOT NULL)))),
  CONSTRAINT shipping_labels_status_check CHECK ((status = ANY (ARRAY['buying'::text, 'bought'::text, 'failed'::text, 'voiding'::text, 'voided'::text]))),
  CONSTRAINT shipping_labels_pkey PRIMARY KEY (id)
);
CREATE INDEX shipping_labels_store_id_batch_id_idx ON shipping_labels (store_id, batch_id);
CREATE INDEX shipping_labels_store_id_order_id_id_idx ON shipping_labels (store_id, order_id, id);
CREATE UNIQUE INDEX shipping_labels_store_id_rate_id_key ON shipping_labels (store_id, rate_id);
CREATE INDEX shipping_labels_store_id_tracking_idx ON shipping_labels (store_id, tracking);
CREATE INDEX shipping_labels_store_id_transaction_id_idx ON shipping_labels (store_id, transaction_id);

CREATE TABLE shipping_quotes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  key text NOT NULL,
  cheapest_minor bigint NOT NULL,
  fastest_minor bigint NOT NULL,
  currency text NOT NULL,
  first_at timestamptz(3) NOT NULL,
  answered_at timestamptz(3) NOT NULL,
  CONSTRAINT shipping_quotes_pkey PRIMARY KEY (id)
);
CREATE INDEX shipping_quotes_store_id_answered_at_idx ON shipping_quotes (store_id, answered_at);
CREATE UNIQUE INDEX shipping_quotes_store_id_key_cheapest_minor_fastest_minor_c_key ON shipping_quotes (store_id, key, cheapest_minor, fastest_minor, currency);

CREATE TABLE shipping_zones (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  name text NOT NULL,
  rates jsonb NOT NULL,
  countries jsonb NOT NULL,
  currency text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT shipping_zones_pkey PRIMARY KEY (id)
);
CREATE INDEX shipping_zones_store_id_vendor_id_id_idx ON shipping_zones (store_id, vendor_id, id);

CREATE TABLE shop_connections (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  shop text NOT NULL,
  access_token text NOT NULL,
  expires_at timestamptz(3),
  refresh_token text,
  refresh_expires_at timestamptz(3),
  scopes text[],
  connected_at timestamptz(3) NOT NULL,
  connected_by text NOT NULL,
  connected_name text DEFAULT ''::text NOT NULL,
  locale text DEFAULT 'en'::text NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  problem text,
  turn integer DEFAULT 0 NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  round_at timestamptz(3),
  next_at timestamptz(3),
  synced_at timestamptz(3),
  maker text,
  CONSTRAINT shop_connections_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX shop_connections_store_id_vendor_id_key ON shop_connections (store_id, vendor_id);

CREATE TABLE sign_in_challenges (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_challenges_store_id_user_id_idx ON sign_in_challenges (store_id, user_id);
CREATE UNIQUE INDEX sign_in_challenges_token_hash_key ON sign_in_challenges (token_hash);

CREATE TABLE store_settings (
  store_id bigint NOT NULL,
  section text NOT NULL,
  value jsonb NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text NOT NULL,
  CONSTRAINT store_settings_pkey PRIMARY KEY (store_id, section)
);

CREATE TABLE store_staff (
  store_id bigint NOT NULL,
  subject_id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  is_owner boolean NOT NULL,
  may_pay_out boolean NOT NULL,
  active_vendor_id bigint,
  locale text,
  seen_at timestamptz(3) NOT NULL,
  signed_out_at timestamptz(3),
  ended_sessions text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT store_staff_pkey PRIMARY KEY (store_id, subject_id)
);

CREATE TABLE store_sync_settings (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  additional_cost_minor bigint NOT NULL,
  currency text NOT NULL,
  additional_factor bigint NOT NULL,
  skip_price_update boolean NOT NULL,
  skip_content_update boolean NOT NULL,
  CONSTRAINT store_sync_settings_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE stores (
  id bigserial NOT NULL,
  domain text NOT NULL,
  name text NOT NULL,
  email text,
  currency text NOT NULL,
  timezone text NOT NULL,
  locale text DEFAULT 'en'::text NOT NULL,
  country text,
  portal_host text,
  installed_at timestamptz(3) NOT NULL,
  authorised_at timestamptz(3),
  uninstalled_at timestamptz(3),
  synced_at timestamptz(3),
  names_folded_by text,
  on_hold_since timestamptz(3),
  on_hold_reason text,
  CONSTRAINT stores_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX stores_domain_key ON stores (domain);
CREATE UNIQUE INDEX stores_portal_host_key ON stores (portal_host);

CREATE TABLE stripe_accounts (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  account_id text NOT NULL,
  platform_id text NOT NULL,
  is_test boolean NOT NULL,
  made_with text NOT NULL,
  country text NOT NULL,
  email text NOT NULL,
  state text NOT NULL,
  is_submitted boolean NOT NULL,
  due jsonb DEFAULT '[]'::jsonb NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  registered_at timestamptz(3) NOT NULL,
  CONSTRAINT stripe_accounts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX stripe_accounts_store_id_account_id_key ON stripe_accounts (store_id, account_id);
CREATE INDEX stripe_accounts_store_id_vendor_id_registered_at_idx ON stripe_accounts (store_id, vendor_id, registered_at);

CREATE TABLE subscribers (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  email text NOT NULL,
  status text NOT NULL,
  source text DEFAULT ''::text NOT NULL,
  locale text NOT NULL,
  generation integer DEFAULT 1 NOT NULL,
  mails integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  CONSTRAINT subscribers_pkey PRIMARY KEY (id)
);
CREATE INDEX subscribers_store_id_created_at_id_idx ON subscribers (store_id, created_at, id);
CREATE UNIQUE INDEX subscribers_store_id_email_key ON subscribers (store_id, email);

CREATE TABLE synced_products (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  source_id bigint NOT NULL,
  title text NOT NULL,
  product_id bigint,
  outcome text NOT NULL,
  kept text[] DEFAULT ARRAY[]::text[] NOT NULL,
  overwrites boolean DEFAULT false NOT NULL,
  saved jsonb,
  refusal jsonb,
  checked_at timestamptz(3),
  request integer DEFAULT 0 NOT NULL,
  CONSTRAINT synced_products_pkey PRIMARY KEY (store_id, vendor_id, source_id)
);

CREATE TABLE unknown_transfers (
  store_id bigint NOT NULL,
  provider text NOT NULL,
  provider_ref text NOT NULL,
  vendor_id bigint NOT NULL,
  reference text,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  made_at timestamptz(3) NOT NULL,
  found_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  CONSTRAINT unknown_transfers_pkey PRIMARY KEY (store_id, provider, provider_ref)
);

CREATE TABLE upload_tokens (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  token_hash text NOT NULL,
  form text NOT NULL,
  files integer DEFAULT 0 NOT NULL,
  bytes bigint DEFAULT 0 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT upload_tokens_pkey PRIMARY KEY (id)
);
CREATE INDEX upload_tokens_store_id_expires_at_idx ON upload_tokens (store_id, expires_at);
CREATE UNIQUE INDEX upload_tokens_token_hash_key ON upload_tokens (token_hash);

CREATE TABLE uploads (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  proxy text NOT NULL,
  key text NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  stored_at timestamptz(3),
  file_id text,
  attached_to text,
  token_id bigint,
  src text,
  CONSTRAINT uploads_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX uploads_key_key ON uploads (key);
CREATE INDEX uploads_store_id_created_at_idx ON uploads (store_id, created_at);
CREATE INDEX uploads_store_id_token_id_idx ON uploads (store_id, token_id);

CREATE TABLE usage_events (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  event text NOT NULL,
  properties jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT usage_events_pkey PRIMARY KEY (id)
);
CREATE INDEX usage_events_store_id_created_at_id_idx ON usage_events (store_id, created_at, id);

CREATE TABLE user_codes (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL,
  code_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  tries integer DEFAULT 0 NOT NULL,
  target text,
  known_tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT user_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX user_codes_store_id_user_id_purpose_idx ON user_codes (store_id, user_id, purpose);

CREATE TABLE users (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  password_changed_at timestamptz(3),
  role text NOT NULL,
  permissions text[],
  locale text,
  active_vendor_id bigint,
  created_at timestamptz(3) NOT NULL,
  disabled_at timestamptz(3),
  signed_out_at timestamptz(3),
  ended_sessions text[] DEFAULT '{}'::text[] NOT NULL,
  brought_by jsonb,
  brought_at timestamptz(3),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_store_id_email_key ON users (store_id, email);
CREATE INDEX users_store_id_vendor_id_idx ON users (store_id, vendor_id);

CREATE TABLE variants (
  store_id bigint NOT NULL,
  id bigint NOT NULL,
  product_id bigint NOT NULL,
  vendor_id bigint,
  "position" integer NOT NULL,
  title text NOT NULL,
  sku text NOT NULL,
  barcode text NOT NULL,
  price_minor bigint NOT NULL,
  compare_at_minor bigint,
  inventory_item_id bigint,
  stock integer NOT NULL,
  track_stock boolean NOT NULL,
  requires_shipping boolean NOT NULL,
  taxable boolean NOT NULL,
  options jsonb NOT NULL,
  levels jsonb DEFAULT '{}'::jsonb NOT NULL,
  weight text,
  weight_unit text,
  dimensions jsonb,
  local_pickup boolean DEFAULT false NOT NULL,
  media_id text,
  metafields jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT variants_pkey PRIMARY KEY (store_id, id)
);
CREATE INDEX variants_store_id_inventory_item_id_idx ON variants (store_id, inventory_item_id);
CREATE INDEX variants_store_id_product_id_position_idx ON variants (store_id, product_id, "position");
CREATE INDEX variants_store_id_sku_idx ON variants (store_id, sku);

CREATE TABLE vendor_aliases (
  store_id bigint NOT NULL,
  key text NOT NULL,
  vendor_id bigint NOT NULL,
  CONSTRAINT vendor_aliases_pkey PRIMARY KEY (store_id, key)
);

CREATE TABLE vendor_applications (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  email text NOT NULL,
  vendor_name text NOT NULL,
  vendor_key text NOT NULL,
  fields jsonb NOT NULL,
  status text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  decided_by text,
  vendor_id bigint,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT vendor_applications_pkey PRIMARY KEY (id)
);
CREATE INDEX vendor_applications_store_id_email_idx ON vendor_applications (store_id, email);
CREATE INDEX vendor_applications_store_id_status_received_at_id_idx ON vendor_applications (store_id, status, received_at, id);
CREATE INDEX vendor_applications_store_id_vendor_key_idx ON vendor_applications (store_id, vendor_key);

CREATE TABLE vendor_balances (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  currency text NOT NULL,
  payable_minor bigint NOT NULL,
  CONSTRAINT vendor_balances_pkey PRIMARY KEY (store_id, vendor_id, currency)
);

CREATE TABLE vendor_billing (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  details jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT vendor_billing_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE vendor_document_counters (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  kind text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT vendor_document_counters_pkey PRIMARY KEY (store_id, vendor_id, kind, year)
);

CREATE TABLE vendor_documents (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  month text NOT NULL,
  currency text NOT NULL,
  family text NOT NULL,
  kind text NOT NULL,
  year integer NOT NULL,
  serial integer NOT NULL,
  number text NOT NULL,
  issuer jsonb NOT NULL,
  recipient jsonb NOT NULL,
  content jsonb NOT NULL,
  issued_at timestamptz(3) NOT NULL,
  CONSTRAINT vendor_documents_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX vendor_documents_store_id_vendor_id_kind_year_serial_key ON vendor_documents (store_id, vendor_id, kind, year, serial);
CREATE UNIQUE INDEX vendor_documents_store_id_vendor_id_month_currency_family_key ON vendor_documents (store_id, vendor_id, month, currency, family);

CREATE TABLE vendor_entries (
  store_id bigint NOT NULL,
  type text NOT NULL,
  handle text NOT NULL,
  vendor_id bigint NOT NULL,
  entry_id bigint,
  added_at timestamptz(3) NOT NULL,
  CONSTRAINT vendor_entries_pkey PRIMARY KEY (store_id, type, handle)
);
CREATE UNIQUE INDEX vendor_entries_store_id_entry_id_key ON vendor_entries (store_id, entry_id);

CREATE TABLE vendor_onboardings (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  CONSTRAINT vendor_onboardings_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE vendor_orders (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  order_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  ordered_at timestamptz(3) NOT NULL,
  financial_status text NOT NULL,
  fulfillment text NOT NULL,
  payout_state text NOT NULL,
  item_count integer NOT NULL,
  goods_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  shipping_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  commission_minor bigint NOT NULL,
  payout_minor bigint NOT NULL,
  posted_minor bigint DEFAULT 0 NOT NULL,
  paid_out_minor bigint DEFAULT 0 NOT NULL,
  override_percent bigint,
  override_flat_minor bigint,
  on_hold_reason text,
  historical boolean NOT NULL,
  search_text text NOT NULL,
  fulfilled_at timestamptz(3),
  cancelled_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  reminders_sent integer DEFAULT 0 NOT NULL,
  reminders_waited integer DEFAULT 0 NOT NULL,
  is_test boolean DEFAULT false NOT NULL,
  adjusted_minor bigint DEFAULT 0 NOT NULL,
  sold_minor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT vendor_orders_pkey PRIMARY KEY (id)
);
CREATE INDEX vendor_orders_by_name ON vendor_orders (store_id, name) WHERE (NOT historical);
CREATE INDEX vendor_orders_first ON vendor_orders (store_id, vendor_id, ordered_at) WHERE (NOT historical);
CREATE INDEX vendor_orders_open ON vendor_orders (store_id, vendor_id, ordered_at, id) WHERE (payout_state = ANY (ARRAY['due'::text, 'overpaid'::text, 'unpaid'::text]));
CREATE INDEX vendor_orders_overpaid ON vendor_orders (store_id, vendor_id) WHERE (payout_state = 'overpaid'::text);
CREATE INDEX vendor_orders_search ON vendor_orders USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX vendor_orders_store_id_order_id_vendor_id_key ON vendor_orders (store_id, order_id, vendor_id);
CREATE INDEX vendor_orders_store_id_ordered_at_id_idx ON vendor_orders (store_id, ordered_at DESC, id DESC);
CREATE INDEX vendor_orders_store_id_vendor_id_ordered_at_id_idx ON vendor_orders (store_id, vendor_id, ordered_at DESC, id DESC);
CREATE INDEX vendor_orders_to_remind ON vendor_orders (store_id, ordered_at) WHERE ((NOT historical) AND (reminders_sent < 7) AND (fulfillment = ANY (ARRAY['unfulfilled'::text, 'partially_fulfilled'::text])));
CREATE INDEX vendor_orders_uncounted_tests ON vendor_orders (store_id, vendor_id) WHERE (is_test AND historical);

CREATE TABLE vendor_pages (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  live jsonb,
  draft jsonb,
  approved boolean DEFAULT false NOT NULL,
  note text,
  version integer DEFAULT 1 NOT NULL,
  submitted_at timestamptz(3),
  decided_at timestamptz(3),
  decided_by text,
  updated_at timestamptz(3) NOT NULL,
  collection_id bigint,
  collection_handle text,
  shown_version integer DEFAULT 0 NOT NULL,
  CONSTRAINT vendor_pages_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE vendor_rate_choices (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  mode text,
  services jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT vendor_rate_choices_mode_check CHECK ((mode = ANY (ARRAY['flat'::text, 'live'::text, 'both'::text]))),
  CONSTRAINT vendor_rate_choices_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE vendor_renames (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  old_name text NOT NULL,
  new_name text NOT NULL,
  state text NOT NULL,
  total integer NOT NULL,
  rewritten integer DEFAULT 0 NOT NULL,
  issue text,
  started_at timestamptz(3) NOT NULL,
  started_by text NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT vendor_renames_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX vendor_renames_running ON vendor_renames (store_id, vendor_id) WHERE (state = 'running'::text);
CREATE INDEX vendor_renames_store_id_vendor_id_id_idx ON vendor_renames (store_id, vendor_id, id);

CREATE TABLE vendor_ship_from (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  address jsonb NOT NULL,
  package jsonb,
  local_pickup boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  pickup_hours text DEFAULT ''::text NOT NULL,
  CONSTRAINT vendor_ship_from_pkey PRIMARY KEY (store_id, vendor_id)
);

CREATE TABLE vendors (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  handle text NOT NULL,
  email text,
  status text NOT NULL,
  auto_approve boolean,
  managed_by_marketplace boolean DEFAULT false NOT NULL,
  fields jsonb DEFAULT '[]'::jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  listing_limit integer,
  CONSTRAINT vendors_listing_limit_check CHECK ((listing_limit >= 0)),
  CONSTRAINT vendors_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX vendors_store_id_handle_key ON vendors (store_id, handle);
CREATE UNIQUE INDEX vendors_store_id_key_key ON vendors (store_id, key);

CREATE TABLE webhook_deliveries (
  id bigserial NOT NULL,
  shop text NOT NULL,
  topic text NOT NULL,
  webhook_id text NOT NULL,
  event_id text,
  subject_id text,
  triggered_at timestamptz(3),
  received_at timestamptz(3) NOT NULL,
  body bytea,
  facts json,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamptz(3) NOT NULL,
  handled_at timestamptz(3),
  error text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (shop, id) WHERE (state = 'dead'::text);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (due_at, id) WHERE (state = ANY (ARRAY['pending'::text, 'waiting'::text]));
CREATE INDEX webhook_deliveries_received_at_idx ON webhook_deliveries (received_at);
CREATE UNIQUE INDEX webhook_deliveries_shop_topic_webhook_id_key ON webhook_deliveries (shop, topic, webhook_id);
CREATE INDEX webhook_deliveries_subject ON webhook_deliveries (shop, subject_id) WHERE (state = 'waiting'::text);

-- Long values: the cheaper compression, where this server has it.
ALTER TABLE webhook_deliveries ALTER COLUMN body SET STORAGE EXTERNAL;
DO $$
BEGIN
  ALTER TABLE orders ALTER COLUMN facts SET COMPRESSION lz4;
  ALTER TABLE orders ALTER COLUMN terms SET COMPRESSION lz4;
  ALTER TABLE webhook_deliveries ALTER COLUMN facts SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  NULL;
END $$;

-- Foreign keys.
ALTER TABLE batch_items ADD CONSTRAINT batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_listings ADD CONSTRAINT catalog_listings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversation_ctas ADD CONSTRAINT conversation_ctas_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversation_messages ADD CONSTRAINT conversation_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversation_originals ADD CONSTRAINT conversation_originals_message_id_fkey FOREIGN KEY (message_id) REFERENCES conversation_messages(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conversation_reports ADD CONSTRAINT conversation_reports_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE discount_names ADD CONSTRAINT discount_names_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notice_reads ADD CONSTRAINT notice_reads_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE product_import_items ADD CONSTRAINT product_import_items_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE;
ALTER TABLE product_import_rows ADD CONSTRAINT product_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE;
ALTER TABLE variants ADD CONSTRAINT variants_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Triggers.
CREATE TRIGGER adjustments_kept BEFORE DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION souk_refuse_log_change();
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE ON ledger_postings FOR EACH ROW EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER ledger_postings_balanced AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION souk_check_balanced();
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER order_comments_append_only BEFORE DELETE OR UPDATE ON order_comments FOR EACH ROW EXECUTE FUNCTION souk_refuse_note_change();
CREATE TRIGGER order_lines_sales_delete AFTER DELETE ON order_lines REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_lines_delete();
CREATE TRIGGER order_lines_sales_insert AFTER INSERT ON order_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_lines_insert();
CREATE TRIGGER order_lines_sales_update AFTER UPDATE ON order_lines REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_lines_update();
CREATE TRIGGER product_notes_append_only BEFORE DELETE OR UPDATE ON product_notes FOR EACH ROW EXECUTE FUNCTION souk_refuse_note_change();
CREATE TRIGGER products_count_delete AFTER DELETE ON products REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_count_removed_products();
CREATE TRIGGER products_count_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_count_added_products();
CREATE TRIGGER products_count_update AFTER UPDATE ON products REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_count_changed_products();
CREATE TRIGGER second_factors_change_delete AFTER DELETE ON second_factors FOR EACH ROW WHEN ((old.confirmed_at IS NOT NULL)) EXECUTE FUNCTION souk_keep_factor_change();
CREATE TRIGGER second_factors_change_insert AFTER INSERT ON second_factors FOR EACH ROW WHEN ((new.confirmed_at IS NOT NULL)) EXECUTE FUNCTION souk_keep_factor_change();
CREATE TRIGGER second_factors_change_update AFTER UPDATE OF secret, confirmed_at ON second_factors FOR EACH ROW WHEN ((((new.confirmed_at IS NULL) <> (old.confirmed_at IS NULL)) OR ((new.secret <> old.secret) AND (old.confirmed_at IS NOT NULL)))) EXECUTE FUNCTION souk_keep_factor_change();
CREATE TRIGGER souk_keep_discount_name AFTER INSERT OR UPDATE OF state, name_key ON discounts FOR EACH ROW EXECUTE FUNCTION souk_keep_discount_name();
CREATE TRIGGER store_staff_identity_insert AFTER INSERT ON store_staff FOR EACH ROW EXECUTE FUNCTION souk_keep_staff_identity();
CREATE TRIGGER store_staff_identity_update AFTER UPDATE OF email, is_owner, may_pay_out ON store_staff FOR EACH ROW EXECUTE FUNCTION souk_keep_staff_identity();
CREATE TRIGGER users_identity_insert AFTER INSERT ON users FOR EACH ROW WHEN ((new.role = 'admin'::text)) EXECUTE FUNCTION souk_keep_admin_identity();
CREATE TRIGGER users_identity_update AFTER UPDATE OF email, role, vendor_id, disabled_at ON users FOR EACH ROW WHEN (((new.role = 'admin'::text) OR (old.role = 'admin'::text))) EXECUTE FUNCTION souk_keep_admin_identity();
CREATE TRIGGER vendor_orders_count_insert AFTER INSERT ON vendor_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_count_inserted();
CREATE TRIGGER vendor_orders_count_update AFTER UPDATE ON vendor_orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_count_updated();
CREATE TRIGGER vendor_orders_sales_delete AFTER DELETE ON vendor_orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_delete();
CREATE TRIGGER vendor_orders_sales_insert AFTER INSERT ON vendor_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_insert();
CREATE TRIGGER vendor_orders_sales_update AFTER UPDATE ON vendor_orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sales_update();

-- Row-level security: docs/row-level-security.txt shows it by kind.
ALTER TABLE adjustments ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON adjustments USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON api_keys USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE app_plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON app_plans USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON audit_events USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE automatic_payouts ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON automatic_payouts USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON bank_accounts USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE banned_buyers ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON banned_buyers USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE batch_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON batch_items USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE batches ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON batches USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE carrier_services ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON carrier_services USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE catalog_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON catalog_entries USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
CREATE POLICY store_read ON catalog_entries FOR SELECT USING ((store_id = (SELECT souk_store())));
ALTER TABLE catalog_listings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_product ON catalog_listings FOR SELECT USING (((store_id = (SELECT souk_store())) AND (EXISTS ( SELECT FROM products p WHERE ((p.store_id = catalog_listings.store_id) AND (p.id = catalog_listings.product_id))))));
CREATE POLICY vendor_scope ON catalog_listings USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE commission_lists ENABLE ROW LEVEL SECURITY;
CREATE POLICY list_read ON commission_lists FOR SELECT USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id IS NULL) OR (vendor_id = (SELECT souk_vendor())))));
CREATE POLICY list_redact ON commission_lists FOR UPDATE USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace()) AND (current_setting('souk.redacting'::text, true) = 'on'::text)));
CREATE POLICY list_write ON commission_lists FOR INSERT WITH CHECK (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE compliance_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON compliance_requests USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE contact_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON contact_messages USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE conversation_ctas ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversation_ctas USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE conversation_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversation_messages USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE conversation_originals ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON conversation_originals USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE conversation_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversation_reports USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR ((vendor_id = (SELECT souk_vendor())) AND (side = 'seller'::text)))));
ALTER TABLE conversations ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON conversations USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE discount_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON discount_names USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE discount_refusals ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON discount_refusals USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE discounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON discounts USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE display_currencies ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON display_currencies USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE document_counters ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON document_counters USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON documents USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
CREATE POLICY vendor_read ON documents FOR SELECT USING (((store_id = (SELECT souk_store())) AND (vendor_id = (SELECT souk_vendor())) AND (issuer = (SELECT souk_vendor()))));
ALTER TABLE entry_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON entry_names USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
CREATE POLICY vendor_read ON entry_names FOR SELECT USING (((store_id = (SELECT souk_store())) AND ((vendor_id IS NULL) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE fulfillment_sends ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON fulfillment_sends USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE fulfillments ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON fulfillments USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE hidden_columns ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON hidden_columns USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE holidays ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON holidays USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON idempotency_keys USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE label_rates ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON label_rates USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE lapsed_products ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON lapsed_products USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE ledger_postings ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON ledger_postings USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE ledger_transactions ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON ledger_transactions USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE listing_slots ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON listing_slots USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE mail_opt_outs ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON mail_opt_outs USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE mail_services ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON mail_services USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE mail_suppressions ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON mail_suppressions USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE mail_templates ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_scope ON mail_templates USING ((store_id = (SELECT souk_store())));
ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
CREATE POLICY add_in_scope ON mails FOR INSERT WITH CHECK ((store_id = (SELECT souk_store())));
CREATE POLICY own_or_unscoped ON mails USING ((((SELECT souk_store()) IS NULL) OR ((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor()))))));
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON memberships USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE notice_mutes ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON notice_mutes USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE notice_reads ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON notice_reads USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY add_in_scope ON notices FOR INSERT WITH CHECK (((store_id = (SELECT souk_store())) AND ((vendor_id IS NULL) OR (SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
CREATE POLICY vendor_scope ON notices USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE offer_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON offer_rules USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE offers ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON offers USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE order_buyers ENABLE ROW LEVEL SECURITY;
CREATE POLICY buyer_scope ON order_buyers USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (EXISTS ( SELECT 1 FROM vendor_orders v WHERE ((v.store_id = order_buyers.store_id) AND (v.order_id = order_buyers.order_id) AND (v.vendor_id = (SELECT souk_vendor()))))))));
ALTER TABLE order_comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_comments USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE order_counters ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_counters USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE order_holds ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_holds USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE order_lines ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_lines USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE order_operations ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON order_operations USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE order_returns ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_returns USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON orders USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE past_order_loads ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON past_order_loads USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE payer_addresses ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON payer_addresses USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE payer_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON payer_changes USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE payout_lines ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON payout_lines USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE payout_methods ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON payout_methods USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE payout_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON payout_requests USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE payout_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON payout_runs USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE payouts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON payouts USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE plan_readings ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON plan_readings USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE platform_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON platform_sessions USING ((((SELECT souk_store()) IS NULL) OR ((SELECT souk_marketplace()) AND (shop = ( SELECT s.domain FROM stores s WHERE (s.id = (SELECT souk_store())))))));
ALTER TABLE product_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_changes USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_counts USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_creations ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON product_creations USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE product_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_days USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_import_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_import_items USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_import_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_import_rows USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_imports USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_loads ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON product_loads USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE product_notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_notes USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_price_bases ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_price_bases USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_sales_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON product_sales_changes USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE product_saves ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON product_saves USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE products ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON products USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE provider_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON provider_keys USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE reconciliation_exceptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON reconciliation_exceptions USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE reconciliation_findings ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON reconciliation_findings USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE reconciliation_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON reconciliation_runs USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY person_scope ON recovery_codes USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (EXISTS ( SELECT 1 FROM users u WHERE ((u.store_id = recovery_codes.store_id) AND (u.id = recovery_codes.user_id)))))));
ALTER TABLE refresh_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY person_scope ON refresh_tokens USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (EXISTS ( SELECT 1 FROM users u WHERE ((u.store_id = refresh_tokens.store_id) AND (u.id = refresh_tokens.user_id)))))));
ALTER TABLE sales_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sales_changes USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE sales_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sales_days USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE sales_roll_ups ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_scope ON sales_roll_ups USING ((store_id = (SELECT souk_store())));
ALTER TABLE saved_replies ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON saved_replies USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON saved_views USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE scheduled_decisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON scheduled_decisions USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE scheduled_jobs ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON scheduled_jobs USING ((((SELECT souk_store()) IS NULL) OR ((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace()))));
ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY;
CREATE POLICY person_scope ON second_factors USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (EXISTS ( SELECT 1 FROM users u WHERE ((u.store_id = second_factors.store_id) AND (u.id = second_factors.user_id)))))));
ALTER TABLE sender_domains ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON sender_domains USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE sheet_connections ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_connections USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE sheet_order_lines ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_order_lines USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE sheet_owners ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_owners USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE sheet_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_rows USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE sheet_tracking ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON sheet_tracking USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE shipping_label_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON shipping_label_files USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE shipping_label_packages ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON shipping_label_packages USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE shipping_labels ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON shipping_labels USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE shipping_quotes ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON shipping_quotes USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE shipping_zones ENABLE ROW LEVEL SECURITY;
CREATE POLICY defaults_read ON shipping_zones FOR SELECT USING (((store_id = (SELECT souk_store())) AND (vendor_id IS NULL)));
CREATE POLICY vendor_scope ON shipping_zones USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE shop_connections ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON shop_connections USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE sign_in_challenges ENABLE ROW LEVEL SECURITY;
CREATE POLICY person_scope ON sign_in_challenges USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (EXISTS ( SELECT 1 FROM users u WHERE ((u.store_id = sign_in_challenges.store_id) AND (u.id = sign_in_challenges.user_id)))))));
ALTER TABLE store_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_scope ON store_settings USING ((store_id = (SELECT souk_store())));
ALTER TABLE store_staff ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON store_staff USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE store_sync_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON store_sync_settings USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE stores ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON stores USING ((((SELECT souk_store()) IS NULL) OR (id = (SELECT souk_store()))));
ALTER TABLE stripe_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON stripe_accounts USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE subscribers ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON subscribers USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE synced_products ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON synced_products USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE unknown_transfers ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON unknown_transfers USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE upload_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON upload_tokens USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE uploads ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON uploads USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE usage_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON usage_events USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE user_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY person_scope ON user_codes USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (EXISTS ( SELECT 1 FROM users u WHERE ((u.store_id = user_codes.store_id) AND (u.id = user_codes.user_id)))))));
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON users USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE variants ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON variants USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_aliases ENABLE ROW LEVEL SECURITY;
CREATE POLICY alias_add ON vendor_aliases FOR INSERT WITH CHECK (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
CREATE POLICY alias_change ON vendor_aliases FOR UPDATE USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
CREATE POLICY alias_read ON vendor_aliases FOR SELECT USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
CREATE POLICY alias_remove ON vendor_aliases FOR DELETE USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE vendor_applications ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON vendor_applications USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE vendor_balances ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_balances USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_billing ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_billing USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_document_counters ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON vendor_document_counters USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE vendor_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON vendor_documents USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
CREATE POLICY vendor_read ON vendor_documents FOR SELECT USING (((store_id = (SELECT souk_store())) AND (vendor_id = (SELECT souk_vendor()))));
ALTER TABLE vendor_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_entries USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_onboardings ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_onboardings USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_orders USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_pages ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_pages USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_rate_choices ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_rate_choices USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendor_renames ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON vendor_renames USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
ALTER TABLE vendor_ship_from ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendor_ship_from USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE vendors ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendors USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (id = (SELECT souk_vendor())))));
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON webhook_deliveries USING ((((SELECT souk_store()) IS NULL) OR ((SELECT souk_marketplace()) AND (shop = ( SELECT s.domain FROM stores s WHERE (s.id = (SELECT souk_store())))))));

-- Rights of the program's role.
GRANT USAGE ON SCHEMA public TO souk_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO souk_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO souk_app;
REVOKE ALL ON "_prisma_migrations" FROM souk_app;
GRANT SELECT ON "_prisma_migrations" TO souk_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO souk_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO souk_app;
-- The program looks at tables that are being filled (ANALYZE) without owning them, where the server knows that right.
DO $$
BEGIN
  EXECUTE 'GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO souk_app';
  EXECUTE 'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT MAINTAIN ON TABLES TO souk_app';
EXCEPTION WHEN syntax_error THEN
  NULL;
END $$;
