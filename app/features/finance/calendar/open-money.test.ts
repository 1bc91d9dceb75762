import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { chooseOrders, type Candidate } from '#app/features/payouts/runs/choose.ts';
import type { CalendarRule, PayoutRules, PayoutSchedule } from '#app/features/payouts/rules/payout-rules.ts';
import { computeEligibility, waitingDays } from '#app/features/payouts/rules/eligibility.ts';
import { DUE_KINDS, mergeEntries, nextPayments, computeTotals, type Entry, type EntryKind } from './money-calendar.ts';
import { entriesOfOrders, type OpenGroup, type Paying, type Stage } from './open-money.ts';
import { payoutDays, shippingCuts } from './payout-days.ts';

const EUR = asCurrency('EUR');
const NOW = new Date('2026-11-20T09:30:00Z');
const ZONE = 'Europe/Brussels';

type Order = {
  stage: Stage;
  shippedAt: Date | null;
  dueMinor: bigint;
  notDueMinor: bigint;
  hold: 'negative_payout' | null;
  isInFlight: boolean;
  isTest: boolean;
};

const order = fc
  .record({
    stage: fc.constantFrom<Stage>('unpaid', 'overpaid', 'cancelled', 'unshipped', 'shipped', 'shipped', 'shipped'),
    hoursAgo: fc.integer({ min: 0, max: 24 * 15 }),
    minor: fc.bigInt({ min: 1n, max: 50_000n }),
    isHeld: fc.nat(9).map((n) => n === 0),
    isInFlight: fc.nat(9).map((n) => n === 0),
    isTest: fc.nat(9).map((n) => n === 0),
  })
  .map(({ stage, hoursAgo, minor, isHeld: isOnHold, ...rest }): Order => ({
    ...rest,
    stage,
    shippedAt: stage === 'shipped' ? new Date(NOW.getTime() - hoursAgo * HOUR_MS) : null,
    dueMinor: stage === 'unpaid' ? 0n : stage === 'overpaid' ? -minor : minor,
    notDueMinor: stage === 'unpaid' ? minor : 0n,
    hold: isOnHold ? 'negative_payout' : null,
  }));

const rule: fc.Arbitrary<CalendarRule> = fc.oneof(
  fc.constantFrom(1, 4, 12).map((every): CalendarRule => ({ kind: 'hours', every })),
  fc.constantFrom('mon', 'fri').map((day): CalendarRule => ({ kind: 'weekdays', days: [day], time: '10:00' })),
  fc.constantFrom(1, 31).map((day): CalendarRule => ({ kind: 'month_day', day, time: '00:30' })),
);
const schedule: fc.Arbitrary<PayoutSchedule> = fc.oneof(
  fc.integer({ min: 0, max: 10 }).map((days) => ({ kind: 'relative', days }) as const),
  rule.map((one) => ({ kind: 'periodic', rule: one }) as const),
);
const rules: fc.Arbitrary<PayoutRules> = fc.record({
  schedule,
  holdingDays: fc.integer({ min: 0, max: 10 }),
  minimumMinor: fc.constantFrom(0n, 0n, 20_000n, 100_000n),
  approveAboveMinor: fc.constantFrom(null, null, 60_000n),
});

const scheduled = (of: PayoutRules, onHoldUntil: Date | null = null): Paying & { by: 'schedule' } => ({
  by: 'schedule',
  days: payoutDays(of.schedule, {
    now: NOW,
    timezone: ZONE,
    until: new Date(Math.max(NOW.getTime() + waitingDays(of) * DAY_MS, onHoldUntil?.getTime() ?? 0)),
  }),
  refusal: null,
  heldUntil: onHoldUntil,
  isTest: false,
});

/** What the database does: orders that stand alike, summed, with the place of their shipping among the cuts. */
function groupsOf(orders: readonly Order[], cuts: readonly Date[]): OpenGroup[] {
  const groups = new Map<string, OpenGroup>();
  for (const { shippedAt, dueMinor, notDueMinor, ...one } of orders) {
    const bucket = shippedAt === null ? 0 : cuts.filter((cut) => cut <= shippedAt).length;
    const key = JSON.stringify([one, bucket]);
    const known = groups.get(key) ?? { ...one, currency: EUR, bucket, dueMinor: 0n, notDueMinor: 0n, count: 0 };
    groups.set(key, {
      ...known,
      dueMinor: known.dueMinor + dueMinor,
      notDueMinor: known.notDueMinor + notDueMinor,
      count: known.count + 1,
    });
  }
  return [...groups.values()];
}

