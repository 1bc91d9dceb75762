-- Orders that are placed in vendors' own stores, and what was shipped there. Ids, states and counts alone: no word of a buyer.
ALTER TABLE shop_connections ADD COLUMN orders_since timestamptz(3);

CREATE TABLE store_orders (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_id bigint NOT NULL,
  order_name text NOT NULL,
  ordered_at timestamptz(3) NOT NULL,
  shop text NOT NULL,
  state text NOT NULL,
  problem text,
  detail text,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  lease uuid,
  leased_until timestamptz(3),
  called_at timestamptz(3),
  source_id bigint,
  source_name text,
  source_updated_at timestamptz(3),
  units jsonb,
  cancels text,
  cancelled_there_at timestamptz(3),
  checked_at timestamptz(3),
  request integer NOT NULL DEFAULT 0,
  recorded_at timestamptz(3) NOT NULL,
  placed_at timestamptz(3),
  CONSTRAINT store_orders_pkey PRIMARY KEY (store_id, vendor_id, order_id)
);
CREATE INDEX store_orders_store_id_vendor_id_source_id_idx ON store_orders (store_id, vendor_id, source_id);
CREATE INDEX store_orders_store_id_vendor_id_recorded_at_idx ON store_orders (store_id, vendor_id, recorded_at);

CREATE TABLE store_order_shipments (
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  order_id bigint NOT NULL,
  source_id bigint NOT NULL,
  state text NOT NULL,
  value_hash text NOT NULL,
  fulfillment_ids bigint[] NOT NULL DEFAULT '{}',
  beyond integer NOT NULL DEFAULT 0,
  problem text,
  at timestamptz(3) NOT NULL,
  CONSTRAINT store_order_shipments_pkey PRIMARY KEY (store_id, vendor_id, order_id, source_id),
  CONSTRAINT store_order_shipments_order_fkey FOREIGN KEY (store_id, vendor_id, order_id) REFERENCES store_orders (store_id, vendor_id, order_id) ON UPDATE CASCADE ON DELETE CASCADE
);

ALTER TABLE store_orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON store_orders USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE store_order_shipments ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON store_order_shipments USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
