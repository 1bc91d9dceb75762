import { toGid } from '../../core/gid.ts';
import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { FulfillmentHold, FulfillmentOrder, Order, Shop } from '../../core/state.ts';

const MAX_HOLDS = 10;

export type HoldInput = {
  reason: string;
  notes: string | null;
  handle: string;
  byApp: boolean;
  /** Units to be held; none means the whole fulfillment order. */
  lines: readonly { id: number; quantity: number }[];
};

/** Puts a fulfillment order on hold, or some of its units, which are parted from it. Tells the app (fulfillment_orders/placed_on_hold) at the first hold. */
export function holdFulfillmentOrder(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  target: FulfillmentOrder,
  input: HoldInput,
): { held: FulfillmentOrder; remaining: FulfillmentOrder | null; hold: FulfillmentHold } {
  if (target.status === 'CLOSED' || target.status === 'CANCELLED')
    throw new Refusal('The fulfillment order is not in a state that can be held.', ['id'], 'TAKEN');
  const before = target.holds ?? [];
  if (before.some((hold) => hold.byApp === input.byApp && hold.handle === input.handle))
    throw new Refusal(
      'The handle is used by another hold on this fulfillment order.',
      ['fulfillmentHold', 'handle'],
      'DUPLICATE_FULFILLMENT_HOLD_HANDLE',
    );
  if (before.filter((hold) => hold.byApp === input.byApp).length >= MAX_HOLDS)
    throw new Refusal('The maximum number of holds is reached.', ['id'], 'FULFILLMENT_ORDER_HOLD_LIMIT_REACHED');
  if (target.status === 'ON_HOLD' && input.lines.length > 0)
    throw new Refusal(
      'The fulfillment order is not able to be split.',
      ['fulfillmentHold', 'fulfillmentOrderLineItems'],
      'FULFILLMENT_ORDER_NOT_SPLITTABLE',
    );
  const remaining = input.lines.length > 0 ? splitFulfillmentOrder(sandbox, order, target, input.lines, true) : null;
  const hold = {
    id: nextId(sandbox),
    reason: input.reason,
    notes: input.notes,
    handle: input.handle,
    byApp: input.byApp,
  };
  const isFirst = target.status !== 'ON_HOLD';
  target.holds = [...before, hold];
  target.status = 'ON_HOLD';
  target.updatedAt = sandbox.clock.iso();
  if (isFirst)
    sandbox.webhooks.emit(shop, 'fulfillment_orders/placed_on_hold', {
      fulfillment_order: nameOf(target),
      ...(remaining ? { remaining_fulfillment_order: nameOf(remaining) } : {}),
      held_fulfillment_order_line_items: target.lines.map((line) => ({
        id: toGid('FulfillmentOrderLineItem', line.id),
        quantity: line.remainingQuantity,
      })),
      created_fulfillment_hold: { id: toGid('FulfillmentHold', hold.id) },
    });
  sandbox.save();
  return { held: target, remaining, hold };
}

/** Releases holds of a fulfillment order, all of them unless some are named. Tells the app (fulfillment_orders/hold_released) with the last. */
export function releaseFulfillmentOrder(
  sandbox: Sandbox,
  shop: Shop,
  target: FulfillmentOrder,
  holdIds: readonly number[] | null,
): void {
  if (target.status !== 'ON_HOLD') throw new Refusal('The fulfillment order is not on hold.', ['id'], 'INVALID_ACCESS');
  target.holds = holdIds === null ? [] : (target.holds ?? []).filter((hold) => !holdIds.includes(hold.id));
  target.updatedAt = sandbox.clock.iso();
  if (target.holds.length === 0) {
    const isStarted = target.lines.some((line) => line.remainingQuantity < line.totalQuantity);
    target.status = isStarted ? 'IN_PROGRESS' : 'OPEN';
    sandbox.webhooks.emit(shop, 'fulfillment_orders/hold_released', { fulfillment_order: nameOf(target) });
  }
  sandbox.save();
}

/**
 * Parts units from a fulfillment order. With `keepsChosen` the fulfillment order keeps the named units and a new one gets the
 * others; else the new one gets the named units. Null where there is nothing to part.
 */
