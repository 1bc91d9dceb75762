import type { MaskedText } from '#app/core/contact-masking/masking.ts';
import { invariant } from '#app/core/invariant.ts';
import type { Conversation } from '@prisma/client';
import { PAGE_SIZE, type Cursor } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import {
  CONVERSATION_VIEWS,
  MARKETPLACE,
  type ConversationView,
  type ReportingSide,
  type Side,
} from './conversation.ts';

export type ConversationRow = Omit<Conversation, 'lastSender' | 'buyerName' | 'lastMessage'> & {
  buyerName: MaskedText;
  lastMessage: MaskedText;
  lastSender: Side;
  vendor: string;
  /** Whether each side has an open report; of the buyer's a vendor's scope knows nothing. */
  buyerReported: boolean;
  sellerReported: boolean;
};

const isReportedBy = (side: ReportingSide): string =>
  `EXISTS (SELECT 1 FROM conversation_reports r WHERE r.store_id = c.store_id AND r.conversation_id = c.id AND r.side = '${side}')`;

const COLUMNS = `c.id, c.store_id AS "storeId", c.vendor_id AS "vendorId", c.buyer_key AS "buyerKey", c.subject,
  c.customer_id AS "customerId", c.email, c.buyer_name AS "buyerName", c.locale, c.product_id AS "productId",
  c.product_title AS "productTitle", c.order_id AS "orderId", c.order_name AS "orderName", c.generation, c.proven_at AS "provenAt",
  c.last_message AS "lastMessage", c.last_sender AS "lastSender", c.last_message_at AS "lastMessageAt",
  c.buyer_wrote_id AS "buyerWroteId", c.seller_wrote_id AS "sellerWroteId", c.admin_wrote_id AS "adminWroteId",
  c.buyer_read_id AS "buyerReadId", c.seller_read_id AS "sellerReadId", c.admin_read_id AS "adminReadId",
  c.buyer_mail_at AS "buyerMailAt", c.seller_mail_at AS "sellerMailAt", c.admin_mail_at AS "adminMailAt", c.masked,
  c.archived_at AS "archivedAt", c.reported_at AS "reportedAt", c.created_at AS "createdAt",
  ${isReportedBy('buyer')} AS "buyerReported", ${isReportedBy('seller')} AS "sellerReported",
  v.name AS vendor`;
const FROM = 'conversations c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id';

export type NewConversation = {
  vendorId: bigint;
  buyerKey: string;
  subject: string;
  customerId: bigint | null;
  email: string | null;
  buyerName: MaskedText;
  locale: string;
  product: { id: bigint; title: string } | null;
  order: { id: bigint; name: string } | null;
  at: Date;
};

/** Begins a conversation; undefined where there is one. Two at once wait for each other. */
export async function insertConversation(tx: SqlTx, one: NewConversation): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO conversations (store_id, vendor_id, buyer_key, subject, customer_id, email, buyer_name, locale, product_id,
       product_title, order_id, order_name, last_message_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
     ON CONFLICT (store_id, vendor_id, buyer_key, subject) DO NOTHING RETURNING id`,
    [
      ...[
        tx.scope.storeId,
        one.vendorId,
        one.buyerKey,
        one.subject,
        one.customerId,
        one.email,
        one.buyerName,
        one.locale,
      ],
      ...[one.product?.id ?? null, one.product?.title ?? null, one.order?.id ?? null, one.order?.name ?? null, one.at],
    ],
  );
  return row?.id;
}

/** A conversation of the scope; with a lock nobody else changes it until the transaction ends. */
export async function findConversation(
  tx: SqlTx,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<ConversationRow | undefined> {
  const scope = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<ConversationRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE c.id = $1 AND ${scope.text}${o.lock ? ' FOR UPDATE OF c' : ''}`,
    [id, ...scope.values],
  );
  return row;
}

