import { rateToMillionths, scaleHalfUp, splitByWeights } from '../../core/money.ts';
import type { Order, OrderLine, ShippingLine, TaxLine } from '../../core/state.ts';

/** Tax lines of one amount after discounts; the tax is inside the amount when taxes are included. */
export function taxLinesFor(
  amountMinor: number,
  taxes: readonly { title: string; rate: number }[],
  taxesIncluded: boolean,
): TaxLine[] {
  const rates = taxes.map((tax) => rateToMillionths(tax.rate));
  const together = rates.reduce((sum, rate) => sum + rate, 0);
  if (!taxesIncluded)
    return taxes.map((tax, index) => ({
      title: tax.title,
      rate: tax.rate,
      priceMinor: scaleHalfUp(amountMinor, rates[index] ?? 0, 1_000_000),
    }));
  // Several included taxes share one embedded amount, so that they can never add up to more than is inside the price.
  const embedded = scaleHalfUp(amountMinor, together, 1_000_000 + together);
  const parts = splitByWeights(embedded, rates);
  return taxes.map((tax, index) => ({
    title: tax.title,
    rate: tax.rate,
    priceMinor: together === 0 ? 0 : (parts[index] ?? 0),
  }));
}

export function sumMinor(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** What the discounts take from a line or a shipping line. */
export function discountOf(line: Pick<OrderLine, 'discountAllocations'>): number {
  return sumMinor(line.discountAllocations.map((allocation) => allocation.amountMinor));
}

export function taxOf(line: Pick<OrderLine, 'taxLines'>): number {
  return sumMinor(line.taxLines.map((tax) => tax.priceMinor));
}

/** Price × quantity of a line before discounts, as ordered. */
export function listTotalOf(line: OrderLine): number {
  return line.unitPriceMinor * line.quantity;
}

/** The part of a whole that the first `units` of `quantity` units carry: half up, so that the parts of all units sum to the whole. */
export function partOfUnits(wholeMinor: number, units: number, quantity: number): number {
  return quantity === 0 ? 0 : scaleHalfUp(wholeMinor, units, quantity);
}

export type LineAmounts = { listMinor: number; discountMinor: number; subtotalMinor: number; taxMinor: number };

/** What `units` units of a line still stand for. Path independent: two refunds of one unit give what one refund of two gives. */
export function amountsOfUnits(line: OrderLine, units: number): LineAmounts {
  const listMinor = line.unitPriceMinor * units;
  const discountMinor = partOfUnits(discountOf(line), units, line.quantity);
  return {
    listMinor,
    discountMinor,
    subtotalMinor: listMinor - discountMinor,
    taxMinor: partOfUnits(taxOf(line), units, line.quantity),
  };
}

/** What taking `units` more units away from a line of `currentQuantity` takes away. */
export function amountsRemoved(line: OrderLine, units: number): { subtotalMinor: number; taxMinor: number } {
  const before = amountsOfUnits(line, line.currentQuantity);
  const after = amountsOfUnits(line, line.currentQuantity - units);
  return { subtotalMinor: before.subtotalMinor - after.subtotalMinor, taxMinor: before.taxMinor - after.taxMinor };
}

export type OrderTotals = {
  lineItemsMinor: number;
  discountsMinor: number;
  subtotalMinor: number;
  shippingMinor: number;
  /** Shipping after its own discounts. */
  discountedShippingMinor: number;
  taxMinor: number;
  totalMinor: number;
};

/** The totals of an order as ordered (`original`, refunds not counted) or as it stands now (`current`). */
export function totalsOf(order: Order, which: 'original' | 'current'): OrderTotals {
  const lines = order.lines.map((line) =>
    amountsOfUnits(line, which === 'original' ? line.quantity : line.currentQuantity),
  );
  const refundedShipping = which === 'original' ? [] : order.refunds.flatMap((refund) => refund.shipping);
  const listShippingMinor = sumMinor(order.shippingLines.map((line) => line.priceMinor));
  const shippingDiscountMinor = sumMinor(order.shippingLines.map(discountOf));
  const discountedShippingMinor =
    listShippingMinor -
    shippingDiscountMinor -
    sumMinor(refundedShipping.map((part) => shippingBackAsQuoted(order, part)));
  const subtotalMinor = sumMinor(lines.map((line) => line.subtotalMinor));
  const taxMinor =
    sumMinor(lines.map((line) => line.taxMinor)) +
    sumMinor(order.shippingLines.map(taxOf)) -
    sumMinor(refundedShipping.map((part) => part.taxMinor));
  return {
    lineItemsMinor: sumMinor(lines.map((line) => line.listMinor)),
    discountsMinor: sumMinor(lines.map((line) => line.discountMinor)) + shippingDiscountMinor,
    subtotalMinor,
    shippingMinor: listShippingMinor,
    discountedShippingMinor,
    taxMinor,
    totalMinor: subtotalMinor + discountedShippingMinor + (order.taxesIncluded ? 0 : taxMinor),
  };
}

/** Money that came in: sales and captures that succeeded. */
export function receivedOf(order: Order): number {
  return sumMinor(
    order.transactions
      .filter(
        (transaction) =>
          (transaction.kind === 'sale' || transaction.kind === 'capture') && transaction.status === 'success',
      )
      .map((transaction) => transaction.amountMinor),
  );
}

export function refundedOf(order: Order): number {
  return sumMinor(
    order.transactions
      .filter((transaction) => transaction.kind === 'refund')
      .map((transaction) => transaction.amountMinor),
  );
}

/** What the buyer still owes; negative when too much was paid. Money given back for other reasons than lines is not owed again. */
export function outstandingOf(order: Order): number {
  if (order.financialStatus === 'voided' || (order.cancelledAt !== null && receivedOf(order) === 0)) return 0;
  const goodwillMinor = sumMinor(
    order.refunds.map((refund) => refund.totalMinor + (refund.creditMinor ?? 0) - refundValueOf(order, refund)),
  );
  return totalsOf(order, 'current').totalMinor - (receivedOf(order) - refundedOf(order)) - goodwillMinor;
}

/** What the lines and the shipping of a refund are worth together, tax included. */
export function refundValueOf(order: Order, refund: Pick<Order['refunds'][number], 'lines' | 'shipping'>): number {
  const lines = refund.lines.map((part) => part.subtotalMinor + (order.taxesIncluded ? 0 : part.taxMinor));
  return sumMinor(lines) + sumMinor(refund.shipping.map((part) => part.subtotalMinor + part.taxMinor));
}

type ShippingPart = Pick<Order['refunds'][number]['shipping'][number], 'subtotalMinor' | 'taxMinor'>;

/** A refunded part of shipping as its line is quoted. A refund states shipping without tax; its line includes it where prices do. */
export function shippingBackAsQuoted(order: Order, part: ShippingPart): number {
  return part.subtotalMinor + (order.taxesIncluded ? part.taxMinor : 0);
}

/** What is left to refund of one shipping line: its charge after discounts without tax, and the tax of it. */
export function shippingLeft(order: Order, line: ShippingLine): { subtotalMinor: number; taxMinor: number } {
  const taken = order.refunds.flatMap((refund) => refund.shipping).filter((part) => part.shippingLineId === line.id);
  const chargedMinor = line.priceMinor - discountOf(line) - (order.taxesIncluded ? taxOf(line) : 0);
  return {
    subtotalMinor: chargedMinor - sumMinor(taken.map((part) => part.subtotalMinor)),
    taxMinor: taxOf(line) - sumMinor(taken.map((part) => part.taxMinor)),
  };
}

/** The fulfillment state in the platform's REST words. */
export function fulfillmentStatusOf(order: Order): 'fulfilled' | 'partial' | null {
  const shippable = order.lines.filter((line) => line.currentQuantity > 0 || fulfilledUnits(order, line.id) > 0);
  const fulfilled = sumMinor(shippable.map((line) => fulfilledUnits(order, line.id)));
  if (fulfilled === 0) return null;
  return shippable.every((line) => line.fulfillableQuantity === 0) ? 'fulfilled' : 'partial';
}

/** How many units of a line were shipped and not taken back by cancelling the fulfillment. */
export function fulfilledUnits(order: Order, lineId: number): number {
  return sumMinor(
    order.fulfillments
      .filter((fulfillment) => fulfillment.status === 'SUCCESS')
      .flatMap((fulfillment) => fulfillment.lines)
      .filter((line) => line.lineId === lineId)
      .map((line) => line.quantity),
  );
}
