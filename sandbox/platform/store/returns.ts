import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Order, OrderReturn, Shop } from '../../core/state.ts';
import { returnPayload } from '../payloads/return.ts';
import { editOrder } from './edits.ts';
import { findVariantById, lineOf } from './lookup.ts';
import { touchOrder } from './orders.ts';
import { refundOrder } from './refunds.ts';

export type ReturnInput = {
  lines: { fulfillmentLineId: number; quantity: number; reason?: string | null; note?: string | null }[];
  /** What the buyer gets instead; it joins the order when the return is processed. */
  exchange?: { variantId: number; quantity: number }[];
  /** A request waits for the merchant; a return that the merchant makes is open at once. */
  approved: boolean;
};

/** Units of shipped lines that can come back: shipped, still in the order, and in no other return that is under way. */
export function returnableUnits(
  order: Order,
): { fulfillmentId: number; fulfillmentLineId: number; quantity: number }[] {
  const leftOf = new Map(
    order.lines.map((line) => [
      line.id,
      line.currentQuantity - line.fulfillableQuantity - waitingUnits(order, line.id),
    ]),
  );
  return order.fulfillments
    .filter((fulfillment) => fulfillment.status === 'SUCCESS')
    .flatMap((fulfillment) =>
      fulfillment.lines.map((part) => {
        const taken = liveLines(order)
          .filter((line) => line.fulfillmentLineId === part.id)
          .reduce((sum, line) => sum + line.quantity, 0);
        const left = leftOf.get(part.lineId) ?? 0;
        const quantity = Math.max(0, Math.min(part.quantity - taken, left));
        leftOf.set(part.lineId, left - quantity);
        return { fulfillmentId: fulfillment.id, fulfillmentLineId: part.id, quantity };
      }),
    )
    .filter((entry) => entry.quantity > 0);
}

/** A buyer asks to send units back, or the merchant opens a return. Tells the app (returns/request or returns/approve). */
export function makeReturn(sandbox: Sandbox, shop: Shop, order: Order, input: ReturnInput): OrderReturn {
  if (input.lines.length === 0) throw new Refusal('A return needs at least one line.', ['returnLineItems'], 'BLANK');
  const returnable = new Map(returnableUnits(order).map((entry) => [entry.fulfillmentLineId, entry.quantity]));
  const parts = order.fulfillments.flatMap((fulfillment) => fulfillment.lines);
  const lines = input.lines.map((wanted, index) => {
    const part = parts.find((candidate) => candidate.id === wanted.fulfillmentLineId);
    const field = ['returnLineItems', String(index)];
    if (!part) throw new Refusal('Fulfillment line item does not exist.', field, 'NOT_FOUND');
    const left = returnable.get(part.id) ?? 0;
    if (!Number.isInteger(wanted.quantity) || wanted.quantity < 1 || wanted.quantity > left)
      throw new Refusal('Return line item has an invalid quantity.', [...field, 'quantity'], 'INVALID');
    returnable.set(part.id, left - wanted.quantity);
    return {
      id: nextId(sandbox),
      reverseId: nextId(sandbox),
      fulfillmentLineId: part.id,
      lineId: part.lineId,
      quantity: wanted.quantity,
      processedQuantity: 0,
      reason: wanted.reason ?? null,
      note: wanted.note ?? '',
    };
  });
  const at = sandbox.clock.iso();
  const made: OrderReturn = {
    id: nextId(sandbox),
    reverseOrderId: nextId(sandbox),
    name: `${order.name}-R${order.returns.length + 1}`,
    status: input.approved ? 'OPEN' : 'REQUESTED',
    createdAt: at,
    requestApprovedAt: input.approved ? at : null,
    closedAt: null,
    decline: null,
    lines,
    exchange: (input.exchange ?? []).map((entry) => ({ ...entry, id: nextId(sandbox), processedQuantity: 0 })),
    refundIds: [],
  };
  order.returns.push(made);
  tell(sandbox, shop, order, made, input.approved ? 'returns/approve' : 'returns/request');
  return made;
}

export function approveReturn(sandbox: Sandbox, shop: Shop, order: Order, one: OrderReturn): void {
  requireStatus(one, 'REQUESTED', 'Return is not in a requested state.');
  one.status = 'OPEN';
  one.requestApprovedAt = sandbox.clock.iso();
  tell(sandbox, shop, order, one, 'returns/approve');
}

export function declineReturn(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  one: OrderReturn,
  decline: { reason: string; note: string | null },
): void {
  requireStatus(one, 'REQUESTED', 'Return is not in a requested state.');
  one.status = 'DECLINED';
  one.decline = decline;
  tell(sandbox, shop, order, one, 'returns/decline');
}

export type ProcessInput = {
  lines: { id: number; quantity: number; restock: boolean; locationId?: number | null }[];
  exchange?: { id: number; quantity: number }[];
  /** What is paid back; nothing is, unless it is asked for. */
  amountMinor?: number;
  shipping?: { full: true } | { amountMinor: number };
  note?: string | null;
  userId?: number | null;
};

