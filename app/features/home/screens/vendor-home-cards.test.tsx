import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { OrderToShip, VendorHome } from '../home.contract.ts';
import { NextPayoutCard } from './next-payout-card.tsx';
import { ToShipCard } from './to-ship-card.tsx';

type Money = NonNullable<VendorHome['money']>;
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const money = (more: Partial<Money>, by: 'hand' | 'schedule' = 'schedule'): Money => ({
  due: eur('17.60'),
  sent: eur('0.00'),
  unsent: eur('17.60'),
  paid: eur('0.00'),
  orders: 1,
  next: null,
  paidTo: {
    method: 'stripe',
    receiver: null,
    state: 'ready',
    until: null,
    mayChange: true,
    bankAccountEnding: null,
    by,
  },
  onHold: null,
  ...more,
});

test('a payout of orders that are not shipped comes after they are, where a schedule pays', async () => {
  renderScreen(<NextPayoutCard money={money({})} />);
  expect(await screen.findByText('Paid on the first payout day after you ship.')).toBeInTheDocument();
});

test('a payout of shipped orders without a day says so, where a schedule pays', async () => {
  renderScreen(<NextPayoutCard money={money({ sent: eur('17.60'), unsent: eur('0.00') })} />);
  expect(await screen.findByText('No day is set for it yet.')).toBeInTheDocument();
});

test('payouts on hold say since when and why, and no day', async () => {
  const onHold = { since: '2026-11-20T10:00:00.000Z', reason: 'Proof of address is missing.', by: null };
  renderScreen(<NextPayoutCard money={money({ onHold, next: { day: '2026-12-01', amount: eur('17.60') } })} />);
  expect(await screen.findByText('Proof of address is missing.')).toBeInTheDocument();
  expect(screen.getByText(/^On hold since /)).toBeInTheDocument();
  expect(screen.queryByText(/1 December|December 1/)).not.toBeInTheDocument();
});

test('a payout that a person makes has no day, whatever is shipped', async () => {
  renderScreen(<NextPayoutCard money={money({}, 'hand')} />);
  expect(await screen.findByText('The marketplace pays manually and has not set a day.')).toBeInTheDocument();
});

const row: OrderToShip = {
  orderId: '12',
  name: '#1012',
  orderedAt: '2026-11-14T09:00:00Z',
  shipBy: '2026-11-17T09:00:00Z',
  isLate: true,
  isPartlyShipped: false,
  isUnpaid: false,
  title: 'Mug',
  items: 1,
  imageUrl: null,
  earns: eur('9.00'),
};
const draw = (more: Partial<OrderToShip>, o: { mayShip?: boolean; locale?: 'de' } = {}) =>
  renderScreen(
    <ToShipCard toShip={{ count: 1, unpaid: 0, rows: [{ ...row, ...more }] }} mayShip={o.mayShip ?? true} />,
    {
      data: o.locale ? { locale: o.locale } : {},
    },
  );

test('Ship leads to the form of the shipment', async () => {
  draw({});
  expect(await screen.findByRole('link', { name: 'Ship order #1012' })).toHaveAttribute(
    'href',
    '/app/orders/12?view=ship#ship',
  );
});

test('an order that waits for its payment, or that one may not ship, is opened', async () => {
  const { unmount } = draw({ isUnpaid: true });
  expect(await screen.findByRole('link', { name: /^Open / })).toHaveAttribute('href', '/app/orders/12?view=ship');
  unmount();
  draw({}, { mayShip: false });
  expect(await screen.findByRole('link', { name: /^Open / })).toHaveAttribute('href', '/app/orders/12?view=ship');
});

test('German dates end their sentence with one full stop', async () => {
  draw({}, { locale: 'de' });
  const note = await screen.findByText(/14\.\sNov\./);
  expect(note.textContent).not.toContain('..');
  expect(note.textContent).toMatch(/Nov\. \S/);
});
