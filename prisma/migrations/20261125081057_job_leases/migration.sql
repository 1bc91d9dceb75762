-- Jobs and mails are claimed with a lease, so that no transaction is open while somebody outside is waited for.
ALTER TABLE due_work ADD COLUMN version integer NOT NULL DEFAULT 0;
ALTER TABLE due_work ADD COLUMN lease uuid;
ALTER TABLE due_work ADD COLUMN locked_until timestamptz(3);
ALTER TABLE mails ADD COLUMN lease uuid;
ALTER TABLE mails ADD COLUMN locked_until timestamptz(3);

-- At most one job of a store and kind runs at a time.
CREATE UNIQUE INDEX due_work_one_lease ON due_work (store_id, kind) WHERE lease IS NOT NULL;
CREATE INDEX mails_leased ON mails (id) WHERE lease IS NOT NULL;
-- What was given up, for the admin's list.
CREATE INDEX due_work_dead ON due_work (store_id, due_at) WHERE done_at IS NULL AND attempts >= 8;

-- The job library is gone: its jobs go on as scheduled jobs. Its schema stays for processes of the version before.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    EXECUTE $move$
      INSERT INTO due_work (store_id, kind, key, payload, due_at, attempts, error)
      SELECT (j.data->>'storeId')::bigint, CASE WHEN j.name = 'dead-letters' THEN j.source_name ELSE j.name END,
        coalesce(j.singleton_key, j.id::text), j.data, j.created_on, CASE WHEN j.name = 'dead-letters' THEN 8 ELSE 0 END,
        j.source_output->>'message'
      FROM pgboss.job j
      WHERE j.state IN ('created', 'retry', 'active') AND j.data->>'storeId' ~ '^[0-9]+$' AND (j.name <> 'dead-letters' OR j.source_name IS NOT NULL)
        AND j.name NOT LIKE '\_\_pgboss%'
      ON CONFLICT (store_id, kind, key) DO NOTHING $move$;
    UPDATE due_work SET kind = 'orders.reconcile_page' WHERE kind = 'orders.reconcile' AND payload ? 'until';
  END IF;
END $$;
