import { suggestRefund, type SuggestedRefund } from '#app/adapters/shopify/orders/refunds.server.ts';
import { toLosses } from './losses.service.server.ts';
import type { RefundInput, RefundPreviewDto } from './aftersales.contract.ts';
import type { ChangeableOrder } from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import type { FinancialStatus } from '#app/features/orders/order.ts';
import { addRefund } from '#app/features/orders/order-versions.ts';
import { computeRefundValue, worthOfShipping } from '#app/features/orders/money/refunded.ts';
import { decideLiableParty } from '#app/features/orders/money/pending-refunds.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Locale } from '#app/core/viewer.ts';
import { foldName } from '#app/core/text/folding.ts';
import { fillText } from '#app/core/rule.ts';
import { formatAmount, plainAmount, readAmount, amountIssue, toDto, money } from '#app/core/money/money.ts';
import { stateRefuses, AppError, REASONS, type Issue, invalidInput } from '#app/core/errors.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { thinkRefund, type RefundUnits } from './refund.ts';

/** What a refund comes to: its units, what the platform says they are worth, and what goes back. Minor units. */
export type Plan = {
  units: RefundUnits[];
  suggestion: SuggestedRefund;
  amountMinor: bigint;
  worthMinor: bigint;
  vendorId: string | null;
};
const UNPAID: readonly FinancialStatus[] = ['pending', 'authorized', 'voided', 'expired'];

/** Checks a wish against the order and asks the platform what it is worth. Throws invalid_state (409), not_found (404). */
export async function planRefund(ctx: Ctx, order: ChangeableOrder, input: RefundInput): Promise<Plan> {
  const { currency, known } = order;
  const units = checkUnits(order, input);
  const vendorId = findVendorId(order, input);
  if (UNPAID.includes(known.latest.financialStatus)) throw stateRefuses('order_not_paid');
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const shipping = computeShipping(input, order);
  // The shipping that is left is asked for by itself first, because the platform refuses more of it with words of its own.
  if (shipping && 'amount' in shipping) await checkShipping(ctx, order, shipping.amount);
  const suggestion = await suggestRefund(platform, { orderId: order.orderId, currency, lines: units, shipping });
  const worthMinor = computeRefundValue(suggestion, known.latest.taxesIncluded);
  const amountMinor = input.amount === null ? suggestion.amountMinor : computeAmount(input.amount, order, 'amount');
  if (amountMinor > suggestion.maximumMinor) throw aboveRefundable(suggestion.maximumMinor, order);
  if (amountMinor === 0n && units.length === 0) throw stateRefuses('nothing_to_refund');
  return { units, suggestion, amountMinor, worthMinor, vendorId };
}

async function checkShipping(ctx: Ctx, order: ChangeableOrder, amount: string): Promise<void> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const { orderId, currency } = order;
  const { shippingMaximumMinor } = await suggestRefund(platform, { orderId, currency, lines: [], shipping: null });
  if (computeAmount(amount, order, 'shipping.amount') > shippingMaximumMinor) {
    throw aboveRefundable(shippingMaximumMinor, order, 'shipping.amount');
  }
}

/** Refuses (409) what is more than can still go back. */
export function aboveRefundable(maxMinor: bigint, order: ChangeableOrder, path = 'amount'): AppError {
  const params = { most: formatAmount(maxMinor < 0n ? 0n : maxMinor, order.currency) };
  const message = fillText(REASONS.above_refundable, params);
  return stateRefuses('above_refundable', params, [{ path, rule: 'above_refundable', message, params }]);
}

export function withPlainAmounts(sent: RefundInput, locale: Locale): RefundInput {
  const { amount, shipping } = sent;
  return {
    ...sent,
    amount: amount === null ? null : plainAmount(amount, locale),
    shipping: shipping && 'amount' in shipping ? { amount: plainAmount(shipping.amount, locale) } : shipping,
  };
}
export const toUnits = (input: RefundInput): RefundUnits[] =>
  input.lines.map(({ id, quantity, restock }) => ({ lineId: String(id), quantity, restock }));

/** The units of a wish. A line of another order is not_found (404), more units than are left invalid_state (409). */
function checkUnits(order: ChangeableOrder, input: RefundInput): RefundUnits[] {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const issues = input.lines.flatMap(({ id, quantity }, index): Issue[] => {
    const line = byId.get(id);
    if (!line) throw new AppError('not_found');
    if (quantity <= line.remaining) return [];
    const params = { left: line.remaining };
    const message = fillText(REASONS.more_than_refundable, params);
    return [{ path: `lines.${index}.quantity`, rule: 'above_units', message, params }];
  });
  const [first] = issues;
  if (first) throw stateRefuses('more_than_refundable', first.params, issues);
  return toUnits(input);
}

/** Throws not_found (404) for a line or a vendor that is none of the order, before anything is read or written for it. */
export function requireNamed(order: ChangeableOrder, input: RefundInput): void {
  const ids = new Set(order.lines.map((line) => line.id));
  if (input.lines.some(({ id }) => !ids.has(id))) throw new AppError('not_found');
  findVendorId(order, input);
}

/** The vendor that a wish names, which has to have a part in the order: else not_found (404). */
function findVendorId(order: ChangeableOrder, input: RefundInput): string | null {
  if (input.vendor === null) return null;
  const wanted = foldName(input.vendor);
  const vendorOrder = order.parts.find(({ vendorName }) => foldName(vendorName) === wanted);
  if (!vendorOrder) throw new AppError('not_found');
  return String(vendorOrder.vendorId);
}

export function computeShipping(
  input: RefundInput,
  order: ChangeableOrder,
): { full: true } | { amount: string } | null {
  if (input.shipping === null || 'full' in input.shipping) return input.shipping;
  const minor = computeAmount(input.shipping.amount, order, 'shipping.amount');
  return { amount: formatAmount(minor, order.currency) };
}

/** An amount above zero in the order's currency, in minor units; anything else is invalid_input (422). */
export function computeAmount(typed: string | number, order: ChangeableOrder, path: string): bigint {
  const parsed = readAmount(typed, order.currency);
  if (!parsed.ok) throw invalidInput([amountIssue(path, parsed.refusal)]);
  if (parsed.value <= 0n) throw invalidInput([{ path, rule: 'above_zero', message: rule('above_zero') }]);
  return parsed.value;
}

export function describePlan(order: ChangeableOrder, plan: Plan): RefundPreviewDto {
  const { suggestion, amountMinor, worthMinor, units, vendorId } = plan;
  const { known, decisions, currency } = order;
  const thought = thinkRefund(suggestion, amountMinor, units);
  const after = order.settleAs({
    known: addRefund(known, thought),
    decisions: decideLiableParty(
      decisions,
      {
        id: thought.id,
        shippingMinor: suggestion.shippingMinor,
        goodwillMinor: amountMinor > worthMinor ? amountMinor - worthMinor : 0n,
      },
      vendorId,
    ),
  });
  const toMoneyDto = (minor: bigint): MoneyDto => toDto(money(minor, currency));
  const shippingWorthMinor = worthOfShipping(suggestion);
  return {
    ...toLosses(order, after, amountMinor),
    amount: toMoneyDto(amountMinor),
    items: toMoneyDto(worthMinor - shippingWorthMinor),
    shipping: toMoneyDto(shippingWorthMinor),
    worth: toMoneyDto(worthMinor),
    beyond: toMoneyDto(amountMinor - worthMinor),
    most: toMoneyDto(suggestion.maximumMinor),
  };
}
