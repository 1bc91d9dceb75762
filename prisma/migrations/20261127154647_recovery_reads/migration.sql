-- When a store's database was last restored: what happened before it may have been told already.
ALTER TABLE stores ADD COLUMN restored_at timestamptz(3);

-- Readings of everything that changed outside since a moment, as after a restore.
CREATE TABLE recovery_reads (
  id bigserial NOT NULL,
  store_id bigint NOT NULL,
  since timestamptz(3) NOT NULL,
  state text NOT NULL,
  phase text NOT NULL,
  cursor text,
  step integer DEFAULT 0 NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  unknown_labels jsonb DEFAULT '[]'::jsonb NOT NULL,
  skipped jsonb DEFAULT '[]'::jsonb NOT NULL,
  comparison_id bigint,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT recovery_reads_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text]))),
  CONSTRAINT recovery_reads_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX recovery_reads_running_key ON recovery_reads (store_id) WHERE (state = 'running'::text);
CREATE INDEX recovery_reads_store_id_id_idx ON recovery_reads (store_id, id);
ALTER TABLE recovery_reads ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON recovery_reads USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));
