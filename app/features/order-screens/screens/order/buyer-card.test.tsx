import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import { buildShellData, renderScreen } from '#tests/support/render-screen.tsx';
import { BuyerCard } from './buyer-card.tsx';

const buyer = (more: Partial<ShownOrderDto['buyer']> = {}): ShownOrderDto['buyer'] => ({
  name: null,
  email: null,
  phone: null,
  shippingAddress: null,
  billingAddress: null,
  note: null,
  attributes: [],
  hiddenFields: [],
  redacted: false,
  ...more,
});
const { viewer } = buildShellData();

test('a buyer whom the platform withholds is said to be withheld, to the marketplace with its reason', async () => {
  renderScreen(<BuyerCard buyer={buyer()} />, { data: { viewer: { ...viewer, isAdmin: true } } });
  expect(await screen.findByText(/the platform withholds them until .* protected customer data/)).toBeInTheDocument();
});

test('a vendor whose order came without a buyer reads whom to ask', async () => {
  renderScreen(<BuyerCard buyer={buyer({ note: 'Ring twice' })} />);
  expect(await screen.findByText(/If it has to be shipped, ask the marketplace/)).toBeInTheDocument();
  expect(screen.getByText('Ring twice')).toBeInTheDocument();
});

test.each([
  ['known', buyer({ name: 'Mina Sato' })],
  ['erased on request', buyer({ redacted: true })],
])('a buyer who is %s is not called missing', async (_, one) => {
  renderScreen(<BuyerCard buyer={one} />);
  expect(await screen.findByText('Buyer')).toBeInTheDocument();
  expect(screen.queryByText(/came without/)).not.toBeInTheDocument();
});
