import { RETRIES } from '#app/core/backoff.ts';
import { defineDatabaseFunction } from './database-function.server.ts';

/** Writes a job for the scope's store, once per kind and key: who acts in a vendor's scope causes jobs that it may not read. */
export const scheduleJobFunction = defineDatabaseFunction(
  'souk_schedule_job',
  `(job_kind text, job_key text, job_payload jsonb, job_due_at timestamptz, job_again boolean) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO scheduled_jobs AS w (store_id, kind, key, payload, due_at) VALUES (souk_store(), job_kind, job_key, job_payload, job_due_at)
  ON CONFLICT (store_id, kind, key) DO UPDATE SET payload = excluded.payload,
    due_at = CASE WHEN job_again AND w.done_at IS NULL THEN least(w.due_at, excluded.due_at) ELSE excluded.due_at END,
    version = CASE WHEN job_again THEN w.version + 1 ELSE w.version END,
    attempts = CASE WHEN job_again AND (w.done_at IS NOT NULL OR w.attempts >= ${RETRIES.job.maxAttempts}) THEN 0 ELSE w.attempts END,
    done_at = NULL
  WHERE job_again OR w.done_at IS NULL
$$`,
);
