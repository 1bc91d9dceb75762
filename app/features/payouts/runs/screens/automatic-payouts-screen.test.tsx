import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { AutomaticPayoutsScreen } from './automatic-payouts-screen.tsx';

const skipped = Array.from({ length: 60 }, (_, at) => ({
  vendor: 'Atelier Nour',
  orderName: `#${String(1000 + at)}`,
  amount: { amount: '10.00', currency: 'EUR' },
  reason: at < 57 ? 'not_chosen' : 'held',
}));

test('automatic payouts: skipped orders stand under their reason, most first, and are shown 25 at a time', async () => {
  const run = {
    id: '1',
    startedAt: '2026-11-20T08:00:00Z',
    endedAt: '2026-11-20T08:01:00Z',
    results: { paid: [], skipped, skippedCount: 60 },
  };
  renderScreen(<AutomaticPayoutsScreen runs={[run]} can={[]} />);
  const groups = await screen.findAllByRole('group');
  expect(groups.map((group) => within(group).getByText(/orders were not paid/).textContent)).toEqual([
    '57 orders were not paid:',
    '3 orders were not paid:',
  ]);
  expect(screen.queryByText('#1000')).not.toBeInTheDocument();
  const [first] = groups as [HTMLElement];
  await userEvent.click(within(first).getByText('57 orders were not paid:'));
  expect(await within(first).findAllByRole('listitem')).toHaveLength(25);
  await userEvent.click(within(first).getByRole('button', { name: 'Show 25 more' }));
  expect(within(first).getAllByRole('listitem')).toHaveLength(50);
});
