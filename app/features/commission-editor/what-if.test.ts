import { expect, test } from 'vitest';
import { addUp } from './what-if.ts';

const charged = (vendor: string, before: string, after: string, orders = 1, currency = 'EUR') => ({
  vendorId: vendor,
  vendor,
  orders,
  before: { amount: before, currency },
  after: { amount: after, currency },
});

test('steps are added up for each vendor, whoever changes most first, and nobody is listed who keeps what he has', () => {
  const { totals, vendors } = addUp([
    [charged('Kiln', '10.00', '12.50'), charged('Kelp', '5.00', '5.00', 2)],
    [charged('Kiln', '1.00', '0.00', 3), charged('Loom', '8.00', '2.00')],
  ]);
  expect(vendors.map(({ vendor, orders, differenceMinor }) => [vendor, orders, differenceMinor])).toEqual([
    ['Loom', 1, -600n],
    ['Kiln', 4, 150n],
  ]);
  expect(totals).toEqual([
    { currency: 'EUR', orders: 7, beforeMinor: 2400n, afterMinor: 1950n, differenceMinor: -450n },
  ]);
});

test('amounts of different currencies are never added', () => {
  const { totals } = addUp([[charged('Kiln', '100', '90', 1, 'JPY'), charged('Kiln', '1.234', '1.235', 1, 'KWD')]]);
  expect(totals.map(({ currency, differenceMinor }) => [currency, differenceMinor])).toEqual([
    ['JPY', -10n],
    ['KWD', 1n],
  ]);
});
