import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { BulkFulfillDto } from '#app/features/orders/fulfillment/bulk-fulfill.contract.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { BulkReport } from './bulk-fulfill-report.tsx';
import { OrderRulesScreen } from '../order-rules-screen.tsx';
import { useFreshRows } from './use-fresh-rows.ts';

function List({ isFirstPage }: { isFirstPage: boolean }) {
  const [loaded, setLoaded] = useState(['b', 'c']);
  const { rows, show } = useFreshRows(loaded, (row) => row, isFirstPage);
  return (
    <>
      <button
        onClick={() => {
          setLoaded(['a', 'b']);
        }}
      >
        Read again
      </button>
      <p>
        {rows.join(' ')}, {show ? 'more' : 'no more'}
      </p>
    </>
  );
}

test.each([
  ['kept back and told of on the first page', true, 'b, more'],
  ['shown as it was read on a later one, where it is no news', false, 'a b, no more'],
])('a row that comes in on top is %s', async (_how, isFirstPage, text) => {
  renderScreen(<List isFirstPage={isFirstPage} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Read again' }));
  expect(await screen.findByText(text)).toBeInTheDocument();
});

const batch: BulkFulfillDto = {
  id: '1',
  state: 'done',
  total: 2,
  done: 1,
  failed: 1,
  by: 'Leïla',
  trouble: null,
  startedAt: '2026-11-20T10:00:00Z',
  finishedAt: '2026-11-20T10:01:00Z',
  failures: [{ orderId: '7', vendorId: '1', name: '#1007', code: 'not_found', message: '', params: {} }],
};

test.each([
  ['with the ways on, for who may ship', true, 2],
  ['without them, for who may only read', false, 0],
])('a report of what was shipped stands %s', async (_how, mayShip, buttons) => {
  renderScreen(<BulkReport batch={batch} mayShip={mayShip} />);
  expect(await screen.findByRole('link', { name: '#1007' })).toBeInTheDocument();
  expect(screen.queryAllByRole('button')).toHaveLength(buttons);
});

test('the rules of orders say a switch only where it was turned here', async () => {
  const sent: unknown[] = [];
  const action = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return { ok: true, value: {} };
  };
  const settings = { hiddenFields: [], countTests: false };
  renderScreen(<OrderRulesScreen settings={settings} useFinanceV2={false} autoFulfillDigital version={3} />, {
    action,
  });
  const [hidden, ...others] = await screen.findAllByRole('checkbox');
  const digital = others.at(-1);
  if (!hidden || !digital) throw new Error('The screen has no boxes.');
  await userEvent.click(hidden);
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]).toEqual({ settings: { countTests: false, hiddenFields: ['customer.email'] }, version: 3 });
  await userEvent.click(digital);
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]).toMatchObject({ autoFulfillDigital: false });
});
