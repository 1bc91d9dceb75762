import type { SqlTx } from '#app/server/db.server.ts';
import { buildKey, type Identity, type KnownAddress } from './payer.ts';

export const CHANGE_KINDS = ['address', 'role', 'second_factor'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What changed of some identities: how often at all, the last change, and whether one has no time yet. */
export type PayerChanges = { count: number; last: { what: ChangeKind; at: Date } | null; isUndated: boolean };

/** Every address by which staff of the store and admins on the web are or were known. */
export function listAddresses(tx: SqlTx): Promise<KnownAddress[]> {
  return tx.query(
    `SELECT kind, subject_id AS id, email FROM payer_addresses WHERE store_id = $1 ORDER BY kind, subject_id, email LIMIT 10000`,
    [tx.scope.storeId],
  );
}

/** The changes of some identities; those without a time were made in a way that notes none, and count from now on. */
export async function readChanges(tx: SqlTx, identities: readonly Identity[], now: Date): Promise<PayerChanges> {
  const [row] = await tx.query<{ count: number; what: ChangeKind | null; at: Date | null; undated: boolean }>(
    `SELECT count(*)::int AS count, (array_agg(what ORDER BY id DESC))[1] AS what, max(at) AS at, coalesce(bool_or(at IS NULL), false) AS undated
     FROM payer_changes WHERE store_id = $1 AND kind || ':' || subject_id = ANY($2::text[])`,
    [tx.scope.storeId, identities.map(buildKey)],
  );
  if (!row?.what) return { count: 0, last: null, isUndated: false };
  const at = row.undated || !row.at ? now : row.at;
  return { count: row.count, last: { what: row.what, at }, isUndated: row.undated };
}
