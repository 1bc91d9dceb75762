import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#app/core/calendar.ts';
import {
  addDays,
  addSums,
  averageMinor,
  changeInPercent,
  countDays,
  lastRange,
  listDays,
  MAX_RANGE_DAYS,
  buildMoments,
  namedDay,
  NO_SUMS,
  percentOfWhole,
  rangeBefore,
  toRates,
  resolveRange,
  toWarnings,
  type Sums,
  listOutliers,
} from './dashboard.ts';

const ZONES = ['Europe/Amsterdam', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const days = fc.integer({ min: 0, max: 800 }).map((number) => addDays('2025-06-01', number));
const ranges = fc
  .tuple(days, fc.integer({ min: 1, max: MAX_RANGE_DAYS }))
  .map(([from, count]) => ({ from, to: addDays(from, count - 1) }));

describe('dashboard: ranges of days', () => {
  it('the days before are equally many and end right before the range, in every zone and over every change of clocks', () => {
    fc.assert(
      fc.property(ranges, fc.constantFrom(...ZONES), (range, zone) => {
        const before = rangeBefore(range);
        expect(countDays(before)).toBe(countDays(range));
        expect(buildMoments(before, zone).to).toEqual(buildMoments(range, zone).from);
      }),
    );
  });

  it('a range begins with the first moment of its first day and ends with the last of its last', () => {
    fc.assert(
      fc.property(ranges, fc.constantFrom(...ZONES), (range, zone) => {
        const { from, to } = buildMoments(range, zone);
        const dayAt = (at: number) => dayOf(new Date(at), zone);
        expect(dayAt(from.getTime())).toBe(range.from);
        expect(dayAt(from.getTime() - 1)).toBe(addDays(range.from, -1));
        expect(dayAt(to.getTime() - 1)).toBe(range.to);
      }),
    );
  });

  it('lists each day once, and the last days end today', () => {
    expect(listDays({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(lastRange(7, '2026-11-25')).toEqual({ from: '2026-11-19', to: '2026-11-25' });
  });

  it('reads what callers name: missing ends, moments as their day, and refuses what is turned round or too long', () => {
    const today = '2026-11-25';
    expect(resolveRange({}, today)).toMatchObject({ value: { from: '2026-10-27', to: today } });
    expect(resolveRange({ from: '2026-11-20' }, today)).toMatchObject({ value: { from: '2026-11-20', to: today } });
    expect(resolveRange({ to: '2026-03-31' }, today)).toMatchObject({ value: { from: '2026-03-02' } });
    expect(resolveRange({ from: '2026-11-02', to: '2026-11-01' }, today).ok).toBe(false);
    expect(resolveRange({ from: addDays(today, 1 - MAX_RANGE_DAYS), to: today }, today).ok).toBe(true);
    expect(resolveRange({ from: addDays(today, -MAX_RANGE_DAYS), to: today }, today).ok).toBe(false);
    expect(namedDay('2026-11-20T23:30:00Z', 'Europe/Amsterdam')).toBe('2026-11-21');
    expect(namedDay('2026-11-20', 'Asia/Kathmandu')).toBe('2026-11-20');
  });
});

describe('dashboard: figures', () => {
  const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  const count = fc.integer({ min: 0, max: 1_000_000 });
  const sums: fc.Arbitrary<Sums> = fc.record({
    orders: count,
    units: count,
    salesMinor: amount,
    refundsMinor: amount,
    commissionMinor: amount,
    earningsMinor: amount,
    dueMinor: amount,
  });

  it('sums of days are the sums of their groups, however they are grouped', () => {
    fc.assert(
      fc.property(fc.array(sums), fc.array(sums), (left, right) => {
        expect(addSums([addSums(left), addSums(right), NO_SUMS])).toEqual(addSums([...right, ...left]));
      }),
    );
  });

  it('the average lies within half a minor unit of sales by orders, and is nothing without orders', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (orders, salesMinor) => {
          const off = (averageMinor({ orders, salesMinor }) ?? 0n) * BigInt(orders) - salesMinor;
          expect((off < 0n ? -off : off) * 2n <= BigInt(orders)).toBe(true);
        },
      ),
    );
    expect(averageMinor(NO_SUMS)).toBeNull();
  });

  it('shares lie between 0 and 100 percent; nothing has none', () => {
    fc.assert(
      fc.property(count, count, (part, rest) => {
        const share = percentOfWhole(part, part + rest);
        if (part + rest === 0) expect(share).toBeNull();
        else expect(share).toBeGreaterThanOrEqual(0);
        expect(share ?? 0).toBeLessThanOrEqual(100);
      }),
    );
    expect(percentOfWhole(1, 3)).toBe(33.3);
  });

  it('a change is the same size both ways and unknown where nothing was before', () => {
    expect([changeInPercent(150n, 100n), changeInPercent(50n, 100n), changeInPercent(100n, 100n)]).toEqual([
      50, -50, 0,
    ]);
    expect([changeInPercent(100n, 0n), changeInPercent(0n, 0n), changeInPercent(9_999n, 10_000n)]).toEqual([
      null,
      null,
      0,
    ]);
  });
});

describe('dashboard: the scorecard', () => {
  const good = { orders: 20, cancelled: 1, refunded: 2, hoursToShip: 72 };

  it('warns beyond each limit, and not at it', () => {
    expect(toWarnings(good)).toEqual([]);
    expect(toRates(good)).toEqual({ cancelledPercent: 4.8, refundedPercent: 10 });
    expect(toWarnings({ ...good, hoursToShip: 72.1 })).toEqual(['ship']);
    expect(toWarnings({ ...good, cancelled: 2 })).toEqual(['cancellations']);
    expect(toWarnings({ ...good, refunded: 3 })).toEqual(['refunds']);
  });

  it('does not warn of so few orders that one of them would decide', () => {
    expect(toWarnings({ orders: 2, cancelled: 2, refunded: 2, hoursToShip: 500 })).toEqual([]);
    expect(toWarnings({ orders: 0, cancelled: 5, refunded: 0, hoursToShip: null })).toEqual(['cancellations']);
  });
});

describe('the vendors that stand out', () => {
  const vendor = (hoursToShip: number | null) => ({
    hoursToShip,
    cancelledPercent: 0,
    refundedPercent: 0,
    warnings: (hoursToShip ?? 0) > 72 ? (['ship'] as const) : [],
  });

  it('a marketplace in which everybody is slow: nobody is flagged for what all share', () => {
    expect(listOutliers([vendor(90), vendor(92), vendor(95), vendor(88)])).toEqual([[], [], [], []]);
  });

  it('one vendor far slower than the others: flagged alone', () => {
    expect(listOutliers([vendor(20), vendor(24), vendor(100), vendor(null)])).toEqual([[], [], ['ship'], []]);
  });

  it('two vendors: each is judged by the limit, there is nothing to differ from', () => {
    expect(listOutliers([vendor(100), vendor(20)])).toEqual([['ship'], []]);
  });
});
