import { formatMinor } from '#sandbox/core/money.ts';
import type { DiscountAllocation, Order, Refund } from '#sandbox/core/state.ts';
import { outstandingOf, receivedOf } from '#sandbox/platform/store/order-amounts.ts';
import type { Discount, Order as ModelOrder, Tax } from '#tests/model/platform-order.ts';
import type { SentEvent } from '#sandbox/testing-shop.ts';
import { MADE_HERE, ownersOf, type OrderScenario, type Platform } from './money-model-scenarios.ts';

type Json = Record<string, unknown>;

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
const extrasOf = ({ extras }: OrderScenario): number =>
  extras.tips + extras.duties + extras.fees + extras.taxDifference;
/** What the platform has received of an order that is paid, with what the engine knows nothing of. */
export const receivedWith = (scenario: OrderScenario): number =>
  receivedOf(scenario.order) + extrasOf(scenario) + scenario.extras.rounding;

const PAID = ['paid', 'partially_refunded', 'refunded'];

/** What the platform says of an order now, as the model takes it: from the platform's own books, not from its payloads. */
export function describeOrder(
  scenario: OrderScenario,
  { kinds, groups }: Pick<Platform, 'kinds' | 'groups'>,
): ModelOrder {
  const { order, isSpread } = scenario;
  const taxes = (lines: Order['lines'][number]['taxLines']): Tax[] =>
    lines.map((tax) => ({
      amount: BigInt(tax.priceMinor),
      rate: BigInt(Math.round(tax.rate * 1_000_000)),
      isChannelLiable: scenario.channelTaxes.includes(tax.title),
    }));
  const refundedUnits = (id: number) =>
    total(order.refunds.flatMap((refund) => refund.lines).map((part) => (part.lineId === id ? part.quantity : 0)));
  const off = (line: { discountAllocations: { amountMinor: number }[] }) =>
    total(line.discountAllocations.map((part) => part.amountMinor));
  const shippingDiscount = total(order.shippingLines.map(off));
  return {
    lines: order.lines.map((line) => {
      const kind = line.productId === null ? undefined : kinds.get(line.productId);
      return {
        id: String(line.id),
        vendor: line.vendor,
        price: BigInt(line.unitPriceMinor),
        quantity: BigInt(line.quantity),
        kept: BigInt(line.currentQuantity + refundedUnits(line.id)),
        discounts: isSpread ? [] : line.discountAllocations.map((part) => describeDiscount(order, part, groups)),
        taxes: taxes(line.taxLines),
        isGiftCard: line.giftCard,
        needsShipping: line.requiresShipping,
        fields: fieldsOf(kind),
      };
    }),
    taxesIncluded: order.taxesIncluded,
    discount: BigInt(total(order.lines.map(off)) + shippingDiscount),
    shippingDiscount: BigInt(shippingDiscount),
    shipping: BigInt(total(order.shippingLines.map((line) => line.priceMinor)) - shippingDiscount),
    shippingTaxes: order.shippingLines.flatMap((line) => taxes(line.taxLines)),
    refunds: order.refunds.map((refund) => describeRefund(scenario, refund)),
    extras: BigInt(extrasOf(scenario)),
    cashRounding: BigInt(scenario.extras.rounding),
    received: BigInt(receivedWith(scenario)),
    isPaid: PAID.includes(order.financialStatus) && outstandingOf(order) <= 0,
    isCancelled: order.cancelledAt !== null,
  };
}

/** A discount with who bears it, where that was decided here. */
function describeDiscount(order: Order, part: DiscountAllocation, groups: number): Discount {
  const made = MADE_HERE[order.discountApplications[part.applicationIndex]?.code ?? ''];
  const amount = BigInt(part.amountMinor);
  if (!made) return { amount };
  const vendors = made.isOwn ? { vendors: ownersOf(groups).map((name) => name.toLowerCase()) } : {};
  return { amount, decided: { vendorShare: made.vendorShare, ...vendors } };
}

/** The metafield that commission lists may name, by both of its names. */
const fieldsOf = (kind: string | undefined): Record<string, string[]> =>
  kind === undefined ? {} : { kind: [kind], 'custom.kind': [kind] };

