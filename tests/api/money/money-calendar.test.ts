import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf, monthAfter } from '#app/core/calendar.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import { asCurrency, parseAmount } from '#app/core/money/money.ts';
import type { CalendarDto, EntryDto } from '#app/features/finance/calendar/money-calendar.contract.ts';
import { addDays } from '#app/features/finance/calendar/weeks.ts';
import type { PayoutRulesState } from '#app/features/payouts/rules/payout-rules.contract.ts';
import type { StatementDto } from '#app/features/finance/statements/statements.contract.ts';
import type { AggregateDto } from '#app/features/finance/transactions/transactions.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildPlatform, control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  sell,
  type PaidVendor,
} from '#tests/factories/payouts/provider-payouts.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

const USD = asCurrency('USD');

let store: BuiltStore;
let admin: BuiltUser;
let platformId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  const platform = await buildPlatform({ country: 'US' });
  platformId = platform.id;
  await setBalance(10_000_00);
  await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await setRules({ schedule: { kind: 'off' }, holdingDays: 0, minimum: '0.00', approveAbove: null });
});

const setBalance = (availableMinor: number) =>
  control('POST', '/stripe/balance', { currency: 'usd', availableMinor, platform: platformId, live: true });
async function setRules(rules: object): Promise<void> {
  const { rules: before, version } = (await api(admin).get('/settings/payouts')).as<PayoutRulesState>();
  const saved = await api(admin).put('/settings/payouts', { rules: { ...before, ...rules }, version });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}
/** Every day at ten, three days after an order was shipped. */
const daily = (more: object = {}) =>
  setRules({
    schedule: {
      kind: 'periodic',
      rule: { kind: 'weekdays', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], time: '10:00' },
    },
    holdingDays: 3,
    ...more,
  });

type Sold = Awaited<ReturnType<typeof sell>>;

/** An order of a vendor that is paid, and shipped so many hours ago where it says so. */
async function sold(of: PaidVendor, price: string, shippedHoursAgo?: number): Promise<Sold> {
  const order = await sell(store, { lines: [{ vendor: of.vendor.name, price, quantity: 1 }] });
  if (shippedHoursAgo !== undefined)
    await set(order, {
      fulfillment: 'fulfilled',
      fulfilledAt: new Date(program().clock.now().getTime() - shippedHoursAgo * HOUR_MS),
    });
  return order;
}
const set = (order: Sold, data: object) =>
  program().owner.vendorOrder.updateMany({ where: { storeId: store.id, orderId: BigInt(order.id) }, data });
/** One unit of an order's first line goes back to the buyer. */
async function refund(order: Sold): Promise<void> {
  const payload = buildRefundPayload(order, [{ index: 0, quantity: 1 }], program().clock.now());
  await deliverWebhook({ shop: store.domain, topic: 'refunds/create', payload });
  await drainJobs();
}
const today = (): string => dayOf(program().clock.now(), store.timezone);

