-- What a whole store sold on a day, so that its figures need not be summed over every vendor: what its rows of sales_days come to,
-- kept by triggers on them. One job at a time writes the days of a store, so that no writer waits for another.
CREATE TABLE store_sales_days (
  store_id bigint NOT NULL,
  day date NOT NULL,
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
  CONSTRAINT store_sales_days_pkey PRIMARY KEY (store_id, day, currency)
);
ALTER TABLE store_sales_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON store_sales_days USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));

-- Whether the days of before the triggers are in them.
ALTER TABLE sales_roll_ups ADD COLUMN store_days_summed boolean NOT NULL DEFAULT false;

CREATE FUNCTION souk_store_days_added() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO store_sales_days (store_id, day, currency, placed, orders, units, sales_minor, refunds_minor, commission_minor, earnings_minor, due_minor, cancelled, refunded,
    shipped, shipped_ms)
  SELECT store_id, day, currency, sum(placed), sum(orders), sum(units), sum(sales_minor), sum(refunds_minor), sum(commission_minor), sum(earnings_minor),
    sum(due_minor), sum(cancelled), sum(refunded), sum(shipped), sum(shipped_ms)
  FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (store_id, day, currency) DO UPDATE SET
    placed = store_sales_days.placed + excluded.placed, orders = store_sales_days.orders + excluded.orders,
    units = store_sales_days.units + excluded.units, sales_minor = store_sales_days.sales_minor + excluded.sales_minor,
    refunds_minor = store_sales_days.refunds_minor + excluded.refunds_minor,
    commission_minor = store_sales_days.commission_minor + excluded.commission_minor,
    earnings_minor = store_sales_days.earnings_minor + excluded.earnings_minor,
    due_minor = store_sales_days.due_minor + excluded.due_minor, cancelled = store_sales_days.cancelled + excluded.cancelled,
    refunded = store_sales_days.refunded + excluded.refunded, shipped = store_sales_days.shipped + excluded.shipped,
    shipped_ms = store_sales_days.shipped_ms + excluded.shipped_ms;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_store_days_removed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE store_sales_days s SET
    placed = s.placed - r.placed, orders = s.orders - r.orders, units = s.units - r.units,
    sales_minor = s.sales_minor - r.sales_minor, refunds_minor = s.refunds_minor - r.refunds_minor,
    commission_minor = s.commission_minor - r.commission_minor, earnings_minor = s.earnings_minor - r.earnings_minor,
    due_minor = s.due_minor - r.due_minor, cancelled = s.cancelled - r.cancelled, refunded = s.refunded - r.refunded,
    shipped = s.shipped - r.shipped, shipped_ms = s.shipped_ms - r.shipped_ms
  FROM (
    SELECT store_id, day, currency, sum(placed) AS placed, sum(orders) AS orders, sum(units) AS units, sum(sales_minor) AS sales_minor,
      sum(refunds_minor) AS refunds_minor, sum(commission_minor) AS commission_minor, sum(earnings_minor) AS earnings_minor,
      sum(due_minor) AS due_minor, sum(cancelled) AS cancelled, sum(refunded) AS refunded, sum(shipped) AS shipped,
      sum(shipped_ms) AS shipped_ms
    FROM removed GROUP BY 1, 2, 3) r
  WHERE (s.store_id, s.day, s.currency) = (r.store_id, r.day, r.currency);
  DELETE FROM store_sales_days s USING (SELECT DISTINCT store_id, day, currency FROM removed) r
  WHERE (s.store_id, s.day, s.currency) = (r.store_id, r.day, r.currency)
    AND (s.placed, s.orders, s.units, s.sales_minor, s.refunds_minor, s.commission_minor, s.earnings_minor, s.due_minor,
    s.cancelled, s.refunded, s.shipped, s.shipped_ms) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END $$;

CREATE TRIGGER sales_days_store_insert AFTER INSERT ON sales_days REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_store_days_added();
CREATE TRIGGER sales_days_store_delete AFTER DELETE ON sales_days REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_store_days_removed();
