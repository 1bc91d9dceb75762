import { expect, test } from 'vitest';
import { toGrams } from '../zones/weight.ts';
import { parseRateRequest } from './rate-request.ts';
import { readRatePath, ratePath } from './rate-address.ts';

const item = {
  name: 'Bowl',
  sku: 'B-1',
  quantity: 2,
  grams: 450,
  price: 1_999,
  vendor: ' North  Pottery',
  requires_shipping: true,
  taxable: true,
  fulfillment_service: 'manual',
  properties: {},
  product_id: 7,
  variant_id: 8,
};
const body = (rate: object = {}) => ({
  rate: {
    origin: {},
    currency: 'EUR',
    locale: 'en',
    items: [item],
    destination: { country: 'no', province: ' on ', postal_code: '1000', city: 'Oslo', name: null },
    ...rate,
  },
});

test('a checkout’s request is read to what a rate depends on, without lines that are not shipped', () => {
  const digital = { ...item, requires_shipping: false };
  expect(parseRateRequest(body({ items: [item, digital] }))).toEqual({
    destination: { country: 'NO', province: 'ON', zip: '1000', city: 'Oslo' },
    currency: 'EUR',
    locale: 'en',
    items: [
      {
        productId: '7',
        variantId: '8',
        vendorKey: 'north pottery',
        quantity: 2,
        grams: 450n,
        priceMinor: 1_999n,
      },
    ],
  });
});

test('a price in a currency without minor units is stated in hundredths', () => {
  const read = parseRateRequest(body({ currency: 'JPY', items: [{ ...item, price: 100_000 }] }));
  expect(read?.items[0]?.priceMinor).toBe(1_000n);
});

test('what is no request of a checkout is refused: no lines, too many, other currencies, negative or broken numbers', () => {
  const items = (changes: object) => body({ items: [{ ...item, ...changes }] });
  for (const wrong of [
    ...[null, 'x', {}, { rate: null }, body({ items: [] }), body({ items: Array.from({ length: 501 }, () => item) })],
    ...[body({ currency: 'XXX' }), body({ destination: { country: 'Norway' } }), body({ destination: null })],
    ...[items({ quantity: 0 }), items({ grams: -1 }), items({ price: 1.5 }), items({ product_id: 'abc' })],
  ]) {
    expect(parseRateRequest(wrong), JSON.stringify(wrong).slice(0, 200)).toBeUndefined();
  }
});

test('the address of a callback is read from its own path alone', () => {
  const address = { storeId: 12n, token: 'abcdefghijklmnopqrstuvwxyz012345' };
  expect(readRatePath(ratePath(address))).toEqual(address);
  for (const path of [
    '/rates',
    '/rates/12',
    '/rates/12/short',
    `/rates/x/${address.token}`,
    `/rates/12/${address.token}/`,
  ])
    expect(readRatePath(path)).toBeUndefined();
});

test.each([
  ['1.5', 'KILOGRAMS', 1_500n],
  ['450', 'GRAMS', 450n],
  ['1', 'POUNDS', 454n],
  ['1', 'OUNCES', 28n],
  ['0.0005', 'KILOGRAMS', 1n],
  [null, 'GRAMS', 0n],
  ['2', null, undefined],
])('%s %s are %s grams, rounded half up', (weight, unit, grams) => {
  expect(toGrams(weight, unit)).toBe(grams);
});
