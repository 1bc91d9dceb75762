import { describe, expect, it } from 'vitest';
import { readOrder } from '#app/adapters/shopify/orders/orders.server.ts';
import { encodeExact } from '#app/core/exact-json.ts';
import { NO_DECISIONS, splitOrder } from '#app/features/orders/money/split-order.ts';
import { foldOrderEvents, type OrderEvent } from '#app/features/orders/ingest/order-events.ts';
import { parseReadOrders } from '#app/features/orders/ingest/read-orders.ts';
import { parseOrder, parseRefund } from '#app/features/orders/ingest/parse-order.ts';
import { snapshotOrderTerms } from '#app/features/orders/money/order-terms.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { openBarePlatform } from '#tests/factories/bare-platform.ts';
import { buildBareShop, type SentEvent } from '#sandbox/testing-shop.ts';
import { liveOrders } from '#tests/factories/orders/order-scenarios.ts';
import { buildTerms } from '#tests/factories/orders/platform-orders.ts';
import { isProof, noteCount } from '#tests/support/scale.ts';

/** Every sequence of so many events in a proof; those of four in the suite. */
const EVENTS = isProof ? 5 : 4;
const CURRENCY = asCurrency('USD');
const TERMS = buildTerms({ vendorNames: { north: '1', south: '2' } });
const BEFORE_ALL = new Date('2026-03-01T00:00:00Z');

function must<Value>(result: { ok: true; value: Value } | { ok: false; refusal: unknown }): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

/** What one delivery teaches, by itself. */
function parseEvents({ topic, payload }: SentEvent): OrderEvent[] {
  const source = { type: 'webhook', id: topic } as const;
  if (topic.startsWith('orders/') && topic !== 'orders/edited') {
    const facts = must(parseOrder(payload));
    return [{ kind: 'order', orderId: facts.id, facts, buyer: { lines: [] } as never, fulfillments: [], source }];
  }
  if (topic !== 'refunds/create') return [];
  const { orderId, ...refund } = must(parseRefund(payload, CURRENCY));
  return [{ kind: 'refund', orderId, refund, source }];
}

/** How an order stands once order events are ingested: its money, and whether it was ever paid. Which version said so is not asked. */
function endOf(orderEvents: readonly OrderEvent[]): string {
  const { cases } = foldOrderEvents(orderEvents, new Map(), BEFORE_ALL);
  const [one] = cases;
  if (!one) throw new Error('the order was told of');
  const settled = splitOrder(one.known, snapshotOrderTerms(one.known, TERMS), NO_DECISIONS);
  const end = encodeExact({ settled, isPaid: one.paidAt !== null });
  return JSON.stringify(end, (key, value: unknown) => (key === 'facts' ? undefined : value));
}

/** A reading without what was agreed. */
function withoutAgreed(orderEvent: OrderEvent): OrderEvent {
  if (orderEvent.kind !== 'order') return orderEvent;
  const { sold: _sold, ...rest } = orderEvent;
  return rest;
}

describe('an order of which deliveries were lost', () => {
  it.each([
    ['on top of its prices', false],
    ['inside its prices', true],
  ])(
    'ends as if all had come, once it was read from the store (tax %s)',
    async (_name, taxesIncluded) => {
      const bare = buildBareShop('lives.myshopify.com');
      const platform = openBarePlatform(bare);
      const unlike: string[] = [];
      let scenarios = 0;
      let losses = 0;
      for (const { order, events, sent } of liveOrders(bare, { most: EVENTS, secondsApart: 60, taxesIncluded })) {
        if (!events.includes('edited')) continue;
        scenarios++;
        const payload = await readOrder(platform, BigInt(order.id));
        const read = parseReadOrders(payload ? [payload] : []).orderEvents;
        const all = sent.map(parseEvents);
        // Who was told of everything asks for no more than what came in.
        const calm = endOf([...all.flat(), ...read.map(withoutAgreed)]);
        // Everything until some delivery was lost, or everything in the middle.
        for (let from = 1; from <= all.length; from++) {
          for (const kept of [all.slice(from), [...all.slice(0, 1), ...all.slice(from)]]) {
            losses++;
            if (endOf([...kept.flat(), ...read]) !== calm)
              unlike.push(`${events.join(', ')}: ${kept.length} of ${all.length} came`);
          }
        }
      }
      noteCount('sequences with an edit', scenarios);
      noteCount('ways to lose deliveries', losses);
      expect(unlike.slice(0, 20)).toEqual([]);
      expect(scenarios).toBeGreaterThan(100);
    },
    3_600_000,
  );
});
