import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Order, Refund, Shop } from '../../core/state.ts';
import { refundPayload } from '../payloads/refund.ts';
import { scaleHalfUp } from '../../core/money.ts';
import { moveStock } from './inventory.ts';
import { findVariantById, lineOf } from './lookup.ts';
import {
  amountsRemoved,
  fulfilledUnits,
  receivedOf,
  refundedOf,
  refundValueOf,
  shippingLeft,
  sumMinor,
  totalsOf,
} from './order-amounts.ts';
import { touchOrder } from './orders.ts';

export type RefundInput = {
  lines: {
    lineId: number;
    quantity: number;
    restockType?: 'return' | 'cancel' | 'no_restock';
    locationId?: number | null;
    /** Of a return: shipped units, whether they go back on the shelf or not. */
    isShipped?: boolean;
  }[];
  /** All that is left of shipping, or an amount without its tax. */
  shipping?: { full: true } | { amountMinor: number };
  /** What is paid back; by default what lines and shipping are worth. */
  amountMinor?: number;
  /**
   * Of an exchange: what is not paid back is applied to the units that the buyer gets instead
   * (https://shopify.dev/docs/apps/build/orders-fulfillment/returns-apps/read-exchanges, Financials).
   */
  isExchange?: boolean;
  note?: string | null;
  userId?: number | null;
};

export type SuggestedAmounts = Pick<Refund, 'lines' | 'shipping'> & { suggestedMinor: number; maximumMinor: number };

/** What a refund of these lines and this shipping would be worth; changes nothing. Ids of the parts are 0. */
export function suggestRefund(order: Order, input: RefundInput): SuggestedAmounts {
  const seen = new Map<number, number>();
  const lines = input.lines.map((wanted, index) => {
    const line = lineOf(order, wanted.lineId);
    const earlier = seen.get(line.id) ?? 0;
    if (!Number.isInteger(wanted.quantity) || wanted.quantity < 1 || wanted.quantity + earlier > line.currentQuantity)
      throw new Refusal(
        `Quantity cannot refund more items than were purchased: ${line.currentQuantity - earlier} left of ${line.title}.`,
        ['input', 'refundLineItems', String(index), 'quantity'],
      );
    seen.set(line.id, earlier + wanted.quantity);
    const amounts = amountsRemoved({ ...line, currentQuantity: line.currentQuantity - earlier }, wanted.quantity);
    return {
      id: 0,
      lineId: line.id,
      quantity: wanted.quantity,
      restockType: wanted.restockType ?? 'no_restock',
      locationId: wanted.locationId ?? null,
      ...amounts,
    };
  });
  const shipping = input.shipping ? shippingParts(order, input.shipping) : [];
  return {
    lines,
    shipping,
    suggestedMinor: refundValueOf(order, { lines, shipping }),
    maximumMinor: receivedOf(order) - refundedOf(order),
  };
}

/** Pays back lines, shipping or a plain amount. Restocks, writes the refund and tells the app (refunds/create, orders/updated). */
export function refundOrder(sandbox: Sandbox, shop: Shop, order: Order, input: RefundInput): Refund {
  const suggestion = suggestRefund(order, input);
  const totalMinor = input.amountMinor ?? Math.min(suggestion.suggestedMinor, Math.max(0, suggestion.maximumMinor));
  if (!Number.isSafeInteger(totalMinor) || totalMinor < 0)
    throw new Refusal('Refund amount must not be negative.', ['input', 'amount']);
  if (totalMinor > suggestion.maximumMinor)
    throw new Refusal('Refund amount cannot be greater than the amount that is left to refund.', ['input', 'amount']);
  if (suggestion.lines.length === 0 && suggestion.shipping.length === 0 && totalMinor === 0)
    throw new Refusal('A refund needs lines, shipping or an amount.', ['input']);
  const refund = writeRefund(sandbox, shop, order, suggestion, totalMinor, input);
  // Only a difference to money that was received is a discrepancy; an unpaid order simply gives nothing back.
  const discrepancyMinor = suggestion.suggestedMinor - totalMinor;
  if (input.isExchange) refund.creditMinor = Math.max(0, discrepancyMinor);
  else if (discrepancyMinor !== 0 && receivedOf(order) > 0)
    refund.adjustments.push({
      id: nextId(sandbox),
      kind: 'refund_discrepancy',
      amountMinor: discrepancyMinor,
      taxMinor: 0,
      reason: 'Refund discrepancy',
    });
  settleFinancialStatus(order);
  order.updatedAt = sandbox.clock.iso();
  sandbox.webhooks.emit(shop, 'refunds/create', refundPayload(shop, order, refund));
  touchOrder(sandbox, shop, order, ['orders/updated']);
  return refund;
}

