import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdjustmentOutcome, AdjustmentsDto } from '#app/features/adjustments/adjustments.contract.ts';
import type { OrderDetailDto, VendorOrderDto } from '#app/features/orders/orders.contract.ts';
import type { StatementDto } from '#app/features/finance/statements/statements.contract.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { readLedgerSums, rebuildLedger } from '#tests/support/database/rebuilt-ledger.ts';
import { waitFor } from '#tests/support/wait.ts';

type Refused = { code: string; message: string; issues?: { path: string; message: string; rule: string }[] };
type Sent = Awaited<ReturnType<typeof placeOrder>>;

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltVendor;
let order: Sent;

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());
// An order of 40.00 of North and 60.00 of South at 10 %: 36.00 and 54.00 are owed.
beforeEach(async () => {
  store = await buildStore();
  await buildDefaultList(store);
  north = await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  admin = await buildAdmin({ store, name: ADMIN });
  order = await placeOrder(store, {
    lines: [
      { vendor: 'North', price: '40.00' },
      { vendor: 'South', price: '60.00' },
    ],
  });
});

const ADMIN = 'Ada of the market';
const NOTE = 'Broken in transit, as agreed';
const at = () => `/orders/${order.id}/adjustments`;
const input = (kind: string, amount: string, vendor: string | null = 'North', more: object = {}) => ({
  kind,
  amount,
  vendor,
  note: NOTE,
  ...more,
});
const adjust = (body: object, who = admin) => api(who).post(at(), body);
async function made(body: object): Promise<AdjustmentOutcome> {
  const answer = await adjust(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.as<AdjustmentOutcome>();
}
const list = async () => (await api(admin).get(at())).as<AdjustmentsDto>();
const undo = (id: string) => api(admin).post(`${at()}/${id}/undo`, { note: 'It was the other order' });
const partOf = (vendor = north, one: { id: number } = order) =>
  program().owner.vendorOrder.findFirstOrThrow({
    where: { storeId: store.id, vendorId: vendor.id, orderId: BigInt(one.id) },
  });
async function pay(one: { id: number; name: string } = order) {
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: one.name, vendor: 'North', orderId: String(one.id) }],
    methods: [{ vendor: 'North', method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: `By bank transfer of ${one.name}` },
  });
  return answer.as<{ results: { status: string; amount: { amount: string }; lineCount: number }[] }>().results[0];
}

async function deliver(topic: string, payload: object): Promise<void> {
  expect(await deliverWebhook({ shop: store.domain, topic, payload })).toBe(200);
  await waitFor(
    'deliveries are open',
    async () =>
      (await program().owner.webhookDelivery.count({ where: { shop: store.domain, state: 'pending' } })) === 0,
  );
}

/** A refund of nothing but money, which is goodwill; `status` is what became of it since. */
function goodwill(amount: string) {
  const refund = buildRefundPayload(order, [], program().clock.now());
  return (status = 'success') =>
    deliver('refunds/create', {
      ...refund,
      transactions: refund.transactions.map((one) => ({ ...one, amount, status })),
    });
}

/** Compares the books as an admin asks for it; what differs. */
async function compare(): Promise<{ kind: string }[]> {
  type Books = { run: { id: string; state: string } | null; exceptions: { kind: string }[] };
  const books = async () => (await api(admin).get('/reconciliation?state=open')).as<Books>();
  const { id } = (await api(admin).post('/reconciliation/run')).as<{ id: string }>();
  await waitFor('the books are compared', async () => {
    const { run } = await books();
    return run?.id === id && run.state === 'done';
  });
  return (await books()).exceptions.filter(({ kind }) => kind !== 'held');
}

/** Nothing differs in the books, and the ledger is the one that follows from the stored facts. */
async function expectRight(): Promise<void> {
  const { db } = program().container.services;
  const scope = marketplaceScope(store.id);
  expect(await db.fast(scope, findBalanceDifferences)).toEqual([]);
  expect(await db.fast(scope, readLedgerSums)).toEqual(await db.fast(scope, rebuildLedger));
  expect(await compare()).toEqual([]);
}

