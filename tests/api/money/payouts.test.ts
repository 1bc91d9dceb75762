import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { expectBalanced } from '#tests/support/database/books.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

type Money = { amount: string; currency: string };
type Allocation = { vendor: string; amount: Money; blocked: { code: string } | null; lines: { joined: boolean }[] };
type Preparation = { stripeBalance: null; total: Money; allocations: Allocation[]; token: string };
type Result = {
  vendor: string;
  status: string;
  amount: Money;
  lineCount: number;
  transactionId: string | null;
  reason: { code: string; message: string } | null;
};
type Outcome = { results: Result[]; basis: string };
type Issues = { issues: { path: string; message: string }[] };
type Line = { orderName: string; vendor: string };

type World = { store: BuiltStore; admin: BuiltUser; north: BuiltVendor; south: BuiltVendor };

/** A store with 10 % commission, an admin and two vendors. */
async function buildWorld(): Promise<World> {
  const store = await buildStore();
  await buildDefaultList(store);
  const north = await buildVendor({ store, name: 'North' });
  const south = await buildVendor({ store, name: 'South' });
  return { store, admin: await buildAdmin({ store }), north, south };
}

const lineOf = (order: { name: string }, vendor: string): Line => ({ orderName: order.name, vendor });
const manual = () => ({ paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' });
const payBody = (lines: Line[], more: object = {}) => ({
  payoutLines: lines,
  methods: [...new Set(lines.map((line) => line.vendor))].map((vendor) => ({ vendor, method: 'manual' })),
  manual: manual(),
  ...more,
});
const part = (world: World, vendor: BuiltVendor, order: { id: number }) =>
  program().owner.vendorOrder.findFirstOrThrow({
    where: { storeId: world.store.id, vendorId: vendor.id, orderId: BigInt(order.id) },
  });

describe('preparing and paying', () => {
  test('pays several vendors manually, each with a result, and the vendor sees it paid', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, {
      lines: [
        { vendor: 'North', price: '40.00' },
        { vendor: 'South', price: '60.00' },
      ],
    });
    const lines = [lineOf(order, 'North'), lineOf(order, 'South')];
    const prepared = await api(world.admin).post('/payment/v3/prepare', { payoutLines: lines });
    const preparation = prepared.as<Preparation>();
    expect(preparation).toMatchObject({ stripeBalance: null, total: { amount: '90.00', currency: 'USD' } });
    expect(preparation.allocations.map((one) => [one.vendor, one.amount.amount, one.blocked])).toEqual([
      ['North', '36.00', null],
      ['South', '54.00', null],
    ]);
    expect(await program().owner.payout.count({ where: { storeId: world.store.id } })).toBe(0);
    const paid = await api(world.admin).post('/payment/v3/pay', payBody(lines, { token: preparation.token }));
    expect(paid.status).toBe(200);
    expect(paid.as<Outcome>().basis).toBe('token');
    expect(paid.as<Outcome>().results.map((one) => [one.vendor, one.status, one.amount.amount, one.reason])).toEqual([
      ['North', 'paid', '36.00', null],
      ['South', 'paid', '54.00', null],
    ]);
    expect(await part(world, world.north, order)).toMatchObject({ payoutState: 'paid', paidOutMinor: 36_00n });
    const member = await buildUser({ vendor: world.north });
    const seen = (await api(member).get('/transactions')).as<{ transactions: object[]; aggs: object[] }>();
    expect(seen.transactions).toMatchObject([
      {
        orderName: order.name,
        vendor: 'North',
        state: 'paid',
        due: { amount: '0.00' },
        paidOut: { amount: '36.00' },
        payouts: [{ method: 'manual', state: 'paid', amount: { amount: '36.00' } }],
      },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/South|54\.00|60\.00|100\.00/);
    await expectBalanced(world);
  });

  test('refuses methods that are not connected and vendors without a method, and pays the others', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, {
      lines: [
        { vendor: 'North', price: '40.00' },
        { vendor: 'South', price: '60.00' },
        { vendor: 'East', price: '10.00' },
      ],
    });
    const lines = ['North', 'South', 'East'].map((vendor) => lineOf(order, vendor));
    const methods = [
      { vendor: 'North', method: 'manual' },
      { vendor: 'South', method: 'stripe' },
    ];
    const paid = await api(world.admin).post('/payment/v3/pay', payBody(lines, { methods }));
    expect(paid.as<Outcome>().basis).toBe('due_now');
    expect(paid.as<Outcome>().results.map((one) => [one.vendor, one.status, one.reason?.code])).toEqual([
      ['North', 'paid', undefined],
      ['South', 'refused', 'not_connected'],
      ['East', 'refused', 'no_method'],
    ]);
    expect(await part(world, world.south, order)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
  });

  test('refuses a date in the future and short details at their fields (422)', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const pay = (given: object | null) =>
      api(world.admin).post('/payment/v3/pay', payBody([lineOf(order, 'North')], { manual: given }));
    const tomorrow = new Date(program().clock.now().getTime() + DAY_MS).toISOString();
    const wrong = await pay({ paidAt: tomorrow, details: '  short   ' });
    expect([wrong.status, wrong.as<Issues>().issues.map((issue) => [issue.path, issue.message])]).toEqual([
      422,
      [
        ['manual.paidAt', 'must not be in the future'],
        ['manual.details', 'must have at least 10 characters'],
      ],
    ]);
    expect((await pay(null)).as<Issues>().issues[0]?.path).toBe('manual');
    expect((await pay({ paidAt: 'yesterday', details: 'Bank transfer' })).as<Issues>().issues[0]?.path).toBe(
      'manual.paidAt',
    );
    expect(await program().owner.payout.count({ where: { storeId: world.store.id } })).toBe(0);
  });

  test('refuses the whole call when an amount changed since it was prepared (409), with nothing written', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00', quantity: 2 }] });
    const lines = [lineOf(order, 'North')];
    const { token } = (await api(world.admin).post('/payment/v3/prepare', { payoutLines: lines })).as<Preparation>();
    await refundOrder(world.store, order, [{ index: 0, quantity: 1 }]);
    const paid = await api(world.admin).post('/payment/v3/pay', payBody(lines, { token }));
    expect([paid.status, paid.as<{ code: string }>().code]).toEqual([409, 'amount_changed']);
    expect(await part(world, world.north, order)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
  });

  test('answers an identical call with what the first one did, and pays once', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const body = payBody([lineOf(order, 'North')]);
    const [first, second] = await Promise.all([
      api(world.admin).post('/payment/v3/pay', body),
      api(world.admin).post('/payment/v3/pay', body),
    ]);
    expect(first.body).toEqual(second.body);
    expect(first.as<Outcome>().results[0]?.status).toBe('paid');
    expect(await program().owner.payout.count({ where: { storeId: world.store.id } })).toBe(1);
    const again = await api(world.admin).post(
      '/payment/v3/pay',
      payBody(body.payoutLines, { manual: { ...manual(), details: 'Another transfer' } }),
    );
    expect(again.as<Outcome>().results[0]).toMatchObject({ status: 'refused', reason: { code: 'nothing_due' } });
    const transactionId = first.as<Outcome>().results[0]?.transactionId;
    await api(world.admin).delete('/payment/manual', { transactionId });
    const restart = await api(world.admin).post('/payment/v3/pay', body);
    expect(restart.as<Outcome>().results[0]).toMatchObject({ status: 'paid' });
    expect(restart.as<Outcome>().results[0]?.transactionId).not.toBe(transactionId);
    await expectBalanced(world);
  });

  test('replays the stored answer for an Idempotency-Key', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const body = payBody([lineOf(order, 'North')]);
    const headers = { 'idempotency-key': 'payout-of-november' };
    const first = await api(world.admin).post('/payment/v3/pay', body, { headers });
    const second = await api(world.admin).post('/payment/v3/pay', body, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test('lets exactly one of two admins pay the same lines at once', async () => {
    const world = await buildWorld();
    const other = await buildAdmin({ store: world.store });
    const orders = await Promise.all(
      [1, 2, 3].map(() => placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] })),
    );
    const lines = orders.map((order) => lineOf(order, 'North'));
    const answers = await Promise.all(
      [world.admin, other, world.admin, other].map((who, index) =>
        api(who).post(
          '/payment/v3/pay',
          payBody(index % 2 ? [...lines].reverse() : lines, {
            manual: { ...manual(), details: `Transfer number ${index}` },
          }),
        ),
      ),
    );
    const results = answers.flatMap((answer) => answer.as<Outcome>().results);
    expect(results.filter((one) => one.status === 'paid')).toHaveLength(1);
    expect(results.filter((one) => one.status === 'refused').map((one) => one.reason?.code)).toEqual([
      'nothing_due',
      'nothing_due',
      'nothing_due',
    ]);
    const payouts = await program().owner.payout.findMany({ where: { storeId: world.store.id } });
    expect(payouts.map((payout) => payout.amountMinor)).toEqual([108_00n]);
    await expectBalanced(world);
  });
});

