import type { Cursor } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import type { UsageProperties } from './usage.ts';

export type UsageRow = {
  id: bigint;
  event: string;
  properties: UsageProperties;
  vendor: string | null;
  createdAt: Date;
};

export async function insertEvent(
  tx: SqlTx,
  o: { vendorId: bigint | null; event: string; properties: UsageProperties; at: Date },
): Promise<void> {
  await tx.query(
    'INSERT INTO usage_events (store_id, vendor_id, event, properties, created_at) VALUES ($1, $2, $3, $4::jsonb, $5)',
    [tx.scope.storeId, o.vendorId, o.event, JSON.stringify(o.properties), o.at],
  );
}

function buildWhere(tx: SqlTx, q: string): { text: string; values: SqlValue[] } {
  const values: SqlValue[] = [tx.scope.storeId];
  if (q === '') return { text: 'e.store_id = $1', values };
  const pattern = `souk_search_pattern($${values.push(q)})`;
  return { text: `e.store_id = $1 AND souk_search_form(e.event) LIKE ${pattern}`, values };
}

/** Events after a place, newest first. */
export async function listEvents(
  tx: SqlTx,
  q: string,
  place: { limit: number; offset: number; after: Cursor | undefined },
): Promise<UsageRow[]> {
  const { text, values } = buildWhere(tx, q);
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = place.after
    ? `AND (e.created_at, e.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  return tx.query<UsageRow>(
    `SELECT e.id, e.event, e.properties, v.name AS vendor, e.created_at AS "createdAt"
     FROM usage_events e LEFT JOIN vendors v ON v.store_id = e.store_id AND v.id = e.vendor_id
     WHERE ${text} ${after} ORDER BY e.created_at DESC, e.id DESC LIMIT ${bind(place.limit)} OFFSET ${bind(place.offset)}`,
    values,
  );
}

export async function countEvents(tx: SqlTx, q: string): Promise<number> {
  const { text, values } = buildWhere(tx, q);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM usage_events e WHERE ${text}`,
    values,
  );
  return row?.count ?? 0;
}
