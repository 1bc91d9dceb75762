import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import {
  buildManualPayout,
  buildPayoutPartReopened,
  buildPayoutReopened,
  buildPayoutStarted,
  buildPayoutSucceeded,
} from '#app/platform/ledger/ledger.ts';
import { computeUnreturned } from '#app/features/payouts/resolve/part-returned.ts';
import { PAYOUT_STATES, type PayoutState } from '#app/features/payouts/payout.ts';
import { adjustedMinor, type Adjustment } from '#app/features/orders/money/adjustment.ts';
import { splitOrder, type SettledOrder } from '#app/features/orders/money/split-order.ts';
import { snapshotOrderTerms } from '#app/features/orders/money/order-terms.ts';
import { scenarios } from '#tests/factories/orders/scenarios.ts';
import { decisionsOf, ingestAll, termsOf } from '#tests/factories/orders/settled-orders.ts';
import { checkOrder, expectedOfOrder, expectedPayoutState, type StoredOrder } from './order-check.ts';
import { checkPayout, type StoredPayout } from './payout-check.ts';

const EUR = asCurrency('EUR');
const at = new Date('2026-03-01T10:00:00Z');

describe('a payout', () => {
  const lines = [
    { orderId: '1', amountMinor: 91_58n },
    { orderId: '2', amountMinor: -1_58n },
  ];
  const subject = { payoutId: '5', vendorId: '1', currency: EUR, lines };
  const stored = (o: Partial<StoredPayout>): StoredPayout => ({
    ...subject,
    lines: lines.map((line) => ({ ...line, reversedMinor: 0n })),
    method: 'stripe',
    state: 'paid',
    isDeleted: false,
    amountMinor: 90_00n,
    reversedMinor: 0n,
    posted: [],
    ...o,
  });
  const stripe = { ...subject, method: 'stripe' as const };
  const started = buildPayoutStarted(stripe, at).postings;
  const succeeded = [...started, ...buildPayoutSucceeded(stripe, at).postings];
  const postingsOf: Record<PayoutState, StoredPayout['posted']> = {
    due: [],
    processing: started,
    unknown: started,
    unclaimed: started,
    paid: succeeded,
    failed: [...succeeded, ...buildPayoutReopened(stripe, 'paid_out', at).postings],
    reversed: [...started, ...buildPayoutReopened(stripe, 'in_transit', at).postings],
  };

  it.each(PAYOUT_STATES)('that is %s stands in the ledger as it was posted, and a cent more is found', (state) => {
    expect(checkPayout(stored({ state, posted: postingsOf[state] }))).toEqual([]);
    const cent = { account: 'vendor_payable', vendorId: '1', orderId: '2', amountMinor: 1n, currency: EUR } as const;
    expect(checkPayout(stored({ state, posted: [...postingsOf[state], cent] }))).toMatchObject([
      { kind: 'payout_ledger', orderId: '2', payoutId: '5', detail: { account: 'vendor_payable' } },
    ]);
  });

  it('that was made manually is paid out, and stands nowhere once it is deleted', () => {
    const manual = { ...subject, method: 'manual' as const };
    const { postings } = buildManualPayout(manual, at);
    const { method } = manual;
    expect(checkPayout(stored({ method, posted: postings }))).toEqual([]);
    expect(checkPayout(stored({ method, isDeleted: true, posted: postings }))).toHaveLength(2);
  });

  it('of which a part was reversed stands in the ledger without it, and is reversed whole with the rest', () => {
    const part = { ...stripe, lines: [{ orderId: '1', amountMinor: 40_00n }] };
    const posted = [...succeeded, ...buildPayoutPartReopened(part, 40_00n, at).postings];
    const reversedMinor = 40_00n;
    const own = lines.map((line) => ({ ...line, reversedMinor: line.orderId === '1' ? reversedMinor : 0n }));
    expect(checkPayout(stored({ lines: own, reversedMinor, posted }))).toEqual([]);
    expect(checkPayout(stored({ posted }))).toMatchObject([{ kind: 'payout_ledger', orderId: '1' }]);
    expect(checkPayout(stored({ lines: own, reversedMinor: 39_99n, posted }))).toMatchObject([
      { kind: 'payout_amount', expectedMinor: 40_00n, foundMinor: 39_99n },
    ]);
    const rest = { ...stripe, lines: own.map((line) => ({ ...line, amountMinor: computeUnreturned(line) })) };
    const whole = [...posted, ...buildPayoutReopened(rest, 'paid_out', at).postings];
    expect(checkPayout(stored({ state: 'reversed', lines: own, reversedMinor, posted: whole }))).toEqual([]);
  });

  it('that says another amount than its lines is found', () => {
    expect(checkPayout(stored({ posted: succeeded, amountMinor: 90_01n }))).toMatchObject([
      { kind: 'payout_amount', expectedMinor: 90_00n, foundMinor: 90_01n },
    ]);
  });
});

