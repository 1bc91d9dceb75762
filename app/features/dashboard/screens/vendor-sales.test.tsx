import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { VendorScoreDto } from '../dashboard.contract.ts';
import { VendorSales } from './vendor-sales.tsx';

const score = (id: number): VendorScoreDto => ({
  id: String(id),
  vendor: `Vendor ${id}`,
  orders: 1,
  sales: { amount: '10.00', currency: 'USD' },
  commission: { amount: '1.00', currency: 'USD' },
  earnings: { amount: '9.00', currency: 'USD' },
  hoursToShip: null,
  hoursToDeliver: null,
  cancelledPercent: null,
  refundedPercent: null,
  warnings: [],
});

test.each([
  [20, 20, []],
  [23, 20, ['Show all 23']],
])('sales of %i vendors: %i are shown first', async (count, first, buttons) => {
  const vendors = Array.from({ length: count }, (_, index) => score(index + 1));
  renderScreen(<VendorSales vendors={vendors} range={{ from: '2026-11-01', to: '2026-11-30' }} />);
  expect(await screen.findAllByRole('rowheader')).toHaveLength(first);
  expect(screen.queryAllByRole('button').map((one) => one.textContent)).toEqual(buttons);
  for (const button of screen.queryAllByRole('button')) await userEvent.click(button);
  expect(screen.getAllByRole('rowheader')).toHaveLength(count);
});
