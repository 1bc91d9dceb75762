import { sumMinor } from '#app/core/money/money.ts';

/** What of shipping went back, and its tax; null where the platform does not state it. Minor units. */
type ShippingBack = { shippingMinor: bigint; shippingTaxMinor: bigint | null };
/** What of lines went back: amounts as their prices are quoted, and the tax of them. Minor units. */
type LinesBack = { lines: readonly { subtotalMinor: bigint; taxMinor: bigint }[] };

/**
 * What shipping that went back is worth to the buyer, minor units. The platform states it without its tax and the tax beside
 * it, also where the order's prices include tax (M22, M52): the charge of a shipping line includes it there, its refund not.
 */
export function worthOfShipping(back: ShippingBack): bigint {
  return back.shippingMinor + (back.shippingTaxMinor ?? 0n);
}

/** What lines and shipping that went back are worth together, tax included. Minor units. The one reading of all amounts of refunds. */
export function computeRefundValue(back: ShippingBack & LinesBack, taxesIncluded: boolean): bigint {
  const lines = back.lines.map((line) => line.subtotalMinor + (taxesIncluded ? 0n : line.taxMinor));
  return sumMinor(lines) + worthOfShipping(back);
}

/** Refunds of which money went back that their lines and shipping do not explain: a gesture, or what an edit took away. */
export function hasUncounted(order: {
  taxesIncluded: boolean;
  refunds: readonly (ShippingBack & LinesBack & { transactions: readonly { amountMinor: bigint }[] })[];
}): boolean {
  return order.refunds.some(
    (refund) =>
      refund.transactions.length > 0 &&
      sumMinor(refund.transactions.map(({ amountMinor }) => amountMinor)) !==
        computeRefundValue(refund, order.taxesIncluded),
  );
}

/**
 * Refunds of goods that were taken back for no money: it is kept, or stands for the goods of an exchange
 * (https://shopify.dev/docs/apps/build/orders-fulfillment/returns-apps/read-exchanges, Financials). No webhook says which.
 */
export function hasUnpaidReturn(order: {
  refunds: readonly (LinesBack & { transactions: readonly unknown[] })[];
}): boolean {
  return order.refunds.some(
    (refund) => refund.transactions.length === 0 && sumMinor(refund.lines.map((line) => line.subtotalMinor)) > 0n,
  );
}
