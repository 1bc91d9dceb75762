import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OrderRowDto } from '#app/features/orders/orders.contract.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { buildRowId, GroupToggle, useOrderGroups } from './order-groups.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });

function vendorOrder(id: string, vendor: string): OrderRowDto {
  return {
    id,
    name: `#${id}`,
    vendor: { id: vendor, name: `Vendor ${vendor}` },
    orderedAt: '2026-11-20T10:00:00Z',
    buyer: { name: 'Mara', city: 'Gent', country: 'BE' },
    itemCount: 2,
    firstLine: null,
    lineCount: 1,
    fulfillment: 'unfulfilled',
    payout: 'due',
    held: null,
    onHold: false,
    historical: false,
    test: false,
    total: usd('20.00'),
    earnings: usd('18.10'),
    due: usd('18.10'),
  };
}

const ORDERS = [vendorOrder('1', 'a'), vendorOrder('1', 'b'), vendorOrder('2', 'a')];

function List({ isGrouped }: { isGrouped: boolean }) {
  const { rows, expand } = useOrderGroups(ORDERS, isGrouped);
  return (
    <ul>
      {rows.map((row) => (
        <li key={buildRowId(row)}>
          {row.name} <GroupToggle row={row} />
        </li>
      ))}
      <li>chosen: {expand(['1-all', '2-a']).join(' ')}</li>
    </ul>
  );
}

test('the list of the marketplace: a row for each order, which opens to its vendors, and whose choice is all of theirs', async () => {
  renderScreen(<List isGrouped />);
  const toggle = await screen.findByRole('button', { name: /2 vendors, #1/ });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('#1'),
    '#2 Vendor a',
    'chosen: 1-a 1-b 2-a',
  ]);
  await userEvent.click(toggle);
  expect(screen.getByText(/Vendor b/)).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
});

test('the list of a vendor: each row is its own order', async () => {
  renderScreen(<List isGrouped={false} />);
  expect(await screen.findByText(/Vendor b/)).toBeInTheDocument();
  expect(screen.queryAllByRole('button')).toHaveLength(0);
});
