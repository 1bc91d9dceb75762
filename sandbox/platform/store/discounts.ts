import { Refusal } from '../../core/kernel.ts';
import { rateToMillionths, scaleHalfUp, splitByWeights } from '../../core/money.ts';
import type { DiscountApplication, DiscountCode, Order, Shop } from '../../core/state.ts';
import { listTotalOf, sumMinor } from './order-amounts.ts';

/**
 * Line discounts first, then codes over what is left, each spread over the lines by largest remainder. Returns the codes that are
 * none of the store's own simple ones.
 */
export function applyDiscounts(
  shop: Shop,
  order: Order,
  lineDiscounts: readonly number[],
  shippingDiscounts: readonly number[],
  codes: readonly string[],
): string[] {
  const apply = (application: DiscountApplication): number => order.discountApplications.push(application) - 1;
  for (const [index, line] of order.lines.entries()) {
    const amountMinor = lineDiscounts[index] ?? 0;
    if (amountMinor === 0) continue;
    if (amountMinor < 0 || amountMinor > listTotalOf(line))
      throw new Refusal('A discount lies between zero and the line.', ['lines', String(index), 'discount']);
    const applicationIndex = apply({
      type: 'manual',
      title: 'Line discount',
      code: null,
      valueType: 'fixed_amount',
      value: amountMinor,
      targetType: 'line_item',
      targetSelection: 'explicit',
      allocationMethod: 'across',
    });
    line.discountAllocations.push({ amountMinor, applicationIndex });
  }
  const others: string[] = [];
  for (const code of codes) {
    const discount = shop.discountCodes.find((candidate) => candidate.code.toLowerCase() === code.toLowerCase());
    if (discount) applyCode(order, discount, apply);
    else others.push(code);
  }
  for (const [index, line] of order.shippingLines.entries()) {
    const amountMinor = shippingDiscounts[index] ?? 0;
    if (amountMinor === 0) continue;
    if (amountMinor < 0 || amountMinor > line.priceMinor)
      throw new Refusal('A shipping discount lies between zero and the price.', [
        'shippingLines',
        String(index),
        'discount',
      ]);
    const applicationIndex = apply({
      type: 'automatic',
      title: 'Shipping discount',
      code: null,
      valueType: 'fixed_amount',
      value: amountMinor,
      targetType: 'shipping_line',
      targetSelection: 'all',
      allocationMethod: 'each',
    });
    line.discountAllocations.push({ amountMinor, applicationIndex });
  }
  return others;
}

function applyCode(order: Order, discount: DiscountCode, apply: (application: DiscountApplication) => number): void {
  const left = order.lines.map((line) =>
    line.giftCard
      ? 0
      : listTotalOf(line) - sumMinor(line.discountAllocations.map((allocation) => allocation.amountMinor)),
  );
  const leftMinor = sumMinor(left);
  const wantedMinor =
    discount.kind === 'percentage'
      ? scaleHalfUp(leftMinor, rateToMillionths(discount.percent / 100), 1_000_000)
      : discount.amountMinor;
  const parts = splitByWeights(Math.min(wantedMinor, leftMinor), left);
  const applicationIndex = apply({
    type: 'discount_code',
    title: discount.code,
    code: discount.code,
    valueType: discount.kind === 'percentage' ? 'percentage' : 'fixed_amount',
    value: discount.kind === 'percentage' ? discount.percent : discount.amountMinor,
    targetType: 'line_item',
    targetSelection: 'all',
    allocationMethod: 'across',
  });
  for (const [index, line] of order.lines.entries()) {
    const amountMinor = leftMinor === 0 ? 0 : (parts[index] ?? 0);
    if (amountMinor > 0) line.discountAllocations.push({ amountMinor, applicationIndex });
  }
}
