CREATE TABLE import_schedules (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  name text NOT NULL,
  address text NOT NULL,
  username text NOT NULL,
  password text,
  host_key text,
  frequency text NOT NULL,
  anchor timestamptz(3) NOT NULL,
  template_id bigint,
  for_vendor text,
  locale text NOT NULL,
  maker text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  state text NOT NULL,
  problem text,
  issue jsonb,
  failing_since timestamptz(3),
  turn integer NOT NULL,
  due_at timestamptz(3),
  last_run_at timestamptz(3),
  last_success_at timestamptz(3),
  file_hash text,
  last_import_id bigint,
  CONSTRAINT import_schedules_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX import_schedules_store_id_id_key ON import_schedules (store_id, id);
CREATE INDEX import_schedules_store_id_vendor_id_idx ON import_schedules (store_id, vendor_id);
ALTER TABLE import_schedules ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON import_schedules USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
