import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIMELINE_KINDS } from '../order-view.ts';
import { compareEvents } from './timeline-order.ts';

const event = fc.record({
  kind: fc.constantFrom(...TIMELINE_KINDS),
  at: fc.constantFrom('2026-11-25T10:00:00.000Z', '2026-11-25T10:00:01.000Z'),
  params: fc.record({ count: fc.constantFrom('1', '5'), carrier: fc.constantFrom('', 'UPS') }),
  amount: fc.constantFrom(null, { amount: '1.00', currency: 'EUR' }),
});

test('timeline: the order of events does not depend on the order in which they were loaded', () => {
  fc.assert(
    fc.property(
      fc
        .array(event, { maxLength: 12 })
        .chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }))),
      ([events, shuffled]) => {
        expect(shuffled.toSorted(compareEvents)).toEqual(events.toSorted(compareEvents));
      },
    ),
  );
});

test('timeline: a cancellation stands above the refund of the same second', () => {
  const at = '2026-11-25T10:00:00.000Z';
  const events = (['cancelled', 'refunded', 'placed'] as const).map((kind) => ({ kind, at, params: {}, amount: null }));
  expect(events.toReversed().toSorted(compareEvents)).toEqual(events);
});
