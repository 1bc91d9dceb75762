import { DAY_MS, MINUTE_MS } from '#app/core/durations.ts';
import type { NewStoreOrder, NewStoreOrderLine, ShippedUnits, StoreAddress } from '#app/core/own-store.ts';
import { asCurrency, formatAmount, parseAmount } from '#app/core/money/money.ts';

/** An order waits for its place in the vendor's own store, has it, was refused there, or needs none any more. */
export const STORE_ORDER_STATES = ['waiting', 'placed', 'refused', 'dropped'] as const;
export type StoreOrderState = (typeof STORE_ORDER_STATES)[number];

/**
 * Why an order waits (on hold or unpaid, the store is busy or did not answer, its access lacks orders, whoever connected it may not ship,
 * there is no membership), was refused, was dropped (shipped, cancelled, or its buyer erased before), or differs from its own there.
 */
export const STORE_ORDER_PROBLEMS = [
  'on_hold',
  'busy',
  'unanswered',
  'scopes',
  'rights',
  'membership',
  'refused',
  'shipped',
  'cancelled',
  'redacted',
  'cancel_refused',
  'cancelled_there',
  'deleted_there',
] as const;
export type StoreOrderProblem = (typeof STORE_ORDER_PROBLEMS)[number];

/** Why a shipment of the own store was not taken over: more units than were left, or refused here. */
export const SHIPMENT_PROBLEMS = ['beyond', 'refused'] as const;
export type ShipmentProblem = (typeof SHIPMENT_PROBLEMS)[number];

/** How long one worker has an order to itself: longer than all its calls of the store together. */
export const LEASE_MS = 5 * MINUTE_MS;
/** How long after a lost answer the store is searched: by then its search knows the order. */
export const SEARCH_AFTER_MS = 2 * MINUTE_MS;
/** Shipments of orders that were placed longer ago are looked at only where the store reports them. */
export const LOOK_MS = 60 * DAY_MS;

/** What names a vendor's order of a marketplace in the vendor's own store. `domain` is the marketplace's. */
export const buildSourceIdentifier = (domain: string, o: { orderId: bigint; vendorId: bigint }): string =>
  `souk-${domain.replace(/\.myshopify\.com$/, '')}-${o.orderId}-${o.vendorId}`;

type Amount = { amount: string; currency: string };
type Words = readonly { name: string; value: string }[];

/** A line of a vendor's order, as the vendor sees it. */
type Line = {
  id: string;
  title: string;
  variantTitle: string;
  sku: string;
  quantity: number;
  remaining: number;
  left: number;
  fulfilled: number;
  requiresShipping: boolean;
  properties: Words;
  unitPrice: Amount;
  discounts: readonly { amount: Amount }[];
};

/** A vendor's order, as the vendor sees it. */
export type OrderToPlace = {
  name: string;
  currency: string;
  test: boolean;
  lines: readonly Line[];
  buyer: {
    shippingAddress: StoreAddress | null;
    billingAddress: StoreAddress | null;
    note: string | null;
    attributes: Words;
  };
};

export type PricedUnits = { quantity: number; amount: string };

/**
 * The units of a line that are still ordered, at what the buyer paid for each of them. What does not divide evenly makes two prices, a
 * smallest unit apart, so that their sum is the line's.
 */
export function priceUnits({ quantity, remaining, unitPrice, discounts }: Line): PricedUnits[] {
  const currency = asCurrency(unitPrice.currency);
  const toMinor = (amount: string): bigint => {
    const parsed = parseAmount(amount, currency);
    if (!parsed.ok) throw new Error(`An amount of an order is none: ${amount}`);
    return parsed.value;
  };
  const discountMinor = discounts.reduce((sum, { amount }) => sum + toMinor(amount.amount.replace(/^-/, '')), 0n);
  const all = toMinor(unitPrice.amount) * BigInt(quantity) - discountMinor;
  const totalMinor = all < 0n ? 0n : all;
  const low = totalMinor / BigInt(quantity);
  const raised = Math.min(Number(totalMinor % BigInt(quantity)), remaining);
  return [
    { quantity: raised, amount: formatAmount(low + 1n, currency) },
    { quantity: remaining - raised, amount: formatAmount(low, currency) },
  ].filter((one) => one.quantity > 0);
}

