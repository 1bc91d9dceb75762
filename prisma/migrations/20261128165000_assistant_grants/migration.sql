-- What people allowed an assistant: the key that it acts by, and the hashes of what it may ask with.
CREATE TABLE assistant_grants (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint NOT NULL,
  key_id bigint NOT NULL,
  client_id text NOT NULL,
  redirect_uri text NOT NULL,
  challenge text NOT NULL,
  code_hash text NOT NULL,
  code_ends_at timestamptz(3) NOT NULL,
  access_hash text,
  access_ends_at timestamptz(3),
  refresh_hash text,
  old_refresh_hash text,
  refreshed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT assistant_grants_pkey PRIMARY KEY (id),
  CONSTRAINT assistant_grants_key_fkey FOREIGN KEY (store_id, key_id) REFERENCES api_keys (store_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX assistant_grants_store_id_vendor_id_idx ON assistant_grants (store_id, vendor_id);
CREATE INDEX assistant_grants_key_id_idx ON assistant_grants (key_id);

ALTER TABLE assistant_grants ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON assistant_grants USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
