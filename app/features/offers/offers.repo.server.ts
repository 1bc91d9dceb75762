import type { Offer } from '@prisma/client';
import { PAGE_SIZE, type Cursor } from '#app/core/paging.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import { OFFER_STATUSES, type OfferStatus, type RejectedBy } from './offer.ts';

export type OfferRow = Omit<Offer, 'status' | 'rejectedBy'> & {
  status: OfferStatus;
  rejectedBy: RejectedBy | null;
  vendor: string;
};

const COLUMNS = `o.id, o.store_id AS "storeId", o.vendor_id AS "vendorId", o.product_id AS "productId", o.variant_id AS "variantId",
  o.product_title AS "productTitle", o.variant_title AS "variantTitle", o.image_url AS "imageUrl", o.email, o.customer_id AS "customerId", o.locale, o.quantity,
  o.currency, o.listed_minor AS "listedMinor", o.minimum_minor AS "minimumMinor", o.buyer_minor AS "buyerMinor",
  o.price_minor AS "priceMinor", o.status, o.version, o.rejected_by AS "rejectedBy", o.created_at AS "createdAt",
  o.updated_at AS "updatedAt", o.expires_at AS "expiresAt", o.draft_key AS "draftKey", o.draft_sent_at AS "draftSentAt",
  o.draft_id AS "draftId", o.draft_ended_at AS "draftEndedAt", o.invoice_url AS "invoiceUrl", o.order_id AS "orderId", o.order_name AS "orderName",
  o.paid_at AS "paidAt", o.paid_late AS "paidLate", v.name AS vendor`;
const FROM = 'offers o JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id';

export type OfferedVariant = {
  vendorId: bigint;
  productId: bigint;
  productTitle: string;
  variantTitle: string;
  imageUrl: string | null;
  priceMinor: bigint;
};

/** A variant that buyers can make offers for: of an active product of an active vendor. Needs the marketplace's scope. */
export async function findOfferable(tx: SqlTx, variantId: bigint): Promise<OfferedVariant | undefined> {
  // One statement over tables of other features, as the list of the catalogue's offers.
  const [row] = await tx.query<OfferedVariant>(
    `SELECT p.vendor_id AS "vendorId", p.id AS "productId", p.title AS "productTitle", p.image_url AS "imageUrl",
       CASE WHEN v.title = 'Default Title' THEN '' ELSE v.title END AS "variantTitle", v.price_minor AS "priceMinor"
     FROM variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id
     JOIN vendors s ON s.store_id = p.store_id AND s.id = p.vendor_id
     WHERE v.store_id = $1 AND v.id = $2 AND p.deleted_at IS NULL AND p.status = 'ACTIVE' AND s.status = 'active' AND s.deleted_at IS NULL`,
    [tx.scope.storeId, variantId],
  );
  return row;
}

export type NewOffer = OfferedVariant & {
  variantId: bigint;
  email: string;
  customerId: bigint | null;
  locale: string;
  quantity: number;
  currency: string;
  minimumMinor: bigint;
  offeredMinor: bigint;
  draftKey: string;
  at: Date;
  expiresAt: Date;
};

/** Keeps an offer; undefined where the address has an open one for the variant. */
export async function insertOffer(tx: SqlTx, offer: NewOffer): Promise<bigint | undefined> {
  // The partial index decides about two at once, which the ORM cannot name.
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO offers (store_id, vendor_id, product_id, variant_id, product_title, variant_title, image_url, email, locale, quantity,
       currency, listed_minor, minimum_minor, buyer_minor, price_minor, status, created_at, updated_at, expires_at, draft_key, customer_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, 'pending', $15, $15, $16, $17, $18)
     ON CONFLICT (store_id, email, variant_id) WHERE status IN ('pending', 'countered', 'accepted') DO NOTHING RETURNING id`,
    [
      tx.scope.storeId,
      offer.vendorId,
      offer.productId,
      offer.variantId,
      offer.productTitle,
      offer.variantTitle,
      offer.imageUrl,
      offer.email,
      offer.locale,
      offer.quantity,
      offer.currency,
      offer.priceMinor,
      offer.minimumMinor,
      offer.offeredMinor,
      offer.at,
      offer.expiresAt,
      offer.draftKey,
      offer.customerId,
    ],
  );
  return row?.id;
}

/** An offer of the scope; with a lock nobody else changes it until the transaction ends. */
export async function findOffer(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<OfferRow | undefined> {
  const scope = scopedSql(tx.scope, 'o', 2);
  const [row] = await tx.query<OfferRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE o.id = $1 AND ${scope.text}${o.lock ? ' FOR UPDATE OF o' : ''}`,
    [id, ...scope.values],
  );
  return row;
}

