import type { SqlTx } from '#app/server/db.server.ts';
import type { OfferStatus } from '../../offers/offer.ts';

const MAX_ADDRESSES = 20;

/** The addresses by which a customer ordered or wrote, as they were typed and in small letters; and whether they are known at all. */
export async function findAddresses(tx: SqlTx, customerId: bigint): Promise<{ isKnown: boolean; emails: string[] }> {
  const [row] = await tx.query<{ count: number; typed: string[] | null }>(
    `SELECT count(*)::int AS count, array_agg(DISTINCT email) FILTER (WHERE email IS NOT NULL) AS typed FROM (
       (SELECT b.email FROM order_buyers b WHERE b.store_id = $1 AND b.customer_id = $2 LIMIT 200)
       UNION ALL (SELECT c.email FROM conversations c WHERE c.store_id = $1 AND c.customer_id = $2 LIMIT 200)) found`,
    [tx.scope.storeId, customerId],
  );
  const typed = (row?.typed ?? []).slice(0, MAX_ADDRESSES);
  const emails = [...new Set([...typed, ...typed.map((email) => email.toLowerCase())])];
  return { isKnown: row !== undefined && row.count > 0, emails };
}

type By = { customerId: bigint; emails: readonly string[]; limit: number };
export type BuyerConversation = { id: bigint; vendor: string; about: string; text: string; at: Date };

/** The conversations of a customer with vendors, the newest message first. */
export function listConversations(tx: SqlTx, { customerId, emails, limit }: By): Promise<BuyerConversation[]> {
  return tx.query<BuyerConversation>(
    `SELECT c.id, v.name AS vendor, coalesce(c.product_title, c.order_name, '') AS about, c.last_message AS text, c.last_message_at AS at
     FROM conversations c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
     WHERE c.store_id = $1 AND (c.customer_id = $2 OR c.email = ANY($3::text[]))
     ORDER BY c.last_message_at DESC, c.id DESC LIMIT $4`,
    [tx.scope.storeId, customerId, [...emails], limit],
  );
}

export type BuyerOffer = {
  id: bigint;
  vendor: string;
  title: string;
  variantTitle: string;
  quantity: number;
  priceMinor: bigint;
  currency: string;
  status: OfferStatus;
  at: Date;
};

/** The offers that were made from some addresses, the newest first. */
export function listOffers(tx: SqlTx, { emails, limit }: Omit<By, 'customerId'>): Promise<BuyerOffer[]> {
  return tx.query<BuyerOffer>(
    `SELECT o.id, v.name AS vendor, o.product_title AS title, o.variant_title AS "variantTitle", o.quantity, o.price_minor AS "priceMinor",
       o.currency, o.status, o.updated_at AS at
     FROM offers o JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id
     WHERE o.store_id = $1 AND o.email = ANY($2::text[]) ORDER BY o.created_at DESC, o.id DESC LIMIT $3`,
    [tx.scope.storeId, [...emails], limit],
  );
}
