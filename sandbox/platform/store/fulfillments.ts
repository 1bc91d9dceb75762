import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Fulfillment, FulfillmentOrder, Order, Shop } from '../../core/state.ts';
import { fulfillmentPayload } from '../payloads/fulfillment.ts';
import { moveStock } from './inventory.ts';
import { findVariantById, lineOf } from './lookup.ts';
import { fulfillmentStatusOf } from './order-amounts.ts';
import { touchOrder } from './orders.ts';

export type Tracking = { company: string | null; number: string | null; url: string | null };

/** Units of a fulfillment order's lines; no `lines` means all that is left. */
export type FulfillInput = {
  fulfillmentOrders: { id: number; lines?: { id: number; quantity: number }[] }[];
  tracking: Tracking[];
  /** The buyer is told of it by e-mail. */
  notified?: boolean;
};

/** Ships units of fulfillment orders of one location. Tells the app (fulfillments/create, orders/updated, orders/fulfilled with the last unit). */
export function fulfillOrder(sandbox: Sandbox, shop: Shop, order: Order, input: FulfillInput): Fulfillment {
  if (order.cancelledAt !== null) throw new Refusal('The order is cancelled.', ['fulfillment']);
  const taken = input.fulfillmentOrders.flatMap((wanted, index) => chooseUnits(order, wanted, index));
  if (taken.length === 0)
    throw new Refusal('There is nothing left to fulfill.', ['fulfillment', 'lineItemsByFulfillmentOrder']);
  const locations = new Set(taken.map((entry) => entry.fulfillmentOrder.locationId));
  if (locations.size > 1)
    throw new Refusal('All fulfillment orders of a fulfillment must be assigned to the same location.', [
      'fulfillment',
      'lineItemsByFulfillmentOrder',
    ]);
  const at = sandbox.clock.iso();
  const locationId = taken[0]?.fulfillmentOrder.locationId ?? 0;
  const fulfillment: Fulfillment = {
    id: nextId(sandbox),
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    locationId,
    status: 'SUCCESS',
    tracking: input.tracking,
    notified: input.notified ?? false,
    lines: taken.map((entry) => ({
      id: nextId(sandbox),
      lineId: entry.lineId,
      fulfillmentOrderId: entry.fulfillmentOrder.id,
      quantity: entry.quantity,
    })),
    createdAt: at,
    updatedAt: at,
  };
  for (const entry of taken) {
    entry.entry.remainingQuantity -= entry.quantity;
    lineOf(order, entry.lineId).fulfillableQuantity -= entry.quantity;
    entry.fulfillmentOrder.status = entry.fulfillmentOrder.lines.every((line) => line.remainingQuantity === 0)
      ? 'CLOSED'
      : 'IN_PROGRESS';
    entry.fulfillmentOrder.updatedAt = at;
    commit(sandbox, shop, order, entry.lineId, locationId, -entry.quantity);
  }
  order.fulfillments.push(fulfillment);
  order.updatedAt = at;
  sandbox.webhooks.emit(shop, 'fulfillments/create', fulfillmentPayload(shop, order, fulfillment));
  touchOrder(
    sandbox,
    shop,
    order,
    fulfillmentStatusOf(order) === 'fulfilled' ? ['orders/fulfilled', 'orders/updated'] : ['orders/updated'],
  );
  return fulfillment;
}

/** Changes carrier and numbers of a shipment. Tells the app (fulfillments/update, orders/updated). */
export function updateTracking(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  fulfillment: Fulfillment,
  tracking: Tracking[],
): void {
  if (fulfillment.status === 'CANCELLED') throw new Refusal('The fulfillment is cancelled.', ['fulfillmentId']);
  fulfillment.tracking = tracking;
  tellUpdate(sandbox, shop, order, fulfillment);
}

