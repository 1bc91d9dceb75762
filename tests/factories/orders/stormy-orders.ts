import type { Order } from '#sandbox/core/state.ts';
import { placeOrder } from '#sandbox/platform/store/orders.ts';
import type { BareShop, SentEvent } from '#sandbox/testing-shop.ts';
import { letHappen, SCENARIO_EVENTS } from './order-scenarios.ts';

/** Topics that tell of an order. */
const OF_ORDERS = /^(orders|refunds|fulfillments|returns)\//;
export const STORM_VENDORS = ['North', 'South', 'East', 'West', 'Center'];

/** One to four lines of any vendors, discounted or not, taxed or not, paid, pending or authorised. */
function placeAny({ sandbox, shop }: BareShop, random: () => number, index: number): Order {
  const below = (most: number) => Math.floor(random() * most);
  return placeOrder(sandbox, shop, {
    email: `buyer-${index % 97}@buyers.example`,
    lines: Array.from({ length: 1 + below(4) }, (_, at) => ({
      title: `Thing ${index}.${at}`,
      vendor: random() < 0.1 ? null : (STORM_VENDORS[below(STORM_VENDORS.length)] ?? null),
      unitPriceMinor: 100 + below(9_900),
      quantity: 1 + below(4),
      discountMinor: random() < 0.3 ? below(100) : 0,
    })),
    shippingPriceMinor: random() < 0.6 ? 200 + below(900) : 0,
    taxes: random() < 0.5 ? [{ title: 'VAT', rate: 0.21 }] : [],
    taxesIncluded: random() < 0.3,
    financialStatus: random() < 0.7 ? 'paid' : random() < 0.5 ? 'pending' : 'authorized',
    note: random() < 0.1 ? `Note ${index}` : null,
  });
}

/**
 * Lets orders come and live at the platform until it has told of `events` things, as the store's clock goes on by a second
 * after each. Returns what it told, in the order in which it did.
 */
export function liveStorm(bare: BareShop, random: () => number, events: number): SentEvent[] {
  const sent: SentEvent[] = [];
  const open: Order[] = [];
  const take = () => {
    sent.push(...bare.sent.splice(0).filter(({ topic }) => OF_ORDERS.test(topic)));
  };
  // Many orders live at once, so the seconds between two things of one order are many too.
  const secondsEach = Math.min(1, 1_200 / events);
  for (let index = 0; sent.length < events; index++) {
    bare.wait(secondsEach);
    if (open.length < 40 || random() < 0.3) open.push(placeAny(bare, random, index));
    else {
      const at = Math.floor(random() * open.length);
      const order = open[at];
      const event = SCENARIO_EVENTS[Math.floor(random() * SCENARIO_EVENTS.length)];
      if (order && event) letHappen(bare, order, event);
      if (open.length > 400 || random() < 0.05) open.splice(at, 1);
    }
    take();
  }
  return sent;
}
