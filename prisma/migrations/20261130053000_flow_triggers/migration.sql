-- The triggers of the platform's Flow that workflows of a store use. Whoever acts for a vendor reads them and writes none.
CREATE TABLE flow_triggers (
  store_id bigint NOT NULL,
  trigger text NOT NULL,
  is_used boolean NOT NULL,
  used_since timestamptz(3),
  reported_at timestamptz(3) NOT NULL,
  CONSTRAINT flow_triggers_pkey PRIMARY KEY (store_id, trigger)
);
ALTER TABLE flow_triggers ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON flow_triggers USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
CREATE POLICY store_read ON flow_triggers FOR SELECT USING ((store_id = (SELECT souk_store())));
