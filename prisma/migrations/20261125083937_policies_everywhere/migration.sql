-- Row-level security on every table with tenant data. A statement without a scope (a claim from a queue, the tenant directory,
-- the platform library's sessions) sees all rows; one in a scope sees the scope's own.

-- The signed-in people of a vendor are that vendor's; `users` has its own policy, which the subquery passes through.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['refresh_tokens', 'user_codes', 'recovery_codes', 'second_factors', 'sign_in_tickets'] LOOP
    EXECUTE format('DROP POLICY store_scope ON %I', t);
    EXECUTE format('CREATE POLICY person_scope ON %I USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace())
      OR EXISTS (SELECT 1 FROM users u WHERE u.store_id = %I.store_id AND u.id = %I.user_id)))', t, t, t);
  END LOOP;
END $$;

-- Stored answers hold what somebody was told: the marketplace's scope keeps and replays them.
DROP POLICY store_scope ON idempotency_keys;
CREATE POLICY marketplace_scope ON idempotency_keys USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

ALTER TABLE stores ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON stores USING ((SELECT souk_store()) IS NULL OR id = (SELECT souk_store()));

ALTER TABLE platform_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON platform_sessions USING ((SELECT souk_store()) IS NULL
  OR ((SELECT souk_marketplace()) AND shop = (SELECT s.domain FROM stores s WHERE s.id = (SELECT souk_store()))));

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON webhook_deliveries USING ((SELECT souk_store()) IS NULL
  OR ((SELECT souk_marketplace()) AND shop = (SELECT s.domain FROM stores s WHERE s.id = (SELECT souk_store()))));

-- A vendor's act may cause mails to others: it may add them, and reads its own.
ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON mails USING ((SELECT souk_store()) IS NULL
  OR (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor()))));
CREATE POLICY add_in_scope ON mails FOR INSERT WITH CHECK (store_id = (SELECT souk_store()));

ALTER TABLE due_work ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_or_unscoped ON due_work USING ((SELECT souk_store()) IS NULL
  OR (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace())));

-- A vendor's act may also cause jobs, which it never reads: they are scheduled for it, in the store of its scope alone.
CREATE FUNCTION souk_schedule_job(job_kind text, job_key text, job_payload jsonb, job_due_at timestamptz, job_again boolean)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO due_work AS w (store_id, kind, key, payload, due_at) VALUES (souk_store(), job_kind, job_key, job_payload, job_due_at)
  ON CONFLICT (store_id, kind, key) DO UPDATE SET payload = excluded.payload,
    due_at = CASE WHEN job_again AND w.done_at IS NULL THEN least(w.due_at, excluded.due_at) ELSE excluded.due_at END,
    version = CASE WHEN job_again THEN w.version + 1 ELSE w.version END,
    attempts = CASE WHEN job_again AND (w.done_at IS NOT NULL OR w.attempts >= 8) THEN 0 ELSE w.attempts END,
    done_at = NULL
  WHERE job_again OR w.done_at IS NULL
$$;
REVOKE ALL ON FUNCTION souk_schedule_job(text, text, jsonb, timestamptz, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION souk_schedule_job(text, text, jsonb, timestamptz, boolean) TO souk_app;

-- The program looks at tables that are being filled (ANALYZE) without owning them, where the server knows that right.
DO $$
BEGIN
  EXECUTE 'GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO souk_app';
  EXECUTE 'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT MAINTAIN ON TABLES TO souk_app';
EXCEPTION WHEN syntax_error THEN
  NULL;
END $$;

-- A list of commissions is never changed, but a redaction takes out who wrote it.
CREATE POLICY list_redact ON commission_lists FOR UPDATE USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace())
  AND current_setting('souk.redacting', true) = 'on');
