import fc from 'fast-check';
import { asCurrency } from '#app/core/money/money.ts';
import { DEFAULT_FINANCE_FLAGS } from '#app/features/commissions/finance-flags.ts';
import type { SuggestedRefund } from '#app/adapters/shopify/orders/refunds.server.ts';
import type { SaleTerms } from '#app/features/orders/money/order-terms.ts';
import type { Order } from '#sandbox/core/state.ts';
import { sumMinor } from '#sandbox/platform/store/order-amounts.ts';
import { placeOrder } from '#sandbox/platform/store/orders.ts';
import { refundOrder, suggestRefund, type RefundInput } from '#sandbox/platform/store/refunds.ts';
import type { BareShop } from '#sandbox/testing-shop.ts';
import { buildCommissionLine } from './settled-orders.ts';

export const CURRENCY = asCurrency('USD');

/** Vendors of random orders by folded name; a line of nobody is the marketplace's. */
export const VENDOR_IDS: Readonly<Record<string, string>> = { north: '1', south: '2', west: '3' };

/** What of an order is given back by one random refund; shares are per cent of what is left. */
export type RefundDraw = {
  unitShares: number[];
  shippingShare: number;
  /** Beyond what it is worth, in minor units; below zero it is less. */
  beyond: number;
  vendorId: string | null;
};
export type RefundScenarioDraw = {
  taxesIncluded: boolean;
  rates: number[];
  lines: { vendor: string | null; priceMinor: number; quantity: number; discountShare: number }[];
  shippingMinor: number;
  flags: SaleTerms['flags'];
  /** Who bears the discounts of the lines (M39); null where the finance flags decide. */
  bearer: { vendorPercent: number; vendorIds: string[] | null } | null;
  refunds: RefundDraw[];
};

const share = fc.integer({ min: 0, max: 100 });
const vendor = fc.constantFrom('North', 'South', 'West', null);

/** Random orders with random refunds: tax inside or on top, several rates, discounts, vendors, shipping, quantities. */
export const refundScenarios: fc.Arbitrary<RefundScenarioDraw> = fc.record({
  taxesIncluded: fc.boolean(),
  rates: fc.array(fc.constantFrom(0.21, 0.06, 0.055, 0.19), { maxLength: 2 }),
  lines: fc.array(
    fc.record({
      vendor,
      priceMinor: fc.integer({ min: 1, max: 20_000 }),
      quantity: fc.integer({ min: 1, max: 5 }),
      discountShare: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 })),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  shippingMinor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 })),
  flags: fc.record({
    includeTax: fc.boolean(),
    includeShipping: fc.boolean(),
    includeDiscount: fc.boolean(),
    shippingInPayout: fc.boolean(),
    taxInPayout: fc.boolean(),
    discountInPayout: fc.boolean(),
  }),
  bearer: fc.oneof(
    fc.constant(null),
    fc.record({
      vendorPercent: fc.oneof(fc.constantFrom(0, 1_000_000), fc.integer({ min: 1, max: 999_999 })),
      vendorIds: fc.constantFrom<string[] | null>(null, ['1'], ['1', '2']),
    }),
  ),
  refunds: fc.array(
    fc.record({
      unitShares: fc.array(share, { minLength: 5, maxLength: 5 }),
      shippingShare: fc.oneof(fc.constant(0), share),
      beyond: fc.oneof(fc.constant(0), fc.integer({ min: -500, max: 500 })),
      vendorId: fc.constantFrom('1', '2', '3', null),
    }),
    { maxLength: 6 },
  ),
});

/** The terms of a random sale: what is frozen with it. */
export function buildScenarioTerms(draw: RefundScenarioDraw): SaleTerms {
  return {
    flags: { ...DEFAULT_FINANCE_FLAGS, ...draw.flags },
    defaultLines: [buildCommissionLine({ percentage: '12.5', flat: '0.25' }, CURRENCY)],
    vendorLines: {},
    vendorIds: { ...VENDOR_IDS },
    metafields: {},
    quotes: null,
    ...(draw.bearer === null ? {} : { discountShares: sharesOf(draw, draw.bearer) }),
  };
}

