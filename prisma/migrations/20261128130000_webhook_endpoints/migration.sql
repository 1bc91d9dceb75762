-- Addresses of programs outside, what each is told, and every try to tell it.
CREATE TABLE webhook_endpoints (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  url text NOT NULL,
  description text NOT NULL,
  topics text[] NOT NULL,
  state text NOT NULL,
  problem text,
  secret text NOT NULL,
  old_secret text,
  old_secret_until timestamptz(3),
  failing_since timestamptz(3),
  maker text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX webhook_endpoints_store_id_id_key ON webhook_endpoints (store_id, id);
CREATE INDEX webhook_endpoints_store_id_vendor_id_idx ON webhook_endpoints (store_id, vendor_id);

CREATE TABLE webhook_messages (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  endpoint_id bigint NOT NULL,
  topic text NOT NULL,
  subject text NOT NULL,
  subject_id bigint NOT NULL,
  sequence bigint,
  dedupe_key text NOT NULL,
  state text NOT NULL,
  problem text,
  body bytea,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  lease uuid,
  locked_until timestamptz(3),
  CONSTRAINT webhook_messages_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_messages_endpoint_fkey FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoints (store_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_messages_store_id_id_key ON webhook_messages (store_id, id);
CREATE UNIQUE INDEX webhook_messages_endpoint_id_dedupe_key_key ON webhook_messages (endpoint_id, dedupe_key);
CREATE INDEX webhook_messages_endpoint_id_id_idx ON webhook_messages (endpoint_id, id);
CREATE INDEX webhook_messages_store_id_subject_subject_id_idx ON webhook_messages (store_id, subject, subject_id);
CREATE INDEX webhook_messages_open ON webhook_messages (due_at, id) WHERE state = 'pending';
CREATE INDEX webhook_messages_open_of_object ON webhook_messages (endpoint_id, subject, subject_id, id) WHERE state = 'pending';
CREATE INDEX webhook_messages_leased ON webhook_messages (id) WHERE lease IS NOT NULL;

CREATE TABLE webhook_attempts (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  vendor_id bigint,
  message_id bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  status integer,
  problem text,
  answer bytea,
  duration_ms integer NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_message_fkey FOREIGN KEY (store_id, message_id) REFERENCES webhook_messages (store_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_message_id_id_idx ON webhook_attempts (message_id, id);

CREATE TABLE webhook_sequences (
  store_id bigint NOT NULL,
  vendor_id bigint,
  endpoint_id bigint NOT NULL,
  subject text NOT NULL,
  subject_id bigint NOT NULL,
  last bigint NOT NULL,
  CONSTRAINT webhook_sequences_pkey PRIMARY KEY (endpoint_id, subject, subject_id),
  CONSTRAINT webhook_sequences_endpoint_fkey FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoints (store_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);

ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON webhook_endpoints USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE webhook_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON webhook_attempts USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE webhook_sequences ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON webhook_sequences USING (((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor())))));
ALTER TABLE webhook_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON webhook_messages USING ((((SELECT souk_store()) IS NULL) OR ((store_id = (SELECT souk_store())) AND ((SELECT souk_marketplace()) OR (vendor_id = (SELECT souk_vendor()))))));
