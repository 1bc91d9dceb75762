import type { SqlTx } from '#app/server/db.server.ts';
import type { Lifetime } from './lifetimes.ts';

const OF_STORE: Readonly<Record<Lifetime['of'], string>> = {
  store: 'store_id = $1::bigint',
  domain: 'shop = (SELECT s.domain FROM stores s WHERE s.id = $1::bigint)',
  all: '$1::bigint IS NOT NULL',
};
const OF_NO_STORE = '$1::bigint IS NULL AND NOT EXISTS (SELECT FROM stores s WHERE s.domain = shop)';

type Step = { before: Date; limit: number };

/** Deletes, or empties, at most so many of a store's rows whose time is over. Returns how many it was. Those that somebody works at are left. */
export function endLifetimes(tx: SqlTx, life: Lifetime, step: Step): Promise<number> {
  return end((...statement) => tx.query(...statement), life, {
    ...step,
    owner: OF_STORE[life.of],
    storeId: tx.scope.storeId,
  });
}

/** The same for rows of shops that are no store; outside of every scope, in which alone they are seen. */
export function endStrays(query: SqlTx['query'], life: Lifetime, step: Step): Promise<number> {
  return end(query, life, { ...step, owner: OF_NO_STORE, storeId: null });
}

async function end(
  query: SqlTx['query'],
  { table, column, where = 'true', set }: Lifetime,
  o: Step & { owner: string; storeId: bigint | null },
): Promise<number> {
  const [row] = await query<{ count: number }>(
    `WITH over AS (
       SELECT ctid FROM ${table} WHERE ${o.owner} AND ${column} < $2 AND (${where})
       LIMIT $3 FOR UPDATE SKIP LOCKED),
     ended AS (${set ? `UPDATE ${table} SET ${set}` : `DELETE FROM ${table}`} WHERE ctid = ANY (ARRAY(SELECT ctid FROM over)) RETURNING 1)
     SELECT count(*)::int AS count FROM ended`,
    [o.storeId, o.before, o.limit],
  );
  return row?.count ?? 0;
}

/** Forgets uploads from before a moment that nothing refers to. Returns where their files lie. */
export async function deleteUnattached(tx: SqlTx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    `DELETE FROM uploads u WHERE u.id IN (
       SELECT u.id FROM uploads u WHERE u.store_id = $1 AND u.created_at < $2 AND u.attached_to IS NULL AND u.file_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM store_settings s WHERE s.store_id = $1 AND position(u.key IN s.value::text) > 0)
         AND NOT EXISTS (SELECT 1 FROM vendors v WHERE v.store_id = $1 AND position(u.key IN v.fields::text) > 0)
         AND NOT EXISTS (SELECT 1 FROM vendor_pages g WHERE g.store_id = $1 AND position(u.key IN concat(g.live, g.draft)) > 0)
         AND NOT EXISTS (SELECT 1 FROM vendor_applications a WHERE a.store_id = $1 AND position(u.key IN a.fields::text) > 0)
         AND NOT EXISTS (SELECT 1 FROM products p WHERE p.store_id = $1 AND position(u.key IN p.media::text) > 0)
       ORDER BY u.created_at, u.id LIMIT $3)
     RETURNING u.key`,
    [tx.scope.storeId, before, limit],
  );
  return rows.map((row) => row.key);
}

/** Forgets at most so many old conversations with what was said in them. Returns how many, and where their pictures lie. */
export async function deleteOldConversations(
  tx: SqlTx,
  o: { before: Date; limit: number },
): Promise<{ count: number; keys: string[] }> {
  const [row] = await tx.query<{ count: number; keys: string[] }>(
    `WITH over AS (
       SELECT id FROM conversations WHERE store_id = $1 AND last_message_at < $2 ORDER BY last_message_at, id LIMIT $3 FOR UPDATE),
     pictures AS (
       DELETE FROM uploads u USING over c WHERE u.store_id = $1 AND u.attached_to = 'conversation:' || c.id RETURNING u.key),
     gone AS (DELETE FROM conversations c USING over WHERE c.store_id = $1 AND c.id = over.id RETURNING 1)
     SELECT (SELECT count(*)::int FROM gone) AS count, coalesce((SELECT array_agg(key) FROM pictures), '{}') AS keys`,
    [tx.scope.storeId, o.before, o.limit],
  );
  return row ?? { count: 0, keys: [] };
}