async function pay(of: PaidVendor, order: Sold, method: 'manual' | 'stripe' = 'manual'): Promise<void> {
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: of.vendor.name, orderId: String(order.id) }],
    methods: [{ vendor: of.vendor.name, method }],
    ...(method === 'manual'
      ? { manual: { paidAt: program().clock.now().toISOString(), details: 'By bank transfer' } }
      : {}),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function calendar(by: BuiltUser, query: Record<string, string> = {}): Promise<CalendarDto> {
  const answer = await api(by).get('/money-calendar', { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<CalendarDto>();
}
const minor = ({ amount }: { amount: string }): bigint => {
  const read = parseAmount(amount, USD);
  return read.ok ? read.value : expect.fail(amount);
};
const all = ({ entries, others }: CalendarDto): EntryDto[] => [...entries, ...others];
const reported = (view: CalendarDto) =>
  all(view).map(({ kind, reason, day, amount, acts }) => [kind, reason, day, amount.amount, acts]);

/** What the calendar holds is what the balances say, kind by kind, and every payout that lives is in it. */
async function expectBalanced(of: PaidVendor): Promise<CalendarDto> {
  const view = await calendar(of.seller);
  const { aggs } = (await api(of.seller).get('/transactions', { query: { period: 'all' } })).as<{
    aggs: AggregateDto[];
  }>();
  const sum = (...kinds: string[]): bigint =>
    all(view)
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { amount }) => total + minor(amount), 0n);
  const of0 = (field: 'due' | 'notDue' | 'paid' | 'overpaid'): bigint => (aggs[0] ? minor(aggs[0][field]) : 0n);
  expect(sum('due', 'held', 'if_shipped', 'blocked')).toBe(of0('due'));
  expect(sum('not_due')).toBe(of0('notDue'));
  expect(-sum('overpaid')).toBe(of0('overpaid'));
  expect(sum('paid', 'on_its_way')).toBe(of0('paid') + of0('overpaid'));
  for (const { kind, amount, count } of view.totals) {
    expect(minor(amount), kind).toBe(sum(kind));
    expect(count).toBeGreaterThan(0);
  }
  return view;
}

