CREATE TABLE import_templates (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  name text NOT NULL,
  headers text[] NOT NULL,
  settings jsonb NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz(3) NOT NULL,
  CONSTRAINT import_templates_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX import_templates_name ON import_templates (store_id, COALESCE(vendor_id, (0)::bigint), name);
ALTER TABLE import_templates ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON import_templates USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