describe('an order', () => {
  it('of any kind that stands as it was settled has nothing to find; a cent anywhere is found', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), fc.boolean(), adjusting, (scenario, pick, more, requests) => {
        const known = ingestAll(scenario.versions);
        const orderTerms = snapshotOrderTerms(known, termsOf(scenario));
        const decisions = decisionsOf(scenario);
        const adjustments = adjust(splitOrder(known, orderTerms, decisions), requests);
        const order = entry({ known, orderTerms, decisions, adjustments });
        const real = (one: StoredOrder) =>
          checkOrder(one).filter(({ kind }) => kind !== 'held' && kind !== 'no_commission_line');
        expect(real(order)).toEqual([]);
        const cent = more ? 1n : -1n;
        const { posted, parts } = order;
        const place = pick % Math.max(1, posted.length);
        const planted = posted.map((one, index) =>
          index === place ? { ...one, amountMinor: one.amountMinor + cent } : one,
        );
        expect(real({ ...order, posted: planted })).toHaveLength(posted.length > 0 ? 1 : 0);
        const moved = (field: 'postedMinor' | 'adjustedMinor' | 'paidOutMinor') =>
          real({ ...order, parts: parts.map((part) => ({ ...part, [field]: part[field] + cent })) });
        expect(moved('postedMinor').map(({ kind }) => kind)).toEqual(parts.map(() => 'order_posted'));
        expect(moved('adjustedMinor').map(({ kind }) => kind)).toEqual(parts.map(() => 'order_adjusted'));
        expect(moved('paidOutMinor').map(({ kind }) => kind)).toEqual(parts.map(() => 'paid_out'));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [{ historical: true, isPaid: true, postedMinor: 5n, paidOutMinor: 0n }, 'none'],
    [{ historical: false, isPaid: false, postedMinor: 0n, paidOutMinor: 0n }, 'unpaid'],
    [{ historical: false, isPaid: true, postedMinor: 5n, paidOutMinor: 2n }, 'due'],
    [{ historical: false, isPaid: true, postedMinor: 5n, paidOutMinor: 5n }, 'paid'],
    [{ historical: false, isPaid: true, postedMinor: 2n, paidOutMinor: 5n }, 'overpaid'],
    [{ historical: false, isPaid: true, postedMinor: 0n, paidOutMinor: 0n }, 'none'],
  ] as const)('with %o stands as %s', (facts, state) => {
    expect(expectedPayoutState(facts)).toBe(state);
  });
});

/** Corrections and chargebacks, some of them undone. */
const adjusting = fc.array(
  fc.record({ minor: fc.integer({ min: 1, max: 900 }), isUndone: fc.boolean(), pick: fc.nat() }),
  {
    maxLength: 4,
  },
);

/** What was adjusted of an order; nothing of one that nobody paid. */
function adjust(
  { isPaid, orderId, currency, vendorOrders }: SettledOrder,
  requests: { minor: number; isUndone: boolean; pick: number }[],
): Adjustment[] {
  return requests.flatMap(({ minor, isUndone, pick }, index): Adjustment[] => {
    const vendorId = vendorOrders[pick % Math.max(1, vendorOrders.length)]?.vendorId;
    if (!isPaid || vendorId === undefined) return [];
    const own = { id: String(index), orderId, vendorId, currency, isUndone };
    const amountMinor = BigInt(pick % 2 ? minor : -minor);
    if (pick % 3) return [{ ...own, kind: 'correction', amountMinor, vendorMinor: amountMinor }];
    return [{ ...own, kind: 'chargeback', amountMinor: BigInt(minor + 5), vendorMinor: BigInt(-minor) }];
  });
}

/** An order as it is stored when everything is right and nothing was paid out. */
function entry(order: Pick<StoredOrder, 'known' | 'orderTerms' | 'decisions' | 'adjustments'>): StoredOrder {
  const { settled, target } = expectedOfOrder({ ...order, historical: false });
  return {
    ...order,
    orderId: settled.orderId,
    historical: false,
    posted: target,
    parts: settled.vendorOrders.map(({ vendorId, currency, payoutMinor }) => {
      const ownMinor = adjustedMinor(order.adjustments, vendorId);
      const postedMinor = (settled.isPaid ? payoutMinor : 0n) + ownMinor;
      const facts = { historical: false, isPaid: settled.isPaid, postedMinor, paidOutMinor: 0n };
      return {
        vendorId,
        currency,
        postedMinor,
        adjustedMinor: ownMinor,
        paidOutMinor: 0n,
        payoutState: expectedPayoutState(facts),
        inPayoutsMinor: 0n,
      };
    }),
  };
}