function describeRefund(scenario: OrderScenario, refund: Refund): ModelOrder['refunds'][number] {
  const hasFailed = scenario.transactionStates.get(refund.id) === 'failure';
  const liableVendor = scenario.liableVendor.get(refund.id);
  return {
    lines: refund.lines.map((part) => ({
      id: String(part.lineId),
      quantity: BigInt(part.quantity),
      subtotal: BigInt(part.subtotalMinor),
      tax: BigInt(part.taxMinor),
    })),
    shipping: BigInt(total(refund.shipping.map((part) => part.subtotalMinor))),
    shippingTax: BigInt(total(refund.shipping.map((part) => part.taxMinor))),
    paidBack: hasFailed ? 0n : BigInt(refund.totalMinor),
    ...(liableVendor === undefined ? {} : { liableVendor }),
  };
}

/** The order that something was told of. */
export function orderIdOf({ payload }: SentEvent): string {
  const {
    order_edit: edit,
    order_id: ofRefund,
    id,
  } = payload as { order_edit?: Json; order_id?: unknown; id: unknown };
  return String(edit?.order_id ?? ofRefund ?? id);
}

/** What the platform tells, with what the engine cannot express. */
export function tellWith(scenario: OrderScenario, { topic, payload }: SentEvent): SentEvent {
  if (topic === 'orders/edited') return { topic, payload };
  if (topic === 'refunds/create') return { topic, payload: tellRefund(scenario, payload as Json) };
  return { topic, payload: tellOrder(scenario, payload as Json) };
}

/** An order as it is read from the store, which alone says what it received. */
export function readWith(scenario: OrderScenario, payload: object): object {
  return { ...payload, total_received_set: setOf(receivedWith(scenario), scenario.order.currency) };
}

const setOf = (amountMinor: number, currency: string): Json => {
  const money = { amount: formatMinor(amountMinor, currency), currency_code: currency };
  return { shop_money: money, presentment_money: money };
};

function tellOrder(scenario: OrderScenario, payload: Json): Json {
  const { extras, order } = scenario;
  const set = (amountMinor: number) => setOf(amountMinor, order.currency);
  const more = (name: string, amountMinor: number): Json => {
    const exponent = formatMinor(0, order.currency).replace(/^0\.?/, '').length;
    const minor = Math.round(Number(payload[name]) * 10 ** exponent) + amountMinor;
    return { [name]: formatMinor(minor, order.currency), [`${name}_set`]: set(minor) };
  };
  return {
    ...payload,
    ...more('total_price', extrasOf(scenario)),
    ...more('current_total_price', extrasOf(scenario)),
    ...more('total_tax', extras.taxDifference),
    total_tip_received: formatMinor(extras.tips, order.currency),
    original_total_duties_set: set(extras.duties),
    original_total_additional_fees_set: set(extras.fees),
    total_cash_rounding_payment_adjustment_set: set(extras.rounding),
    line_items: (payload.line_items as Json[]).map((line) => ({
      ...tellTaxes(scenario, line),
      ...(scenario.isSpread ? { discount_allocations: [] } : {}),
    })),
    shipping_lines: (payload.shipping_lines as Json[]).map((line) => tellTaxes(scenario, line)),
    refunds: (payload.refunds as Json[]).map((refund) => tellRefund(scenario, refund)),
  };
}

function tellTaxes({ channelTaxes }: OrderScenario, line: Json): Json {
  const taxes = (line.tax_lines as Json[]).map((tax) => ({
    ...tax,
    channel_liable: channelTaxes.includes(String(tax.title)),
  }));
  return { ...line, tax_lines: taxes };
}

function tellRefund(scenario: OrderScenario, refund: Json): Json {
  const state = scenario.transactionStates.get(Number(refund.id));
  const transactions = refund.transactions as Json[];
  return {
    ...refund,
    ...(state ? { transactions: transactions.map((one) => ({ ...one, status: state })) } : {}),
    ...(scenario.isOldStyle ? { refund_shipping_lines: [] } : {}),
  };
}
