import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { BankAccountDto } from '../methods/bank-account/bank-account.contract.ts';
import type { AllocationDto, PayOutcome, Preparation } from '../payouts.contract.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { PayResults } from './pay-results.tsx';
import { PayScreen, type PayScreenProps } from './pay-screen.tsx';

const usd = (amount: string) => ({ amount, currency: 'USD' });

const allocation = (vendor: string, more: Partial<AllocationDto> = {}): AllocationDto => ({
  vendor,
  vendorId: vendor,
  amount: usd('108.90'),
  lines: [
    {
      orderId: '1',
      orderName: '#1001',
      orderedAt: '2026-11-20T10:00:00Z',
      amount: usd('108.90'),
      joined: false,
      fulfilled: true,
      held: null,
    },
  ],
  test: false,
  preferred: 'manual',
  methods: [
    { method: 'manual', usable: true, reason: null, to: null },
    { method: 'stripe', usable: false, reason: { code: 'not_connected', message: '' }, to: null },
    { method: 'paypal', usable: false, reason: { code: 'not_connected', message: '' }, to: null },
  ],
  blocked: null,
  ...more,
});

const account: BankAccountDto = {
  kind: 'iban',
  holder: 'Kiln',
  lastFour: '4711',
  masked: 'DE89 … 4711',
  bankName: '',
  detailsChangedAt: '2026-01-01T00:00:00Z',
  heldUntil: null,
  waitsForApproval: null,
};

function renderPay(
  allocations: AllocationDto[],
  bankAccounts: PayScreenProps['bankAccounts'],
  hasUnshippedOnly = false,
): void {
  const preparation: Preparation = {
    stripeBalance: null,
    total: usd('108.90'),
    totals: [usd('108.90')],
    allocations,
    token: 'x'.repeat(64),
    approval: null,
  };
  renderScreen(
    <PayScreen
      allocations={allocations}
      included={allocations.map(({ vendorId }) => vendorId)}
      prepared={{ preparation, lines: [{ orderName: '#1001', vendor: 'Kiln', orderId: '1' }] }}
      cutAt={null}
      today="2026-11-27"
      made={[]}
      bankAccounts={bankAccounts}
      onInclude={vi.fn()}
      onlyShipped
      hasUnshippedOnly={hasUnshippedOnly}
      onShipped={vi.fn()}
      onMade={vi.fn()}
      onReload={vi.fn()}
    />,
    { data: { wordings: {} } },
  );
}

test('a vendor with a bank account is ready, and the row names the account without its middle', async () => {
  renderPay([allocation('Kiln')], { Kiln: account });
  expect(await screen.findByRole('button', { name: 'Bank transfer to DE89 … 4711' })).toBeInTheDocument();
  expect(screen.getByText('Ready')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: '1 vendor ready' })).toBeInTheDocument();
});

test('a vendor without a bank account is never ready: the row says so, and it counts as without one', async () => {
  renderPay([allocation('Kiln'), allocation('Loom')], { Loom: account });
  expect(await screen.findByText('No bank account')).toBeInTheDocument();
  expect(screen.getAllByText('Ready')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: '1 vendor ready · 1 without a bank account' })).toBeInTheDocument();
});

test('a vendor whose account is new is on hold, not ready', async () => {
  renderPay([allocation('Kiln')], { Kiln: { ...account, heldUntil: '2026-11-29T00:00:00Z' } });
  expect(await screen.findByText('On hold')).toBeInTheDocument();
  expect(screen.queryByText('Ready')).not.toBeInTheDocument();
});

test('a vendor paid by a provider is named with where the provider pays', async () => {
  const methods: AllocationDto['methods'] = [
    { method: 'manual', usable: true, reason: null, to: null },
    { method: 'paypal', usable: true, reason: null, to: 'k…@example.com' },
  ];
  renderPay([allocation('Kiln', { preferred: 'paypal', methods })], {});
  expect(await screen.findByText('PayPal to k…@example.com')).toBeInTheDocument();
  expect(screen.getByText('Ready')).toBeInTheDocument();
});

test.each([
  ['its account where there is one', { Kiln: account }, 'Kiln: $108.90 · Bank transfer to DE89 … 4711'],
  [
    'that it is on hold where it is new',
    { Kiln: { ...account, heldUntil: '2026-11-29T00:00:00Z' } },
    'Kiln: $108.90 · account DE89 … 4711 is on hold',
  ],
  ['that there is none where it has none', {}, 'Kiln: $108.90, no bank account on file'],
])('the question before a payout names the vendor, the amount and %s', async (_what, accounts, line) => {
  renderPay([allocation('Kiln')], accounts);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Details' }), 'Bank transfer 4711');
  await userEvent.click(screen.getByRole('button', { name: /^Record payout of/ }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => {
    expect(within(dialog).getByText(line)).toBeInTheDocument();
  });
  expect(within(dialog).getByRole('heading', { name: 'Record a payout of $108.90 to Kiln?' })).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Record payout' })).toBeInTheDocument();
});

const outcome = (method: 'manual' | 'stripe', status: 'paid' | 'processing') => ({
  results: [{ vendor: 'Kiln', status, method, amount: usd('108.90'), lineCount: 1, transactionId: '44', reason: null }],
  basis: 'token' as const,
});

test.each([
  ['the file for the bank where it was recorded', outcome('manual', 'paid'), 'Download transfer file'],
  ['the payout where a provider pays it', outcome('stripe', 'processing'), 'View payout'],
])('a result has one primary step: %s', async (_what, given, label) => {
  const { container } = renderScreen(<PayResults outcome={given} made={[]} />);
  expect(await screen.findByText(label)).toBeInTheDocument();
  const primary = [...container.querySelectorAll('.Polaris-Button--variantPrimary')].map((one) => one.textContent);
  expect(primary).toEqual([label]);
});

test('pay screen: vendors that need a look stand first, and of many that are ready ten until all are asked for', async () => {
  const many = Array.from({ length: 20 }, (_, index) => allocation(`Vendor ${index + 1}`));
  const accounts = Object.fromEntries(many.slice(0, 18).map(({ vendorId }) => [vendorId, account]));
  renderPay(many, accounts);
  const [first] = await screen.findAllByRole('checkbox', { name: /^Pay / });
  expect(first).toHaveAccessibleName('Pay Vendor 19');
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    '2 without a bank account',
    '18 vendors ready',
  ]);
  expect(screen.getAllByRole('checkbox', { name: /^Pay / })).toHaveLength(12);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 18 payouts' }));
  expect(screen.getAllByRole('checkbox', { name: /^Pay / })).toHaveLength(20);
});

test('a vendor that was paid in two currencies counts once', async () => {
  const [paid] = outcome('manual', 'paid').results;
  const results = [paid, { ...paid, amount: { amount: '20.90', currency: 'EUR' }, transactionId: '45' }];
  renderScreen(<PayResults outcome={{ results, basis: 'token' } as PayOutcome} made={[]} />);
  expect(await screen.findByText('1 vendor paid')).toBeInTheDocument();
});

test.each([
  ['the way to unshipped orders where these alone are due', true, 1],
  ['no such way where nothing is due at all', false, 0],
])('a page without anybody to pay offers %s', async (_what, hasUnshippedOnly, buttons) => {
  renderPay([], {}, hasUnshippedOnly);
  expect(await screen.findByText('Nothing is due here')).toBeInTheDocument();
  expect(screen.queryAllByRole('button', { name: 'Show unshipped orders too' })).toHaveLength(buttons);
});