/** Takes a shipment back: its units are open again, in a new fulfillment order where the old one is closed. */
export function cancelFulfillment(sandbox: Sandbox, shop: Shop, order: Order, fulfillment: Fulfillment): void {
  if (fulfillment.status === 'CANCELLED') throw new Refusal('The fulfillment is already cancelled.', ['id']);
  const at = sandbox.clock.iso();
  fulfillment.status = 'CANCELLED';
  for (const part of fulfillment.lines) {
    const line = lineOf(order, part.lineId);
    // Units that were refunded after they shipped do not come back.
    const units = Math.min(part.quantity, line.currentQuantity - line.fulfillableQuantity);
    if (units <= 0) continue;
    line.fulfillableQuantity += units;
    let target: FulfillmentOrder | undefined = order.fulfillmentOrders.find(
      (candidate) =>
        candidate.locationId === fulfillment.locationId &&
        (candidate.status === 'OPEN' || candidate.status === 'IN_PROGRESS'),
    );
    if (!target) {
      target = {
        id: nextId(sandbox),
        locationId: fulfillment.locationId,
        status: 'OPEN',
        lines: [],
        createdAt: at,
        updatedAt: at,
      };
      order.fulfillmentOrders.push(target);
    }
    const entry = target.lines.find((candidate) => candidate.lineId === line.id);
    if (entry) entry.remainingQuantity += units;
    else target.lines.push({ id: nextId(sandbox), lineId: line.id, totalQuantity: units, remainingQuantity: units });
    commit(sandbox, shop, order, line.id, fulfillment.locationId, units);
  }
  tellUpdate(sandbox, shop, order, fulfillment);
}

/** Everything of an order that can still be shipped, as input for `fulfillOrder`, one entry for each location. */
export function openUnits(order: Order): FulfillInput['fulfillmentOrders'][] {
  const open = order.fulfillmentOrders.filter(
    (candidate) => candidate.status === 'OPEN' || candidate.status === 'IN_PROGRESS',
  );
  const locations = [...new Set(open.map((candidate) => candidate.locationId))];
  return locations
    .map((locationId) =>
      open
        .filter(
          (candidate) =>
            candidate.locationId === locationId && candidate.lines.some((line) => line.remainingQuantity > 0),
        )
        .map((candidate) => ({ id: candidate.id })),
    )
    .filter((entries) => entries.length > 0);
}

type Taken = {
  fulfillmentOrder: FulfillmentOrder;
  entry: FulfillmentOrder['lines'][number];
  lineId: number;
  quantity: number;
};

function chooseUnits(order: Order, wanted: FulfillInput['fulfillmentOrders'][number], index: number): Taken[] {
  const field = ['fulfillment', 'lineItemsByFulfillmentOrder', String(index)];
  const fulfillmentOrder = order.fulfillmentOrders.find((candidate) => candidate.id === wanted.id);
  if (!fulfillmentOrder) throw new Refusal('Fulfillment order does not exist.', field, 'NOT_FOUND');
  if (fulfillmentOrder.status !== 'OPEN' && fulfillmentOrder.status !== 'IN_PROGRESS')
    throw new Refusal(
      `Fulfillment order ${fulfillmentOrder.id} has an unfulfillable status= ${fulfillmentOrder.status.toLowerCase()}.`,
      field,
    );
  if (!wanted.lines || wanted.lines.length === 0)
    return fulfillmentOrder.lines
      .filter((entry) => entry.remainingQuantity > 0)
      .map((entry) => ({ fulfillmentOrder, entry, lineId: entry.lineId, quantity: entry.remainingQuantity }));
  if (new Set(wanted.lines.map((line) => line.id)).size !== wanted.lines.length)
    throw new Refusal('A fulfillment order line item may appear only once.', field);
  return wanted.lines.map((line, position) => {
    const entry = fulfillmentOrder.lines.find((candidate) => candidate.id === line.id);
    const lineField = [...field, 'fulfillmentOrderLineItems', String(position)];
    if (!entry) throw new Refusal('Fulfillment order line item does not exist.', lineField, 'NOT_FOUND');
    if (!Number.isInteger(line.quantity) || line.quantity < 1 || line.quantity > entry.remainingQuantity)
      throw new Refusal('Invalid fulfillment order line item quantity requested.', [...lineField, 'quantity']);
    return { fulfillmentOrder, entry, lineId: entry.lineId, quantity: line.quantity };
  });
}

function commit(sandbox: Sandbox, shop: Shop, order: Order, lineId: number, locationId: number, units: number): void {
  const { variantId } = lineOf(order, lineId);
  const owned = variantId === null ? null : findVariantById(shop, variantId);
  if (owned?.variant.inventory.tracked)
    moveStock(sandbox, shop, owned.variant, locationId, { available: 0, committed: units });
}

function tellUpdate(sandbox: Sandbox, shop: Shop, order: Order, fulfillment: Fulfillment): void {
  fulfillment.updatedAt = sandbox.clock.iso();
  order.updatedAt = fulfillment.updatedAt;
  sandbox.webhooks.emit(shop, 'fulfillments/update', fulfillmentPayload(shop, order, fulfillment));
  touchOrder(sandbox, shop, order, ['orders/updated']);
}
