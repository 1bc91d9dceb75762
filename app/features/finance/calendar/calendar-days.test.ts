import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { EARNING_ACCOUNTS, fromSale, SALE_ROWS } from './from-sale.ts';
import { payoutDays, shippingCuts } from './payout-days.ts';
import { addDays, listWeeks, toWeeks } from './weeks.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const ZONE = 'Europe/Brussels';

test('whole weeks hold every day of a month, in their order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1990, max: 2199 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
      const month = `${String(year)}-${String(number).padStart(2, '0')}`;
      const days = listWeeks(toWeeks(month)).flat();
      const inside = days.filter((day) => day.startsWith(month));
      expect(inside.length).toBe(new Date(Date.UTC(year, number, 0)).getUTCDate());
      expect(days.length % 7).toBe(0);
      expect(new Date(`${days[0] ?? ''}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(days.every((day, index) => index === 0 || addDays(day, -1) === days[index - 1])).toBe(true);
    }),
  );
});

test('a rule of hours is shown by its days: the first run and the last of each', () => {
  const days = payoutDays(
    { kind: 'periodic', rule: { kind: 'hours', every: 4 } },
    { now: NOW, timezone: ZONE, until: new Date(NOW.getTime() + 2 * DAY_MS) },
  );
  expect(days.map(({ day, at }) => `${day} ${at.toISOString()}`)).toEqual([
    '2026-11-20 2026-11-20T11:00:00.000Z',
    '2026-11-20 2026-11-20T19:00:00.000Z',
    '2026-11-21 2026-11-20T23:00:00.000Z',
    '2026-11-21 2026-11-21T19:00:00.000Z',
    '2026-11-22 2026-11-21T23:00:00.000Z',
    '2026-11-22 2026-11-22T19:00:00.000Z',
  ]);
});

test('a relative schedule pays within the hour what is eligible, and then day by day of the store’s zone', () => {
  const days = payoutDays(
    { kind: 'relative', days: 1 },
    { now: NOW, timezone: ZONE, until: new Date('2026-11-21T09:30:00Z') },
  );
  expect(days.map(({ day, at }) => `${day} ${at.toISOString()}`)).toEqual([
    '2026-11-20 2026-11-20T09:30:00.000Z',
    '2026-11-20 2026-11-20T22:59:59.999Z',
    '2026-11-21 2026-11-21T22:59:59.999Z',
  ]);
  const cuts = shippingCuts(days, { now: NOW, waitingDays: 1 });
  expect(cuts.every((cut, index) => index === 0 || cut >= (cuts[index - 1] ?? cut))).toBe(true);
  expect(payoutDays({ kind: 'off' }, { now: NOW, timezone: ZONE, until: NOW })).toEqual([]);
});

test('from sale to account adds up to the cent, and each row says what it adds', () => {
  const posted = fc.record({
    currency: fc.constantFrom(asCurrency('EUR'), asCurrency('JPY')),
    account: fc.constantFrom(...EARNING_ACCOUNTS),
    minusMinor: fc.bigInt({ min: -1_000_000_000n, max: 0n }),
    plusMinor: fc.bigInt({ min: 0n, max: 1_000_000_000n }),
  });
  fc.assert(
    fc.property(fc.array(posted), (all) => {
      const sums = fromSale(all);
      for (const { rows, earnedMinor } of sums)
        expect(SALE_ROWS.reduce((total, row) => total + rows[row], 0n)).toBe(earnedMinor);
      const total = all.reduce((sum, one) => sum - one.minusMinor - one.plusMinor, 0n);
      expect(sums.reduce((sum, { earnedMinor }) => sum + earnedMinor, 0n)).toBe(total);
    }),
  );
  const eur = { currency: asCurrency('EUR'), minusMinor: 0n, plusMinor: 0n };
  expect(
    fromSale([
      { ...eur, account: 'buyer_receipts', minusMinor: -126_90n, plusMinor: 20_00n },
      { ...eur, account: 'commission', plusMinor: 13_29n, minusMinor: -2_00n },
      { ...eur, account: 'tax_kept', plusMinor: 22_03n },
      { ...eur, account: 'vendor_payable', plusMinor: 73_58n },
    ])[0],
  ).toMatchObject({
    rows: { sales: 126_90n, refunds: -20_00n, commission: -11_29n, tax: -22_03n },
    earnedMinor: 73_58n,
  });
});
