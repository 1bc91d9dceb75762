import { expect, test } from 'vitest';
import { findRecordPlace } from './record-places.ts';

const place = (address: string, kind: string): string => findRecordPlace(new URL(address, 'https://souk.test'), kind);

test.each([
  ['/admin/open/order?id=12&shop=demo', 'order', '/admin/orders/12?shop=demo'],
  ['/admin/open/product?id=7', 'product', '/admin/products/7'],
  ['/admin/open/product?id=https://elsewhere.test/7', 'product', '/admin/products'],
  ['/admin/open/order', 'order', '/admin/orders'],
  ['/admin/open/customer?id=7', 'customer', '/admin/'],
])('%s leads to %s', (address, kind, expected) => {
  expect(place(address, kind)).toBe(expected);
});
