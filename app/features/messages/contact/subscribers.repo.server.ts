import { PAGE_SIZE, type Cursor } from '#app/core/paging.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { SUBSCRIBER_STATUSES, type SubscriberStatus } from './contact.ts';

export type SubscriberRow = {
  id: bigint;
  email: string;
  status: SubscriberStatus;
  source: string;
  locale: Locale;
  generation: number;
  mails: number;
  createdAt: Date;
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
};

const COLUMNS = `s.id, s.email, s.status, s.source, s.locale, s.generation, s.mails, s.created_at AS "createdAt",
  s.confirmed_at AS "confirmedAt", s.unsubscribed_at AS "unsubscribedAt"`;

/** The subscriber of an address, held until the transaction ends; a new row where there is none yet. */
export async function holdSubscriber(
  tx: SqlTx,
  o: { email: string; source: string; locale: Locale; at: Date },
): Promise<{ row: SubscriberRow; isNew: boolean }> {
  const [made] = await tx.query<SubscriberRow>(
    `INSERT INTO subscribers AS s (store_id, email, status, source, locale, created_at, requested_at) VALUES ($1, $2, 'pending', $3, $4, $5, $5)
     ON CONFLICT (store_id, email) DO NOTHING RETURNING ${COLUMNS}`,
    [tx.scope.storeId, o.email, o.source, o.locale, o.at],
  );
  if (made) return { row: made, isNew: true };
  const [row] = await tx.query<SubscriberRow>(
    `SELECT ${COLUMNS} FROM subscribers s WHERE s.store_id = $1 AND s.email = $2 FOR UPDATE`,
    [tx.scope.storeId, o.email],
  );
  // Erased between the two statements: it is asked as if it were new.
  return row ? { row, isNew: false } : holdSubscriber(tx, o);
}

/** Notes that an address was asked by mail; returns which mail to it this is. */
export async function recordRequested(
  tx: SqlTx,
  id: bigint,
  o: { status: SubscriberStatus; generation: number; source: string; locale: Locale; at: Date },
): Promise<number> {
  const [row] = await tx.query<{ mails: number }>(
    `UPDATE subscribers SET status = $3, generation = $4, source = $5, locale = $6, requested_at = $7::timestamptz, mails = mails + 1,
       unsubscribed_at = NULL, confirmed_at = NULL
     WHERE store_id = $1 AND id = $2 RETURNING mails`,
    [tx.scope.storeId, id, o.status, o.generation, o.source, o.locale, o.at],
  );
  return row?.mails ?? 0;
}

export async function findSubscriber(
  tx: SqlTx,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<SubscriberRow | undefined> {
  const [row] = await tx.query<SubscriberRow>(
    `SELECT ${COLUMNS} FROM subscribers s WHERE s.store_id = $1 AND s.id = $2${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, id],
  );
  return row;
}

export async function setStatus(
  tx: SqlTx,
  id: bigint,
  o: { status: Exclude<SubscriberStatus, 'pending'>; at: Date },
): Promise<void> {
  const column = o.status === 'confirmed' ? 'confirmed_at' : 'unsubscribed_at';
  await tx.query(`UPDATE subscribers SET status = $3, ${column} = $4::timestamptz WHERE store_id = $1 AND id = $2`, [
    tx.scope.storeId,
    id,
    o.status,
    o.at,
  ]);
}

/** Forgets a subscriber; returns the address, undefined where there was none. */
export async function deleteSubscriber(tx: SqlTx, id: bigint): Promise<string | undefined> {
  const [row] = await tx.query<{ email: string }>(
    'DELETE FROM subscribers WHERE store_id = $1 AND id = $2 RETURNING email',
    [tx.scope.storeId, id],
  );
  return row?.email;
}

export type SubscriberFilter = { status: SubscriberStatus | 'all'; q: string };

function buildWhere(tx: SqlTx, filter: SubscriberFilter): { text: string; values: SqlValue[] } {
  const values: SqlValue[] = [tx.scope.storeId];
  const conditions = ['s.store_id = $1'];
  if (filter.status !== 'all') conditions.push(`s.status = $${values.push(filter.status)}`);
  if (filter.q !== '') {
    const part = `souk_search_pattern($${values.push(filter.q)})`;
    conditions.push(`(souk_search_form(s.email) LIKE ${part} OR souk_search_form(s.source) LIKE ${part})`);
  }
  return { text: conditions.join(' AND '), values };
}

/** Subscribers after a place, newest first. */
export async function listSubscribers(
  tx: SqlTx,
  filter: SubscriberFilter,
  place: { limit: number; offset: number; after: Cursor | undefined },
): Promise<SubscriberRow[]> {
  const where = buildWhere(tx, filter);
  const values = [...where.values];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = place.after
    ? `AND (s.created_at, s.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  return tx.query<SubscriberRow>(
    `SELECT ${COLUMNS} FROM subscribers s WHERE ${where.text} ${after}
     ORDER BY s.created_at DESC, s.id DESC LIMIT ${bind(place.limit)} OFFSET ${bind(place.offset)}`,
    values,
  );
}

/** A page of them; one row more where there is more. */
export function listPage(tx: SqlTx, filter: SubscriberFilter, place: { page: number; after: Cursor | undefined }) {
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE;
  return listSubscribers(tx, filter, { limit: PAGE_SIZE + 1, offset, after: place.after });
}

/** How many there are in each state, of those that a search finds. */
export async function countSubscribers(tx: SqlTx, q: string): Promise<Record<SubscriberStatus | 'all', number>> {
  const where = buildWhere(tx, { status: 'all', q });
  const rows = await tx.query<{ status: SubscriberStatus; count: number }>(
    `SELECT s.status, count(*)::int AS count FROM subscribers s WHERE ${where.text} GROUP BY s.status`,
    where.values,
  );
  const countOf = (status: SubscriberStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const [pending = 0, confirmed = 0, unsubscribed = 0] = SUBSCRIBER_STATUSES.map(countOf);
  return { all: pending + confirmed + unsubscribed, pending, confirmed, unsubscribed };
}