describe('overpaid orders', () => {
  test('show after a refund, join the next payout, and are settled by it', async () => {
    const world = await buildWorld();
    const first = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    await api(world.admin).post('/payment/v3/pay', payBody([lineOf(first, 'North')]));
    await refundOrder(world.store, first, [{ index: 0, quantity: 1 }]);
    expect(await part(world, world.north, first)).toMatchObject({ payoutState: 'overpaid', postedMinor: 0n });
    const alone = await api(world.admin).post('/payment/v3/pay', payBody([lineOf(first, 'North')]));
    expect(alone.as<Outcome>().results[0]).toMatchObject({
      status: 'refused',
      amount: { amount: '-36.00' },
      reason: { code: 'negative' },
    });
    const small = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const zero = await api(world.admin).post('/payment/v3/pay', payBody([lineOf(small, 'North')]));
    expect(zero.as<Outcome>().results[0]).toMatchObject({ status: 'refused', reason: { code: 'zero' } });
    const member = await buildUser({ vendor: world.north });
    // One is overpaid by what another is due: the totals tell both, and do not set one off against the other.
    expect((await api(member).get('/transactions')).as<{ aggs: object[] }>().aggs).toMatchObject([
      { due: { amount: '36.00' }, paid: { amount: '0.00' }, overpaid: { amount: '36.00' }, notDue: { amount: '0.00' } },
    ]);
    const second = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '100.00' }] });
    const { allocations } = (
      await api(world.admin).post('/payment/v3/prepare', { payoutLines: [lineOf(second, 'North')] })
    ).as<Preparation>();
    expect(allocations).toMatchObject([
      { amount: { amount: '54.00' }, lines: [{ joined: false }, { joined: true, amount: { amount: '-36.00' } }] },
    ]);
    const paid = await api(world.admin).post('/payment/v3/pay', payBody([lineOf(second, 'North')]));
    expect(paid.as<Outcome>().results[0]).toMatchObject({ status: 'paid', amount: { amount: '54.00' }, lineCount: 2 });
    expect(await part(world, world.north, first)).toMatchObject({ payoutState: 'none', paidOutMinor: 0n });
    const { aggs } = (await api(member).get('/transactions')).as<{ aggs: object[] }>();
    expect(aggs).toMatchObject([
      { due: { amount: '36.00' }, paid: { amount: '90.00' }, overpaid: { amount: '0.00' }, notDue: { amount: '0.00' } },
    ]);
    await expectBalanced(world);
  });
});