export type CancelInput = {
  reason: 'customer' | 'declined' | 'fraud' | 'inventory' | 'other' | 'staff';
  refund: boolean;
  restock: boolean;
  userId?: number | null;
};

/** Cancels an order that has nothing shipped: takes back every unit, pays back when asked, closes its fulfillment orders. */
export function cancelOrder(sandbox: Sandbox, shop: Shop, order: Order, input: CancelInput): void {
  if (order.cancelledAt !== null) throw new Refusal('Order has already been cancelled.', ['orderId']);
  if (order.lines.some((line) => fulfilledUnits(order, line.id) > 0))
    throw new Refusal('Cannot cancel an order that has fulfilled items; cancel the fulfillments first.', ['orderId']);
  const at = sandbox.clock.iso();
  const lines = order.lines
    .filter((line) => line.currentQuantity > 0)
    .map((line) => ({
      lineId: line.id,
      quantity: line.currentQuantity,
      restockType: input.restock ? ('cancel' as const) : ('no_restock' as const),
    }));
  const payBack = input.refund && receivedOf(order) > refundedOf(order);
  const wanted: RefundInput = { lines, shipping: { full: true }, userId: input.userId ?? null };
  const suggestion = suggestRefund(order, payBack ? wanted : { ...wanted, shipping: undefined });
  let refund: Refund | null = null;
  if (suggestion.lines.length > 0 || suggestion.shipping.length > 0 || payBack)
    refund = writeRefund(sandbox, shop, order, suggestion, payBack ? suggestion.maximumMinor : 0, wanted);
  order.cancelledAt = at;
  order.closedAt = at;
  order.cancelReason = input.reason;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    if (fulfillmentOrder.status !== 'CLOSED') fulfillmentOrder.status = 'CANCELLED';
    for (const line of fulfillmentOrder.lines) line.remainingQuantity = 0;
  }
  if (receivedOf(order) === 0) {
    order.financialStatus = 'voided';
    const authorization = order.transactions.find((transaction) => transaction.kind === 'authorization');
    if (authorization)
      order.transactions.push({
        id: nextId(sandbox),
        kind: 'void',
        status: 'success',
        gateway: authorization.gateway,
        amountMinor: authorization.amountMinor,
        parentId: authorization.id,
        createdAt: at,
      });
  } else settleFinancialStatus(order);
  order.updatedAt = at;
  if (refund) sandbox.webhooks.emit(shop, 'refunds/create', refundPayload(shop, order, refund));
  touchOrder(sandbox, shop, order, ['orders/cancelled', 'orders/updated']);
}

function shippingParts(order: Order, wanted: { full: true } | { amountMinor: number }): Refund['shipping'] {
  const left = order.shippingLines
    .map((line) => ({ line, ...shippingLeft(order, line) }))
    .filter((entry) => entry.subtotalMinor > 0);
  let openMinor = 'full' in wanted ? sumMinor(left.map((entry) => entry.subtotalMinor)) : wanted.amountMinor;
  if (openMinor < 0 || openMinor > sumMinor(left.map((entry) => entry.subtotalMinor)))
    throw new Refusal('Shipping refund is more than what is left of shipping.', ['input', 'shipping', 'amount']);
  const parts: Refund['shipping'] = [];
  for (const entry of left) {
    const subtotalMinor = Math.min(openMinor, entry.subtotalMinor);
    if (subtotalMinor === 0) continue;
    openMinor -= subtotalMinor;
    parts.push({
      id: 0,
      shippingLineId: entry.line.id,
      subtotalMinor,
      taxMinor: scaleHalfUp(entry.taxMinor, subtotalMinor, entry.subtotalMinor),
    });
  }
  return parts;
}

