import { expect, test } from 'vitest';
import { filterVendors, markName } from './vendor-filter.ts';

const vendors = ['Nordlys Candles', 'Atelier Nour', 'Zoë & Co'].map((name, index) => ({
  id: String(index + 1),
  name,
  orders: 0,
  products: 0,
}));

test('vendor filter: finds vendors by any part of their name, without minding case and accents', () => {
  expect(filterVendors(vendors, 'NO').map((vendor) => vendor.name)).toEqual(['Nordlys Candles', 'Atelier Nour']);
  expect(filterVendors(vendors, 'zoe').map((vendor) => vendor.name)).toEqual(['Zoë & Co']);
  expect(filterVendors(vendors, 'nour atel')).toHaveLength(1);
  expect(filterVendors(vendors, '')).toHaveLength(3);
});

test('vendor filter: marks the letters that matched', () => {
  expect(markName('Atelier Nour', 'no')).toEqual([
    { text: 'Atelier ', hit: false },
    { text: 'No', hit: true },
    { text: 'ur', hit: false },
  ]);
  expect(markName('Zoë & Co', 'zoe')[0]).toEqual({ text: 'Zoë', hit: true });
  expect(markName('Kiln', 'x')).toEqual([{ text: 'Kiln', hit: false }]);
});
