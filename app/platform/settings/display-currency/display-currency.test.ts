import { expect, test } from 'vitest';
import { chooseDisplay, ratesSchema } from './display-currency.ts';

const rates = [
  { currency: 'EUR', rate: '0.92' },
  { currency: 'GBP', rate: '0.79' },
];
const choose = (own: string, standard: string) =>
  chooseDisplay({ own, standard, storeCurrency: 'USD', rates, ratedAt: '2026-11-25T00:00:00.000Z' })?.currency;

test('display currency: the vendor’s own before the marketplace’s, and none without a rate or for the store’s own', () => {
  expect([choose('GBP', 'EUR'), choose('', 'EUR'), choose('', '')]).toEqual(['GBP', 'EUR', undefined]);
  expect([choose('USD', 'EUR'), choose('JPY', 'EUR'), choose('', 'USD')]).toEqual([undefined, undefined, undefined]);
});

test('rates: one for a currency, each a plain decimal above zero', () => {
  expect(ratesSchema.safeParse([{ currency: 'eur ', rate: ' 0.92' }]).data).toEqual([
    { currency: 'EUR', rate: '0.92' },
  ]);
  for (const bad of [
    [rates[0], rates[0]],
    [{ currency: 'EUR', rate: '0' }],
    [{ currency: 'ABC', rate: '1' }],
    [{ currency: 'EUR', rate: '1,5' }],
  ])
    expect(ratesSchema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
});
