import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { DataList } from './data-list.tsx';
import type { DataListProps } from './list.ts';
import { readListState, withListChange } from './list-url.ts';

type Row = { id: string; name: string };

function Orders(overrides: Partial<DataListProps<Row>>) {
  return (
    <DataList<Row>
      name={{ singular: 'order', plural: 'orders' }}
      rows={[
        { id: '1', name: '#1042' },
        { id: '2', name: '#1041' },
      ]}
      rowId={(row) => row.id}
      rowUrl={(row) => `/orders/${row.id}`}
      columns={[{ id: 'name', title: 'Order', cell: (row) => row.name }]}
      phone={(row) => ({ title: row.name })}
      tabs={[
        { id: 'all', label: 'All', count: 2 },
        { id: 'paid', label: 'Paid' },
      ]}
      page={{ page: 1, pageCount: 3, count: 60 }}
      empty={{ title: 'Your orders will be here', body: 'You see an order within a minute.' }}
      {...overrides}
    />
  );
}

test('links each row to its page behind the present layout', async () => {
  renderScreen(<Orders />, { at: '/app/orders' });
  expect(await screen.findByRole('link', { name: '#1042' })).toHaveAttribute('href', '/app/orders/1');
  expect(screen.getByText(/Showing 2 of 60/)).toBeInTheDocument();
});

test('data list: says in how many rows things stand, where one row holds several', async () => {
  renderScreen(<Orders page={{ page: 1, pageCount: 1, count: 5, shown: 5 }} />, { at: '/app/orders' });
  expect(await screen.findByText(/Showing 5 of 5, in 2 rows\./)).toBeInTheDocument();
});

const none = [
  { id: 'all', label: 'All', count: 0 },
  { id: 'paid', label: 'Paid', count: 0 },
];

test('data list: says what the place is for while it is empty', async () => {
  renderScreen(<Orders rows={[]} tabs={none} />, { at: '/app/orders' });
  expect(await screen.findByRole('heading', { name: 'Your orders will be here' })).toBeInTheDocument();
});

test('data list: names what narrowed the list to nothing, and clears it', async () => {
  renderScreen(<Orders rows={[]} tabs={none} />, { at: '/app/orders?q=mug&view=paid' });
  expect(await screen.findByText('No results for “mug”, Paid.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByRole('heading', { name: 'No orders under “Paid”' })).toBeInTheDocument();
});

test('data list: keeps the tabs in view while others hold something, and says what the open one is for', async () => {
  const empty = { title: 'Nothing waits', body: 'What you add waits here.' };
  const tabs = [
    { id: 'draft', label: 'To approve', count: 0, empty },
    { id: 'active', label: 'Active', count: 12 },
  ];
  renderScreen(<Orders rows={[]} tabs={tabs} />, { at: '/app/orders' });
  expect(await screen.findByRole('heading', { name: 'Nothing waits' })).toBeInTheDocument();
  expect(screen.getAllByRole('tab', { name: 'Active 12' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('heading', { name: 'Your orders will be here' })).not.toBeInTheDocument();
});

test('data list: keeps the filters in view where a list without counts knows that it holds something', async () => {
  renderScreen(
    <Orders
      rows={[]}
      hasAny
      tabs={[
        { id: 'all', label: 'All' },
        { id: 'due', label: 'Due' },
      ]}
    />,
    {
      at: '/app/orders',
    },
  );
  expect((await screen.findAllByRole('tab', { name: 'Due' })).length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { name: 'Your orders will be here' })).toBeInTheDocument();
});

test('data list: keeps the rows in view when reloading failed, and says so', async () => {
  renderScreen(<Orders failure={{ title: 'The orders did not load', body: 'These are from before.' }} />, {
    at: '/app/orders',
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('The orders did not load');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '#1042' })).toBeInTheDocument();
});

test('states the count on the button of a bulk action', async () => {
  const onAction = vi.fn();
  const bulk = [{ label: (count: number) => `Fulfill ${String(count)} orders`, promoted: true, onAction }];
  renderScreen(<Orders bulk={bulk} />, { at: '/app/orders' });
  const [first] = await screen.findAllByRole('checkbox', { name: /Select order/ });
  await userEvent.click(first as HTMLElement);
  const buttons = await screen.findAllByRole('button', { name: 'Fulfill 1 orders' });
  await userEvent.click(buttons[0] as HTMLElement);
  await waitFor(() => {
    expect(onAction).toHaveBeenCalledWith(['1'], false);
  });
});

test('data list: lets rows be chosen on a phone, all of a page and all that is found', async () => {
  const onAction = vi.fn();
  const bulk = [{ label: (count: number) => `Fulfill ${String(count)} orders`, promoted: true, onAction }];
  const wide = window.matchMedia('(min-width: 1px)');
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(Object.create(wide) as MediaQueryList, { matches: query.includes('max-width') }),
  );
  renderScreen(<Orders bulk={bulk} maxBulk={250} page={{ page: 1, pageCount: 3, count: 60, cursor: 'next' }} />, {
    at: '/app/orders',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Select orders' }));
  await userEvent.click(screen.getByRole('checkbox', { name: '#1041' }));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Fulfill 1 orders' }));
  expect(onAction).toHaveBeenLastCalledWith(['2'], false);
  await userEvent.click(screen.getByRole('button', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all matching (up to 250)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Fulfill 250 orders' }));
  expect(onAction).toHaveBeenLastCalledWith(['1', '2'], true);
  await userEvent.click(screen.getByRole('checkbox', { name: '#1042' }));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Fulfill 2 orders' }));
  expect(onAction).toHaveBeenLastCalledWith(['1', '2'], false);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('button', { name: 'Select orders' })).toHaveFocus();
  vi.restoreAllMocks();
});

test('data list: starts again at the first page when the list is narrowed, and keeps what it does not know', () => {
  const before = new URLSearchParams('page=4&vendor=Atelier+Nour&period=week');
  expect(withListChange(before, { q: ' mug ' }, ['period']).toString()).toBe('vendor=Atelier+Nour&period=week&q=mug');
  expect(withListChange(before, { page: 5 }, ['period']).get('page')).toBe('5');
  expect(withListChange(before, { filters: {} }, ['period']).has('period')).toBe(false);
  expect(withListChange(before, { cursor: 'abc' }, []).has('page')).toBe(false);
});

test('data list: reads nonsense in the address as the first page', () => {
  expect(readListState(new URLSearchParams('page=-3&q=x'), ['period'])).toMatchObject({ page: 1, q: 'x', filters: {} });
});