describe('deleting a manual payout', () => {
  test('restores the due, is logged, and does nothing the second time', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const paid = await api(world.admin).post('/payment/v3/pay', payBody([lineOf(order, 'North')]));
    const transactionId = paid.as<Outcome>().results[0]?.transactionId ?? '';
    for (const _ of [1, 2]) {
      const gone = await api(world.admin).delete('/payment/manual', { transactionId });
      expect([gone.status, gone.body]).toEqual([200, { ok: true, transactionId }]);
    }
    expect(await part(world, world.north, order)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    const balance = await program().owner.vendorBalance.findFirst({ where: { vendorId: world.north.id } });
    expect(balance?.payableMinor).toBe(36_00n);
    const events = await program().owner.auditEvent.findMany({ where: { storeId: world.store.id, subject: 'payout' } });
    expect(events.map((event) => event.action)).toEqual(['payout.paid', 'payout.deleted']);
    await expectBalanced(world);
  });

  test('of another store, or of none, is 404; a payout of a provider is 409', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const paid = await api(world.admin).post('/payment/v3/pay', payBody([lineOf(order, 'North')]));
    const transactionId = paid.as<Outcome>().results[0]?.transactionId ?? '';
    const outsider = await buildAdmin();
    expect((await api(outsider).delete('/payment/manual', { transactionId })).status).toBe(404);
    expect((await api(world.admin).delete('/payment/manual', { transactionId: '999999' })).status).toBe(404);
    expect(await part(world, world.north, order)).toMatchObject({ payoutState: 'paid' });
    await program().owner.payout.update({
      where: { id: BigInt(transactionId) },
      data: { method: 'stripe', providerAccount: 'acct_1', destinationType: 'ACCOUNT' },
    });
    expect((await api(world.admin).delete('/payment/manual', { transactionId })).status).toBe(409);
  });
});

