import { Refusal } from '#sandbox/core/kernel.ts';
import type { Order } from '#sandbox/core/state.ts';
import { editOrder } from '#sandbox/platform/store/edits.ts';
import { cancelFulfillment, fulfillOrder, openUnits } from '#sandbox/platform/store/fulfillments.ts';
import { markOrderPaid, placeOrder } from '#sandbox/platform/store/orders.ts';
import { cancelOrder, refundOrder } from '#sandbox/platform/store/refunds.ts';
import { fulfilledUnits, receivedOf, refundedOf } from '#sandbox/platform/store/order-amounts.ts';
import type { BareShop, SentEvent } from '#sandbox/testing-shop.ts';

/** What can happen to an order after it was placed. */
export const SCENARIO_EVENTS = [
  'paid',
  'edited',
  'line refund',
  'amount refund',
  'shipping refund',
  'cancel',
  'fulfill',
  'unfulfill',
  'return',
] as const;
export type ScenarioEvent = (typeof SCENARIO_EVENTS)[number];

/** The life of an order at the platform: what happened to it, in which order, and what was told of it at each step. */
export type OrderScenario = { order: Order; events: ScenarioEvent[]; sent: SentEvent[] };

/** Lets one thing happen to an order at the platform. Answers whether the platform allowed it. */
export function letHappen(bare: BareShop, order: Order, event: ScenarioEvent): boolean {
  try {
    ACTS[event](bare, order);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

/** Two vendors' lines and one that is nobody's, taxed, with shipping, not paid yet. */
function placeSale({ sandbox, shop }: BareShop, taxesIncluded: boolean): Order {
  return placeOrder(sandbox, shop, {
    email: 'mara@buyer.test',
    lines: [
      { title: 'Mug', vendor: 'North', unitPriceMinor: 2_399, quantity: 3, discountMinor: 250 },
      { title: 'Bowl', vendor: 'South', unitPriceMinor: 6_101, quantity: 2 },
      { title: 'Card', vendor: null, unitPriceMinor: 307, quantity: 1 },
    ],
    shippingPriceMinor: 997,
    taxes: [{ title: 'VAT', rate: 0.21 }],
    taxesIncluded,
    financialStatus: 'pending',
  });
}

const ACTS: Readonly<Record<ScenarioEvent, (bare: BareShop, order: Order) => void>> = {
  paid: ({ sandbox, shop }, order) => {
    markOrderPaid(sandbox, shop, order);
  },
  // Takes a unit away where there are several, else adds one.
  edited: ({ sandbox, shop }, order) => {
    const line = order.lines[1];
    if (!line) throw new Refusal('no such line', []);
    const quantity = line.currentQuantity > 1 ? line.currentQuantity - 1 : line.currentQuantity + 2;
    editOrder(sandbox, shop, order, { lines: [{ lineId: line.id, quantity }] });
  },
  'line refund': ({ sandbox, shop }, order) => {
    refundOrder(sandbox, shop, order, { lines: [{ lineId: order.lines[0]?.id ?? 0, quantity: 1 }] });
  },
  'amount refund': ({ sandbox, shop }, order) => {
    refundOrder(sandbox, shop, order, { lines: [], amountMinor: 211 });
  },
  'shipping refund': ({ sandbox, shop }, order) => {
    refundOrder(sandbox, shop, order, { lines: [], shipping: { amountMinor: 199 } });
  },
  cancel: ({ sandbox, shop }, order) => {
    cancelOrder(sandbox, shop, order, { reason: 'customer', refund: true, restock: true });
  },
  fulfill: ({ sandbox, shop }, order) => {
    const [group] = openUnits(order);
    if (!group) throw new Refusal('nothing is left', []);
    fulfillOrder(sandbox, shop, order, {
      fulfillmentOrders: group,
      tracking: [{ company: 'bpost', number: `32-${order.fulfillments.length}`, url: null }],
    });
  },
  unfulfill: ({ sandbox, shop }, order) => {
    const fulfillment = order.fulfillments.find((one) => one.status === 'SUCCESS');
    if (!fulfillment) throw new Refusal('nothing was shipped', []);
    cancelFulfillment(sandbox, shop, order, fulfillment);
  },
  // Goods that were shipped come back and are paid back.
  return: ({ sandbox, shop }, order) => {
    const line = order.lines.find((one) => fulfilledUnits(order, one.id) > 0 && one.currentQuantity > 0);
    if (!line) throw new Refusal('nothing can come back', []);
    refundOrder(sandbox, shop, order, { lines: [{ lineId: line.id, quantity: 1, restockType: 'return' }] });
  },
};

/**
 * Every life of an order with up to `most` events, in every sequence that the platform allows; what it refuses never happened.
 * Lives of one prefix share nothing: each is lived anew from a copy.
 */
export function* liveOrders(
  bare: BareShop,
  { most, secondsApart, taxesIncluded }: { most: number; secondsApart: number; taxesIncluded: boolean },
): Generator<OrderScenario> {
  const { sandbox, shop, sent } = bare;
  sent.length = 0;
  const first = placeSale(bare, taxesIncluded);
  const began = [...sent];
  const started = sandbox.clock.now().getTime();
  function* go(order: Order, scenario: OrderScenario): Generator<OrderScenario> {
    if (scenario.events.length === most) return;
    for (const event of SCENARIO_EVENTS) {
      const copy = structuredClone(order);
      shop.orders[String(copy.id)] = copy;
      sent.length = 0;
      bare.wait((started - sandbox.clock.now().getTime()) / 1000 + secondsApart * (scenario.events.length + 1));
      if (!letHappen(bare, copy, event)) continue;
      const next = { order: copy, events: [...scenario.events, event], sent: [...scenario.sent, ...sent] };
      yield next;
      yield* go(copy, next);
    }
  }
  yield* go(first, { order: first, events: [], sent: began });
}

/** What the platform itself says of an order: its money, and the units of each line that are left and shipped. */
export function platformView(order: Order) {
  return {
    heldMinor: BigInt(receivedOf(order) - refundedOf(order)),
    isCancelled: order.cancelledAt !== null,
    lines: Object.fromEntries(
      order.lines.map((line) => [
        String(line.id),
        { left: line.currentQuantity, shipped: fulfilledUnits(order, line.id) },
      ]),
    ),
  };
}
