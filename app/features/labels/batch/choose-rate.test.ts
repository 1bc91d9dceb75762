import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRate } from './choose-rate.ts';

const rate = fc.record({
  id: fc.uuid(),
  carrier: fc.constantFrom('PostNL', 'UPS'),
  service: fc.constantFrom('Standard', 'Saver'),
  amount: fc.integer({ min: 0, max: 5000 }).map((cents) => ({ amount: (cents / 100).toFixed(2), currency: 'USD' })),
  days: fc.option(fc.integer({ min: 0, max: 9 })),
  isBuyable: fc.boolean(),
});
const rates = fc.uniqueArray(rate, { selector: ({ id }) => id, maxLength: 12 });
const none = { carrier: '', service: '' };

describe('the rate that a batch takes', () => {
  test('cheapest: no buyable rate costs less; fastest: none takes fewer days, and none as fast costs less', () => {
    fc.assert(
      fc.property(rates, (all) => {
        const buyable = all.filter(({ isBuyable }) => isBuyable);
        const cheapest = chooseRate(all, { choice: 'cheapest', ...none });
        const fastest = chooseRate(all, { choice: 'fastest', ...none });
        expect([cheapest === undefined, fastest === undefined]).toEqual(Array(2).fill(buyable.length === 0));
        for (const one of buyable) {
          expect(Number(one.amount.amount)).toBeGreaterThanOrEqual(Number(cheapest?.amount.amount));
          const [days, least] = [one.days ?? Infinity, fastest?.days ?? Infinity];
          expect(days).toBeGreaterThanOrEqual(least);
          if (days === least) expect(Number(one.amount.amount)).toBeGreaterThanOrEqual(Number(fastest?.amount.amount));
        }
        expect(chooseRate([...all].reverse(), { choice: 'fastest', ...none })).toBe(fastest);
      }),
    );
  });

  test('a service is taken by its carrier and name, and nothing else in its place', () => {
    fc.assert(
      fc.property(rates, (all) => {
        const chosen = chooseRate(all, { choice: 'service', carrier: 'UPS', service: 'Saver' });
        const offers = all.some((one) => one.isBuyable && one.carrier === 'UPS' && one.service === 'Saver');
        expect(chosen !== undefined).toBe(offers);
        if (chosen) expect([chosen.carrier, chosen.service]).toEqual(['UPS', 'Saver']);
      }),
    );
  });
});
