import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CalendarDto } from '#app/features/finance/calendar/money-calendar.contract.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { transactionFilter, type AggregateDto, type TransactionDto } from '../transactions.contract.ts';
import { MoneyScreen } from './money-screen.tsx';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

const balance = (more: Partial<AggregateDto> = {}): AggregateDto => ({
  currency: 'EUR',
  count: 1,
  gross: eur('200.00'),
  commission: eur('20.00'),
  payout: eur('155.94'),
  adjusted: eur('0.00'),
  due: eur('143.44'),
  notDue: eur('0.00'),
  paid: eur('0.00'),
  overpaid: eur('0.00'),
  ...more,
});

const row = (more: Partial<TransactionDto> = {}): TransactionDto => ({
  id: '1',
  orderId: '1',
  orderName: '#1001',
  vendor: 'Kiln',
  orderedAt: '2026-11-20T10:00:00Z',
  payment: 'paid',
  fulfillment: 'fulfilled',
  state: 'due',
  held: null,
  gross: eur('200.00'),
  commission: eur('20.00'),
  payout: eur('155.94'),
  adjusted: eur('0.00'),
  paidOut: eur('0.00'),
  due: eur('155.94'),
  payouts: [],
  ...more,
});

const calendar = (more: Partial<CalendarDto> = {}): CalendarDto => ({
  vendor: 'Kiln',
  month: '2026-11',
  today: '2026-11-20',
  from: '2026-10-26',
  to: '2026-12-06',
  entries: [],
  others: [],
  totals: [],
  next: [],
  fromSale: [],
  paidTo: {
    method: null,
    receiver: null,
    state: 'none',
    until: null,
    mayChange: true,
    bankAccountEnding: null,
    by: 'hand',
  },
  onHold: null,
  ...more,
});

function renderMoney(o: { rows?: TransactionDto[]; totals?: AggregateDto; calendar?: CalendarDto } = {}): void {
  const totals = o.totals ?? balance();
  renderScreen(
    <MoneyScreen
      balances={[totals]}
      calendar={o.calendar}
      transactions={o.rows ?? [row()]}
      aggs={[totals]}
      page={{ page: 1, pageCount: 1, count: 1 }}
      narrowed={transactionFilter.parse({ period: 'month' })}
      hasAny
      isMarketplace={false}
      can={[]}
      checkedAt="2026-11-20T10:00:00Z"
      choices={{ views: [], hiddenColumns: [] }}
    />,
  );
}

test.each([
  ['0.00', 0],
  ['12.50', 1],
])('with %s overpaid the balance Overpaid stands %i times', async (overpaid, times) => {
  renderMoney({ totals: balance({ overpaid: eur(overpaid) }) });
  expect(await screen.findByText('Earned and not paid out yet')).toBeInTheDocument();
  expect(screen.queryAllByText('Deducted from the next payout')).toHaveLength(times);
});

test('a row and the total show what was earned after a correction', async () => {
  const adjusted = eur('-12.50');
  renderMoney({ rows: [row({ adjusted })], totals: balance({ adjusted }) });
  expect((await screen.findAllByText('€143.44')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('after a correction of −€12.50').length).toBeGreaterThan(0);
  expect(screen.getByText(/€143.44 earned$/)).toBeInTheDocument();
  expect(screen.queryByText('€155.94')).not.toBeInTheDocument();
});

test.each([
  [null, 'Due', 'On hold'],
  ['negative_payout', 'On hold', 'Due'],
])('what is due and held for %s reads %s', async (held, shown, absent) => {
  renderMoney({ rows: [row({ held })] });
  const [line] = await screen.findAllByText('#1001');
  const cells = within((line as HTMLElement).closest('tr') ?? document.body);
  expect(cells.getByText(shown)).toBeInTheDocument();
  expect(cells.queryByText(absent)).not.toBeInTheDocument();
});

test('the next payout says that no day is set and that there is no account, where that is so', async () => {
  renderMoney({ calendar: calendar() });
  expect(await screen.findByText('The marketplace has not set a day.')).toBeInTheDocument();
  expect(screen.getByText('No account yet')).toBeInTheDocument();
});

test('the next payout names its day and account, where they are known', async () => {
  const { paidTo } = calendar();
  const next = [{ day: '2026-11-24', amount: eur('143.44') }];
  renderMoney({ calendar: calendar({ next, paidTo: { ...paidTo, bankAccountEnding: '4711', by: 'schedule' } }) });
  expect(await screen.findByText('Goes to the bank account ending in 4711')).toBeInTheDocument();
  expect(screen.getAllByText(/24 Nov/).length).toBeGreaterThan(0);
  expect(screen.queryByText('The marketplace has not set a day.')).not.toBeInTheDocument();
});

test('payouts on hold name no day, and the reason', async () => {
  const onHold = { since: '2026-11-18T10:00:00.000Z', reason: 'Proof of address is missing.', by: null };
  renderMoney({ calendar: calendar({ onHold }) });
  expect(await screen.findByText('Proof of address is missing.')).toBeInTheDocument();
  expect(screen.queryByText('The marketplace has not set a day.')).not.toBeInTheDocument();
});

test.each([
  ['no date', [], 0],
  ['a date', ['2026-11-24'], 1],
])('with %s the calendar stands so often', async (_what, days, times) => {
  const entries: CalendarDto['entries'] = days.map((day) => ({
    day,
    kind: 'due',
    reason: 'next_run',
    values: {},
    acts: 'marketplace',
    amount: eur('143.44'),
    count: 1,
    payoutId: null,
    isTest: false,
  }));
  renderMoney({ calendar: calendar({ entries }) });
  expect(await screen.findByText('Next payout')).toBeInTheDocument();
  expect(screen.queryAllByRole('button', { name: /^Next month/ })).toHaveLength(times);
});