/** Whether an offer is a customer's: made while the platform vouched for them, or paid by an order of theirs. */
const IS_CUSTOMERS = `(o.customer_id = $1 OR EXISTS (SELECT 1 FROM order_buyers b
  WHERE b.store_id = o.store_id AND b.order_id = o.order_id AND b.customer_id = $1))`;

/** The offers of a customer of the store that were not erased, the newest first. */
export function listOfCustomer(tx: SqlTx, o: { customerId: bigint; limit: number }): Promise<OfferRow[]> {
  const scope = scopedSql(tx.scope, 'o', 3);
  return tx.query<OfferRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${IS_CUSTOMERS} AND o.email IS NOT NULL AND ${scope.text}
     ORDER BY o.created_at DESC, o.id DESC LIMIT $2`,
    [o.customerId, o.limit, ...scope.values],
  );
}

/** An offer of the scope that is a customer's; undefined for anybody else's. With a lock it stays until the transaction ends. */
export async function findOfCustomer(
  tx: SqlTx,
  { customerId, id }: { customerId: bigint; id: bigint },
  o: { lock?: boolean } = {},
): Promise<OfferRow | undefined> {
  const scope = scopedSql(tx.scope, 'o', 3);
  const [row] = await tx.query<OfferRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${IS_CUSTOMERS} AND o.id = $2 AND o.email IS NOT NULL AND ${scope.text}${o.lock ? ' FOR UPDATE OF o' : ''}`,
    [customerId, id, ...scope.values],
  );
  return row;
}

/** The offer of the scope that an order was placed for. */
export async function findIdByOrder(tx: SqlTx, orderId: bigint): Promise<bigint | undefined> {
  const scope = scopedSql(tx.scope, 'o', 2);
  const [row] = await tx.query<{ id: bigint }>(
    `SELECT o.id FROM offers o WHERE o.order_id = $1 AND ${scope.text} ORDER BY o.id LIMIT 1`,
    [orderId, ...scope.values],
  );
  return row?.id;
}