describe('who may', () => {
  test('a foreign line or method anywhere in the arrays refuses the whole call (404)', async () => {
    const world = await buildWorld();
    const other = await buildWorld();
    await buildVendor({ store: other.store, name: 'Only there' });
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const foreign = await placeOrder(other.store, { lines: [{ vendor: 'Only there', price: '40.00' }] });
    const good = lineOf(order, 'North');
    for (const bad of [lineOf(foreign, 'Only there'), lineOf(foreign, 'North'), lineOf(order, 'South')]) {
      expect((await api(world.admin).post('/payment/v3/prepare', { payoutLines: [good, bad] })).status).toBe(404);
      expect((await api(world.admin).post('/payment/v3/pay', payBody([good, bad]))).status).toBe(404);
    }
    const methods = [
      { vendor: 'North', method: 'manual' },
      { vendor: 'Only there', method: 'manual' },
    ];
    expect((await api(world.admin).post('/payment/v3/pay', payBody([good], { methods }))).status).toBe(404);
    expect(await part(world, world.north, order)).toMatchObject({ payoutState: 'due' });
    const twice = await api(world.admin).post('/payment/v3/prepare', { payoutLines: [good, good] });
    expect([twice.status, twice.as<Issues>().issues[0]?.path]).toEqual([422, 'payoutLines.1.orderName']);
  });

  test('pays out: web admins and account owners; not other staff, not vendors, not nobody', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const body = { payoutLines: [lineOf(order, 'North')] };
    const callers = [
      [undefined, 401],
      [await buildUser({ vendor: world.north }), 403],
      [await buildStaff({ store: world.store, isOwner: false }), 403],
      [await buildStaff({ store: world.store, isOwner: false, mayPayOut: true }), 200],
      [await buildStaff({ store: world.store }), 200],
      [world.admin, 200],
    ] as const;
    for (const [caller, status] of callers) {
      expect((await api(caller).post('/payment/v3/prepare', body)).status).toBe(status);
    }
    const plain = callers[2][0];
    expect((await api(plain).post('/payment/v3/pay', payBody(body.payoutLines))).status).toBe(403);
    expect((await api(plain).delete('/payment/manual', { transactionId: '1' })).status).toBe(403);
  });
});

