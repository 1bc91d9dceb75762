import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { OperationRefused } from '#app/core/operation-refused.ts';
import { asCurrency, formatAmount, parseAmount } from '#app/core/money/money.ts';
import {
  LINE_ATTRIBUTE,
  type NewStoreOrder,
  type NewStoreOrderLine,
  type PlacedOrder,
  type ShippedUnits,
  type StoreAddress,
  type StoreOrderThere,
  type StoreRefusal,
  type StoreShipment,
} from '#app/core/own-store.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { splitName } from '#app/core/text/split-name.ts';
import { MAX_PAGE, type WooClient } from './client.server.ts';

/** What names an order of ours there. Names that begin with `_` are shown to no buyer. */
const ORDER_ATTRIBUTE = '_souk_order';
/** Where the plugins for tracking numbers keep them (WooCommerce Shipment Tracking, Advanced Shipment Tracking). */
const TRACKING = '_wc_shipment_tracking_items';
/** A search goes through so many pages of orders at most. */
const MAX_SEARCHED_PAGES = 20;
const MAX_DETAIL = 200;

const word = z.string().nullish().catch(null);
const meta = z.array(z.object({ key: z.string(), value: z.unknown() })).catch([]);
const orderSchema = z.object({
  id: z.number().int().positive(),
  number: z.coerce.string(),
  status: z.string(),
  date_modified_gmt: z.string(),
  meta_data: meta,
  line_items: z.array(z.object({ sku: word, quantity: z.number().int(), meta_data: meta })).catch([]),
});
type WooOrder = z.output<typeof orderSchema>;
const trackingSchema = z
  .array(
    z.object({
      tracking_provider: word,
      custom_tracking_provider: word,
      custom_tracking_link: word,
      tracking_number: word,
    }),
  )
  .catch([]);

const toPlaced = ({ id, number }: WooOrder): PlacedOrder => ({ id: BigInt(id), name: `#${number}` });
/** Times of the store without a zone are of UTC. */
const toDate = (gmt: string): Date => new Date(`${gmt.replace(/Z$/, '')}Z`);

/** Places a paid order. Without an email the store mails the buyer nothing. Throws platform_failed (502) where the outcome is unknown. */
export async function placeOrder(
  client: WooClient,
  order: NewStoreOrder,
): Promise<{ placed: PlacedOrder } | { refused: StoreRefusal }> {
  try {
    return { placed: toPlaced(await client.send('POST', 'orders', toOrderInput(order), orderSchema)) };
  } catch (error) {
    return { refused: toRefusal(error) };
  }
}

/** A refusal by the store's code: its words may repeat what the buyer typed. Whatever is no refusal is thrown on. */
function toRefusal(error: unknown): StoreRefusal {
  if (!(error instanceof OperationRefused) || error.isAccessDenied) throw error;
  return { isBusy: false, detail: error.detail.slice(0, MAX_DETAIL) };
}

/**
 * The order that was placed under an identifier: the store cannot search for it, so that the orders of that time are looked through.
 * Throws platform_failed (502) where there are too many to know.
 */
export async function findOrder(
  client: WooClient,
  { identifier, since }: { identifier: string; since: Date },
): Promise<PlacedOrder | undefined> {
  // Its clock may be another than ours.
  const after = new Date(since.getTime() - DAY_MS).toISOString();
  for (let page = 1; page <= MAX_SEARCHED_PAGES; page += 1) {
    const query = {
      page,
      per_page: MAX_PAGE,
      after,
      dates_are_gmt: 'true',
      orderby: 'id',
      order: 'desc',
      status: 'any',
    };
    const { items, isLast } = await client.list('orders', query, orderSchema);
    const found = items.find(({ meta_data }) => findMeta(meta_data, ORDER_ATTRIBUTE) === identifier);
    if (found) return toPlaced(found);
    if (isLast) return undefined;
  }
  throw new AppError('platform_failed');
}

/** When each of up to 100 orders changed last. */
export async function readOrderVersions(client: WooClient, ids: readonly bigint[]): Promise<Map<bigint, Date>> {
  if (ids.length === 0) return new Map();
  const query = { include: ids.join(','), per_page: MAX_PAGE, status: 'any' };
  const { items } = await client.list('orders', query, orderSchema);
  return new Map(items.map(({ id, date_modified_gmt }) => [BigInt(id), toDate(date_modified_gmt)]));
}

const readOne = async (client: WooClient, id: bigint): Promise<WooOrder | undefined> => {
  const found = await client.find(`orders/${id}`, orderSchema);
  return found?.status === 'trash' ? undefined : found;
};

