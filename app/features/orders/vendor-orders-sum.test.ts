import { expect, test } from 'vitest';
import { sumVendorOrders } from './vendor-orders-sum.ts';

type Row = Parameters<typeof sumVendorOrders>[0][number];

const usd = (amount: string) => ({ amount, currency: 'USD' });

const vendorOrder = (more: Partial<Row> = {}): Row => ({
  itemCount: 2,
  fulfillment: 'unfulfilled',
  payout: 'due',
  onHold: false,
  total: usd('20.00'),
  earnings: usd('18.10'),
  due: usd('18.10'),
  ...more,
});

test('an order of several vendors: its items and amounts are the sums of theirs', () => {
  const whole = sumVendorOrders([vendorOrder(), vendorOrder({ earnings: usd('0.95'), itemCount: 3 })]);
  expect(whole).toMatchObject({ itemCount: 5, total: usd('40.00'), earnings: usd('19.05'), due: usd('36.20') });
});

test.each([
  [['unfulfilled', 'unfulfilled'], 'unfulfilled'],
  [['fulfilled', 'unfulfilled'], 'partially_fulfilled'],
  [['fulfilled', 'cancelled'], 'fulfilled'],
  [['cancelled', 'cancelled'], 'cancelled'],
] as const)('an order of vendor orders that are %j is %s', (states, fulfillment) => {
  expect(sumVendorOrders(states.map((one) => vendorOrder({ fulfillment: one }))).fulfillment).toBe(fulfillment);
});

test('an order of which something is due is due, whatever else was paid', () => {
  expect(sumVendorOrders([vendorOrder({ payout: 'paid' }), vendorOrder()]).payout).toBe('due');
});

test('an order of which one vendor order is on hold is on hold', () => {
  expect(sumVendorOrders([vendorOrder(), vendorOrder({ onHold: true })]).onHold).toBe(true);
});

test('amounts that the viewer may not see, or of two currencies, have no sum', () => {
  expect(sumVendorOrders([vendorOrder({ earnings: null }), vendorOrder({ earnings: null })]).earnings).toBeNull();
  const eur = vendorOrder({ due: { amount: '1.00', currency: 'EUR' } });
  expect(sumVendorOrders([vendorOrder(), eur]).due).toBeNull();
});
