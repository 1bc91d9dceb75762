import { PAGE_SIZE, type Cursor } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import { toSearchText, type FormField, type MessageKind, type MessageView } from './contact.ts';

export type NewMessage = {
  vendorId: bigint | null;
  kind: MessageKind;
  email: string | null;
  name: string;
  body: string;
  fields: readonly FormField[];
  askedFor: string | null;
  digest: string;
  at: Date;
};

export type MessageRow = Omit<NewMessage, 'digest' | 'at'> & {
  id: bigint;
  vendor: string | null;
  receivedAt: Date;
  readAt: Date | null;
  archivedAt: Date | null;
};

const COLUMNS = `m.id, m.vendor_id AS "vendorId", m.kind, m.email, m.name, m.body, m.fields, m.requested_for AS "askedFor",
  m.received_at AS "receivedAt", m.read_at AS "readAt", m.archived_at AS "archivedAt", v.name AS vendor`;
const FROM = 'contact_messages m LEFT JOIN vendors v ON v.store_id = m.store_id AND v.id = m.vendor_id';

/** Keeps a message; undefined where the same one came since `notSince`. Two at once wait for each other. */
export async function insertMessage(tx: SqlTx, message: NewMessage, notSince: Date): Promise<bigint | undefined> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) IS NULL AS taken', [
    `${String(tx.scope.storeId)}|${message.digest}`,
  ]);
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO contact_messages (store_id, vendor_id, kind, email, name, body, fields, requested_for, digest, received_at, search_text)
     SELECT $1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::jsonb, $8::text, $9::text, $10::timestamptz, souk_search_form($12)
     WHERE NOT EXISTS (SELECT 1 FROM contact_messages o WHERE o.store_id = $1 AND o.digest = $9 AND o.received_at > $11::timestamptz)
     RETURNING id`,
    [
      tx.scope.storeId,
      message.vendorId,
      message.kind,
      message.email,
      message.name,
      message.body,
      JSON.stringify(message.fields),
      message.askedFor,
      message.digest,
      message.at,
      notSince,
      toSearchText(message),
    ],
  );
  return row?.id;
}

export async function findMessage(tx: SqlTx, id: bigint): Promise<MessageRow | undefined> {
  const scope = scopedSql(tx.scope, 'm', 2);
  const [row] = await tx.query<MessageRow>(`SELECT ${COLUMNS} FROM ${FROM} WHERE m.id = $1 AND ${scope.text}`, [
    id,
    ...scope.values,
  ]);
  return row;
}

export type MessageFilter = { view: MessageView; for: 'anybody' | 'marketplace' | 'vendors'; q: string };

/** What each view holds. The marketplace's own unread messages are those that nobody but it will read. */
function viewSql(filter: Pick<MessageFilter, 'view' | 'for'>, isMarketplace: boolean): string {
  if (filter.view === 'archived') return 'm.archived_at IS NOT NULL';
  if (filter.view === 'all') return 'm.archived_at IS NULL';
  const own = isMarketplace && filter.for === 'anybody' ? ' AND m.vendor_id IS NULL' : '';
  return `m.archived_at IS NULL AND m.read_at IS NULL${own}`;
}

function narrowedSql(tx: SqlTx, filter: Pick<MessageFilter, 'for' | 'q'>): { text: string; values: SqlValue[] } {
  const scope = scopedSql(tx.scope, 'm', 1);
  const values: SqlValue[] = [...scope.values];
  const conditions = [scope.text];
  if (filter.for !== 'anybody') conditions.push(`m.vendor_id IS ${filter.for === 'vendors' ? 'NOT NULL' : 'NULL'}`);
  if (filter.q !== '') {
    const part = `souk_search_pattern($${values.push(filter.q)})`;
    conditions.push(`(m.search_text LIKE ${part} OR souk_search_form(v.name) LIKE ${part})`);
  }
  return { text: conditions.join(' AND '), values };
}

/** A page of messages, newest first; one row more than a page where there is more. */
export async function listMessages(
  tx: SqlTx,
  filter: MessageFilter,
  place: { page: number; after: Cursor | undefined },
): Promise<MessageRow[]> {
  const where = narrowedSql(tx, filter);
  const values = [...where.values];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = place.after
    ? `AND (m.received_at, m.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE;
  return tx.query<MessageRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${where.text} AND ${viewSql(filter, tx.scope.vendor === '*')} ${after}
     ORDER BY m.received_at DESC, m.id DESC LIMIT ${bind(PAGE_SIZE + 1)} OFFSET ${bind(offset)}`,
    values,
  );
}

/** How many messages each view holds, of those that the search finds. */
export async function countMessages(
  tx: SqlTx,
  filter: Pick<MessageFilter, 'for' | 'q'>,
): Promise<Record<MessageView, number>> {
  const where = narrowedSql(tx, filter);
  const inView = (view: MessageView) => viewSql({ view, for: filter.for }, tx.scope.vendor === '*');
  const [row] = await tx.query<Record<MessageView, number>>(
    `SELECT count(*) FILTER (WHERE ${inView('unread')})::int AS unread, count(*) FILTER (WHERE ${inView('all')})::int AS "all",
       count(*) FILTER (WHERE ${inView('archived')})::int AS archived
     FROM ${FROM} WHERE ${where.text}`,
    where.values,
  );
  return row ?? { unread: 0, all: 0, archived: 0 };
}

/** How many messages wait for the scope itself: a vendor's own, or the marketplace's own. */
export async function countUnread(tx: SqlTx): Promise<number> {
  const vendor = tx.scope.vendor === '*' ? 'm.vendor_id IS NULL' : 'm.vendor_id = $2';
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM contact_messages m
     WHERE m.store_id = $1 AND ${vendor} AND m.read_at IS NULL AND m.archived_at IS NULL`,
    tx.scope.vendor === '*' ? [tx.scope.storeId] : [tx.scope.storeId, tx.scope.vendor],
  );
  return row?.count ?? 0;
}

/** Sets when a message was read and put away; a time that stands already stays. */
export async function setState(
  tx: SqlTx,
  id: bigint,
  o: { readAt: Date | null; archivedAt: Date | null },
): Promise<void> {
  const scope = scopedSql(tx.scope, 'm', 4);
  await tx.query(
    `UPDATE contact_messages m SET read_at = $2::timestamptz, archived_at = $3::timestamptz WHERE m.id = $1 AND ${scope.text}`,
    [id, o.readAt, o.archivedAt, ...scope.values],
  );
}

/** Forgets a message; false where there is none in the scope. */
export async function deleteMessage(tx: SqlTx, id: bigint): Promise<boolean> {
  const scope = scopedSql(tx.scope, 'm', 2);
  const rows = await tx.query(`DELETE FROM contact_messages m WHERE m.id = $1 AND ${scope.text} RETURNING m.id`, [
    id,
    ...scope.values,
  ]);
  return rows.length > 0;
}
