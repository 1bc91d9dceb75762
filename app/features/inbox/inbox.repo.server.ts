import { PAGE_SIZE } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { FormField } from '../messages/contact/contact.ts';
import { MARKETPLACE } from '../messages/conversations/conversation.ts';
import { OFFER_STATUSES } from '../offers/offer.ts';
import type { InboxCursor, InboxKind, InboxState } from './inbox.ts';

/** A row of any kind; what its kind does not have is null. `state` is the offer's status, or what a conversation or message is beside unread. */
export type InboxRow = {
  kind: InboxKind;
  id: bigint;
  at: Date;
  isUnread: boolean;
  vendor: string | null;
  who: string;
  email: string | null;
  /** A conversation of the marketplace itself with a vendor. */
  isOfMarketplace: boolean;
  text: string;
  fields: readonly FormField[] | null;
  about: string;
  imageUrl: string | null;
  priceMinor: bigint | null;
  currency: string | null;
  quantity: number | null;
  state: string;
};

export type InboxFilter = {
  kinds: readonly InboxKind[];
  state: InboxState | undefined;
  /** Whose contact messages, in the marketplace view. */
  for: 'marketplace' | 'vendors' | undefined;
  q: string;
};

/** One kind as a part of the list: where its rows are, what is unread of them, and what each state and a search find. */
type Source = {
  alias: string;
  from: string;
  at: string;
  columns: string;
  isUnread: string;
  /** Rows without a state filter. */
  isListed: string;
  states: Partial<Record<InboxState, string>>;
  search: (pattern: string) => string;
};

const isReportedBySeller = `EXISTS (SELECT 1 FROM conversation_reports r
  WHERE r.store_id = c.store_id AND r.conversation_id = c.id AND r.side = 'seller')`;

/** Conversations; one in which nobody wrote is none to read yet, and what its buyer reported is not for a vendor to know. */
function conversations(isMarketplace: boolean): Source {
  const isReported = isMarketplace ? 'c.reported_at IS NOT NULL' : isReportedBySeller;
  const isUnread = isMarketplace
    ? `(c.reported_at IS NOT NULL OR (c.buyer_key = '${MARKETPLACE}' AND c.seller_wrote_id > c.admin_read_id))`
    : 'greatest(c.buyer_wrote_id, c.admin_wrote_id) > c.seller_read_id';
  const isUnanswered = `c.last_sender = CASE WHEN c.buyer_key = '${MARKETPLACE}' THEN 'admin' ELSE 'buyer' END`;
  const isListed = '(c.archived_at IS NULL AND greatest(c.buyer_wrote_id, c.seller_wrote_id, c.admin_wrote_id) > 0)';
  const inMessages = (pattern: string) => `EXISTS (SELECT 1 FROM conversation_messages x WHERE x.store_id = c.store_id
    AND x.conversation_id = c.id AND souk_search_form(x.text) LIKE ${pattern})`;
  const inOriginals = (pattern: string) => `EXISTS (SELECT 1 FROM conversation_messages x JOIN conversation_originals y
    ON y.store_id = x.store_id AND y.message_id = x.id
    WHERE x.store_id = c.store_id AND x.conversation_id = c.id AND souk_search_form(y.text) LIKE ${pattern})`;
  return {
    alias: 'c',
    from: `conversations c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
      LEFT JOIN products p ON p.store_id = c.store_id AND p.id = c.product_id`,
    at: 'c.last_message_at',
    columns: `v.name AS vendor, c.buyer_name AS who, ${isMarketplace ? 'c.email' : 'NULL::text'} AS email,
      c.buyer_key = '${MARKETPLACE}' AS "isOfMarketplace", c.last_message AS text, NULL::jsonb AS fields,
      coalesce(c.product_title, c.order_name, '') AS about, p.image_url AS "imageUrl",
      NULL::bigint AS "priceMinor", NULL::text AS currency, NULL::int AS quantity,
      CASE WHEN c.archived_at IS NOT NULL THEN 'archived' WHEN ${isReported} THEN 'reported'
        WHEN ${isUnanswered} THEN 'unanswered' ELSE '' END AS state`,
    isUnread: `(c.archived_at IS NULL AND ${isUnread})`,
    isListed,
    states: {
      unread: `(c.archived_at IS NULL AND ${isUnread})`,
      unanswered: `(${isListed} AND ${isUnanswered})`,
      reported: `(${isListed} AND ${isReported})`,
      ...(isMarketplace ? { archived: 'c.archived_at IS NOT NULL' } : {}),
    },
    search: (pattern) =>
      [
        ...['c.buyer_name', 'c.product_title', 'c.order_name', 'v.name', ...(isMarketplace ? ['c.email'] : [])].map(
          (column) => `souk_search_form(${column}) LIKE ${pattern}`,
        ),
        inMessages(pattern),
        ...(isMarketplace ? [inOriginals(pattern)] : []),
      ].join(' OR '),
  };
}

