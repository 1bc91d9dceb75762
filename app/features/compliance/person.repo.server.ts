import { normaliseEmail } from '#app/core/text/email-address.ts';
import type { SqlTx } from '#app/server/db.server.ts';

export type PersonOrder = {
  id: string;
  name: string | null;
  orderedAt: Date | null;
  currency: string | null;
  totalMinor: bigint | null;
  buyer: {
    name: string | null;
    email: string | null;
    phone: string | null;
    shippingAddress: unknown;
    billingAddress: unknown;
    note: string | null;
    attributes: unknown;
  };
};

/** Everything that orders hold about a person, oldest first. */
export async function listOrdersOf(tx: SqlTx, orderIds: readonly bigint[]): Promise<PersonOrder[]> {
  return tx.query<PersonOrder>(
    `SELECT b.order_id::text AS id, o.name, o.ordered_at AS "orderedAt", o.currency, o.total_minor AS "totalMinor",
       jsonb_build_object('name', b.name, 'email', b.email, 'phone', b.phone, 'shippingAddress', b.shipping_address,
         'billingAddress', b.billing_address, 'note', b.note, 'attributes', b.attributes) AS buyer
     FROM order_buyers b LEFT JOIN orders o ON o.store_id = b.store_id AND o.id = b.order_id
     WHERE b.store_id = $1 AND b.order_id = ANY($2::bigint[]) AND NOT b.redacted ORDER BY o.ordered_at, b.order_id`,
    [tx.scope.storeId, [...orderIds]],
  );
}

