import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useLocation } from '../router.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { DataList } from './data-list.tsx';
import type { DataListProps, OwnChoices } from './list.ts';

type Row = { id: string; name: string; city: string };

function Address() {
  return <output>{useLocation().search}</output>;
}

function Orders(overrides: Partial<DataListProps<Row>>) {
  return (
    <>
      <DataList<Row>
        name={{ singular: 'order', plural: 'orders' }}
        rows={[{ id: '1', name: '#1042', city: 'Ghent' }]}
        rowId={(row) => row.id}
        columns={[
          { id: 'name', title: 'Order', cell: (row) => row.name, sort: { asc: 'oldest', desc: 'newest' } },
          { id: 'city', title: 'City', cell: (row) => row.city },
        ]}
        phone={(row) => ({ title: row.name })}
        tabs={[
          { id: 'all', label: 'All', count: 2 },
          { id: 'ship', label: 'To ship', count: 1 },
        ]}
        sorts={[
          { value: 'newest', label: 'Newest' },
          { value: 'oldest', label: 'Oldest' },
        ]}
        filters={[
          {
            key: 'period',
            label: 'Date',
            range: { from: 'from', to: 'to' },
            standard: 'week',
            choices: [
              { value: 'all', label: 'All time' },
              { value: 'week', label: 'This week' },
              { value: 'month', label: 'This month' },
            ],
          },
        ]}
        page={{ page: 1, pageCount: 1, count: 1 }}
        empty={{ title: 'Your orders will be here', body: 'Soon.' }}
        {...overrides}
      />
      <Address />
    </>
  );
}

const at = '/app/orders';
const search = () => document.querySelector('output')?.textContent;

function own(views: OwnChoices['views'] = [], hiddenColumns: string[] = []) {
  return {
    views,
    hiddenColumns,
    saveView: vi.fn(() => Promise.resolve()),
    deleteView: vi.fn(() => Promise.resolve()),
    hideColumns: vi.fn(() => Promise.resolve()),
  };
}

test('a heading sorts by its column and turns it round with the next press; the usual order stands in no address', async () => {
  renderScreen(<Orders />, { at });
  const heading = () => screen.getAllByRole('button', { name: /Order/ })[0] as HTMLElement;
  await screen.findByRole('table');
  await userEvent.click(heading());
  await waitFor(() => {
    expect(search()).toBe('?sort=oldest');
  });
  await userEvent.click(heading());
  await waitFor(() => {
    expect(search()).toBe('');
  });
});

test('the usual period is shown as a filter in view, and taking it away asks for all', async () => {
  renderScreen(<Orders />, { at });
  const [pill] = await screen.findAllByText('Date: This week');
  expect(pill).toBeVisible();
  const remove = screen.getAllByRole('button', { name: /Clear|Remove/ })[0] as HTMLElement;
  await userEvent.click(remove);
  await waitFor(() => {
    expect(search()).toBe('?period=all');
  });
});

test('one filter of dates takes periods and a range of days, and shows which holds', async () => {
  renderScreen(<Orders />, { at: `${at}?from=2026-11-02&to=2026-11-20` });
  const [pill] = await screen.findAllByText('Date: 2 Nov 2026 to 20 Nov 2026');
  await userEvent.click(pill as HTMLElement);
  expect(await screen.findByLabelText('First day')).toHaveValue('2 Nov 2026');
  const last = screen.getByLabelText('Last day');
  await userEvent.clear(last);
  await userEvent.type(last, '1/11/2026');
  // Digits that could be read in two ways are no day.
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.clear(last);
  await userEvent.type(last, '2026-11-01');
  expect(screen.getByText('The last day is before the first.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(screen.getByRole('radio', { name: 'This month' }));
  await waitFor(() => {
    expect(search()).toBe('?period=month');
  });
});

test('what the list shows is kept under a name, without the page it stood at', async () => {
  const choices = own();
  renderScreen(<Orders own={choices} />, { at: `${at}?view=ship&q=jonas&page=3` });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Views' }))[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Give it a name')).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Jonas to ship');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(choices.saveView).toHaveBeenCalledWith('Jonas to ship', 'q=jonas&view=ship');
});

test('a view of one’s own is a tab: it opens what it keeps, is open while that holds, and can be deleted', async () => {
  const choices = own([{ id: '7', name: 'Late', address: 'sort=oldest&view=ship' }]);
  renderScreen(<Orders own={choices} />, { at });
  const tab = await screen.findByRole('tab', { name: 'Late' });
  expect(tab).toHaveAttribute('aria-selected', 'false');
  await userEvent.click(tab);
  await waitFor(() => {
    expect(screen.getByRole('tab', { name: 'Late' })).toHaveAttribute('aria-selected', 'true');
  });
  expect(search()).toBe('?sort=oldest&view=ship');
  await userEvent.click(screen.getAllByRole('button', { name: 'Views' })[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete the view “Late”' }));
  expect(choices.deleteView).toHaveBeenCalledWith('7');
  await userEvent.click(screen.getByRole('tab', { name: 'All 2' }));
  await waitFor(() => {
    expect(search()).toBe('');
  });
});

test('hidden columns are gone, the one that names the row stays, and each can be shown again', async () => {
  const choices = own([], ['city', 'name']);
  renderScreen(<Orders own={choices} />, { at });
  await screen.findByRole('table');
  expect(screen.queryByText('Ghent')).not.toBeInTheDocument();
  expect(screen.getAllByText('#1042').length).toBeGreaterThan(0);
  await userEvent.click(screen.getAllByRole('button', { name: 'Choose columns' })[0] as HTMLElement);
  const city = await screen.findByRole('checkbox', { name: 'City' });
  expect(city).not.toBeChecked();
  expect(screen.queryByRole('checkbox', { name: 'Order' })).not.toBeInTheDocument();
  await userEvent.click(city);
  expect(choices.hideColumns).toHaveBeenCalledWith([]);
});

test('the arrow keys walk the tabs, of which one is in the order of Tab', async () => {
  renderScreen(<Orders />, { at });
  const all = await screen.findByRole('tab', { name: 'All 2' });
  expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toEqual([all]);
  all.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'To ship 1' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(all).toHaveFocus();
});