/** The conversation of a buyer with a vendor about something, in the scope. */
export async function findByKey(
  tx: SqlTx,
  key: { vendorId: bigint; buyerKey: string; subject: string },
): Promise<ConversationRow | undefined> {
  const scope = scopedSql(tx.scope, 'c', 4);
  const [row] = await tx.query<ConversationRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE c.vendor_id = $1 AND c.buyer_key = $2 AND c.subject = $3 AND ${scope.text}`,
    [key.vendorId, key.buyerKey, key.subject, ...scope.values],
  );
  return row;
}

/** The conversations of a customer of the store with vendors, or those about one order, the newest message first. */
export function listOfCustomer(
  tx: SqlTx,
  o: { customerId: bigint; orderId?: bigint; limit: number },
): Promise<ConversationRow[]> {
  const scope = scopedSql(tx.scope, 'c', 4);
  return tx.query<ConversationRow>(
    `SELECT ${COLUMNS} FROM ${FROM}
     WHERE c.customer_id = $1 AND ($2::bigint IS NULL OR c.order_id = $2) AND ${scope.text}
       AND greatest(c.buyer_wrote_id, c.seller_wrote_id, c.admin_wrote_id) > 0
     ORDER BY c.last_message_at DESC, c.id DESC LIMIT $3`,
    [o.customerId, o.orderId ?? null, o.limit, ...scope.values],
  );
}

export type ConversationFilter = { status: ConversationView; q: string };

export const UNREAD = {
  vendor: 'greatest(c.buyer_wrote_id, c.admin_wrote_id) > c.seller_read_id',
  marketplace: 'greatest(c.buyer_wrote_id, c.seller_wrote_id) > c.admin_read_id',
};

function viewSql(view: ConversationView, isMarketplace: boolean): string {
  // What was archived is gone for its vendor.
  if (view === 'archived') return isMarketplace ? 'c.archived_at IS NOT NULL' : 'false';
  // A conversation that was opened and in which nobody wrote is none to read yet.
  const open = 'c.archived_at IS NULL AND greatest(c.buyer_wrote_id, c.seller_wrote_id, c.admin_wrote_id) > 0';
  if (view === 'unread') return `${open} AND ${isMarketplace ? UNREAD.marketplace : UNREAD.vendor}`;
  if (view === 'unanswered')
    return `${open} AND c.last_sender = CASE WHEN c.buyer_key = '${MARKETPLACE}' THEN 'admin' ELSE 'buyer' END`;
  // What its buyer reported is not for a vendor to know.
  const isReported = isMarketplace ? 'c.reported_at IS NOT NULL' : isReportedBy('seller');
  return view === 'reported' ? `${open} AND ${isReported}` : open;
}

/** What a search finds. Vendors search what they can read: masked texts, and no address. */
function buildWhere(tx: SqlTx, q: string): { text: string; values: SqlValue[] } {
  const scope = scopedSql(tx.scope, 'c', 1);
  const values: SqlValue[] = [...scope.values];
  if (q === '') return { text: scope.text, values };
  values.push(q);
  const pattern = `souk_search_pattern($${values.length})`;
  const isMarketplace = tx.scope.vendor === '*';
  const columns = ['c.buyer_name', 'c.product_title', 'c.order_name', 'v.name', ...(isMarketplace ? ['c.email'] : [])];
  const inMessages = `EXISTS (SELECT 1 FROM conversation_messages m WHERE m.store_id = c.store_id AND m.conversation_id = c.id
    AND souk_search_form(m.text) LIKE ${pattern})`;
  const inOriginals = `EXISTS (SELECT 1 FROM conversation_messages m JOIN conversation_originals o ON o.store_id = m.store_id AND o.message_id = m.id
    WHERE m.store_id = c.store_id AND m.conversation_id = c.id AND souk_search_form(o.text) LIKE ${pattern})`;
  const found = columns.map((column) => `souk_search_form(${column}) LIKE ${pattern}`);
  return {
    text: `${scope.text} AND (${[...found, inMessages, ...(isMarketplace ? [inOriginals] : [])].join(' OR ')})`,
    values,
  };
}

/** A page of conversations, the one with the newest message first; one row more where there is more. */
export function listConversations(
  tx: SqlTx,
  filter: ConversationFilter,
  place: { page: number; after: Cursor | undefined },
): Promise<ConversationRow[]> {
  const where = buildWhere(tx, filter.q);
  const values = [...where.values];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = place.after
    ? `AND (c.last_message_at, c.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE;
  return tx.query<ConversationRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${where.text} AND ${viewSql(filter.status, tx.scope.vendor === '*')} ${after}
     ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${bind(PAGE_SIZE + 1)} OFFSET ${bind(offset)}`,
    values,
  );
}

/** How many conversations each view holds, of those that a search finds. */
export async function countConversations(tx: SqlTx, q: string): Promise<Record<ConversationView, number>> {
  const where = buildWhere(tx, q);
  const counts = CONVERSATION_VIEWS.map(
    (view) => `count(*) FILTER (WHERE ${viewSql(view, tx.scope.vendor === '*')})::int AS "${view}"`,
  );
  const [row] = await tx.query<Record<ConversationView, number>>(
    `SELECT ${counts.join(', ')} FROM ${FROM} WHERE ${where.text}`,
    where.values,
  );
  return row ?? { all: 0, unread: 0, unanswered: 0, reported: 0, archived: 0 };
}

/** Notes that the buyer was here by the link of a mail. */
export async function markProven(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query('UPDATE conversations SET proven_at = $3 WHERE store_id = $1 AND id = $2 AND proven_at IS NULL', [
    tx.scope.storeId,
    id,
    at,
  ]);
}

/** Notes when the next mail about a conversation goes to a side. */
export async function setMailAt(tx: SqlTx, id: bigint, side: Side, at: Date): Promise<void> {
  await tx.query(`UPDATE conversations SET ${side}_mail_at = $3 WHERE store_id = $1 AND id = $2`, [
    tx.scope.storeId,
    id,
    at,
  ]);
}

/** Takes conversations out of both sides' sight, or brings them back. Links that were mailed before end. */
export async function setArchived(tx: SqlTx, ids: readonly bigint[], at: Date | null): Promise<void> {
  await tx.query(
    `UPDATE conversations SET archived_at = $3, generation = generation + 1
     WHERE store_id = $1 AND id = ANY($2::bigint[]) AND (archived_at IS NULL) <> ($3::timestamptz IS NULL)`,
    [tx.scope.storeId, [...ids], at],
  );
}

/** The conversations of a buyer, by what it is known by, and by the address that its mails go to. */
export async function listIdsOfBuyer(
  tx: SqlTx,
  o: { keys: readonly string[]; email: string | null },
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT id FROM conversations WHERE store_id = $1 AND buyer_key <> '${MARKETPLACE}' AND (buyer_key = ANY($2::text[]) OR email = $3)
     ORDER BY id`,
    [tx.scope.storeId, [...o.keys], o.email],
  );
  return rows.map(({ id }) => id);
}

/** An id that a conversation could have had: nothing of a dropped message tells it from a kept one. */
export async function takeId(tx: SqlTx): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(`SELECT nextval('conversations_id_seq') AS id`);
  invariant(row, 'a sequence gives its next number');
  return row.id;
}
