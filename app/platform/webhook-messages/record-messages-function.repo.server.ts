import { defineDatabaseFunction } from '#app/server/database-function.server.ts';

/**
 * Writes a message for each endpoint of the scope's store that follows an event: those of its vendor, and those of the
 * marketplace, which whoever acts in a vendor's scope may not read. Answers how many it wrote.
 */
export const recordMessagesFunction = defineDatabaseFunction(
  'souk_record_webhook_messages',
  `(topics text[], vendors bigint[], subjects text[], subject_ids bigint[], keys text[], happened_at timestamptz) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH written AS (
    INSERT INTO webhook_messages (store_id, vendor_id, endpoint_id, topic, subject, subject_id, dedupe_key, state, due_at, occurred_at)
    SELECT e.store_id, e.vendor_id, e.id, n.topic, n.subject, n.subject_id, n.topic || '/' || n.key, 'pending', happened_at, happened_at
    FROM unnest(topics, vendors, subjects, subject_ids, keys) WITH ORDINALITY AS n (topic, vendor_id, subject, subject_id, key, place)
    JOIN webhook_endpoints e ON e.store_id = souk_store() AND e.state = 'on' AND n.topic = ANY(e.topics)
      AND (e.vendor_id IS NULL OR e.vendor_id = n.vendor_id)
    WHERE souk_vendor() IS NULL OR n.vendor_id IS NULL OR n.vendor_id = souk_vendor()
    ORDER BY n.place, e.id
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*) FROM written
$$`,
);
