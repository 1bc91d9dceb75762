import type { Order, OrderLine } from '#sandbox/core/state.ts';
import { sumMinor, taxLinesFor, listTotalOf } from './order-amounts.ts';

/** Writes the tax lines of every line and of shipping from the order's rates. */
export function applyTaxes(order: Order, shippingTaxed: boolean): void {
  for (const line of order.lines) retaxLine(order, line);
  for (const line of order.shippingLines) {
    const chargedMinor =
      line.priceMinor - sumMinor(line.discountAllocations.map((allocation) => allocation.amountMinor));
    line.taxLines = shippingTaxed ? taxLinesFor(chargedMinor, order.taxes, order.taxesIncluded) : [];
  }
}

export function retaxLine(order: Order, line: OrderLine): void {
  const chargedMinor =
    listTotalOf(line) - sumMinor(line.discountAllocations.map((allocation) => allocation.amountMinor));
  line.taxLines = line.taxable && !line.giftCard ? taxLinesFor(chargedMinor, order.taxes, order.taxesIncluded) : [];
}