/** Offers; a pending one waits for its seller. */
function offers(isMarketplace: boolean): Source {
  const columns = ['o.product_title', 'o.variant_title', 'v.name', ...(isMarketplace ? ['o.email'] : [])];
  const isPending = `(o.status = 'pending')`;
  return {
    alias: 'o',
    from: 'offers o JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id',
    at: 'o.created_at',
    columns: `v.name AS vendor, '' AS who, o.email, false AS "isOfMarketplace", o.variant_title AS text, NULL::jsonb AS fields,
      o.product_title AS about, o.image_url AS "imageUrl", o.price_minor AS "priceMinor", o.currency, o.quantity, o.status AS state`,
    isUnread: isPending,
    isListed: 'true',
    states: {
      unread: isPending,
      ...Object.fromEntries(OFFER_STATUSES.map((status) => [status, `o.status = '${status}'`])),
    },
    search: (pattern) => columns.map((column) => `souk_search_form(${column}) LIKE ${pattern}`).join(' OR '),
  };
}

/** Contact messages; the marketplace's own unread ones are those that nobody but it will read. */
function contactMessages(isMarketplace: boolean): Source {
  const isUnread = `(m.archived_at IS NULL AND m.read_at IS NULL${isMarketplace ? ' AND m.vendor_id IS NULL' : ''})`;
  return {
    alias: 'm',
    from: 'contact_messages m LEFT JOIN vendors v ON v.store_id = m.store_id AND v.id = m.vendor_id',
    at: 'm.received_at',
    columns: `v.name AS vendor, m.name AS who, m.email, false AS "isOfMarketplace", left(m.body, 300) AS text, m.fields, '' AS about,
      NULL::text AS "imageUrl", NULL::bigint AS "priceMinor", NULL::text AS currency, NULL::int AS quantity,
      CASE WHEN m.archived_at IS NOT NULL THEN 'archived' ELSE '' END AS state`,
    isUnread,
    isListed: 'm.archived_at IS NULL',
    states: { unread: isUnread, archived: 'm.archived_at IS NOT NULL' },
    search: (pattern) => `m.search_text LIKE ${pattern} OR souk_search_form(v.name) LIKE ${pattern}`,
  };
}

const SOURCES: Readonly<Record<InboxKind, (isMarketplace: boolean) => Source>> = {
  conversation: conversations,
  offer: offers,
  message: contactMessages,
};

/** The values of a statement over the scope, and what each kind is narrowed by. */
function buildSources(tx: SqlTx, filter: Omit<InboxFilter, 'state'>) {
  const values: SqlValue[] = [...scopedSql(tx.scope, 'c', 1).values];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const pattern = filter.q === '' ? undefined : `souk_search_pattern(${bind(filter.q)})`;
  const sources = filter.kinds.map((kind) => {
    const source = SOURCES[kind](tx.scope.vendor === '*');
    const conditions = [scopedSql(tx.scope, source.alias, 1).text];
    if (pattern !== undefined) conditions.push(`(${source.search(pattern)})`);
    if (kind === 'message' && filter.for !== undefined)
      conditions.push(`m.vendor_id IS ${filter.for === 'vendors' ? 'NOT NULL' : 'NULL'}`);
    return { ...source, kind, where: conditions.join(' AND ') };
  });
  return { values, bind, sources };
}

