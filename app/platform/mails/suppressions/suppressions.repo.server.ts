import type { Cursor } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import type { SuppressionKind } from './suppression.ts';

export type SuppressionRow = {
  id: bigint;
  email: string;
  kind: SuppressionKind;
  detail: string;
  createdAt: Date;
};
const COLUMNS = 's.id, s.email, s.kind, s.detail, s.created_at AS "createdAt"';

export type NewSuppression = { email: string; kind: SuppressionKind; detail: string; at: Date };

/** Puts an address on the list; undefined where it is there already. */
export async function insertSuppression(tx: SqlTx, o: NewSuppression): Promise<SuppressionRow | undefined> {
  const [row] = await tx.query<SuppressionRow>(
    `INSERT INTO mail_suppressions AS s (store_id, email, kind, detail, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (store_id, email) DO NOTHING RETURNING ${COLUMNS}`,
    [tx.scope.storeId, o.email, o.kind, o.detail, o.at],
  );
  return row;
}

/** Puts several addresses on the list; those that are there stay as they are. */
export async function insertSuppressions(tx: SqlTx, rows: readonly NewSuppression[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO mail_suppressions (store_id, email, kind, detail, created_at)
     SELECT $1, s.email, s.kind, s.detail, s.at
     FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS s (email, kind, detail, at)
     ON CONFLICT (store_id, email) DO NOTHING`,
    [
      tx.scope.storeId,
      rows.map(({ email }) => email),
      rows.map(({ kind }) => kind),
      rows.map(({ detail }) => detail),
      rows.map(({ at }) => at),
    ],
  );
}

export async function findSuppression(tx: SqlTx, email: string): Promise<SuppressionRow | undefined> {
  const [row] = await tx.query<SuppressionRow>(
    `SELECT ${COLUMNS} FROM mail_suppressions s WHERE s.store_id = $1 AND s.email = $2`,
    [tx.scope.storeId, email],
  );
  return row;
}

export async function deleteSuppression(tx: SqlTx, id: bigint): Promise<SuppressionKind | undefined> {
  const [row] = await tx.query<{ kind: SuppressionKind }>(
    'DELETE FROM mail_suppressions WHERE store_id = $1 AND id = $2 RETURNING kind',
    [tx.scope.storeId, id],
  );
  return row?.kind;
}

function buildWhere(tx: SqlTx, q: string): { text: string; values: SqlValue[] } {
  const values: SqlValue[] = [tx.scope.storeId];
  if (q === '') return { text: 's.store_id = $1', values };
  const pattern = `souk_search_pattern($${values.push(q)})`;
  return { text: `s.store_id = $1 AND souk_search_form(s.email) LIKE ${pattern}`, values };
}

/** Addresses after a place, newest first. */
export async function listSuppressions(
  tx: SqlTx,
  q: string,
  place: { limit: number; offset: number; after: Cursor | undefined },
): Promise<SuppressionRow[]> {
  const { text, values } = buildWhere(tx, q);
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = place.after
    ? `AND (s.created_at, s.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  return tx.query<SuppressionRow>(
    `SELECT ${COLUMNS} FROM mail_suppressions s WHERE ${text} ${after}
     ORDER BY s.created_at DESC, s.id DESC LIMIT ${bind(place.limit)} OFFSET ${bind(place.offset)}`,
    values,
  );
}

export async function countSuppressions(tx: SqlTx, q: string): Promise<number> {
  const { text, values } = buildWhere(tx, q);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM mail_suppressions s WHERE ${text}`,
    values,
  );
  return row?.count ?? 0;
}

export type UnsentRow = {
  id: bigint;
  template: string;
  email: string | null;
  audience: 'address' | 'vendor' | 'admins';
  state: 'suppressed' | 'failed';
  error: string | null;
  createdAt: Date;
};

/** The newest mails that were not sent. */
export async function listUnsent(tx: SqlTx, limit: number): Promise<UnsentRow[]> {
  return tx.query<UnsentRow>(
    `SELECT id, template, to_address AS email, audience, state, error, created_at AS "createdAt" FROM mails
     WHERE store_id = $1 AND state IN ('suppressed', 'failed') ORDER BY id DESC LIMIT $2`,
    [tx.scope.storeId, limit],
  );
}
