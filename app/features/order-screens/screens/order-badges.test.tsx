import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { OrderBadges } from './order-badges.tsx';
import { isNeverPaid } from './list/orders-columns.tsx';

const order = (more: Partial<ShownOrderDto> = {}) =>
  ({
    test: false,
    fulfillment: 'fulfilled',
    financialStatus: 'refunded',
    payout: 'due',
    lines: [{ id: '7', fulfilled: 2, remaining: 0 }],
    returns: [{ lines: [{ lineId: '7', received: 2 }] }],
    ...more,
  }) as unknown as ShownOrderDto;

test('an order of which all came back says Returned and nothing else', async () => {
  renderScreen(<OrderBadges order={order()} isOnHold={false} />);
  expect(await screen.findByText('Returned')).toBeInTheDocument();
  expect(screen.queryByText('Fulfilled')).not.toBeInTheDocument();
  expect(screen.queryByText('Due')).not.toBeInTheDocument();
});

test('an order that was refunded whole while its goods are still with the buyer is not called returned', async () => {
  const returns = [{ lines: [{ lineId: '7', received: 1 }] }] as unknown as ShownOrderDto['returns'];
  renderScreen(<OrderBadges order={order({ returns })} isOnHold={false} />);
  expect(await screen.findByText('Refunded')).toBeInTheDocument();
  expect(screen.queryByText('Returned')).not.toBeInTheDocument();
});

test('an order of which a part came back says how far it is shipped, refunded and paid out', async () => {
  const lines = [{ id: '7', fulfilled: 2, remaining: 1 }] as unknown as ShownOrderDto['lines'];
  renderScreen(<OrderBadges order={order({ financialStatus: 'partially_refunded', lines })} isOnHold={false} />);
  expect(await screen.findByText('Fulfilled')).toBeInTheDocument();
  expect(screen.getByText('Due')).toBeInTheDocument();
  expect(screen.queryByText('Returned')).not.toBeInTheDocument();
});

test('who may not see money sees no payout', async () => {
  const viewer = {
    name: '',
    email: '',
    vendor: null,
    isAdmin: false,
    leads: false,
    permissions: ['read_orders' as const],
  };
  renderScreen(<OrderBadges order={order({ financialStatus: 'paid' })} isOnHold={false} />, { data: { viewer } });
  expect(await screen.findByText('Fulfilled')).toBeInTheDocument();
  expect(screen.queryByText('Due')).not.toBeInTheDocument();
});

test.each([
  ['cancelled', 'due', false],
  ['cancelled', 'paid', false],
  ['cancelled', 'none', true],
  ['cancelled', 'unpaid', true],
  ['fulfilled', 'due', false],
] as const)('the amount of a %s order whose payout is %s is struck through: %s', (fulfillment, payout, isStruck) => {
  expect(isNeverPaid({ fulfillment, payout, earnings: { amount: '3.90', currency: 'EUR' } })).toBe(isStruck);
});

test('nothing that a canceled order brought is not struck through: there is nothing that is not paid', () => {
  const earnings = { amount: '0.00', currency: 'EUR' };
  expect(isNeverPaid({ fulfillment: 'cancelled', payout: 'none', earnings })).toBe(false);
});
