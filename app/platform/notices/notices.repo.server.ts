import type { Cursor } from '#app/core/paging.ts';
import { prepared, type SqlTx, type SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { KindOfTopic, NoticeKind, NoticeSubject, NoticeTopic, OpenedSubject } from './notice.ts';

export type NewNotice = {
  vendorId: bigint | null;
  kind: NoticeKind;
  subject: NoticeSubject;
  subjectId: bigint;
  dedupeKey: string;
  at: Date;
};

/** Writes notices; one whose key exists already is not written again. */
export async function insertNotices(tx: SqlTx, notices: readonly NewNotice[]): Promise<void> {
  await tx.query(
    `INSERT INTO notices (store_id, vendor_id, kind, subject, subject_id, dedupe_key, created_at)
     SELECT $1, n.vendor_id, n.kind, n.subject, n.subject_id, n.dedupe_key, n.created_at
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::timestamptz[])
       AS n (vendor_id, kind, subject, subject_id, dedupe_key, created_at)
     ON CONFLICT DO NOTHING`,
    [
      tx.scope.storeId,
      notices.map((notice) => notice.vendorId),
      notices.map((notice) => notice.kind),
      notices.map((notice) => notice.subject),
      notices.map((notice) => notice.subjectId),
      notices.map((notice) => notice.dedupeKey),
      notices.map((notice) => notice.at),
    ],
  );
}

/** Who reads: their key in what was read and left out, and the row of people that says since when they are there, where they have one. */
export type Reader = { key: string; personId: bigint | null };

/** Which notices somebody sees: kinds of topics that they did not leave out, since a moment, and of those the newest. */
export type Shown = { kinds: readonly KindOfTopic[]; since: Date; limit: number };

/** The notices of the scope that somebody sees, as a subquery. The marketplace's bell has those of no vendor. */
function shownSql(tx: SqlTx, reader: Reader, { kinds, since, limit }: Shown, values: SqlValue[]): string {
  const scope = scopedSql(tx.scope, 'n', values.length + 1);
  values.push(...scope.values);
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  return `SELECT n.* FROM notices n WHERE ${scope.text}${tx.scope.vendor === '*' ? ' AND n.vendor_id IS NULL' : ''}
      AND n.created_at >= ${bind(since)} AND n.kind = ANY(ARRAY(
        SELECT k.kind FROM unnest(${bind(kinds.map(({ kind }) => kind))}::text[], ${bind(kinds.map(({ topic }) => topic))}::text[]) k (kind, topic)
        WHERE NOT EXISTS (SELECT 1 FROM notice_mutes m WHERE m.store_id = ${bind(tx.scope.storeId)} AND m.person = ${bind(reader.key)}
          AND m.vendor_id IS NOT DISTINCT FROM ${bind(computeVendor(tx))}::bigint AND m.topic = k.topic)))
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${bind(limit)}`;
}

/** Whether a notice `n` counts as read by the person of $1: it was marked, or is older than their invitation ($2). */
const IS_READ = `(EXISTS (SELECT 1 FROM notice_reads r WHERE r.store_id = n.store_id AND r.notice_id = n.id AND r.person = $1)
  OR n.created_at < (SELECT u.created_at FROM users u WHERE u.store_id = n.store_id AND u.id = $2::bigint))`;

/** How many objects have a notice that somebody has not read. */
export async function countUnread(tx: SqlTx, reader: Reader, shown: Shown): Promise<number> {
  const values: SqlValue[] = [reader.key, reader.personId];
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(DISTINCT (n.subject, n.subject_id))::int AS count FROM (${shownSql(tx, reader, shown, values)}) n WHERE NOT ${IS_READ}`,
    values,
  );
  return row?.count ?? 0;
}

export type NoticeRow = {
  id: bigint;
  kind: NoticeKind;
  subject: NoticeSubject;
  subjectId: bigint;
  at: Date;
  isRead: boolean;
  name: string | null;
  vendor: string | null;
  amountMinor: bigint | null;
  currency: string | null;
  /** What it is about in a few words, beside its name: the first item of an order, with how many there are. */
  item: string | null;
  items: number | null;
  imageUrl: string | null;
  /** How far an order is shipped now. */
  fulfillment: string | null;
};

/**
 * The newest notice of each object after a place, newest first, with what they name as it is called now. An object is read where
 * all of its notices are.
 */
export async function listNotices(
  tx: SqlTx,
  reader: Reader,
  shown: Shown,
  page: { after: Cursor | undefined; limit: number },
): Promise<NoticeRow[]> {
  const values: SqlValue[] = [reader.key, reader.personId];
  const from = shownSql(tx, reader, shown, values);
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = page.after
    ? `AND (n.created_at, n.id) < (${bind(page.after.at)}::timestamptz, ${bind(page.after.id)}::bigint)`
    : '';
  // One statement over tables of other features; each row of them is of the notice's own vendor where it has one.
  const own = (alias: string): string =>
    `${alias}.store_id = n.store_id AND (n.vendor_id IS NULL OR ${alias}.vendor_id = n.vendor_id)`;
  const newest = `SELECT n.*, row_number() OVER object AS place, bool_and(${IS_READ}) OVER (PARTITION BY n.subject, n.subject_id) AS is_read
    FROM (${from}) n WINDOW object AS (PARTITION BY n.subject, n.subject_id ORDER BY n.created_at DESC, n.id DESC)`;
  return tx.query<NoticeRow>(
    `SELECT n.id, n.kind, n.subject, n.subject_id AS "subjectId", n.created_at AS at, n.is_read AS "isRead",
       coalesce(o.name, w.name, p.title, f.product_title, a.vendor_name, d.name) AS name, v.name AS vendor,
       coalesce(y.amount_minor, o.payout_minor, f.price_minor) AS "amountMinor", coalesce(y.currency, o.currency, f.currency) AS currency,
       l.title AS item, o.item_count AS items, coalesce(l.image_url, p.image_url, f.image_url) AS "imageUrl",
       o.fulfillment
     FROM (SELECT n.* FROM (${newest}) n WHERE n.place = 1 ${after} ORDER BY n.created_at DESC, n.id DESC LIMIT ${bind(page.limit)}) n
     LEFT JOIN vendor_orders o ON n.subject = 'order' AND o.order_id = n.subject_id AND o.vendor_id = n.vendor_id AND ${own('o')}
     LEFT JOIN LATERAL (
       SELECT l.title, i.image_url FROM order_lines l LEFT JOIN products i ON i.store_id = l.store_id AND i.id = l.product_id
       WHERE l.store_id = o.store_id AND l.order_id = o.order_id AND l.vendor_id = o.vendor_id ORDER BY l.position LIMIT 1
     ) l ON true
     LEFT JOIN orders w ON n.subject = 'order' AND n.vendor_id IS NULL AND w.store_id = n.store_id AND w.id = n.subject_id
     LEFT JOIN discounts d ON n.subject = 'discount' AND d.store_id = n.store_id AND d.id = n.subject_id
     LEFT JOIN product_changes c ON n.subject = 'change' AND c.id = n.subject_id AND ${own('c')}
     LEFT JOIN products p ON p.id = CASE n.subject WHEN 'product' THEN n.subject_id ELSE c.product_id END AND ${own('p')}
     LEFT JOIN payouts y ON n.subject = 'payout' AND y.id = n.subject_id AND ${own('y')}
     LEFT JOIN offers f ON n.subject = 'offer' AND f.id = n.subject_id AND ${own('f')}
     LEFT JOIN conversations t ON n.subject = 'conversation' AND t.id = n.subject_id AND ${own('t')}
     LEFT JOIN vendor_applications a ON n.subject = 'application' AND a.store_id = n.store_id AND a.id = n.subject_id
     LEFT JOIN vendors v ON v.store_id = n.store_id
       AND v.id = CASE n.subject WHEN 'vendor' THEN n.subject_id ELSE coalesce(p.vendor_id, y.vendor_id, t.vendor_id) END
     ORDER BY n.created_at DESC, n.id DESC`,
    values,
  );
}

/** Which of some notices somebody sees. */
export async function listShownIds(tx: SqlTx, reader: Reader, shown: Shown, ids: readonly bigint[]): Promise<bigint[]> {
  const values: SqlValue[] = [ids];
  const rows = await tx.query<{ id: bigint }>(
    `SELECT n.id FROM (${shownSql(tx, reader, shown, values)}) n WHERE n.id = ANY($1::bigint[])`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Marks notices as read for one person: all of the objects that those of `ids` are about, or all that they see. */
export async function insertReads(
  tx: SqlTx,
  reader: Reader,
  shown: Shown,
  ids: readonly bigint[] | undefined,
): Promise<void> {
  const values: SqlValue[] = [reader.key];
  const from = shownSql(tx, reader, shown, values);
  const those = ids
    ? `WHERE (n.subject, n.subject_id) IN (SELECT m.subject, m.subject_id FROM notices m WHERE m.store_id = n.store_id AND m.id = ANY($${values.push(ids)}::bigint[]))`
    : '';
  await tx.query(
    `INSERT INTO notice_reads (store_id, vendor_id, notice_id, person)
     SELECT n.store_id, n.vendor_id, n.id, $1 FROM (${from}) n ${those} ON CONFLICT DO NOTHING`,
    values,
  );
}

/** Marks everything about one object, or about all of a kind, as read for one person. */
export async function insertObjectReads(tx: SqlTx, reader: Reader, since: Date, opened: OpenedSubject): Promise<void> {
  const scope = scopedSql(tx.scope, 'n', 5);
  await tx.query(
    prepared(`INSERT INTO notice_reads (store_id, vendor_id, notice_id, person)
     SELECT n.store_id, n.vendor_id, n.id, $1 FROM notices n
     WHERE ${scope.text}${tx.scope.vendor === '*' ? ' AND n.vendor_id IS NULL' : ''} AND n.created_at >= $2
       AND n.subject = $3 AND ($4::bigint IS NULL OR n.subject_id = $4) ON CONFLICT DO NOTHING`),
    [reader.key, since, opened.subject, opened.id, ...scope.values],
  );
}

/** The topics that a person left out of the bell of the scope. */
export async function listMuted(tx: SqlTx, person: string): Promise<NoticeTopic[]> {
  const rows = await tx.query<{ topic: NoticeTopic }>(
    `SELECT m.topic FROM notice_mutes m WHERE m.store_id = $1 AND m.person = $2 AND m.vendor_id IS NOT DISTINCT FROM $3::bigint`,
    [tx.scope.storeId, person, computeVendor(tx)],
  );
  return rows.map(({ topic }) => topic);
}

export async function insertMute(tx: SqlTx, person: string, topic: NoticeTopic): Promise<void> {
  await tx.query(
    'INSERT INTO notice_mutes (store_id, vendor_id, person, topic) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [tx.scope.storeId, computeVendor(tx), person, topic],
  );
}

export async function deleteMute(tx: SqlTx, person: string, topic: NoticeTopic): Promise<void> {
  await tx.query(
    `DELETE FROM notice_mutes m WHERE m.store_id = $1 AND m.person = $2 AND m.topic = $3 AND m.vendor_id IS NOT DISTINCT FROM $4::bigint`,
    [tx.scope.storeId, person, topic, computeVendor(tx)],
  );
}

const computeVendor = (tx: SqlTx): bigint | null => (tx.scope.vendor === '*' ? null : tx.scope.vendor);

export async function deleteNotice(tx: SqlTx, dedupeKey: string): Promise<void> {
  await tx.query('DELETE FROM notices WHERE store_id = $1 AND dedupe_key = $2', [tx.scope.storeId, dedupeKey]);
}
