-- What of a store's access to the platform only a person can mend, until a call goes well again.
CREATE TABLE platform_problems (
  store_id bigint NOT NULL,
  kind text NOT NULL,
  detail text NOT NULL,
  since timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  CONSTRAINT platform_problems_pkey PRIMARY KEY (store_id, kind)
);
ALTER TABLE platform_problems ENABLE ROW LEVEL SECURITY;
CREATE POLICY marketplace_scope ON platform_problems USING (((store_id = (SELECT souk_store())) AND (SELECT souk_marketplace())));

-- Stores that are installed already: the looks that an installation begins.
INSERT INTO scheduled_jobs (store_id, kind, key, payload, due_at)
SELECT s.id, j.kind, 'now', '{}', now() FROM stores s, (VALUES ('platform.webhookSubscriptions'), ('platform.bulkAccess')) AS j (kind)
WHERE s.uninstalled_at IS NULL
ON CONFLICT (store_id, kind, key) DO NOTHING;

-- Destinations of thin events that earlier versions made hear nothing of vendors' accounts: they are registered again.
INSERT INTO scheduled_jobs (store_id, kind, key, payload, due_at)
SELECT k.store_id, 'payment-providers.subscribe', 'thin-events', '{}', now() FROM provider_keys k WHERE k.provider = 'stripe'
ON CONFLICT (store_id, kind, key) DO NOTHING;