/** What is sold in the vendor's own store, by the line's id here. */
export type KnownVariants = ReadonlyMap<string, NonNullable<NewStoreOrderLine['variant']>>;

/** What is placed in the vendor's own store: what the vendor sees of the order, and nothing else. The buyer's email stays here. */
export function buildStoreOrder(
  order: OrderToPlace,
  o: { identifier: string; url: string; marketplace: string; variants: KnownVariants },
): NewStoreOrder {
  const { buyer, currency, name, test } = order;
  return {
    identifier: o.identifier,
    name,
    currency,
    test,
    note: [buyer.note, `${o.marketplace} ${name}: ${o.url}`].filter(Boolean).join('\n\n'),
    url: o.url,
    attributes: buyer.attributes,
    shippingAddress: buyer.shippingAddress,
    billingAddress: buyer.billingAddress,
    lines: order.lines.filter(({ remaining }) => remaining > 0).flatMap((line) => toLines(line, o.variants)),
  };
}

function toLines(line: Line, variants: KnownVariants): NewStoreOrderLine[] {
  const { id, title, variantTitle, sku, requiresShipping, properties } = line;
  const variant = variants.get(id) ?? null;
  return priceUnits(line).map(({ quantity, amount }) => ({
    lineId: id,
    title,
    variantTitle,
    sku,
    requiresShipping,
    properties,
    quantity,
    amount,
    variant,
  }));
}

/** Units by the line's id here, as they were placed. */
export const countUnits = (lines: readonly Pick<Line, 'id' | 'remaining'>[]): Record<string, number> =>
  Object.fromEntries(lines.filter(({ remaining }) => remaining > 0).map(({ id, remaining }) => [id, remaining]));

/** How many units of an order that was placed were taken out of it here since: the store there still has them. */
export function countTakenBack(
  placed: Readonly<Record<string, number>>,
  lines: readonly Pick<Line, 'id' | 'remaining'>[],
): number {
  const now = new Map(lines.map(({ id, remaining }) => [id, remaining]));
  return Object.entries(placed).reduce((sum, [id, count]) => sum + Math.max(0, count - (now.get(id) ?? 0)), 0);
}

export type ShipmentPlan = { lines: { id: string; quantity: number }[]; beyond: number };

/**
 * What is shipped here of a shipment there, by difference: of each line no more than all shipments there together exceed what is
 * shipped here already, whoever shipped it, and no more than is left. `beyond`: units for which there was no place.
 */
export function planShipment(
  units: readonly ShippedUnits[],
  o: { lines: readonly Pick<Line, 'id' | 'sku' | 'left' | 'fulfilled'>[]; allThere: readonly ShippedUnits[] },
): ShipmentPlan {
  const wanted = assignUnits(units, o.lines);
  const all = assignUnits(o.allThere, o.lines);
  let { beyond } = wanted;
  const lines = o.lines.flatMap(({ id, left, fulfilled }) => {
    const count = wanted.units.get(id) ?? 0;
    const missing = Math.max(0, (all.units.get(id) ?? 0) - fulfilled);
    const quantity = Math.min(count, missing, left);
    // What is shipped here already is no fault; what is neither shipped nor left is.
    beyond += Math.max(0, Math.min(count, missing) - quantity);
    return quantity > 0 ? [{ id, quantity }] : [];
  });
  return { lines, beyond };
}

/** Units by the line here. Those that name none go to lines of their SKU, each up to what it was ordered with. */
function assignUnits(
  units: readonly ShippedUnits[],
  lines: readonly Pick<Line, 'id' | 'sku' | 'left' | 'fulfilled'>[],
): { units: Map<string, number>; beyond: number } {
  const found = new Map<string, number>();
  let beyond = 0;
  for (const { lineId, sku, quantity } of units) {
    if (lineId !== undefined && lines.some(({ id }) => id === lineId)) {
      found.set(lineId, (found.get(lineId) ?? 0) + quantity);
      continue;
    }
    let open = quantity;
    const code = sku.trim().toLowerCase();
    for (const line of lines.filter((one) => code !== '' && one.sku.trim().toLowerCase() === code)) {
      const taken = Math.min(open, Math.max(0, line.left + line.fulfilled - (found.get(line.id) ?? 0)));
      open -= taken;
      if (taken > 0) found.set(line.id, (found.get(line.id) ?? 0) + taken);
    }
    beyond += open;
  }
  return { units: found, beyond };
}