/** Units arrived: they leave the order, go back on the shelf where asked, and are paid back where asked. */
export function processReturn(sandbox: Sandbox, shop: Shop, order: Order, one: OrderReturn, input: ProcessInput): void {
  requireStatus(one, 'OPEN', 'Return is not open.');
  const taken = input.lines.map((wanted, index) => {
    const line = one.lines.find((candidate) => candidate.id === wanted.id);
    const field = ['input', 'returnLineItems', String(index)];
    if (!line) throw new Refusal('Return line item not found.', field, 'NOT_FOUND');
    if (
      !Number.isInteger(wanted.quantity) ||
      wanted.quantity < 1 ||
      wanted.quantity > line.quantity - line.processedQuantity
    )
      throw new Refusal('Quantity is greater than the processable quantity.', [...field, 'quantity'], 'INVALID');
    return { ...wanted, line };
  });
  if (taken.length > 0 || (input.amountMinor ?? 0) > 0) {
    const refund = refundOrder(sandbox, shop, order, {
      lines: taken.map(({ line, quantity, restock, locationId }) => ({
        lineId: line.lineId,
        quantity,
        restockType: restock ? ('return' as const) : ('no_restock' as const),
        locationId: locationId ?? null,
        isShipped: true,
      })),
      amountMinor: input.amountMinor ?? 0,
      isExchange: (input.exchange ?? []).length > 0,
      note: input.note ?? null,
      userId: input.userId ?? null,
      ...(input.shipping ? { shipping: input.shipping } : {}),
    });
    one.refundIds.push(refund.id);
  }
  for (const { line, quantity } of taken) line.processedQuantity += quantity;
  exchangeUnits(sandbox, shop, order, one, input.exchange ?? []);
  tell(sandbox, shop, order, one, 'returns/process');
}

/** The units that the buyer gets instead join the order as an edit does. */
function exchangeUnits(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  one: OrderReturn,
  wanted: readonly { id: number; quantity: number }[],
): void {
  const lines = wanted.flatMap(({ id, quantity }) => {
    const entry = one.exchange.find((candidate) => candidate.id === id);
    if (!entry || quantity > entry.quantity - entry.processedQuantity)
      throw new Refusal('Exchange line item not found.', ['input', 'exchangeLineItems'], 'NOT_FOUND');
    entry.processedQuantity += quantity;
    const sku = findVariantById(shop, entry.variantId)?.variant.sku;
    if (!sku) throw new Refusal('The variant of the exchange is gone.', ['input', 'exchangeLineItems'], 'NOT_FOUND');
    const has = order.lines.find((line) => line.sku === sku)?.currentQuantity ?? 0;
    return [{ sku, quantity: has + quantity }];
  });
  if (lines.length > 0) editOrder(sandbox, shop, order, { lines });
}

export function closeReturn(sandbox: Sandbox, shop: Shop, order: Order, one: OrderReturn): void {
  requireStatus(one, 'OPEN', 'Return is not open.');
  one.status = 'CLOSED';
  one.closedAt = sandbox.clock.iso();
  tell(sandbox, shop, order, one, 'returns/close');
}

export function reopenReturn(sandbox: Sandbox, shop: Shop, order: Order, one: OrderReturn): void {
  requireStatus(one, 'CLOSED', 'Return is not closed.');
  one.status = 'OPEN';
  one.closedAt = null;
  tell(sandbox, shop, order, one, 'returns/reopen');
}

export function cancelReturn(sandbox: Sandbox, shop: Shop, order: Order, one: OrderReturn): void {
  requireStatus(one, 'OPEN', 'Return is not open.');
  if (one.lines.some((line) => line.processedQuantity > 0))
    throw new Refusal('Return has been processed and cannot be canceled.', ['id'], 'INVALID_STATE');
  one.status = 'CANCELED';
  tell(sandbox, shop, order, one, 'returns/cancel');
}

const liveLines = (order: Order): OrderReturn['lines'] =>
  order.returns.filter((one) => !['CANCELED', 'DECLINED'].includes(one.status)).flatMap((one) => one.lines);

function waitingUnits(order: Order, lineId: number): number {
  lineOf(order, lineId);
  return order.returns
    .filter((one) => one.status === 'REQUESTED' || one.status === 'OPEN')
    .flatMap((one) => one.lines)
    .filter((line) => line.lineId === lineId)
    .reduce((sum, line) => sum + line.quantity - line.processedQuantity, 0);
}

function requireStatus(one: OrderReturn, status: OrderReturn['status'], message: string): void {
  if (one.status !== status) throw new Refusal(message, ['id'], 'INVALID_STATE');
}

function tell(sandbox: Sandbox, shop: Shop, order: Order, one: OrderReturn, topic: string): void {
  order.updatedAt = sandbox.clock.iso();
  sandbox.webhooks.emit(shop, topic, returnPayload(order, one, topic));
  touchOrder(sandbox, shop, order, ['orders/updated']);
}
