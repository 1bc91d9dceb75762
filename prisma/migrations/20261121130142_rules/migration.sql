-- What Prisma's schema cannot say: the application role, row-level security, the ledger's own rules, the queue's indexes.

-- The role the application runs as. It owns nothing and cannot bypass row-level security.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'souk_app') THEN
    CREATE ROLE souk_app NOLOGIN NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- Roles belong to the whole cluster; another database's migration made it at the same moment.
END $$;
DO $$
BEGIN
  EXECUTE format('GRANT souk_app TO %I', current_user);
END $$;
GRANT USAGE ON SCHEMA public TO souk_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO souk_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO souk_app;
REVOKE ALL ON "_prisma_migrations" FROM souk_app;
GRANT SELECT ON "_prisma_migrations" TO souk_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO souk_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO souk_app;

-- The scope of a unit of work: a store, and either one vendor or the whole marketplace ('*').
CREATE FUNCTION souk_store() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('souk.store', true), '')::bigint $$;
CREATE FUNCTION souk_marketplace() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT coalesce(current_setting('souk.vendor', true), '') = '*' $$;
CREATE FUNCTION souk_vendor() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(nullif(current_setting('souk.vendor', true), '*'), '')::bigint $$;

-- Tables of the whole store: every scope of the store reads them, services decide who writes.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['store_settings', 'vendor_aliases', 'mail_templates', 'idempotency_keys'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY store_scope ON %I USING (store_id = (SELECT souk_store()))', t);
  END LOOP;
  -- Tables that only the marketplace's scope sees.
  FOREACH t IN ARRAY ARRAY['vendor_applications', 'orders', 'compliance_requests', 'store_staff', 'product_loads', 'product_creations', 'payout_runs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY marketplace_scope ON %I USING (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()))', t);
  END LOOP;
  -- Tables whose rows belong to a vendor.
  FOREACH t IN ARRAY ARRAY['products', 'variants', 'product_notes', 'uploads', 'order_lines', 'vendor_orders', 'order_counters',
    'fulfilments', 'audit_events', 'ledger_transactions', 'ledger_postings', 'vendor_balances', 'payouts', 'payout_lines',
    'users', 'reconciliation_exceptions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY vendor_scope ON %I USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id = (SELECT souk_vendor())))', t);
  END LOOP;
END $$;

ALTER TABLE vendors ENABLE ROW LEVEL SECURITY;
CREATE POLICY vendor_scope ON vendors USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR id = (SELECT souk_vendor())));

-- A vendor reads its own list and the default list that it inherits; only the marketplace writes either.
ALTER TABLE commission_lists ENABLE ROW LEVEL SECURITY;
CREATE POLICY list_read ON commission_lists FOR SELECT
  USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace()) OR vendor_id IS NULL OR vendor_id = (SELECT souk_vendor())));
CREATE POLICY list_write ON commission_lists FOR INSERT WITH CHECK (store_id = (SELECT souk_store()) AND (SELECT souk_marketplace()));

-- The buyer is seen by the vendors that have a part in the order.
ALTER TABLE order_buyers ENABLE ROW LEVEL SECURITY;
CREATE POLICY buyer_scope ON order_buyers USING (store_id = (SELECT souk_store()) AND ((SELECT souk_marketplace())
  OR EXISTS (SELECT 1 FROM vendor_orders v WHERE v.store_id = order_buyers.store_id AND v.order_id = order_buyers.order_id AND v.vendor_id = (SELECT souk_vendor()))));

-- Queues (webhook_deliveries, due_work, mails) carry no policy: the worker takes a row and then enters the scope of its store.

-- Sign-in rows belong to a store; the refresh cookie and the code name it.
ALTER TABLE refresh_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_scope ON refresh_tokens USING (store_id = (SELECT souk_store()));
ALTER TABLE user_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY store_scope ON user_codes USING (store_id = (SELECT souk_store()));

-- One version number is used once in each list.
CREATE UNIQUE INDEX commission_lists_version ON commission_lists (store_id, coalesce(vendor_id, 0), version);