describe('a vendor’s calendar of money', () => {
  it('has no day for anything while the marketplace pays manually', async () => {
    const nour = await buildStripeVendor(store);
    await sold(nour, '50.00', 100);
    await sold(nour, '20.00');
    const unpaid = await sell(store, {
      lines: [{ vendor: nour.vendor.name, price: '10.00' }],
      financialStatus: 'pending',
    });
    expect(unpaid.name).toBeTruthy();
    const view = await expectBalanced(nour);
    expect(reported(view)).toEqual([
      ['due', 'by_hand', null, '45.00', 'marketplace'],
      ['due', 'by_hand_unshipped', null, '18.00', 'marketplace'],
      ['not_due', 'buyer_unpaid', null, '9.00', 'buyer'],
    ]);
    expect(view.next).toEqual([]);
    expect(view.paidTo).toEqual({
      method: 'stripe',
      receiver: null,
      state: 'ready',
      until: null,
      mayChange: true,
      bankAccountEnding: null,
      by: 'hand',
    });
  });

  it('says by a schedule what comes when, what waits and why, and what shipping now would bring', async () => {
    const nour = await buildStripeVendor(store);
    await sold(nour, '50.00', 100);
    await sold(nour, '30.00', 1);
    await sold(nour, '20.00');
    await set(await sold(nour, '10.00', 100), { onHoldReason: 'fully_discounted' });
    await daily();
    const view = await expectBalanced(nour);
    const byReason = new Map(all(view).map((entry) => [entry.reason, entry]));
    const next = byReason.get('next_run');
    expect(next).toMatchObject({ kind: 'due', amount: { amount: '45.00' }, count: 1, acts: 'nobody' });
    expect([today(), addDays(today(), 1)]).toContain(next?.day);
    expect(byReason.get('holding')).toMatchObject({ kind: 'held', amount: { amount: '27.00' }, values: { days: 3 } });
    expect([3, 4].map((days) => addDays(today(), days))).toContain(byReason.get('holding')?.day);
    expect(byReason.get('ship_now')).toMatchObject({ kind: 'if_shipped', amount: { amount: '18.00' }, acts: 'vendor' });
    expect(byReason.get('confirm')).toMatchObject({
      kind: 'blocked',
      day: null,
      values: { hold: 'fully_discounted' },
      acts: 'marketplace',
    });
    expect(view.next).toEqual([{ day: next?.day, amount: { amount: '45.00', currency: 'USD' } }]);
    // A relative schedule: within the hour for what is eligible, else on the day on which it becomes eligible.
    await setRules({ schedule: { kind: 'relative', days: 2 }, holdingDays: 0 });
    const relative = new Map(all(await expectBalanced(nour)).map((entry) => [entry.reason, entry.day]));
    expect([today(), addDays(today(), 1)]).toContain(relative.get('next_run'));
    expect([1, 2].map((days) => addDays(today(), days))).toContain(relative.get('holding'));
  });

  it('moves an order from “if shipped” to “on hold”, to “due”, on its way, and paid', async () => {
    const nour = await buildStripeVendor(store);
    const order = await sold(nour, '40.00');
    await daily();
    const kinds = async () => all(await expectBalanced(nour)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['if_shipped']);
    await set(order, { fulfillment: 'fulfilled', fulfilledAt: program().clock.now() });
    expect(await kinds()).toEqual(['held']);
    await set(order, { fulfilledAt: new Date(program().clock.now().getTime() - 73 * HOUR_MS) });
    expect(await kinds()).toEqual(['due']);
    await pay(nour, order, 'stripe');
    const [sent] = all(await expectBalanced(nour));
    expect(sent).toMatchObject({ kind: 'on_its_way', reason: 'sent', day: today(), count: 1 });
    expect(sent?.payoutId).toMatch(/^\d+$/);
    await drainJobs();
    expect(all(await expectBalanced(nour))[0]).toMatchObject({ kind: 'paid', reason: 'arrived', day: today() });
    // What is taken back of it is told, and stands where it is due again.
    const [transfer] = await control<{ id: string }[]>('GET', `/stripe/transfers?destination=${nour.accountId}`);
    await control('POST', `/stripe/transfers/${transfer?.id ?? ''}`, { reverse: { amountMinor: 6_00 } });
    await drainJobs();
    const back = all(await expectBalanced(nour)).map(({ kind, reason, amount }) => [kind, reason, amount.amount]);
    expect(back.sort()).toEqual([
      ['came_back', 'returned', '6.00'],
      ['due', 'next_run', '6.00'],
      ['paid', 'arrived', '30.00'],
    ]);
  });

  it('shows a payout that failed, and counts its money once', async () => {
    const nour = await buildStripeVendor(store);
    const order = await sold(nour, '40.00', 100);
    await setBalance(0);
    await pay(nour, order, 'stripe');
    await drainJobs();
    await setBalance(10_000_00);
    const view = await expectBalanced(nour);
    expect(all(view).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['came_back', 'failed'],
      ['due', 'by_hand'],
    ]);
    expect(all(view)[0]?.values.problem).toBe('insufficient');
  });

  it('takes what was refunded after its payout off the next one, and says so', async () => {
    const nour = await buildStripeVendor(store);
    const paid = await sold(nour, '30.00', 100);
    await pay(nour, paid);
    await refund(paid);
    await daily();
    expect(all(await expectBalanced(nour)).map(({ kind, reason, day }) => [kind, reason, day])).toEqual([
      ['paid', 'arrived', today()],
      ['overpaid', 'taken_off_later', null],
    ]);
    await sold(nour, '50.00', 100);
    const view = await expectBalanced(nour);
    const [taken] = all(view).filter(({ kind }) => kind === 'overpaid');
    expect(taken).toMatchObject({ reason: 'taken_off', amount: { amount: '-27.00' } });
    expect(view.next).toEqual([{ day: taken?.day, amount: { amount: '18.00', currency: 'USD' } }]);
  });

  it('says who has to act where a schedule cannot pay', async () => {
    const nour = await buildStripeVendor(store);
    const lane = { vendor: await buildVendor({ store, name: 'Lane without a way' }), seller: admin };
    lane.seller = await buildUser({ vendor: lane.vendor });
    const { clientId, clientSecret } = await control<{ clientId: string; clientSecret: string }>(
      'POST',
      '/paypal/apps',
      { environment: 'live' },
    );
    await api(admin).put('/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
    const kiln = await buildPaypalVendor(store, { emailOrVenmo: 'kiln@sellers.example', type: 'EMAIL' });
    for (const of of [nour, lane, kiln]) await sold(of, '50.00', 100);
    await daily();
    const reasons = async (of: PaidVendor) => all(await expectBalanced(of)).map(({ kind, reason }) => [kind, reason]);
    expect(await reasons(lane)).toEqual([['blocked', 'no_method']]);
    const account = {
      kind: 'iban',
      accountNumber: 'NL91 ABNA 0417 1643 00',
      bankCode: 'ABNANL2A',
      bankName: 'ABN AMRO',
    };
    expect((await api(lane.seller).put('/payout/bank-account', { holder: 'Lane', ...account })).status).toBe(200);
    expect(await reasons(lane)).toEqual([['due', 'by_hand']]);
    expect(await reasons(kiln)).toEqual([['due', 'by_hand']]);
    expect((await calendar(kiln.seller)).paidTo).toMatchObject({ method: 'paypal', receiver: 'kiln@sellers.example' });
    await daily({ minimum: '80.00' });
    expect(await reasons(nour)).toEqual([['held', 'below_minimum']]);
    await daily({ minimum: '0.00', approveAbove: '20.00' });
    expect(await reasons(nour)).toEqual([['blocked', 'needs_approval']]);
    await setRules({ approveAbove: null });
    const where = { storeId: store.id, vendorId: nour.vendor.id };
    await program().owner.payoutMethod.updateMany({ where, data: { detailsChangedAt: program().clock.now() } });
    const view = await expectBalanced(nour);
    expect(all(view)[0]).toMatchObject({ kind: 'held', reason: 'details_changed' });
    expect([3, 4].map((days) => addDays(today(), days))).toContain(all(view)[0]?.day);
    expect(view.paidTo.state).toBe('details_changed');
    await program().owner.stripeAccount.updateMany({ where, data: { state: 'restricted' } });
    expect(await reasons(nour)).toEqual([['blocked', 'account_not_ready']]);
  });

  it('leads from the sale to the account to the cent, the same as the month’s statement', async () => {
    const nour = await buildStripeVendor(store);
    const order = await sell(store, {
      lines: [{ vendor: nour.vendor.name, price: '33.33', quantity: 3, tax: '7.01', discount: '5.55' }],
      shipping: '4.90',
    });
    await refund(order);
    const month = today().slice(0, 7);
    const [sale] = (await calendar(nour.seller)).fromSale;
    const { sums, closing } = (await api(nour.seller).get(`/statements/${month}`)).as<StatementDto>();
    if (!sale) return expect.fail('something was sold');
    expect(sale.sales).toEqual(sums.sales);
    expect(sale.refunds).toEqual(sums.refunds);
    expect(sale.commission).toEqual(sums.commission);
    const other = minor(sale.tax) + minor(sale.shipping) + minor(sale.discounts) + minor(sale.goodwill);
    expect(other).toBe(minor(sums.other));
    expect(sale.earned).toEqual(closing);
    const rows = minor(sale.sales) + minor(sale.refunds) + minor(sale.commission) + other + minor(sale.corrections);
    expect(rows).toBe(minor(sale.earned));
  });

  it('is one vendor’s: the marketplace view names it, others are not found, and a month is a month', async () => {
    const nour = await buildStripeVendor(store);
    const other = await buildStripeVendor(store);
    await sold(nour, '50.00', 100);
    expect((await api(admin).get('/money-calendar')).body).toMatchObject({ code: 'invalid_state' });
    const own = await calendar(nour.seller);
    // An admin looks at it, and does not say how the vendor is paid.
    const answer = await calendar(admin, { requestedVendor: nour.vendor.name });
    expect(answer).toEqual({ ...own, paidTo: { ...own.paidTo, mayChange: false } });
    const foreign = await api(other.seller).get('/money-calendar', { query: { requestedVendor: nour.vendor.name } });
    expect(foreign.status).toBe(404);
    expect(all(await calendar(other.seller))).toEqual([]);
    const later = await calendar(nour.seller, { month: monthAfter(today().slice(0, 7), 2) });
    expect([later.entries, later.others.length, later.fromSale]).toEqual([[], 1, []]);
    expect((await api(nour.seller).get('/money-calendar', { query: { month: '2026-13' } })).status).toBe(422);
    await renewSession(admin);
  });
});