const detail = async (who: BuiltUser) => (await api(who).get(`/orders/${order.id}`)).as<OrderDetailDto>();
const minor = ({ amount }: { amount: string }): number => Math.round(Number(amount) * 100);

/** What is explained leads to what is owed, and the entries that are shown sum to zero each and to what is due. */
function expectExplained(money: VendorOrderDto['money']): void {
  const [payout, owed] = ['payout', 'owed'].map((key) => money.explain.find((step) => step.key === key)?.amount);
  const steps = money.explain.filter((step) => step.key === 'adjustment');
  if (!payout) expect.fail('the payout is explained');
  const sum = steps.reduce((total, step) => total + minor(step.amount), minor(payout));
  expect(sum).toBe(minor(owed ?? payout));
  expect(minor(money.owed)).toBe(sum);
  expect(minor(money.owed) - minor(money.paidOut)).toBe(minor(money.due));
  expect(money.entries.map((entry) => minor(entry.sum))).toEqual(money.entries.map(() => 0));
  const payable = money.entries.flatMap((entry) => entry.postings.filter((one) => one.account === 'vendor_payable'));
  expect(payable.reduce((total, one) => total + minor(one.amount), 0)).toBe(minor(money.due));
}

describe('a correction', () => {
  test('of either sign changes what is due, and is explained to the admin and to the vendor', async () => {
    const more = await made(input('correction', '2.50'));
    expect(more).toMatchObject({
      adjustment: { kind: 'correction', vendor: { name: 'North' }, owed: { amount: '2.50' }, note: NOTE, undone: null },
      due: { before: { amount: '36.00' }, after: { amount: '38.50' } },
    });
    await made(input('correction', '-10.00', 'north'));
    expect(await partOf()).toMatchObject({ payoutState: 'due', postedMinor: 28_50n, adjustedMinor: -7_50n });
    const [shown] = (await detail(admin)).adminOrders.filter(({ vendor }) => vendor.name === 'North');
    expect(shown?.money).toMatchObject({
      earnings: { amount: '36.00' },
      adjusted: { amount: '-7.50' },
      owed: { amount: '28.50' },
      due: { amount: '28.50' },
      adjustments: [
        { kind: 'correction', amount: { amount: '2.50' }, note: NOTE, by: ADMIN },
        { kind: 'correction', amount: { amount: '-10.00' }, note: NOTE, by: ADMIN },
      ],
    });
    if (shown) expectExplained(shown.money);
    const member = await buildUser({ vendor: north });
    const { order: own } = await detail(member);
    if (!own.money) expect.fail('a vendor sees its money');
    expectExplained(own.money);
    expect(own.money.adjustments.map(({ note, by }) => [note, by])).toEqual([
      [NOTE, null],
      [NOTE, null],
    ]);
    expect(own.timeline.filter(({ kind }) => kind === 'corrected')).toMatchObject([
      { by: null, params: { note: NOTE } },
      { by: null, params: { note: NOTE } },
    ]);
    expect(JSON.stringify(own)).not.toContain(ADMIN);
    const { aggs, transactions } = (await api(member).get('/transactions')).as<{
      aggs: object[];
      transactions: object[];
    }>();
    expect(transactions).toMatchObject([
      { payout: { amount: '36.00' }, adjusted: { amount: '-7.50' }, due: { amount: '28.50' } },
    ]);
    expect(aggs).toMatchObject([
      { payout: { amount: '36.00' }, adjusted: { amount: '-7.50' }, due: { amount: '28.50' } },
    ]);
    await expectRight();
  });

  test('after a payout makes the order overpaid, and the next payout nets it (M61)', async () => {
    await pay();
    const { due } = await made(input('correction', '-6.00'));
    expect(due).toMatchObject({ before: { amount: '0.00' }, after: { amount: '-6.00' } });
    expect(await partOf()).toMatchObject({ payoutState: 'overpaid', postedMinor: 30_00n, paidOutMinor: 36_00n });
    const next = await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
    expect(await pay(next)).toMatchObject({ status: 'paid', amount: { amount: '12.00' }, lineCount: 2 });
    expect(await partOf()).toMatchObject({ payoutState: 'paid', paidOutMinor: 30_00n });
    await made(input('correction', '1.00'));
    expect(await partOf()).toMatchObject({ payoutState: 'due' });
    expect(await pay()).toMatchObject({ status: 'paid', amount: { amount: '1.00' } });
    await expectRight();
  });

  test('stays when the platform reports more of the order: a refund, a late delivery, an override', async () => {
    await made(input('correction', '-5.00'));
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    expect(await partOf()).toMatchObject({ payoutState: 'overpaid', postedMinor: -5_00n, adjustedMinor: -5_00n });
    await deliver('orders/updated', { ...order, updated_at: new Date(program().clock.now().getTime() + 60_000) });
    expect(await partOf()).toMatchObject({ postedMinor: -5_00n, adjustedMinor: -5_00n });
    const body = { vendor: 'South', orderId: String(order.id), percentage: '20', flat: '0' };
    await made(input('correction', '50.00', 'South'));
    const overridden = await api(admin).put('/orders/commission', body);
    expect(overridden.as<object>()).toMatchObject({ payout: { amount: '48.00' } });
    const parts = await program().owner.vendorOrder.findMany({
      where: { storeId: store.id },
      orderBy: { postedMinor: 'asc' },
    });
    expect(parts.map(({ postedMinor, payoutState }) => [postedMinor, payoutState])).toEqual([
      [-5_00n, 'overpaid'],
      [98_00n, 'due'],
    ]);
    await expectRight();
  });

  test('is undone once, by an entry of its own; both stay in the books', async () => {
    const { adjustment } = await made(input('correction', '-5.00'));
    const undone = await undo(adjustment.id);
    expect(undone.as<AdjustmentOutcome>()).toMatchObject({
      adjustment: { undone: { by: ADMIN, note: 'It was the other order' } },
      due: { before: { amount: '31.00' }, after: { amount: '36.00' } },
    });
    expect(await partOf()).toMatchObject({ postedMinor: 36_00n, adjustedMinor: 0n, payoutState: 'due' });
    const again = await undo(adjustment.id);
    expect([again.status, again.as<Refused>().message]).toEqual([
      409,
      'This is not possible now: it was undone already',
    ]);
    const entries = await program().owner.ledgerTransaction.findMany({
      where: { storeId: store.id, kind: 'adjustment' },
      orderBy: { id: 'asc' },
    });
    expect(entries.map(({ reference }) => reference)).toEqual([
      `adjustment:${adjustment.id}`,
      `adjustment:${adjustment.id}:undone`,
    ]);
    const { order: whole } = await detail(admin);
    expect(whole.timeline.filter(({ kind }) => kind === 'adjustment_undone')).toMatchObject([
      { by: ADMIN, amount: { amount: '5.00' } },
    ]);
    const events = await program().owner.auditEvent.findMany({
      where: { storeId: store.id, subject: 'order' },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual(['order.adjusted', 'order.adjustment_undone']);
    await expect(program().owner.adjustment.deleteMany({ where: { storeId: store.id } })).rejects.toThrow();
    await expectRight();
  });
});

describe('goodwill', () => {
  test('is borne by vendors at most as far as there is of it, and is theirs no more once its refund failed (M53, M54)', async () => {
    const refund = goodwill('5.00');
    await refund();
    expect(await list()).toMatchObject({ goodwill: { amount: '5.00' }, adjustments: [] });
    const first = await made(input('goodwill', '3.00'));
    expect(first.due).toMatchObject({ before: { amount: '36.00' }, after: { amount: '33.00' } });
    const above = await adjust(input('goodwill', '2.01', 'South'));
    expect([above.status, above.as<Refused>().issues]).toMatchObject([
      409,
      [{ path: 'amount', rule: 'above_goodwill', message: 'is more than the 2.00 of goodwill that no vendor bears' }],
    ]);
    await made(input('goodwill', '2.00', 'South'));
    expect(await list()).toMatchObject({ goodwill: { amount: '0.00' } });
    const [shown] = (await detail(admin)).adminOrders.filter(({ vendor }) => vendor.name === 'North');
    expect(shown?.money).toMatchObject({
      goodwill: { amount: '-3.00' },
      commission: { amount: '-4.00' },
      earnings: { amount: '33.00' },
    });
    if (shown) expectExplained(shown.money);
    await expectRight();
    await undo(first.adjustment.id);
    expect(await partOf()).toMatchObject({ postedMinor: 36_00n });
    const again = await made(input('goodwill', '1.00'));
    await refund('failure');
    expect(await partOf()).toMatchObject({ postedMinor: 36_00n });
    expect((await undo(again.adjustment.id)).as<AdjustmentOutcome>().due).toMatchObject({
      before: { amount: '36.00' },
      after: { amount: '36.00' },
    });
    await expectRight();
  });

  test('that several admins assign at once is never more than there is', async () => {
    await goodwill('5.00')();
    const others = await Promise.all([1, 2, 3].map(() => buildAdmin({ store })));
    const answers = await Promise.all(
      [admin, ...others].map((who, index) => adjust(input('goodwill', '2.00', index % 2 ? 'North' : 'South'), who)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await list()).toMatchObject({ goodwill: { amount: '1.00' } });
    await expectRight();
  });
});

describe('a chargeback', () => {
  test('is the marketplace’s, or a vendor’s in part, and never more than the buyer paid (M58)', async () => {
    const own = await made(input('chargeback', '30.00', null));
    expect([own.due, own.adjustment.vendor]).toEqual([null, null]);
    expect(await partOf()).toMatchObject({ postedMinor: 36_00n, adjustedMinor: 0n });
    const shared = await made(input('chargeback', '40.00', 'North', { borne: '15.00' }));
    expect(shared).toMatchObject({
      adjustment: { amount: { amount: '40.00' }, owed: { amount: '-15.00' } },
      due: { before: { amount: '36.00' }, after: { amount: '21.00' } },
    });
    const above = await adjust(input('chargeback', '30.01', null));
    expect([above.status, above.as<Refused>().issues?.[0]]).toMatchObject([
      409,
      { path: 'amount', rule: 'above_receipts' },
    ]);
    await undo(own.adjustment.id);
    const whole = await made(input('chargeback', '60.00', 'South'));
    expect(whole.due).toMatchObject({ after: { amount: '-6.00' } });
    const sums = await program().owner.ledgerPosting.groupBy({
      by: ['account'],
      where: { storeId: store.id, account: { in: ['chargebacks', 'buyer_receipts', 'commission'] } },
      _sum: { amountMinor: true },
      orderBy: { account: 'asc' },
    });
    expect(sums.map(({ account, _sum }) => [account, _sum.amountMinor])).toEqual([
      ['buyer_receipts', 0n],
      ['chargebacks', -25_00n],
      ['commission', 10_00n],
    ]);
    const member = await buildUser({ vendor: north });
    const { order: seen } = await detail(member);
    if (!seen.money) expect.fail('a vendor sees its money');
    expectExplained(seen.money);
    expect(JSON.stringify(seen)).not.toMatch(/60\.00|30\.00|25\.00|South/);
    const { order: all } = await detail(admin);
    expect(all.timeline.filter(({ kind }) => kind === 'charged_back')).toHaveLength(3);
    await expectRight();
  });
});

describe('statements and balances', () => {
  test('show each adjustment with its note, and close with what is owed', async () => {
    await goodwill('5.00')();
    const { adjustment } = await made(input('correction', '-2.00'));
    await made(input('goodwill', '3.00', 'North', { note: 'The glaze had cracks' }));
    await made(input('chargeback', '10.00', 'North', { borne: '4.00' }));
    await undo(adjustment.id);
    const member = await buildUser({ vendor: north });
    // The store's own day, which begins before the machine's where the store lies east.
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: store.timezone }).format(program().clock.now());
    const month = day.slice(0, 7);
    const statement = (await api(member).get(`/statements/${month}`)).as<StatementDto>();
    expect(statement.lines.slice(1).map(({ type, note, amount }) => [type, note, amount.amount])).toEqual([
      ['adjustment', NOTE, '-2.00'],
      ['adjustment', 'The glaze had cracks', '-3.00'],
      ['chargeback', NOTE, '-4.00'],
      ['adjustment', 'It was the other order', '2.00'],
    ]);
    expect(statement).toMatchObject({ sums: { corrections: { amount: '-7.00' } }, closing: { amount: '29.00' } });
    const csv = await api(member).get(`/statements/${month}/statement?format=csv`);
    expect(String(csv.body)).toContain('The glaze had cracks');
    const { balances } = (await api(member).get('/balances', { query: { day } })).as<{ balances: object[] }>();
    expect(balances).toMatchObject([{ balance: { amount: '29.00' } }]);
    await expectRight();
  });
});

describe('a planted cent', () => {
  test.each([
    ['adjusted_minor', 'order_adjusted', ['-2.00', '-1.99']],
    ['posted_minor', 'order_posted', ['34.00', '34.01']],
  ])('in %s of an adjusted order is found', async (column, kind, amounts) => {
    await made(input('correction', '-2.00'));
    await program().owner.$executeRawUnsafe(
      `UPDATE vendor_orders SET ${column} = ${column} + 1 WHERE store_id = ${store.id} AND vendor_id = ${north.id}`,
    );
    type Found = { kind: string; expected: { amount: string }; found: { amount: string } };
    await expect(compare()).resolves.toMatchObject([{ kind }]);
    const [found] = (await compare()) as Found[];
    expect([found?.expected.amount, found?.found.amount]).toEqual(amounts);
  });
});

describe('what is refused', () => {
  test('says which field breaks which rule (422)', async () => {
    const refused = async (body: object) => {
      const answer = await adjust(body);
      return [answer.status, ...(answer.as<Refused>().issues ?? []).map(({ path, message }) => `${path} ${message}`)];
    };
    expect(await refused(input('correction', '0'))).toEqual([422, 'amount must not be 0']);
    expect(await refused(input('goodwill', '-1'))).toEqual([422, 'amount must be above 0']);
    expect(await refused(input('correction', '1.005'))).toEqual([422, 'amount must have at most 2 decimal places']);
    expect(await refused(input('correction', '1', null))).toEqual([422, 'vendor Required field']);
    expect(await refused(input('goodwill', '1', null))).toEqual([422, 'vendor Required field']);
    expect(await refused(input('correction', '1', 'North', { note: '   too short  ' }))).toEqual([
      422,
      'note must have 10 to 500 characters',
    ]);
    expect(await refused(input('correction', '1', 'North', { note: 'x'.repeat(501) }))).toEqual([
      422,
      'note must have 10 to 500 characters',
    ]);
    expect(await refused(input('chargeback', '5', 'North', { borne: '6' }))).toEqual([
      422,
      'borne must not be more than the chargeback',
    ]);
    expect(await refused(input('correction', '5', 'North', { borne: '1' }))).toEqual([
      422,
      'borne only a chargeback is borne in part',
    ]);
    expect(await list()).toMatchObject({ adjustments: [] });
  });

  test('an order that was not paid, or is from before the installation (409), and more than an order takes', async () => {
    order = await placeOrder(store, { lines: [{ vendor: 'North', price: '40.00' }], financialStatus: 'pending' });
    expect((await adjust(input('correction', '1'))).as<Refused>().message).toContain('the buyer has not paid yet');
    expect(await list()).toMatchObject({ allowedActions: ['undo'] });
    order = await placeOrder(store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const one = {
      storeId: store.id,
      orderId: BigInt(order.id),
      vendorId: north.id,
      kind: 'correction',
      currency: 'USD',
    };
    const undone = { madeBy: {}, madeAt: new Date(), undoneBy: {}, undoneAt: new Date() };
    const many = Array.from({ length: 50 }, () => ({ ...one, ...undone, amountMinor: 1n, vendorMinor: 1n }));
    await program().owner.adjustment.createMany({ data: many });
    expect((await adjust(input('correction', '1'))).as<Refused>().message).toContain('at most 50 adjustments');
    await program().owner.order.updateMany({
      where: { storeId: store.id, id: BigInt(order.id) },
      data: { historical: true },
    });
    expect((await adjust(input('correction', '1'))).as<Refused>().message).toContain('before the marketplace');
  });

  test('vendors, anonymous users, staff without the right to pay out; other stores and vendors without a vendor order are not found', async () => {
    const { adjustment } = await made(input('correction', '1.00'));
    const body = input('correction', '1.00');
    const callers = [
      [undefined, 401],
      [await buildUser({ vendor: north }), 403],
      [await buildStaff({ store, isOwner: false }), 403],
      [await buildAdmin(), 404],
    ] as const;
    for (const [who, status] of callers) {
      expect((await api(who).post(at(), body)).status).toBe(status);
      expect((await api(who).post(`${at()}/${adjustment.id}/undo`, { note: NOTE })).status).toBe(status);
    }
    await buildVendor({ store, name: 'West' });
    expect((await adjust(input('correction', '1.00', 'West'))).status).toBe(404);
    const other = await placeOrder(store, { lines: [{ vendor: 'North', price: '40.00' }] });
    expect(
      (await api(admin).post(`/orders/${other.id}/adjustments/${adjustment.id}/undo`, { note: NOTE })).status,
    ).toBe(404);
    expect((await list()).adjustments).toHaveLength(1);
    const staff = await buildStaff({ store, isOwner: false });
    expect((await api(staff).get(at())).as<AdjustmentsDto>().allowedActions).toEqual([]);
  });
});

describe('a call that is repeated', () => {
  test('with an Idempotency-Key does nothing twice, nor with the token of a list that has changed', async () => {
    const headers = { 'idempotency-key': 'adjustment-of-november' };
    const [first, second] = [
      await api(admin).post(at(), input('correction', '1.00'), { headers }),
      await api(admin).post(at(), input('correction', '1.00'), { headers }),
    ];
    expect(second.body).toEqual(first.body);
    const { token } = await list();
    const body = input('correction', '1.00', 'North', { token });
    const answers = await Promise.all([adjust(body), adjust(body), adjust(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await partOf()).toMatchObject({ adjustedMinor: 2_00n });
    const [made] = (await list()).adjustments;
    const undone = await Promise.all([1, 2, 3].map(() => undo(made?.id ?? '')));
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await partOf()).toMatchObject({ adjustedMinor: 1_00n });
    await expectRight();
  });

  test('while the platform reports the order and it is paid out leaves every cent in its place', async () => {
    await Promise.all([
      ...[1, 2, 3, 4].map((step) => made(input('correction', `-${step}.00`, step % 2 ? 'North' : 'South'))),
      deliver('orders/updated', { ...order, updated_at: new Date(program().clock.now().getTime() + 1_000) }),
      pay(),
    ]);
    expect(await partOf()).toMatchObject({ adjustedMinor: -4_00n, postedMinor: 32_00n });
    await expectRight();
  });
});
