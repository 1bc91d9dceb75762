import { z } from 'zod';
import type { Issue } from '#app/core/errors.ts';
import { isCurrency, sumMinor, type Currency } from '#app/core/money/money.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import {
  FINANCIAL_STATUSES,
  hasTakenByEdit,
  isEndedKeeping,
  isEndedUnpaid,
  isPaidInFull,
  type DiscountFact,
  type FinancialStatus,
  type LineFacts,
  type OrderFacts,
  type RefundFacts,
  type ShippingFacts,
  type TaxFact,
} from '../order.ts';
import { isCancelledStatus } from '../fulfillment/fulfillment.ts';
import { hasUncounted, hasUnpaidReturn, computeRefundValue } from '../money/refunded.ts';
import { IssueList, maybeId, readAmount, readId, readRate, type AmountPair } from './order-payload-values.ts';
import { orderSchema, refundSchema, type OrderPayload } from './order-payload-schema.ts';
import { countReturned } from '../money/units-left.ts';
import { isRateCode } from '#app/features/shipping/rates/cart-rates.ts';
import { readRefund } from './parse-refund.ts';

/**
 * Reads the platform's order (the body of `orders/*` webhooks) as facts without personal data. Always `shop_money`; ids are
 * strings from `admin_graphql_api_id`; unknown fields are ignored and missing lists are empty.
 */
export function parseOrder(payload: unknown): Result<OrderFacts, Issue[]> {
  const parsed = orderSchema.safeParse(payload);
  if (!parsed.success) return refuse(toIssues(parsed.error));
  const order = parsed.data;
  if (!isCurrency(order.currency)) {
    return refuse([{ path: 'currency', rule: 'currency', message: rule('currency_format') }]);
  }
  const issues = new IssueList(order.currency);
  const facts = readOrder(order, order.currency, issues);
  return issues.list.length > 0 ? refuse(issues.list) : ok(facts);
}

/** Reads a refund (the body of `refunds/create`) in the store's currency, with the id of the order that it belongs to. */
export function parseRefund(payload: unknown, currency: Currency): Result<RefundFacts & { orderId: string }, Issue[]> {
  const parsed = refundSchema.safeParse(payload);
  if (!parsed.success) return refuse(toIssues(parsed.error));
  const issues = new IssueList(currency);
  const refund = readRefund(parsed.data, '', issues);
  const orderId = readId({ id: parsed.data.order_id }, 'order_id', issues);
  return issues.list.length > 0 ? refuse(issues.list) : ok({ ...refund, orderId });
}

function toIssues(error: z.ZodError): Issue[] {
  return error.issues.map(({ path }) => ({
    path: path.join('.'),
    rule: 'shape',
    message: rule('shape'),
  }));
}

function readOrder(order: OrderPayload, currency: Currency, issues: IssueList): OrderFacts {
  const shop = (path: string, pair: AmountPair): bigint => readAmount(pair, path, issues);
  const facts: OrderFacts = {
    id: readId(order, 'admin_graphql_api_id', issues),
    name: order.name,
    currency,
    taxesIncluded: order.taxes_included,
    isTest: order.test,
    createdAt: order.created_at,
    updatedAt: order.updated_at,
    cancelledAt: order.cancelled_at,
    financialStatus: readFinancialStatus(order.financial_status),
    // A tip is listed as a line too, but it is the marketplace's and already stands in `total_tip_received`.
    lines: order.line_items.flatMap((line, index) =>
      line.tip ? [] : [readLine(line, order, `line_items.${index}`, issues)],
    ),
    shipping: order.shipping_lines.flatMap((line, index) =>
      line.is_removed ? [] : [readShipping(line, `shipping_lines.${index}`, issues)],
    ),
    discountApplications: order.discount_applications.map(({ type, code, title }, index) => ({
      index,
      type,
      code: code ?? null,
      title: title ?? null,
    })),
    totalMinor: shop('total_price', { set: order.total_price_set, plain: order.total_price }),
    totalTaxMinor: shop('total_tax', { set: order.total_tax_set, plain: order.total_tax }),
    totalDiscountsMinor: shop('total_discounts', { set: order.total_discounts_set, plain: order.total_discounts }),
    tipsMinor: shop('total_tip_received', { set: order.total_tip_received_set, plain: order.total_tip_received }),
    dutiesMinor: shop('original_total_duties_set', { set: order.original_total_duties_set }),
    feesMinor: shop('original_total_additional_fees_set', { set: order.original_total_additional_fees_set }),
    cashRoundingPaidMinor: shop('total_cash_rounding_payment_adjustment_set', {
      set: order.total_cash_rounding_payment_adjustment_set,
    }),
    cashRoundingRefundedMinor: shop('total_cash_rounding_refund_adjustment_set', {
      set: order.total_cash_rounding_refund_adjustment_set,
    }),
    outstandingMinor:
      order.total_outstanding === null ? null : shop('total_outstanding', { plain: order.total_outstanding }),
    receivedMinor: null,
    refunds: order.refunds.map((refund, index) => readRefund(refund, `refunds.${index}.`, issues)),
  };
  return { ...facts, receivedMinor: readReceived(facts, order, issues) };
}

/**
 * What the buyer has paid, where it is not the total: units that an edit took away before the payment stay in the total and
 * were never paid for. It is what still stands of the order and what refunds took back, less what is owed (M11). Null where
 * the total says it. Once money went back for nothing that can be counted, only an order that was read from the store says
 * it: that money may pay back what an edit took away, or be a gesture, which is never owed. So it is with an order that ended
 * open, or before all went back, and with goods that came back for no money: an exchange's total counts what they stand for too.
 */