/** An order there. It ships as a whole: what is completed is shipped, with the first of its tracking numbers. */
export async function readOrder(client: WooClient, id: bigint): Promise<StoreOrderThere | undefined> {
  const found = await readOne(client, id);
  if (!found) return undefined;
  const { status } = found;
  const updatedAt = toDate(found.date_modified_gmt);
  return {
    updatedAt,
    cancelledAt: status === 'cancelled' || status === 'refunded' ? updatedAt : null,
    shipments: status === 'completed' ? [toShipment(found)] : [],
  };
}

function toShipment({ id, meta_data }: WooOrder): StoreShipment {
  const [first] = trackingSchema.parse(findMeta(meta_data, TRACKING));
  return {
    id: BigInt(id),
    isCancelled: false,
    carrier: first?.custom_tracking_provider || first?.tracking_provider || null,
    tracking: first?.tracking_number || null,
    url: first?.custom_tracking_link || null,
  };
}

/** All units of an order that ships as a whole. */
export async function readShippedUnits(client: WooClient, orderId: bigint): Promise<ShippedUnits[]> {
  const found = await readOne(client, orderId);
  return (found?.line_items ?? []).map(({ sku, quantity, meta_data }) => {
    const lineId = findMeta(meta_data, LINE_ATTRIBUTE);
    return { sku: sku ?? '', lineId: typeof lineId === 'string' ? lineId : undefined, quantity };
  });
}

/** Cancels an order. A cancelled one is put back in stock there; one that is refunded is not. */
export async function cancelOrder(
  client: WooClient,
  { id, restock }: { id: bigint; restock: boolean },
): Promise<StoreRefusal | null> {
  try {
    await client.send('PUT', `orders/${id}`, { status: restock ? 'cancelled' : 'refunded' }, orderSchema);
    return null;
  } catch (error) {
    return toRefusal(error);
  }
}

const findMeta = (entries: WooOrder['meta_data'], key: string): unknown =>
  entries.find((one) => one.key === key)?.value;

/**
 * A new order as the store takes it: paid, exempt from its taxes, since the amounts are what the buyer paid in all. What it does not
 * sell itself stands as a fee: a line needs a product there.
 */
function toOrderInput(order: NewStoreOrder): object {
  const { identifier, currency, note, attributes, shippingAddress, billingAddress, lines, url } = order;
  const shipping = shippingAddress && toAddress(shippingAddress);
  const billing = (billingAddress && toAddress(billingAddress)) ?? shipping;
  return {
    currency,
    set_paid: true,
    payment_method_title: 'Souk',
    customer_note: note,
    ...(billing ? { billing } : {}),
    ...(shipping ? { shipping } : {}),
    line_items: lines.flatMap((line) => (line.variant ? [toLine(line, line.variant, currency)] : [])),
    fee_lines: lines.filter(({ variant }) => !variant).map((line) => toFee(line, currency)),
    meta_data: [
      { key: ORDER_ATTRIBUTE, value: identifier },
      { key: '_souk_url', value: url },
      { key: 'is_vat_exempt', value: 'yes' },
      ...attributes.map(({ name, value }) => ({ key: name, value })),
    ],
  };
}

function toLine(line: NewStoreOrderLine, variant: { productId: bigint; id: bigint }, currency: string): object {
  const total = computeTotal(line, currency);
  return {
    product_id: Number(variant.productId),
    ...(variant.id === variant.productId ? {} : { variation_id: Number(variant.id) }),
    quantity: line.quantity,
    subtotal: total,
    total,
    meta_data: [
      ...line.properties.map(({ name, value }) => ({ key: name, value })),
      { key: LINE_ATTRIBUTE, value: line.lineId },
    ],
  };
}

function toFee(line: NewStoreOrderLine, currency: string): object {
  const { quantity, title, variantTitle, sku } = line;
  const name = [title, variantTitle, sku].filter(Boolean).join(' · ');
  return { name: `${quantity} × ${name}`, total: computeTotal(line, currency), tax_status: 'none' };
}

/** What the units of a line cost together. */
function computeTotal({ quantity, amount }: NewStoreOrderLine, currency: string): string {
  const known = asCurrency(currency);
  const parsed = parseAmount(amount, known);
  if (!parsed.ok) throw new Error(`An amount of an order is none: ${amount}`);
  return formatAmount(parsed.value * BigInt(quantity), known);
}

function toAddress(address: StoreAddress): object {
  const { first, last } = splitName(address.name ?? '');
  const fields = {
    first_name: first,
    last_name: last,
    company: address.company,
    address_1: address.street1,
    address_2: address.street2,
    city: address.city,
    state: address.state,
    postcode: address.zip,
    country: address.country,
    phone: address.phone,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}