function writeRefund(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  suggestion: SuggestedAmounts,
  totalMinor: number,
  input: RefundInput,
): Refund {
  const at = sandbox.clock.iso();
  const parent = order.transactions.find(
    (transaction) =>
      (transaction.kind === 'sale' || transaction.kind === 'capture') && transaction.status === 'success',
  );
  const refund: Refund = {
    id: nextId(sandbox),
    createdAt: at,
    processedAt: at,
    note: input.note ?? null,
    userId: input.userId ?? null,
    lines: suggestion.lines.map((line) => ({ ...line, id: nextId(sandbox) })),
    shipping: suggestion.shipping.map((part) => ({ ...part, id: nextId(sandbox) })),
    adjustments: suggestion.shipping.map((part) => ({
      id: nextId(sandbox),
      kind: 'shipping_refund' as const,
      amountMinor: -part.subtotalMinor,
      taxMinor: -part.taxMinor,
      reason: 'Shipping refund',
    })),
    transactionIds: [],
    totalMinor,
  };
  refund.lines.forEach((part, index) => {
    takeUnits(sandbox, shop, order, part, input.lines[index]?.isShipped ?? part.restockType === 'return');
  });
  if (totalMinor > 0) {
    const transactionId = nextId(sandbox);
    order.transactions.push({
      id: transactionId,
      kind: 'refund',
      status: 'success',
      gateway: parent?.gateway ?? 'manual',
      amountMinor: totalMinor,
      parentId: parent?.id ?? null,
      createdAt: at,
    });
    refund.transactionIds.push(transactionId);
  }
  order.refunds.push(refund);
  return refund;
}

/**
 * Takes refunded units out of the order and puts them back on the shelf when asked. `RETURN` is for units that were fulfilled,
 * `CANCEL` for those that were not (the platform's RefundLineItemRestockType,
 * https://shopify.dev/docs/api/admin-graphql/latest/enums/RefundLineItemRestockType); the rest comes from the others.
 */
function takeUnits(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  part: Refund['lines'][number],
  isShipped: boolean,
): void {
  const line = lineOf(order, part.lineId);
  const shippedUnits = line.currentQuantity - line.fulfillableQuantity;
  line.currentQuantity -= part.quantity;
  const unshipped = isShipped
    ? Math.max(0, part.quantity - shippedUnits)
    : Math.min(line.fulfillableQuantity, part.quantity);
  releaseUnits(sandbox, shop, order, line.id, unshipped);
  const owned = line.variantId === null ? null : findVariantById(shop, line.variantId);
  if (!owned?.variant.inventory.tracked) return;
  const locationId =
    part.locationId ??
    order.fulfillmentOrders.find((candidate) => candidate.lines.some((entry) => entry.lineId === line.id))
      ?.locationId ??
    shop.locations[0]?.id;
  if (locationId === undefined) return;
  const back = part.restockType === 'no_restock' ? 0 : part.quantity;
  moveStock(sandbox, shop, owned.variant, locationId, { available: back, committed: -unshipped });
}

/** The kind of restock of units that nobody named one for: those that have not shipped are cancelled, others come back. */
export function restockOf(order: Order, part: { lineId: number; quantity: number }): 'cancel' | 'return' {
  const line = order.lines.find((candidate) => candidate.id === part.lineId);
  return (line?.fulfillableQuantity ?? 0) >= part.quantity ? 'cancel' : 'return';
}

/** Lowers what is left to ship of a line; a fulfillment order with nothing left is closed. */
export function releaseUnits(sandbox: Sandbox, shop: Shop, order: Order, lineId: number, units: number): void {
  const line = lineOf(order, lineId);
  line.fulfillableQuantity -= units;
  let open = units;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    for (const entry of fulfillmentOrder.lines) {
      if (entry.lineId !== lineId || open === 0) continue;
      const taken = Math.min(open, entry.remainingQuantity);
      entry.remainingQuantity -= taken;
      entry.totalQuantity -= taken;
      open -= taken;
    }
    if (
      fulfillmentOrder.status !== 'CANCELLED' &&
      fulfillmentOrder.lines.every((entry) => entry.remainingQuantity === 0)
    ) {
      fulfillmentOrder.status = 'CLOSED';
      fulfillmentOrder.updatedAt = sandbox.clock.iso();
    }
  }
}

function settleFinancialStatus(order: Order): void {
  const received = receivedOf(order);
  const refunded = refundedOf(order);
  if (received === 0) return;
  if (refunded >= received) order.financialStatus = 'refunded';
  else if (refunded > 0) order.financialStatus = 'partially_refunded';
  else if (totalsOf(order, 'current').totalMinor > received) order.financialStatus = 'partially_paid';
}