const inState = (source: Source, state: InboxState | undefined): string =>
  state === undefined ? source.isListed : (source.states[state] ?? 'false');

/**
 * A page of the inbox, unread first, then the newest; one row more than a page where there is more. `before` reads the page that
 * ends before a place, in the same order. One statement over tables of other features.
 */
export async function listInbox(
  tx: SqlTx,
  filter: InboxFilter,
  place: { after?: InboxCursor | undefined; before?: InboxCursor | undefined },
): Promise<InboxRow[]> {
  const { values, bind, sources } = buildSources(tx, filter);
  const isBackwards = place.before !== undefined;
  const from = place.before ?? place.after;
  const cursor = from && {
    isUnread: from.isUnread,
    text: `(${bind(from.at)}::timestamptz, ${bind(from.kind)}::text, ${bind(from.id)}::bigint)`,
  };
  const limit = bind(PAGE_SIZE + 1);
  const direction = isBackwards ? 'ASC' : 'DESC';
  // Unread rows and the others are read apart: each half walks an index of its own and ends after a page.
  const halves = [true, false].filter(
    (isUnread) => cursor === undefined || isUnread === cursor.isUnread || isUnread === isBackwards,
  );
  const parts = sources.flatMap((source) =>
    halves.map((isUnread) => {
      const at = `(${source.at}, '${source.kind}', ${source.alias}.id)`;
      const beyond = cursor?.isUnread === isUnread ? `AND ${at} ${isBackwards ? '>' : '<'} ${cursor.text}` : '';
      return `(SELECT '${source.kind}' AS kind, ${source.alias}.id, ${source.at} AS at, ${String(isUnread)} AS "isUnread", ${source.columns}
        FROM ${source.from} WHERE ${source.where} AND ${inState(source, filter.state)}
          AND ${isUnread ? source.isUnread : `NOT ${source.isUnread}`} ${beyond}
        ORDER BY ${source.at} ${direction}, ${source.alias}.id ${direction} LIMIT ${limit})`;
    }),
  );
  if (parts.length === 0) return [];
  const rows = await tx.query<InboxRow>(
    `SELECT i.* FROM (${parts.join(' UNION ALL ')}) i
     ORDER BY i."isUnread" ${direction}, i.at ${direction}, i.kind ${direction}, i.id ${direction} LIMIT ${limit}`,
    values,
  );
  return isBackwards ? rows.reverse() : rows;
}

export type InboxCounts = Record<InboxKind, { count: number; unread: number }>;

/** How many rows of each kind a filter finds, and how many of the kind are unread, in one statement. */
export async function countInbox(tx: SqlTx, filter: InboxFilter): Promise<InboxCounts> {
  const { values, sources } = buildSources(tx, filter);
  const none = { count: 0, unread: 0 };
  const counts: InboxCounts = { conversation: none, offer: none, message: none };
  if (sources.length === 0) return counts;
  const rows = await tx.query<{ kind: InboxKind; count: number; unread: number }>(
    sources
      .map(
        (
          source,
        ) => `SELECT '${source.kind}' AS kind, count(*) FILTER (WHERE ${inState(source, filter.state)})::int AS count,
           count(*) FILTER (WHERE ${source.isUnread})::int AS unread FROM ${source.from} WHERE ${source.where}`,
      )
      .join(' UNION ALL '),
    values,
  );
  for (const { kind, count, unread } of rows) counts[kind] = { count, unread };
  return counts;
}
