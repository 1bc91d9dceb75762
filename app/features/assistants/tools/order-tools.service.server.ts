import { z } from 'zod';
import { stateRefuses } from '#app/core/errors.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageFields } from '#app/core/paging.ts';
import { rule } from '#app/core/rules.ts';
import {
  fulfillBodySchema,
  fulfillOrderEndpoint,
  trackingFields,
} from '#app/features/orders/fulfillment/fulfill.contract.ts';
import { fulfillOrder } from '#app/features/orders/fulfillment/fulfill.service.server.ts';
import {
  getOrderEndpoint,
  listOrdersEndpoint,
  orderFilterSchema,
  orderListSchema,
  type OrderListInput,
  type OrderRowDto,
} from '#app/features/orders/orders.contract.ts';
import { listOrders } from '#app/features/orders/read-models/list-orders.service.server.ts';
import { SHIP_WITHIN_HOURS } from '#app/features/orders/ship-by.ts';
import { markUntrusted, MAX_ROWS, takeRows } from '../assistant-answer.ts';
import { defineReading, defineTool, readInput, ToolFailure } from '../tool.server.ts';
import { nameVendor } from '../name-vendor.ts';
import { describeMoney } from './explain-order.service.server.ts';
import { describeShipping, orderInput, readOrder } from './find-order.service.server.ts';

const WAITING = ['any', 'to_ship', 'late', 'shipped', 'cancelled'] as const;
type Waiting = (typeof WAITING)[number];

const findInput = z.strictObject({
  waiting: z
    .enum(WAITING)
    .default('any')
    .meta({
      description: `to_ship: something is left to ship; late: paid and not shipped ${SHIP_WITHIN_HOURS} hours after it was placed`,
    }),
  q: orderFilterSchema.shape.q.meta({
    description: 'Finds numbers, buyers’ names, products, SKUs, tracking numbers and carriers',
  }),
  from: orderFilterSchema.shape.from.meta({ description: 'The first day (2026-11-24) or moment' }),
  to: orderFilterSchema.shape.to.meta({ description: 'The last day or moment' }),
  payout: orderFilterSchema.shape.payout.meta({ description: 'due: something of it is to be paid to the vendor' }),
  sort: orderListSchema.shape.sort,
  cursor: pageFields.cursor.meta({ description: 'Goes on where an answer ended' }),
});

const FULFILLMENT = {
  any: 'any',
  to_ship: 'unfulfilled',
  late: 'unfulfilled',
  shipped: 'fulfilled',
  cancelled: 'cancelled',
} as const satisfies Record<Waiting, OrderListInput['fulfillment']>;

const findOrders = defineReading({
  name: 'find_orders',
  title: 'Find orders',
  description:
    'Lists orders: late ones, those to ship, or those that a text, a time or a payout state finds. 25 a page.',
  like: listOrdersEndpoint,
  input: findInput,
  run: async (ctx, { waiting, ...filter }) => {
    const now = ctx.clock.now();
    const lateBefore = new Date(now.getTime() - SHIP_WITHIN_HOURS * HOUR_MS).toISOString();
    const isLate = waiting === 'late';
    const query = readInput(orderListSchema, {
      ...filter,
      fulfillment: FULFILLMENT[waiting],
      ...(isLate ? { to: filter.to ?? lateBefore, sort: 'oldest' } : {}),
    });
    const { orders, matching, pageCountIsExact, cursor } = await listOrders(ctx, query);
    const rows = orders
      .map((row) => ({ ...toRow(row, now), ...nameVendor(ctx, row.vendor.name) }))
      .filter((row) => !isLate || row.isLate);
    return {
      timezone: ctx.viewer.store.timezone,
      orders: rows,
      ...(isLate ? {} : { matching, isExact: pageCountIsExact }),
      next: cursor === null ? null : { cursor },
    };
  },
});

function toRow(row: OrderRowDto, now: Date) {
  return {
    id: row.id,
    number: row.name,
    orderedAt: row.orderedAt,
    ...describeShipping(row, now),
    fulfillment: row.fulfillment,
    payout: row.payout,
    isOnHold: row.onHold,
    isTest: row.test,
    buyer: markUntrusted('buyer', [row.buyer.name, row.buyer.city, row.buyer.country].filter(Boolean).join(', ')),
    items: row.itemCount,
    firstItem: markUntrusted('vendor', row.firstLine?.title),
    total: row.total,
    earnings: row.earnings,
    due: row.due,
  };
}