/** What was bought in orders, and the fulfillments it went out in. */
export async function listGoodsOf(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<{
  lines: {
    orderId: string;
    title: string;
    variant: string;
    sku: string;
    quantity: number;
    properties: { name: string; value: string }[];
    vendor: string | null;
  }[];
  fulfillments: {
    orderId: string;
    carrier: string | null;
    tracking: string | null;
    sentAt: Date;
    vendor: string | null;
  }[];
}> {
  const values = [tx.scope.storeId, [...orderIds]];
  return {
    lines: await tx.query(
      `SELECT l.order_id::text AS "orderId", l.title, l.variant_title AS variant, l.sku, l.quantity, coalesce(l.properties, '[]') AS properties, v.name AS vendor
       FROM order_lines l LEFT JOIN vendors v ON v.store_id = l.store_id AND v.id = l.vendor_id
       WHERE l.store_id = $1 AND l.order_id = ANY($2::bigint[]) ORDER BY l.order_id, l.position`,
      values,
    ),
    fulfillments: await tx.query(
      `SELECT f.order_id::text AS "orderId", f.carrier, f.tracking, f.created_at AS "sentAt", v.name AS vendor
       FROM fulfillments f LEFT JOIN vendors v ON v.store_id = f.store_id AND v.id = f.vendor_id
       WHERE f.store_id = $1 AND f.order_id = ANY($2::bigint[]) ORDER BY f.order_id, f.created_at, f.id`,
      values,
    ),
  };
}

/** The invoices and credit notes that were issued to the person, as they name the person. */
export async function listDocumentsOf(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<{ orderId: string; kind: string; number: string; issuedAt: Date; seller: string; buyer: unknown }[]> {
  return tx.query(
    `SELECT order_id::text AS "orderId", kind, number, issued_at AS "issuedAt", seller->>'trade' AS seller, buyer
     FROM documents WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND buyer IS NOT NULL ORDER BY order_id, issued_at, id`,
    [tx.scope.storeId, [...orderIds]],
  );
}

/** An offer that somebody made; prices of one unit in minor units. */
export type OfferOfPerson = {
  product: string;
  variant: string;
  vendor: string;
  quantity: number;
  currency: string;
  offeredMinor: bigint;
  priceMinor: bigint;
  status: string;
  order: string | null;
  madeAt: Date;
};

/** What a person and vendors wrote to each other: the person's own words as they were typed, those of others as the person reads them. */
export function listConversationsOf(
  tx: SqlTx,
  o: { customerId: bigint | null; email: string | null },
): Promise<
  {
    vendor: string;
    about: string;
    name: string;
    messages: { sender: string; text: string; picture: boolean; at: Date }[];
  }[]
> {
  return tx.query(
    `SELECT v.name AS vendor, coalesce(c.product_title, c.order_name, '') AS about, c.buyer_name AS name,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('sender', m.sender, 'at', m.created_at, 'picture', m.picture_key IS NOT NULL,
          'text', CASE WHEN m.sender = 'buyer' THEN coalesce(o.text, m.text) ELSE m.text END) ORDER BY m.id), '[]')
        FROM conversation_messages m LEFT JOIN conversation_originals o ON o.store_id = m.store_id AND o.message_id = m.id
        WHERE m.store_id = c.store_id AND m.conversation_id = c.id) AS messages
     FROM conversations c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
     WHERE c.store_id = $1 AND (c.customer_id = $2 OR c.email = $3) ORDER BY c.id LIMIT 1000`,
    [tx.scope.storeId, o.customerId, o.email === null ? null : normaliseEmail(o.email)],
  );
}

/** What else is known under an e-mail address: mails that went to it, applications, accounts, messages, subscriptions. */
export async function listByAddress(tx: SqlTx, address: string) {
  const values = [tx.scope.storeId, normaliseEmail(address)];
  return {
    mails: await tx.query<{ template: string; state: string; error: string | null; sentAt: Date | null }>(
      `SELECT template, state, error, sent_at AS "sentAt" FROM mails WHERE store_id = $1 AND lower(to_address) = $2 ORDER BY id LIMIT 10000`,
      values,
    ),
    applications: await tx.query<{ vendorName: string; fields: unknown; status: string; receivedAt: Date }>(
      `SELECT vendor_name AS "vendorName", fields, status, received_at AS "receivedAt" FROM vendor_applications
       WHERE store_id = $1 AND lower(email) = $2 ORDER BY id LIMIT 1000`,
      values,
    ),
    messages: await tx.query<{ name: string; body: string; fields: unknown; vendor: string | null; receivedAt: Date }>(
      `SELECT m.name, m.body, m.fields, v.name AS vendor, m.received_at AS "receivedAt"
       FROM contact_messages m LEFT JOIN vendors v ON v.store_id = m.store_id AND v.id = m.vendor_id
       WHERE m.store_id = $1 AND m.email = $2 ORDER BY m.id LIMIT 10000`,
      values,
    ),
    offers: await tx.query<OfferOfPerson>(
      `SELECT o.product_title AS product, o.variant_title AS variant, v.name AS vendor, o.quantity, o.currency,
         o.buyer_minor AS "offeredMinor", o.price_minor AS "priceMinor", o.status, o.order_name AS "order",
         o.created_at AS "madeAt"
       FROM offers o JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id
       WHERE o.store_id = $1 AND o.email = $2 ORDER BY o.id LIMIT 10000`,
      values,
    ),
    subscriptions: await tx.query<{ status: string; source: string; createdAt: Date; confirmedAt: Date | null }>(
      `SELECT status, source, created_at AS "createdAt", confirmed_at AS "confirmedAt", unsubscribed_at AS "unsubscribedAt"
       FROM subscribers WHERE store_id = $1 AND email = $2`,
      values,
    ),
    suppressions: await tx.query<{ kind: string; detail: string; createdAt: Date }>(
      `SELECT kind, detail, created_at AS "createdAt" FROM mail_suppressions WHERE store_id = $1 AND email = $2`,
      values,
    ),
    leftNotices: await tx.query<{ notice: string; createdAt: Date }>(
      `SELECT notice, created_at AS "createdAt" FROM mail_opt_outs WHERE store_id = $1 AND email = $2`,
      values,
    ),
    accounts: await tx.query<{ name: string; role: string; createdAt: Date }>(
      `SELECT name, role, created_at AS "createdAt" FROM users WHERE store_id = $1 AND lower(email) = $2`,
      values,
    ),
  };
}