export function splitFulfillmentOrder(
  sandbox: Sandbox,
  order: Order,
  target: FulfillmentOrder,
  lines: readonly { id: number; quantity: number }[],
  keepsChosen: boolean,
): FulfillmentOrder | null {
  const wanted = new Map(lines.map((line) => [line.id, line.quantity]));
  if (wanted.size !== lines.length)
    throw new Refusal('Line items are duplicated.', ['fulfillmentHold'], 'DUPLICATED_FULFILLMENT_ORDER_LINE_ITEMS');
  for (const [id, quantity] of wanted) {
    const line = target.lines.find((candidate) => candidate.id === id);
    if (!line || quantity < 1 || quantity > line.remainingQuantity)
      throw new Refusal('The line item quantity is invalid.', ['fulfillmentHold'], 'INVALID_LINE_ITEM_QUANTITY');
  }
  const leaving = target.lines.flatMap((line) => {
    const chosen = wanted.get(line.id) ?? 0;
    const quantity = keepsChosen ? line.remainingQuantity - chosen : chosen;
    return quantity > 0 ? [{ line, quantity }] : [];
  });
  const isAll = target.lines.every(
    (line) => (leaving.find((one) => one.line === line)?.quantity ?? 0) === line.remainingQuantity,
  );
  if (leaving.length === 0 || isAll) return null;
  const at = sandbox.clock.iso();
  const parted: FulfillmentOrder = {
    id: nextId(sandbox),
    locationId: target.locationId,
    status: 'OPEN',
    lines: leaving.map(({ line, quantity }) => ({
      id: nextId(sandbox),
      lineId: line.lineId,
      totalQuantity: quantity,
      remainingQuantity: quantity,
    })),
    createdAt: at,
    updatedAt: at,
    ...(target.method ? { method: target.method } : {}),
  };
  for (const { line, quantity } of leaving) {
    line.totalQuantity -= quantity;
    line.remainingQuantity -= quantity;
  }
  target.lines = target.lines.filter((line) => line.totalQuantity > 0);
  target.updatedAt = at;
  order.fulfillmentOrders.push(parted);
  return parted;
}

/** Lets units be shipped from another location, as the merchant chooses in the store admin. */
export function moveFulfillmentOrder(
  sandbox: Sandbox,
  order: Order,
  target: FulfillmentOrder,
  lines: readonly { id: number; quantity: number }[],
  locationId: number,
): void {
  const moved = lines.length > 0 ? (splitFulfillmentOrder(sandbox, order, target, lines, false) ?? target) : target;
  moved.locationId = locationId;
  moved.updatedAt = sandbox.clock.iso();
  sandbox.save();
}

/** Marks fulfillment orders that buyers collect as ready. Tells the app (fulfillment_orders/line_items_prepared_for_pickup). */
export function prepareForPickup(sandbox: Sandbox, shop: Shop, targets: readonly FulfillmentOrder[]): void {
  for (const [index, target] of targets.entries()) {
    const field = ['input', 'lineItemsByFulfillmentOrder', String(index), 'fulfillmentOrderId'];
    if (target.method !== 'PICK_UP' || (target.status !== 'OPEN' && target.status !== 'IN_PROGRESS'))
      throw new Refusal('The fulfillment order is invalid.', field, 'FULFILLMENT_ORDER_INVALID');
    if (target.preparedAt !== undefined)
      throw new Refusal('There are no line items to prepare.', field, 'NO_LINE_ITEMS_TO_PREPARE_FOR_FULFILLMENT_ORDER');
  }
  for (const target of targets) {
    target.preparedAt = sandbox.clock.iso();
    target.updatedAt = target.preparedAt;
    sandbox.webhooks.emit(shop, 'fulfillment_orders/line_items_prepared_for_pickup', {
      fulfillment_order: nameOf(target),
    });
  }
  sandbox.save();
}

function nameOf(target: FulfillmentOrder): { id: string; status: string } {
  return { id: toGid('FulfillmentOrder', target.id), status: target.status.toLowerCase() };
}