describe('transactions', () => {
  test('filter by period, dates, state, payment, text and vendor, with totals of the whole filter', async () => {
    const world = await buildWorld();
    const member = await buildUser({ vendor: world.north });
    const order = await placeOrder(world.store, {
      lines: [
        { vendor: 'North', price: '40.00', sku: 'MUG-1' },
        { vendor: 'South', price: '60.00' },
      ],
    });
    const pending = await placeOrder(world.store, {
      financialStatus: 'pending',
      lines: [{ vendor: 'North', price: '20.00' }],
    });
    await api(world.admin).post('/payment/v3/pay', payBody([lineOf(order, 'South')]));
    const list = async (who: BuiltUser, query: Record<string, string>) => {
      const answer = await api(who).get('/transactions', { query });
      expect(answer.status).toBe(200);
      const body = answer.as<{ transactions: { orderName: string; vendor: string; state: string }[]; count: number }>();
      expect(body.transactions).toHaveLength(body.count);
      return body.transactions.map((one) => `${one.orderName} ${one.vendor} ${one.state}`);
    };
    const [due, notDue, paid] = [
      `${order.name} North due`,
      `${pending.name} North not_due`,
      `${order.name} South paid`,
    ];
    expect((await list(world.admin, {})).sort()).toEqual([due, notDue, paid].sort());
    expect(await list(world.admin, { payout: 'due' })).toEqual([due]);
    expect(await list(world.admin, { payout: 'paid' })).toEqual([paid]);
    expect(await list(world.admin, { payment: 'unpaid' })).toEqual([notDue]);
    expect(await list(world.admin, { q: 'mug-1' })).toEqual([due]);
    expect(await list(world.admin, { requestedVendor: 'south' })).toEqual([paid]);
    expect(await list(world.admin, { requestedVendor: '*', payout: 'paid' })).toEqual([paid]);
    expect(await list(world.admin, { to: '2020-01-01' })).toEqual([]);
    expect((await list(member, { period: 'all' })).sort()).toEqual([due, notDue].sort());
    const { aggs, firstTransactionAt } = (await api(world.admin).get('/transactions')).as<{
      aggs: object[];
      firstTransactionAt: string;
    }>();
    expect(aggs).toMatchObject([
      {
        currency: 'USD',
        count: 3,
        gross: { amount: '120.00' },
        due: { amount: '36.00' },
        notDue: { amount: '18.00' },
        paid: { amount: '54.00' },
        overpaid: { amount: '0.00' },
      },
    ]);
    expect(firstTransactionAt).toBe(order.created_at);
    for (const requestedVendor of ['South', 'Nobody', '*']) {
      expect((await api(member).get('/transactions', { query: { requestedVendor } })).status).toBe(404);
    }
  });

  test('page by number and by cursor without skipping or repeating, and refuse what is wrong at its field', async () => {
    const world = await buildWorld();
    for (let index = 0; index < 27; index++) {
      await placeOrder(world.store, { lines: [{ vendor: 'North', price: '1.00' }] });
    }
    type Page = { transactions: { id: string }[]; pageCount: number; cursor?: string };
    const page = async (query: Record<string, string>) =>
      (await api(world.admin).get('/transactions', { query })).as<Page>();
    const first = await page({});
    const second = await page({ page: '2' });
    expect([first.transactions.length, first.pageCount, second.transactions.length]).toEqual([25, 2, 2]);
    expect(await page({ cursor: first.cursor ?? '' })).toMatchObject({ transactions: second.transactions });
    expect(second.cursor).toBeUndefined();
    for (const [query, path] of [
      [{ page: '401' }, 'page'],
      [{ page: 'x' }, 'page'],
      [{ cursor: 'x' }, 'cursor'],
      [{ period: 'decade' }, 'period'],
      [{ from: '2026-02-30' }, 'from'],
      [{ payout: 'maybe' }, 'payout'],
    ] as const) {
      const answer = await api(world.admin).get('/transactions', { query });
      expect([answer.status, answer.as<Issues>().issues[0]?.path]).toEqual([422, path]);
    }
    const member = await buildUser({ vendor: world.north, permissions: ['read_orders'] });
    expect((await api(member).get('/transactions')).status).toBe(403);
  });
});
