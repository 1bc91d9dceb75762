import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { isCurrency } from '#app/core/money/money.ts';

/** The longest secret of tracking reports, in characters. */
export const MAX_REPORT_SECRET = 255;

/**
 * How a label stands. `buying`: it was asked for and the answer is not known; `bought`: it can be printed; `failed`: the carrier
 * refused, nothing was bought; `voiding`: its money was asked back; `voided`: the money came back.
 */
export const LABEL_STATUSES = ['buying', 'bought', 'failed', 'voiding', 'voided'] as const;
export type LabelStatus = (typeof LABEL_STATUSES)[number];

/** Where the package is, as the carrier says. */
export const LABEL_TRACKING = ['unknown', 'pre_transit', 'transit', 'delivered', 'returned', 'failure'] as const;
export type LabelTracking = (typeof LABEL_TRACKING)[number];

/** Whether the order's items were marked as shipped with the label; `none`: it is for a return and ships nothing. */
export const FULFILLMENT_STATES = ['open', 'made', 'failed', 'none'] as const;
export type FulfillmentState = (typeof FULFILLMENT_STATES)[number];

/** Units of an order's line. */
export type LabelUnits = { lineId: string; quantity: number };

/** A rate can be bought for less than seven days; an hour is left for whoever reads the price. */
export const RATE_LIFETIME_MS = 7 * DAY_MS - HOUR_MS;

/** Whether a quoted rate can still be bought. */
export const isRateFresh = (quotedAt: Date, now: Date): boolean =>
  now.getTime() - quotedAt.getTime() < RATE_LIFETIME_MS;

/** An amount as the provider states it, as a plain decimal that a screen can show; null for what is no amount. */
export function readProviderAmount(amount: string, currency: string): { amount: string; currency: string } | null {
  return isCurrency(currency) && /^\d{1,12}(\.\d{1,6})?$/.test(amount) ? { amount, currency } : null;
}

type Purchase = { status: string; metadata: string; rateId: string };

/** The provider's purchases that were not refused, in the order in which they were made. */
export const listMade = <Found extends Pick<Purchase, 'status'>>(newestFirst: readonly Found[]): Found[] =>
  newestFirst.filter(({ status }) => status !== 'ERROR').reverse();

/** Which of the provider's purchases is ours: one that counts and bears the reference, or the only one of the rate. */
export function findOwnPurchase<Found extends Purchase>(
  purchases: readonly Found[],
  reference: string,
): Found | undefined {
  const counting = purchases.filter(({ status }) => status !== 'ERROR');
  return counting.find(({ metadata }) => metadata === reference) ?? counting[0];
}

/** What a label is called at the provider: the numbers of the store, the label and the order, and nothing of the buyer. */
export const buildReference = (storeId: bigint | number, label: { id: bigint; orderId: bigint }): string =>
  `souk:${String(storeId)}:${String(label.id)}:${String(label.orderId)}`;

/** The order that a reference names, and whether the label is this store's; undefined for what is none of ours. */
export function readLabelReference(metadata: string, storeId: bigint | number): { orderId: string | null } | undefined {
  const [name, store, label, order] = metadata.slice(0, 100).split(':');
  if (name !== 'souk' || store !== String(storeId) || !/^\d{1,19}$/.test(label ?? '')) return undefined;
  return { orderId: order !== undefined && /^\d{1,19}$/.test(order) ? order : null };
}

/** What a label becomes by the provider's word on its purchase; undefined where that is not decided yet. */
export function readOutcome(status: string): 'bought' | 'failed' | undefined {
  if (status === 'ERROR') return 'failed';
  if (status === 'QUEUED' || status === 'WAITING') return undefined;
  return 'bought';
}

const TRACKING: Readonly<Record<string, LabelTracking>> = {
  PRE_TRANSIT: 'pre_transit',
  TRANSIT: 'transit',
  DELIVERED: 'delivered',
  RETURNED: 'returned',
  FAILURE: 'failure',
};

/** The carrier's word on where a package is. */
export const readTracking = (status: string): LabelTracking => TRACKING[status] ?? 'unknown';

/** Whether a carrier may still take a label back: none does once the package is on its way. */
export const isUnused = (status: LabelTracking): boolean => status === 'unknown' || status === 'pre_transit';

const ORDER: readonly LabelTracking[] = ['unknown', 'pre_transit', 'transit', 'failure', 'returned', 'delivered'];

/** Whether a word on where a package is tells something newer: words arrive out of order, and what was delivered stays so. */
export const isNewerTracking = (before: LabelTracking, next: LabelTracking): boolean =>
  ORDER.indexOf(next) > ORDER.indexOf(before);

/** Whether a carrier says that it has no rate because nobody can be called. Shippo names the field in its words alone. */
export const asksForPhone = (messages: readonly { text: string }[]): boolean =>
  messages.some(({ text }) => /phone/i.test(text));

/** Goods as customs asks for them. */
export type CustomsItem = {
  description: string;
  quantity: number;
  grams: number;
  valueMinor: bigint;
  sku: string;
};

type SentLine = { title: string; sku: string; quantity: number; unitPriceMinor: bigint; unitGrams: number };

const MAX_DESCRIPTION = 100;

/**
 * What customs is told of the lines in a package: each with its value and its part of the weight. Lines without a weight share
 * what is left of the package, so that the items never weigh more than it.
 */
export function listCustomsItems(lines: readonly SentLine[], packageGrams: number): CustomsItem[] {
  const known = lines.reduce((sum, line) => sum + line.unitGrams * line.quantity, 0);
  const unknown = lines.filter((line) => line.unitGrams === 0);
  const spare = Math.max(0, packageGrams - known);
  const share = unknown.length === 0 ? 0 : Math.floor(spare / unknown.length);
  const scale = known > packageGrams && known > 0 ? packageGrams / known : 1;
  return lines.map((line) => ({
    description: line.title.slice(0, MAX_DESCRIPTION),
    quantity: line.quantity,
    grams: Math.max(1, Math.floor(line.unitGrams === 0 ? share : line.unitGrams * line.quantity * scale)),
    valueMinor: line.unitPriceMinor * BigInt(line.quantity),
    sku: line.sku,
  }));
}

const EU = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '));

/** Whether goods from one country to the other pass customs: countries of the European Union count as one. */
export const passesCustoms = (from: string, to: string): boolean => from !== to && !(EU.has(from) && EU.has(to));
