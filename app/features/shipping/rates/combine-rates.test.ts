import { expect, test } from 'vitest';
import { chooseRates, combineRates } from './combine-rates.ts';
import type { Rate, Zone } from '../zones/zone.ts';

const NAMES = ['Standard', 'Express'];
const rate = (name: string, priceMinor: bigint, max: bigint | null = null): Rate => ({
  name,
  description: '',
  priceMinor,
  field: 'TOTAL_WEIGHT',
  min: 0n,
  max,
});
const zone = (rates: Rate[]): Zone => ({
  id: '1',
  zoneName: 'Home',
  rates,
  countries: [{ code: 'NO', provinces: [] }],
});
const choose = (rates: Rate[], country = 'NO') =>
  chooseRates([zone(rates)], {
    cart: { weightGrams: 2000n, priceMinor: 100n },
    destination: { country, province: null },
    names: NAMES,
  });

test('a cart of two vendors is offered the sum of the cheapest and the sum of the fastest', () => {
  const vendors = [choose([rate('Express', 900n), rate('Standard', 400n)]), choose([rate('Standard', 300n)])];
  expect(combineRates(vendors)).toEqual([
    { kind: 'cheapest', priceMinor: 700n },
    { kind: 'fastest', priceMinor: 1200n },
  ]);
});

test('where each vendor has one rate the cart is offered one', () => {
  expect(combineRates([choose([rate('Standard', 300n)]), choose([rate('Express', 500n)])])).toEqual([
    { kind: 'only', priceMinor: 800n },
  ]);
});

test('nothing is offered where one vendor has no zone or no rate for it', () => {
  const good = choose([rate('Standard', 300n)]);
  expect(choose([rate('Standard', 300n)], 'SE').reason).toBe('no_zone');
  expect(choose([rate('Standard', 300n, 2000n)]).reason).toBe('no_rate');
  expect(combineRates([good, choose([rate('Standard', 300n)], 'SE')])).toEqual([]);
  expect(combineRates([good, choose([rate('Standard', 300n, 2000n)])])).toEqual([]);
});
