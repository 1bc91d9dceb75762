import { describe, expect, it } from 'vitest';
import { buildOrder, buildRefund, readRefund } from '#tests/factories/orders/platform-orders.ts';
import { readOrder } from '#tests/factories/orders/settled-orders.ts';
import { decodeKnown, writeFirstVersion, writeKnown } from './order-history-json.ts';
import { foldOrderEvents, type OrderEvent } from './order-events.ts';

const INSTALLED_AT = new Date('2026-01-01T00:00:00Z');
const source = { type: 'webhook', id: 'told' } as const;
const version = (updated_at: string) => readOrder({ ...buildOrder({ lines: [{ price: '10.00' }] }), updated_at });
const first = version('2026-03-01T10:00:00Z');
const written = writeFirstVersion(first);
const orderEvent = (facts = first): OrderEvent => ({
  kind: 'order',
  orderId: first.id,
  facts,
  buyer: { lines: [] } as never,
  fulfillments: [],
  source,
  written: writeFirstVersion(facts),
});
const fold = (orderEvents: readonly OrderEvent[], stored?: Parameters<typeof foldOrderEvents>[1]) =>
  foldOrderEvents(orderEvents, stored ?? new Map(), INSTALLED_AT).cases[0];

describe('what was written of a version beforehand', () => {
  it('is what is stored where nothing else is known of the order', () => {
    const one = fold([orderEvent()]);
    expect(one?.written).toBe(written);
    expect(one && writeKnown(one.known)).toBe(written);
    expect(one?.known).toEqual(decodeKnown(JSON.parse(written) as never));
  });

  it('is not, where another version or a refund is reported with it', () => {
    expect(fold([orderEvent(), orderEvent(version('2026-03-01T11:00:00Z'))])?.written).toBeUndefined();
    const refund: OrderEvent = {
      kind: 'refund',
      orderId: first.id,
      refund: readRefund(buildRefund({ id: 7 })),
      source,
    };
    expect(fold([orderEvent(), refund])?.written).toBeUndefined();
  });

  it('is not, where the order is known already, or an edit of it was asked for', () => {
    const known = fold([orderEvent()])?.known;
    if (!known) throw new Error('the order is known');
    const stored = { known, paidAt: null } as never;
    expect(fold([orderEvent()], new Map([[BigInt(first.id), stored]]))?.written).toBeUndefined();
    const edited = { ...orderEvent(), sold: { sale: first, paid: [] } } as unknown as OrderEvent;
    expect(fold([edited])?.written).toBeUndefined();
  });
});

it('order events: an edited order of before the installation is paid by the version that is read, however it is read', () => {
  const facts = readOrder({
    ...buildOrder({ lines: [{ price: '10.00' }] }),
    created_at: '2025-12-01T10:00:00Z',
    updated_at: '2025-12-03T10:00:00Z',
  });
  const paidEarlier = { ...facts, updatedAt: '2025-12-02T10:00:00Z' };
  const byId = { ...orderEvent(facts), sold: { sale: paidEarlier, paid: [paidEarlier] } } as unknown as OrderEvent;
  const inBulk = orderEvent(facts);
  expect(fold([byId])?.paidAt).toEqual(new Date('2025-12-03T10:00:00Z'));
  expect(fold([inBulk])?.paidAt).toEqual(fold([byId])?.paidAt);
});
