import { formatAmount, type Currency } from '#app/core/money/money.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import type { Posting } from '#app/platform/ledger/ledger.ts';
import type { LineMoney, VendorOrder } from './split-order.ts';
import { vendorOrderPostings } from './postings.ts';

/** The rounding of a step, where it has one: exact amounts are stated without. */
export const EXPLAINED_ROUNDINGS = ['none', 'half_up', 'largest_remainder', 'capped'] as const;
export type ExplainedRounding = (typeof EXPLAINED_ROUNDINGS)[number];

export const EXPLAIN_STEPS = [
  'goods',
  'discount',
  'tax_in_prices',
  'tax_in_discount',
  'net_goods',
  'shipping',
  'tax',
  'channel_tax',
  'paid',
  'base',
  'commission_percent',
  'commission_flat',
  'commission_line',
  'override_flat',
  'commission',
  'shipping_in_payout',
  'shipping_kept',
  'tax_in_payout',
  'tax_kept',
  'discount_share',
  'discount_charged',
  'discount_borne',
  'goodwill',
  'payout',
  'marketplace',
  'adjustment',
  'owed',
] as const;
export type ExplainStepKey = (typeof EXPLAIN_STEPS)[number];

/**
 * One step of an explanation; `adjustment` and `owed` lead from the payout to what is owed after adjustments. `key` names its text; `params` fill it with plain texts (titles, quantities, percentages, rules,
 * amounts as decimals); `amountMinor` is its result, signed as it counts towards the step that follows from it.
 */
export type ExplainStep = {
  key: ExplainStepKey;
  lineId: string | null;
  params: Record<string, string>;
  rounding: ExplainedRounding;
  amountMinor: bigint;
};

/** The whole explanation of one vendor order: its inputs and rules step by step, and the postings that follow from it. */
export type Explanation = { currency: Currency; steps: ExplainStep[]; postings: Posting[] };

/**
 * Explains a vendor order from goods to payout. It is made of that vendor order alone: nothing in it tells of other vendors,
 * of the whole order's amounts, or of how anything was shared between them.
 */
export function explainVendorOrder(order: VendorOrder): Explanation {
  return {
    currency: order.currency,
    steps: [...order.lines.flatMap((line) => explainLine(line, order)), ...explainTotals(order)],
    postings: vendorOrderPostings(order),
  };
}

function explainLine(money: LineMoney, order: VendorOrder): ExplainStep[] {
  const { line } = money;
  const show = (amountMinor: bigint): string => formatAmount(amountMinor, order.currency);
  const step = (
    key: ExplainStepKey,
    amountMinor: bigint,
    rounding: ExplainedRounding = 'none',
    params: Record<string, string> = {},
  ): ExplainStep => ({ key, lineId: line.facts.id, params, rounding, amountMinor });
  const { rule } = line.orderTerms;
  const steps = [
    step('goods', line.listMinor, 'none', {
      title: line.facts.title,
      unitPrice: show(line.facts.unitPriceMinor),
      quantity: String(line.quantity),
      soldQuantity: String(line.facts.quantity),
    }),
  ];
  if (line.discountMinor !== 0n) steps.push(step('discount', -line.discountMinor));
  if (money.taxInPaidMinor !== 0n) steps.push(step('tax_in_prices', -money.taxInPaidMinor));
  if (money.taxInDiscountMinor !== 0n) {
    steps.push(step('tax_in_discount', -money.taxInDiscountMinor, 'half_up', { discount: show(line.discountMinor) }));
  }
  for (const { title, vendorPercent, netMinor, vendorMinor } of money.sharedDiscounts) {
    if (netMinor === 0n) continue;
    const params = { title, percent: formatPercent(vendorPercent), net: show(netMinor) };
    steps.push(step('discount_share', -vendorMinor, 'half_up', params));
  }
  steps.push(step('base', money.baseMinor, 'none', explainBase(money, order, show)));
  const isCapped = money.percentPartMinor + money.flatPartMinor === money.baseMinor && money.baseMinor > 0n;
  steps.push(
    step('commission_percent', money.percentPartMinor, 'half_up', {
      base: show(money.baseMinor),
      percent: formatPercent(money.percent),
      source: order.override === null ? rule.source : 'override',
      from: show(rule.minMinor),
      to: rule.maxMinor === null ? '' : show(rule.maxMinor),
      ...(order.override === null && rule.listCurrency !== undefined ? { listCurrency: rule.listCurrency } : {}),
      condition: rule.constraint === null ? '' : `${rule.constraint.key} = ${rule.constraint.value}`,
    }),
  );
  if (order.override === null && rule.flatMinor !== 0n) {
    const params = { flat: show(rule.flatMinor), quantity: String(line.quantity) };
    steps.push(step('commission_flat', money.flatPartMinor, isCapped ? 'capped' : 'none', params));
  }
  steps.push(step('commission_line', money.commissionMinor, isCapped ? 'capped' : 'none'));
  return steps;
}

function explainBase(
  money: LineMoney,
  order: VendorOrder,
  show: (amountMinor: bigint) => string,
): Record<string, string> {
  const { flags } = order;
  return {
    price: show(money.priceMinor),
    includeDiscount: String(flags.includeDiscount),
    includeTax: String(flags.includeTax),
    includeShipping: String(flags.includeShipping),
    shipping: show(flags.includeShipping ? money.line.shippingMinor : 0n),
  };
}

function explainTotals(order: VendorOrder): ExplainStep[] {
  const steps: ExplainStep[] = [];
  const push = (
    key: ExplainStepKey,
    amountMinor: bigint,
    rounding: ExplainedRounding = 'none',
    params: Record<string, string> = {},
  ): void => {
    steps.push({ key, lineId: null, params, rounding, amountMinor });
  };
  const pushSome = (key: ExplainStepKey, amountMinor: bigint, params: Record<string, string> = {}): void => {
    if (amountMinor !== 0n) push(key, amountMinor, 'none', params);
  };
  const quote = explainQuote(order);
  // What was refunded stays a step, so that what the buyer paid for can be followed.
  if (order.shippingMinor !== 0n || order.shippingRefundedMinor !== 0n) {
    push('shipping', order.shippingMinor, 'largest_remainder', quote);
  }
  pushSome('tax', order.taxMinor);
  pushSome('channel_tax', order.channelTaxMinor);
  push('paid', order.totalMinor);
  push('net_goods', order.netGoodsMinor);
  pushSome('override_flat', order.overrideFlatMinor);
  push('commission', -order.commissionMinor);
  pushSome('shipping_in_payout', order.shippingInPayoutMinor, quote);
  pushSome('tax_in_payout', order.taxInPayoutMinor);
  pushSome('discount_charged', -order.discountChargedMinor);
  pushSome('goodwill', -order.goodwillMinor);
  push('payout', order.payoutMinor);
  pushSome('shipping_kept', order.shippingKeptMinor);
  pushSome('tax_kept', order.taxKeptMinor);
  pushSome('discount_borne', -order.discountBorneMinor);
  push('marketplace', order.marketplaceMinor);
  return steps;
}

/** What the buyer was quoted for this part, by which shipping was shared; nothing where another carrier was chosen. */
function explainQuote({ shippingQuote, currency }: VendorOrder): Record<string, string> {
  if (shippingQuote === null) return {};
  return { quote: formatAmount(shippingQuote.amountMinor, currency), quoteSource: shippingQuote.source };
}
