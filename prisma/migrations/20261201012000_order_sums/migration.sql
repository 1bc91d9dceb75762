-- What all vendor orders of a vendor come to, by currency, payment and payout state: steps that triggers write as orders change,
-- so that totals of all time need not read every order. A job brings in the orders of before and makes few rows of many steps.
CREATE TABLE order_sums (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  currency text NOT NULL,
  financial_status text NOT NULL,
  payout_state text NOT NULL,
  count bigint NOT NULL,
  total_minor bigint NOT NULL,
  commission_minor bigint NOT NULL,
  payout_minor bigint NOT NULL,
  adjusted_minor bigint NOT NULL,
  posted_minor bigint NOT NULL,
  paid_out_minor bigint NOT NULL,
  overpaid_minor bigint NOT NULL,
  CONSTRAINT order_sums_pkey PRIMARY KEY (id)
);
CREATE INDEX order_sums_store_id_vendor_id_idx ON order_sums (store_id, vendor_id);
ALTER TABLE order_sums ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON order_sums USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));

-- Whether the orders of before the triggers are in the sums.
ALTER TABLE sales_roll_ups ADD COLUMN orders_summed boolean NOT NULL DEFAULT false;

CREATE FUNCTION souk_sum_added_orders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_sums (store_id, vendor_id, currency, financial_status, payout_state, count, total_minor, commission_minor, payout_minor, adjusted_minor,
    posted_minor, paid_out_minor, overpaid_minor)
  SELECT store_id, vendor_id, currency, financial_status, payout_state, count(*), sum(total_minor), sum(commission_minor), sum(payout_minor), sum(adjusted_minor),
    sum(posted_minor), sum(paid_out_minor), sum(greatest(paid_out_minor - posted_minor, 0))
  FROM added WHERE NOT historical GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_sum_removed_orders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_sums (store_id, vendor_id, currency, financial_status, payout_state, count, total_minor, commission_minor, payout_minor, adjusted_minor,
    posted_minor, paid_out_minor, overpaid_minor)
  SELECT store_id, vendor_id, currency, financial_status, payout_state, -count(*), -sum(total_minor), -sum(commission_minor), -sum(payout_minor), -sum(adjusted_minor),
    -sum(posted_minor), -sum(paid_out_minor), -sum(greatest(paid_out_minor - posted_minor, 0))
  FROM removed WHERE NOT historical GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE FUNCTION souk_sum_changed_orders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO order_sums (store_id, vendor_id, currency, financial_status, payout_state, count, total_minor, commission_minor, payout_minor, adjusted_minor,
    posted_minor, paid_out_minor, overpaid_minor)
  SELECT * FROM (
    SELECT store_id, vendor_id, currency, financial_status, payout_state, sum(sign) AS count, sum(sign * total_minor) AS total_minor,
      sum(sign * commission_minor) AS commission_minor, sum(sign * payout_minor) AS payout_minor, sum(sign * adjusted_minor) AS adjusted_minor,
      sum(sign * posted_minor) AS posted_minor, sum(sign * paid_out_minor) AS paid_out_minor,
      sum(sign * greatest(paid_out_minor - posted_minor, 0)) AS overpaid_minor
    FROM (SELECT 1 AS sign, a.* FROM added a UNION ALL SELECT -1 AS sign, r.* FROM removed r) d
    WHERE NOT historical GROUP BY 1, 2, 3, 4, 5) t
  WHERE (t.count, t.total_minor, t.commission_minor, t.payout_minor, t.adjusted_minor, t.posted_minor, t.paid_out_minor, t.overpaid_minor)
    <> (0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END $$;

CREATE TRIGGER vendor_orders_sum_insert AFTER INSERT ON vendor_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sum_added_orders();
CREATE TRIGGER vendor_orders_sum_update AFTER UPDATE ON vendor_orders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_sum_changed_orders();
CREATE TRIGGER vendor_orders_sum_delete AFTER DELETE ON vendor_orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_sum_removed_orders();