function entriesOf(orders: readonly Order[], of: PayoutRules, paying: Paying): Entry[] {
  const days = paying.by === 'schedule' ? paying.days : [];
  const groups = groupsOf(orders, shippingCuts(days, { now: NOW, waitingDays: waitingDays(of) }));
  return mergeEntries(entriesOfOrders(groups, { rules: of, paying, now: NOW, currency: EUR }));
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);
const sumOf = (entries: readonly Entry[], kinds: readonly EntryKind[]): bigint =>
  sum(entries.filter(({ kind }) => kinds.includes(kind)).map(({ amountMinor }) => amountMinor));

const METHODS = ['hand', 'schedule', 'changed', 'no_method', 'account_not_ready'] as const;
/** How a vendor may be paid; `hours` until changed details are old enough. */
function payingBy(method: (typeof METHODS)[number], of: PayoutRules, hours: number): Paying {
  if (method === 'hand') return { by: 'hand' };
  if (method === 'schedule') return scheduled(of);
  if (method === 'changed') return scheduled(of, new Date(NOW.getTime() + hours * HOUR_MS));
  return { ...scheduled(of), refusal: method };
}

describe('the entries of open orders', () => {
  test('hold all money once: their sums by kind are the balances', () => {
    fc.assert(
      fc.property(
        fc.array(order, { maxLength: 30 }),
        rules,
        fc.constantFrom(...METHODS),
        fc.integer({ min: 1, max: 72 }),
        (orders, of, method, hours) => {
          const how = payingBy(method, of, hours);
          const entries = entriesOf(orders, of, how);
          const due = orders.filter(({ dueMinor }) => dueMinor > 0n);
          expect(sumOf(entries, DUE_KINDS)).toBe(sum(due.map(({ dueMinor }) => dueMinor)));
          expect(sumOf(entries, ['overpaid'])).toBe(
            sum(orders.filter(({ dueMinor }) => dueMinor < 0n).map(({ dueMinor }) => dueMinor)),
          );
          expect(sumOf(entries, ['not_due'])).toBe(sum(orders.map(({ notDueMinor }) => notDueMinor)));
          expect(entries.reduce((count, one) => count + one.count, 0)).toBe(orders.length);
          expect(sum(computeTotals(entries).map(({ amountMinor }) => amountMinor))).toBe(
            sum(entries.map(({ amountMinor }) => amountMinor)),
          );
          // Where a person pays, no day is made up.
          if (how.by === 'hand') expect(entries.filter(({ day }) => day !== null)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('say of the next payout day exactly what the run of that day chooses', () => {
    const plain = order.map((one): Order => ({ ...one, isInFlight: false }));
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 25 }), rules, (orders, of) => {
        const how = scheduled(of);
        const [first] = how.days;
        if (!first) throw new Error('a schedule has a next day');
        const entries = entriesOf(orders, of, how).filter(
          ({ day, kind }) => day === first.day && (kind === 'due' || kind === 'held'),
        );
        // Of a day with several runs the last one is looked at: what each of them takes by itself is not told apart.
        const ofDay = how.days.filter(({ day }) => day === first.day);
        const isOne = ofDay.length === 1;
        const hasOverpaid = orders.some(({ stage }) => stage === 'overpaid');
        fc.pre(isOne || (of.minimumMinor === 0n && of.approveAboveMinor === null && !hasOverpaid));
        const sees = ofDay.at(-1)?.at ?? first.at;
        const { chosen } = chooseOrders(candidates(orders, 1n), candidates(orders, -1n), {
          rules: of,
          currency: EUR,
          balances: new Map([[EUR, 10n ** 12n]]),
          now: sees,
        });
        expect(sum(entries.map(({ amountMinor }) => amountMinor))).toBe(sum(chosen.map(({ dueMinor }) => dueMinor)));
      }),
      { numRuns: 100 },
    );
  });

  test('never promise a day before an order is eligible', () => {
    fc.assert(
      fc.property(order, rules, (one, of) => {
        const how = scheduled(of);
        const [entry] = entriesOf([{ ...one, isInFlight: false, isTest: false, hold: null }], of, how);
        if (!entry || entry.day === null || one.stage !== 'shipped') return;
        const at = how.days.findLast(({ day }) => day === entry.day)?.at ?? NOW;
        const vendorOrder = {
          isPaidByBuyer: true,
          fulfillment: 'fulfilled',
          fulfilledAt: one.shippedAt,
          held: null,
        } as const;
        expect(computeEligibility(vendorOrder, of, at).state).toBe('eligible');
      }),
      { numRuns: 100 },
    );
  });
});

function candidates(orders: readonly Order[], sign: bigint): Candidate[] {
  return orders
    .filter(({ dueMinor }) => dueMinor * sign > 0n)
    .map(({ stage, shippedAt, hold, isTest, dueMinor }, index) => ({
      id: BigInt(index),
      vendorId: 1n,
      vendor: 'Nour',
      orderName: `#${index}`,
      currency: EUR,
      isTest,
      dueMinor,
      part: {
        isPaidByBuyer: true,
        fulfillment: stage === 'shipped' ? 'fulfilled' : stage === 'cancelled' ? 'cancelled' : 'unfulfilled',
        fulfilledAt: shippedAt,
        held: hold,
      },
      refusal: isTest ? ('live_key' as const) : null,
    }));
}

const WEEKLY: PayoutRules = {
  schedule: { kind: 'periodic', rule: { kind: 'weekdays', days: ['tue'], time: '10:00' } },
  holdingDays: 3,
  minimumMinor: 0n,
  approveAboveMinor: null,
};
const shipped = (hoursAgo: number, dueMinor: bigint): Order => ({
  stage: 'shipped',
  shippedAt: new Date(NOW.getTime() - hoursAgo * HOUR_MS),
  dueMinor,
  notDueMinor: 0n,
  hold: null,
  isInFlight: false,
  isTest: false,
});
const said = (entries: readonly Entry[]) =>
  entries.map(({ day, kind, reason, amountMinor }) => [day, kind, reason, amountMinor]);

describe('a week', () => {
  test('shows what is eligible, what waits for its days, and what shipping now would bring', () => {
    const orders: Order[] = [
      shipped(80, 50_00n),
      shipped(10, 20_00n),
      { ...shipped(0, 7_00n), stage: 'unshipped', shippedAt: null },
      { ...shipped(90, 9_00n), hold: 'negative_payout' },
    ];
    expect(said(entriesOf(orders, WEEKLY, scheduled(WEEKLY)))).toEqual([
      ['2026-11-24', 'due', 'next_run', 50_00n],
      ['2026-11-24', 'held', 'holding', 20_00n],
      ['2026-11-24', 'if_shipped', 'ship_now', 7_00n],
      [null, 'blocked', 'confirm', 9_00n],
    ]);
  });

  test('takes what was overpaid off the next payout, or waits until enough has come together', () => {
    const overpaid: Order = { ...shipped(0, -30_00n), stage: 'overpaid', shippedAt: null };
    const paid = entriesOf([shipped(80, 50_00n), overpaid], WEEKLY, scheduled(WEEKLY));
    expect(said(paid)).toEqual([
      ['2026-11-24', 'due', 'next_run', 50_00n],
      ['2026-11-24', 'overpaid', 'taken_off', -30_00n],
    ]);
    expect(nextPayments(paid)).toEqual([{ currency: EUR, day: '2026-11-24', amountMinor: 20_00n }]);
    expect(said(entriesOf([shipped(80, 20_00n), overpaid], WEEKLY, scheduled(WEEKLY)))).toEqual([
      [null, 'held', 'netted', 20_00n],
      [null, 'overpaid', 'taken_off_later', -30_00n],
    ]);
  });

  test('waits for the minimum, and says with which later order it comes', () => {
    const of = { ...WEEKLY, holdingDays: 10, minimumMinor: 60_00n };
    const orders = [shipped(24 * 11, 50_00n), shipped(24, 20_00n)];
    expect(said(entriesOf(orders, of, scheduled(of)))).toEqual([
      ['2026-12-01', 'held', 'below_minimum', 50_00n],
      ['2026-12-01', 'held', 'holding', 20_00n],
    ]);
    expect(said(entriesOf(orders.slice(0, 1), of, scheduled(of)))).toEqual([[null, 'held', 'below_minimum', 50_00n]]);
  });

  test('holds everything for 72 hours after payment details changed', () => {
    const until = new Date('2026-11-24T12:00:00Z');
    expect(said(entriesOf([shipped(80, 50_00n)], WEEKLY, scheduled(WEEKLY, until)))).toEqual([
      ['2026-12-01', 'held', 'details_changed', 50_00n],
    ]);
  });

  test('above the limit of approval a person has to begin it', () => {
    const of = { ...WEEKLY, approveAboveMinor: 40_00n };
    expect(said(entriesOf([shipped(80, 50_00n)], of, scheduled(of)))).toEqual([
      [null, 'blocked', 'needs_approval', 50_00n],
    ]);
  });

  test('without a schedule nothing has a day', () => {
    const orders: Order[] = [
      shipped(80, 50_00n),
      { ...shipped(0, 7_00n), stage: 'unshipped', shippedAt: null },
      { ...shipped(0, 0n), stage: 'unpaid', notDueMinor: 3_00n },
    ];
    expect(said(entriesOf(orders, WEEKLY, { by: 'hand' }))).toEqual([
      [null, 'due', 'by_hand', 50_00n],
      [null, 'due', 'by_hand_unshipped', 7_00n],
      [null, 'not_due', 'buyer_unpaid', 3_00n],
    ]);
  });
});