function readReceived(facts: OrderFacts, order: OrderPayload, issues: IssueList): bigint | null {
  if (isEndedUnpaid(facts) || isEndedKeeping(facts)) return readTotalReceived(order, issues);
  const stated = isPaidInFull(facts) && hasUnpaidReturn(facts) ? readTotalReceived(order, issues) : null;
  if (stated !== null) return stated;
  const hasStated = order.current_total_price !== null || order.current_total_price_set !== null;
  if (facts.outstandingMinor === null || !hasStated || !hasTakenByEdit(facts)) return null;
  if (hasUncounted(facts)) return readTotalReceived(order, issues);
  const standsMinor = readAmount(
    { set: order.current_total_price_set, plain: order.current_total_price },
    'current_total_price',
    issues,
  );
  const takenBackMinor = sumMinor(facts.refunds.map((refund) => computeRefundValue(refund, facts.taxesIncluded)));
  return standsMinor + takenBackMinor - facts.outstandingMinor + facts.cashRoundingPaidMinor;
}

/** What the store says that it received; no webhook carries it. */
function readTotalReceived({ total_received_set: set }: OrderPayload, issues: IssueList): bigint | null {
  return set === null ? null : readAmount({ set }, 'total_received_set', issues);
}

function readFinancialStatus(status: string | null): FinancialStatus {
  return FINANCIAL_STATUSES.find((candidate) => candidate === status) ?? 'pending';
}

function readLine(
  line: OrderPayload['line_items'][number],
  { refunds, fulfillments }: OrderPayload,
  path: string,
  issues: IssueList,
): LineFacts {
  const taken = refunds
    .flatMap((refund) => refund.refund_line_items)
    .filter((entry) => String(entry.line_item_id) === String(line.id));
  const shipped = fulfillments
    ?.filter(({ status }) => !isCancelledStatus(status))
    .flatMap((fulfillment) => fulfillment.line_items)
    .filter((entry) => String(entry.id) === String(line.id));
  const refunded = sumUnits(taken);
  const current = line.current_quantity ?? Math.max(0, line.quantity - refunded);
  return {
    id: readId(line, path, issues),
    productId: maybeId(line.product_id),
    variantId: maybeId(line.variant_id),
    vendorName: line.vendor ?? '',
    title: line.title,
    variantTitle: line.variant_title ?? '',
    sku: line.sku ?? '',
    isGiftCard: line.gift_card,
    requiresShipping: line.requires_shipping,
    unitPriceMinor: readAmount({ set: line.price_set, plain: line.price }, `${path}.price`, issues),
    quantity: line.quantity,
    currentQuantity: current,
    fulfillableQuantity: line.fulfillable_quantity,
    returnedQuantity: countReturned({
      current,
      fulfillable: line.fulfillable_quantity,
      inFulfillments: shipped ? sumUnits(shipped) : null,
      refunds: taken.map((entry) => ({ quantity: entry.quantity, restockType: entry.restock_type ?? '' })),
    }),
    taxes: readTaxes(line.tax_lines, path, issues),
    discounts: readDiscounts(line.discount_allocations, path, issues),
  };
}

const sumUnits = (entries: readonly { quantity: number }[]): number =>
  entries.reduce((sum, { quantity }) => sum + quantity, 0);

function readTaxes(taxes: OrderPayload['line_items'][number]['tax_lines'], path: string, issues: IssueList): TaxFact[] {
  return taxes.map((tax, index) => ({
    title: tax.title ?? '',
    rateNano: readRate(tax.rate, `${path}.tax_lines.${index}.rate`, issues),
    amountMinor: readAmount({ set: tax.price_set, plain: tax.price }, `${path}.tax_lines.${index}.price`, issues),
    channelLiable: tax.channel_liable ?? false,
  }));
}

function readDiscounts(
  allocations: OrderPayload['line_items'][number]['discount_allocations'],
  path: string,
  issues: IssueList,
): DiscountFact[] {
  return allocations.map((allocation, index) => ({
    amountMinor: readAmount(
      { set: allocation.amount_set, plain: allocation.amount },
      `${path}.discount_allocations.${index}.amount`,
      issues,
    ),
    applicationIndex: allocation.discount_application_index,
  }));
}

function readShipping(line: OrderPayload['shipping_lines'][number], path: string, issues: IssueList): ShippingFacts {
  const quotedMinor = readAmount({ set: line.price_set, plain: line.price }, `${path}.price`, issues);
  const allocatedMinor = readDiscounts(line.discount_allocations, path, issues).reduce(
    (sum, discount) => sum + discount.amountMinor,
    0n,
  );
  const hasDiscounted = line.discounted_price_set !== null || line.discounted_price !== null;
  const discountedMinor = hasDiscounted
    ? readAmount({ set: line.discounted_price_set, plain: line.discounted_price }, `${path}.discounted_price`, issues)
    : quotedMinor;
  const chargedMinor = line.discount_allocations.length > 0 ? quotedMinor - allocatedMinor : discountedMinor;
  return {
    id: readId(line, path, issues),
    title: line.title ?? '',
    chargedMinor,
    discountMinor: quotedMinor - chargedMinor,
    ...(line.code !== null && isRateCode(line.code) ? { rateCode: line.code } : {}),
    taxes: readTaxes(line.tax_lines, path, issues),
  };
}