-- The queue of deliveries and the polls of due rows read only what is open.
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (due_at, id) WHERE state IN ('pending', 'waiting');
CREATE INDEX webhook_deliveries_subject ON webhook_deliveries (shop, subject_id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (shop, id) WHERE state = 'dead';
CREATE INDEX due_work_open ON due_work (due_at, id) WHERE done_at IS NULL;
CREATE INDEX mails_open ON mails (due_at, id) WHERE state = 'queued';
ALTER TABLE webhook_deliveries ALTER COLUMN body SET STORAGE EXTERNAL;

-- Facts are written on every delivery and read whole: the cheaper compression, where this server has it.
DO $$
BEGIN
  ALTER TABLE webhook_deliveries ALTER COLUMN facts SET COMPRESSION lz4;
  ALTER TABLE orders ALTER COLUMN facts SET COMPRESSION lz4, ALTER COLUMN frozen SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  NULL;
END $$;

-- One vendor order can be in one live payout only.
CREATE UNIQUE INDEX payout_lines_live ON payout_lines (store_id, vendor_order_id) WHERE live;

-- Texts that are searched by part of a word.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX vendor_orders_search ON vendor_orders USING gin (search_text gin_trgm_ops);
CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops);

-- The ledger is append-only, and every transaction of it sums to zero when it commits.
CREATE FUNCTION souk_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE ON ledger_postings FOR EACH ROW EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions FOR EACH ROW EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION souk_refuse_change();
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION souk_refuse_change();

-- The log and the comments are append-only too, but a redaction takes the people out of them: what happened, to what and when
-- stays in the log. It says so by a setting of its own transaction.
CREATE FUNCTION souk_refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('souk.redacting', true), '') = 'on' AND TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.store_id, NEW.vendor_id, NEW.subject, NEW.subject_id, NEW.action, NEW.at)
      IS NOT DISTINCT FROM (OLD.id, OLD.store_id, OLD.vendor_id, OLD.subject, OLD.subject_id, OLD.action, OLD.at) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION souk_refuse_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('souk.redacting', true), '') = 'on' AND TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION souk_refuse_log_change();
CREATE TRIGGER product_notes_append_only BEFORE UPDATE OR DELETE ON product_notes FOR EACH ROW EXECUTE FUNCTION souk_refuse_note_change();

-- Postings of a transaction are written by one statement, which checks the whole of each transaction it touched. It looks with
-- the owner's eyes: a vendor's scope sees only its own postings of a transaction, and these do not sum to zero by themselves.
CREATE FUNCTION souk_check_balanced() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE wrong bigint;
BEGIN
  SELECT p.transaction_id INTO wrong
  FROM ledger_postings p
  WHERE p.transaction_id IN (SELECT DISTINCT transaction_id FROM written)
  GROUP BY p.transaction_id, p.currency
  HAVING sum(p.amount_minor) <> 0
  LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', wrong USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_balanced AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION souk_check_balanced();

-- Counters of vendor orders follow every statement that changes them, rows taken in one order so that writers cannot deadlock.
CREATE FUNCTION souk_count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counters AS c (store_id, vendor_id, fulfilment, payout_state, count)
  SELECT store_id, vendor_id, fulfilment, payout_state, count(*) FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (store_id, vendor_id, fulfilment, payout_state) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION souk_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_counters AS c (store_id, vendor_id, fulfilment, payout_state, count)
  SELECT store_id, vendor_id, fulfilment, payout_state, sum(step)
  FROM (SELECT store_id, vendor_id, fulfilment, payout_state, 1 AS step FROM added
        UNION ALL SELECT store_id, vendor_id, fulfilment, payout_state, -1 FROM removed) s
  GROUP BY 1, 2, 3, 4 HAVING sum(step) <> 0 ORDER BY 1, 2, 3, 4
  ON CONFLICT (store_id, vendor_id, fulfilment, payout_state) DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;
CREATE TRIGGER vendor_orders_count_insert AFTER INSERT ON vendor_orders
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION souk_count_inserted();
CREATE TRIGGER vendor_orders_count_update AFTER UPDATE ON vendor_orders
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION souk_count_updated();