/** Locks the offer of an order's attribute. */
export async function findByKey(tx: SqlTx, draftKey: string): Promise<OfferRow | undefined> {
  const [row] = await tx.query<OfferRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE o.store_id = $1 AND o.draft_key = $2 FOR UPDATE OF o`,
    [tx.scope.storeId, draftKey],
  );
  return row;
}

/** The offer of a draft order that the platform told of. */
export async function findIdByDraft(tx: SqlTx, draftId: bigint): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>('SELECT id FROM offers WHERE store_id = $1 AND draft_id = $2', [
    tx.scope.storeId,
    draftId,
  ]);
  return row?.id;
}

type Written = Partial<
  Pick<
    Offer,
    | 'status'
    | 'listedMinor'
    | 'minimumMinor'
    | 'priceMinor'
    | 'buyerMinor'
    | 'rejectedBy'
    | 'updatedAt'
    | 'expiresAt'
    | 'draftSentAt'
    | 'draftId'
    | 'invoiceUrl'
    | 'orderId'
    | 'orderName'
    | 'paidAt'
    | 'paidLate'
  >
>;

const NAMES: Record<keyof Written, string> = {
  status: 'status',
  listedMinor: 'listed_minor',
  minimumMinor: 'minimum_minor',
  priceMinor: 'price_minor',
  buyerMinor: 'buyer_minor',
  rejectedBy: 'rejected_by',
  updatedAt: 'updated_at',
  expiresAt: 'expires_at',
  draftSentAt: 'draft_sent_at',
  draftId: 'draft_id',
  invoiceUrl: 'invoice_url',
  orderId: 'order_id',
  orderName: 'order_name',
  paidAt: 'paid_at',
  paidLate: 'paid_late',
};

/**
 * Marks an accepted offer as being invoiced now: `wasSent` says that an earlier call may have made its draft order. Undefined where there
 * is nothing to invoice any more.
 */
export async function markInvoicing(
  tx: SqlTx,
  id: bigint,
  at: Date,
): Promise<{ offer: OfferRow; wasSent: boolean } | undefined> {
  // One statement looks and marks; what stood before comes from the row that it locks.
  const [marked] = await tx.query<{ wasSent: boolean }>(
    `UPDATE offers o SET draft_sent_at = coalesce(o.draft_sent_at, $3)
     FROM (SELECT id, draft_sent_at FROM offers WHERE store_id = $1 AND id = $2 FOR UPDATE) before
     WHERE o.id = before.id AND o.store_id = $1 AND o.status = 'accepted' AND o.email IS NOT NULL AND o.invoice_url IS NULL
       AND o.order_id IS NULL
     RETURNING before.draft_sent_at IS NOT NULL AS "wasSent"`,
    [tx.scope.storeId, id, at],
  );
  const offer = marked && (await findOffer(tx, id));
  return offer && { offer, wasSent: marked.wasSent };
}

/** Offers that have a draft order and no order yet, beyond an id. */
export async function listDrafted(tx: SqlTx, after: bigint, limit: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT id FROM offers WHERE store_id = $1 AND draft_id IS NOT NULL AND status <> 'completed' AND id > $2 ORDER BY id LIMIT $3`,
    [tx.scope.storeId, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Keeps the draft order of an accepted offer. False where it ended since: nobody waits for the draft then. */
export async function saveDraft(tx: SqlTx, id: bigint, draftId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE offers SET draft_id = $3, version = version + 1 WHERE store_id = $1 AND id = $2 AND status = 'accepted' RETURNING id`,
    [tx.scope.storeId, id, draftId],
  );
  return rows.length > 0;
}

/** Marks an open offer whose time is over as being ended at the store. Undefined where it is not over, or has its order. */
export async function markEndRequested(tx: SqlTx, id: bigint, now: Date): Promise<OfferRow | undefined> {
  const rows = await tx.query(
    `UPDATE offers SET draft_ended_at = $3
     WHERE store_id = $1 AND id = $2 AND status IN ('pending', 'countered', 'accepted') AND order_id IS NULL
       AND expires_at <= $3 RETURNING id`,
    [tx.scope.storeId, id, now],
  );
  return rows.length > 0 ? findOffer(tx, id) : undefined;
}

/** Writes some columns of an offer that is locked; its version counts every change. */
export async function updateOffer(tx: SqlTx, id: bigint, values: Written): Promise<void> {
  // Jobs and webhooks write in transactions without the ORM.
  const entries = Object.entries(values) as [keyof Written, Exclude<Written[keyof Written], undefined>][];
  const set = entries.map(([key], index) => `${NAMES[key]} = $${index + 3}`);
  await tx.query(`UPDATE offers SET ${[...set, 'version = version + 1'].join(', ')} WHERE store_id = $1 AND id = $2`, [
    tx.scope.storeId,
    id,
    ...entries.map(([, value]) => value),
  ]);
}

export type OfferFilter = { status: OfferStatus | 'all'; q: string; byEmail: boolean };

function buildWhere(tx: SqlTx, filter: Omit<OfferFilter, 'status'>): { text: string; values: (string | bigint)[] } {
  const scope = scopedSql(tx.scope, 'o', 1);
  const values: (string | bigint)[] = [...scope.values];
  if (filter.q === '') return { text: scope.text, values };
  values.push(filter.q);
  const part = `souk_search_pattern($${values.length})`;
  const columns = ['o.product_title', 'o.variant_title', 'v.name', ...(filter.byEmail ? ['o.email'] : [])];
  return {
    text: `${scope.text} AND (${columns.map((column) => `souk_search_form(${column}) LIKE ${part}`).join(' OR ')})`,
    values,
  };
}

/** A page of offers, newest first; one row more where there is more. */
export function listOffers(
  tx: SqlTx,
  filter: OfferFilter,
  place: { page: number; after: Cursor | undefined },
): Promise<OfferRow[]> {
  const where = buildWhere(tx, filter);
  const values: (string | bigint | number | Date)[] = [...where.values];
  const bind = (value: string | bigint | number | Date): string => `$${values.push(value)}`;
  const status = filter.status === 'all' ? '' : `AND o.status = ${bind(filter.status)}`;
  const after = place.after
    ? `AND (o.created_at, o.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE;
  return tx.query<OfferRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${where.text} ${status} ${after}
     ORDER BY o.created_at DESC, o.id DESC LIMIT ${bind(PAGE_SIZE + 1)} OFFSET ${bind(offset)}`,
    values,
  );
}

/** How many offers there are in each status, of those that a search finds. */
export async function countOffers(
  tx: SqlTx,
  filter: Omit<OfferFilter, 'status'>,
): Promise<Record<OfferStatus | 'all', number>> {
  const where = buildWhere(tx, filter);
  const rows = await tx.query<{ status: OfferStatus; count: number }>(
    `SELECT o.status, count(*)::int AS count FROM ${FROM} WHERE ${where.text} GROUP BY o.status`,
    where.values,
  );
  const countOf = (status: OfferStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const counts = Object.fromEntries(OFFER_STATUSES.map((status) => [status, countOf(status)])) as Record<
    OfferStatus,
    number
  >;
  return { all: rows.reduce((sum, row) => sum + row.count, 0), ...counts };
}

/** How many offers wait for the seller, in the scope. */
export async function countPending(tx: SqlTx): Promise<number> {
  const scope = scopedSql(tx.scope, 'o', 1);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM offers o WHERE ${scope.text} AND o.status = 'pending'`,
    scope.values,
  );
  return row?.count ?? 0;
}