const getOrderTool = defineReading({
  name: 'get_order',
  title: 'Read an order',
  description:
    'One order: its items with what is left to ship, shipments, returns, and its amounts with their explanation where the key may read money.',
  like: getOrderEndpoint,
  input: z.strictObject({ order: orderInput }),
  run: async (ctx, input) => {
    const order = await readOrder(ctx, input.order);
    const { buyer, money } = order;
    const lines = takeRows(order.lines);
    const address = buyer.shippingAddress;
    return {
      timezone: ctx.viewer.store.timezone,
      id: order.id,
      number: order.name,
      ...nameVendor(ctx, order.vendor?.name),
      orderedAt: order.orderedAt,
      ...describeShipping(order, ctx.clock.now()),
      cancelledAt: order.cancelledAt,
      fulfillment: order.fulfillment,
      paymentStatus: order.financialStatus,
      payout: order.payout,
      held: order.held,
      isPickup: order.isPickup,
      isTest: order.test,
      buyer: {
        name: markUntrusted('buyer', buyer.name),
        deliveredTo: markUntrusted('buyer', [address?.city, address?.country].filter(Boolean).join(', ')),
        note: markUntrusted('buyer', buyer.note),
      },
      lines: lines.rows.map((line) => ({
        id: line.id,
        title: markUntrusted('vendor', [line.title, line.variantTitle].filter(Boolean).join(' · ')),
        sku: line.sku,
        quantity: line.quantity,
        remaining: line.remaining,
        leftToShip: line.left,
        total: line.total,
        madeLike: line.properties
          .slice(0, MAX_ROWS)
          .map(({ name, value }) => markUntrusted('buyer', `${name}: ${value}`)),
      })),
      moreLines: lines.more,
      shipments: order.fulfillments.slice(0, MAX_ROWS).map((one) => ({
        id: one.id,
        status: one.status,
        carrier: one.carrier,
        tracking: one.tracking,
        createdAt: one.createdAt,
        items: one.lines.slice(0, MAX_ROWS).map(({ lineId, quantity }) => ({ lineId, quantity })),
      })),
      returns: order.returns.slice(0, MAX_ROWS).map((one) => ({
        name: one.name,
        status: one.status,
        requestedAt: one.requestedAt,
        items: one.lines.slice(0, MAX_ROWS).map(({ lineId, quantity, reason }) => ({
          lineId,
          quantity,
          reason: markUntrusted('buyer', reason),
        })),
      })),
      amounts: money && describeMoney(money),
      allowedActions: order.allowedActions,
    };
  },
});

const MAX_ITEMS = 100;
const shipInput = z.strictObject({
  order: orderInput,
  carrier: trackingFields.carrier.meta({ description: 'The carrier’s name, such as UPS' }),
  tracking: trackingFields.tracking.meta({ description: 'The tracking number' }),
  url: trackingFields.url.meta({ description: 'Where the shipment is followed; needed for the carrier “Other”' }),
  items: z
    .array(z.strictObject({ lineId: idSchema, quantity: z.number(rule('whole_number')).int().min(1).max(1_000_000) }))
    .min(1, rule('one_item'))
    .max(MAX_ITEMS, rule('max_at_once', { maximum: MAX_ITEMS }))
    .optional()
    .meta({ description: 'Which items, by the lines of get_order; left out, all that is left to ship' }),
  notifyBuyer: z.boolean().default(true).meta({ description: 'Whether the buyer is mailed' }),
});

const shipOrder = defineTool({
  name: 'ship_order',
  title: 'Ship an order',
  description:
    'Marks items of an order as shipped, with carrier and tracking number. What is shipped already is refused, so that a repetition ships nothing twice where items are left out.',
  effect: 'changes',
  isRepeatable: false,
  like: fulfillOrderEndpoint,
  input: shipInput,
  run: async (ctx, { order, items, notifyBuyer, ...tracking }) => {
    const found = await readOrder(ctx, order);
    const lineItems = items
      ? items.map(({ lineId, quantity }) => ({ id: String(lineId), quantity }))
      : found.lines.flatMap(({ id, left }) => (left > 0 ? [{ id, quantity: left }] : []));
    if (lineItems.length === 0)
      throw stateRefuses(found.fulfillment === 'cancelled' ? 'part_cancelled' : 'part_shipped');
    const body = readInput(fulfillBodySchema, { ...tracking, lineItems, notify: notifyBuyer });
    const { fulfillments, failed, nextOrder } = await fulfillOrder(ctx, BigInt(found.id), body);
    const [first] = fulfillments;
    if (!first) throw new ToolFailure(failed);
    return {
      order: { id: found.id, number: found.name },
      shipments: fulfillments.flatMap((one) => one.fulfillments),
      failed: failed.map(({ message }) => message),
      nextToShip: nextOrder && { id: nextOrder.id, number: nextOrder.name },
    };
  },
});

/** What assistants find and do about orders. */
export const orderTools = [findOrders, getOrderTool, shipOrder];