/** The share of each discount of the lines: one application a line at most. */
function sharesOf(
  { lines }: RefundScenarioDraw,
  { vendorPercent, vendorIds }: NonNullable<RefundScenarioDraw['bearer']>,
): NonNullable<SaleTerms['discountShares']> {
  const share = { title: 'Shared', vendorPercent: BigInt(vendorPercent), vendorIds };
  return Object.fromEntries(lines.map((_line, index) => [String(index), share]));
}

/** A paid order of the platform, as it was drawn. */
export function placeDrawn({ sandbox, shop }: BareShop, draw: RefundScenarioDraw): Order {
  return placeOrder(sandbox, shop, {
    email: 'mara@buyer.test',
    lines: draw.lines.map((line, index) => ({
      title: `Line ${index}`,
      vendor: line.vendor,
      unitPriceMinor: line.priceMinor,
      quantity: line.quantity,
      discountMinor: Math.floor((line.priceMinor * line.quantity * line.discountShare) / 100),
    })),
    shippingPriceMinor: draw.shippingMinor,
    taxes: draw.rates.map((rate, index) => ({ title: `Tax ${index}`, rate })),
    taxesIncluded: draw.taxesIncluded,
    currency: CURRENCY,
  });
}

/** A refund as the platform takes it, of what is left of the order; null where nothing of what was drawn is left. */
export function drawRefund(order: Order, draw: RefundDraw): RefundInput | null {
  const lines = order.lines.flatMap((line, index) => {
    const quantity = Math.round((line.currentQuantity * (draw.unitShares[index] ?? 0)) / 100);
    return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
  });
  const all = suggestRefund(order, { lines: [], shipping: { full: true } });
  const leftMinor = sumMinor(all.shipping.map((part) => part.subtotalMinor));
  const shippingMinor = Math.floor((leftMinor * draw.shippingShare) / 100);
  const parts: RefundInput = { lines, ...(shippingMinor > 0 ? { shipping: { amountMinor: shippingMinor } } : {}) };
  const { suggestedMinor, maximumMinor } = suggestRefund(order, parts);
  const amountMinor = Math.max(0, Math.min(suggestedMinor + draw.beyond, maximumMinor));
  return lines.length === 0 && shippingMinor === 0 && amountMinor === 0 ? null : { ...parts, amountMinor };
}

/** All that is left of an order: units, shipping and money; null where nothing is. */
export function restOf(order: Order): RefundInput | null {
  const lines = order.lines.filter((line) => line.currentQuantity > 0);
  const parts: RefundInput = {
    lines: lines.map((line) => ({ lineId: line.id, quantity: line.currentQuantity })),
    shipping: { full: true },
  };
  const { maximumMinor: amountMinor, ...found } = suggestRefund(order, parts);
  return [...found.lines, ...found.shipping].length === 0 && amountMinor === 0 ? null : { ...parts, amountMinor };
}

/** What the platform answers when it is asked what a refund is worth, as our adapter reads it. */
export function suggestionOf(order: Order, input: RefundInput): SuggestedRefund {
  const found = suggestRefund(order, input);
  const all = suggestRefund(order, { lines: [], shipping: { full: true } });
  return {
    amountMinor: BigInt(Math.max(0, Math.min(found.suggestedMinor, found.maximumMinor))),
    maximumMinor: BigInt(found.maximumMinor),
    shippingMinor: BigInt(sumMinor(found.shipping.map((part) => part.subtotalMinor))),
    shippingTaxMinor: BigInt(sumMinor(found.shipping.map((part) => part.taxMinor))),
    shippingMaximumMinor: BigInt(sumMinor(all.shipping.map((part) => part.subtotalMinor))),
    lines: found.lines.map((line) => ({
      lineId: String(line.lineId),
      quantity: line.quantity,
      subtotalMinor: BigInt(line.subtotalMinor),
      taxMinor: BigInt(line.taxMinor),
    })),
  };
}

/** Makes the refund at the platform. */
export function makeDrawn({ sandbox, shop }: BareShop, order: Order, input: RefundInput): void {
  refundOrder(sandbox, shop, order, input);
}
