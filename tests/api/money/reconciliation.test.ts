import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readAgreement } from '#app/features/finance/reconciliation/reconciliation.service.server.ts';
import { DAILY, runDaily, startRun, STEP, takeStep } from '#app/features/finance/reconciliation/run.service.server.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { readLedgerSums, rebuildLedger } from '#tests/support/database/rebuilt-ledger.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { waitFor } from '#tests/support/wait.ts';

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());

type Money = { amount: string; currency: string };
type Found = {
  id: string;
  kind: string;
  vendor: { name: string } | null;
  order: { id: string; name: string } | null;
  payoutId: string | null;
  expected: Money | null;
  found: Money | null;
  detail: Record<string, string>;
  firstSeenAt: string;
  setAside: { by: string; note: string } | null;
};
type Run = { id: string; state: string; checked: number; total: number | null };
type Books = {
  run: Run | null;
  counts: { open: number; set_aside: number; resolved: number };
  exceptions: Found[];
};
type World = { store: BuiltStore; admin: BuiltUser; north: BuiltVendor };

/** A store with 10 % commission, an admin and a vendor. */
async function buildWorld(o: { list?: boolean } = {}): Promise<World> {
  const store = await buildStore();
  if (o.list !== false) await buildDefaultList(store);
  return { store, north: await buildVendor({ store, name: 'North' }), admin: await buildAdmin({ store }) };
}

const books = async ({ admin }: Pick<World, 'admin'>, state = 'open'): Promise<Books> =>
  (await api(admin).get(`/reconciliation?state=${state}`)).as<Books>();

/** Compares the books as an admin asks for it, and answers what stands open afterwards. */
async function compare(world: Pick<World, 'admin'>): Promise<Found[]> {
  const answer = await api(world.admin).post('/reconciliation/run');
  expect(answer.status).toBe(200);
  const { id } = answer.as<Run>();
  await waitFor('the books are compared', async () => {
    const { run } = await books(world);
    return run?.id === id && run.state === 'done';
  });
  return (await books(world)).exceptions;
}

async function pay({ admin }: World, order: { name: string }, vendor = 'North'): Promise<string> {
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor }],
    methods: [{ vendor, method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
  });
  return answer.as<{ results: { transactionId: string }[] }>().results[0]?.transactionId ?? '';
}

const amounts = ({ expected, found }: Found) => [expected?.amount, found?.amount];
const execute = (sql: string) => program().owner.$executeRawUnsafe(sql);
/** As the owner of the tables, past the rules that refuse a change of what was posted. */
const executeUnguarded = (sql: string) =>
  program().owner.$transaction([
    program().owner.$executeRawUnsafe(`SET LOCAL session_replication_role = 'replica'`),
    program().owner.$executeRawUnsafe(sql),
  ]);

describe('a planted cent', () => {
  let world: World;
  let order: { id: number; name: string };
  beforeAll(async () => {
    world = await buildWorld();
    order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    await placeOrder(world.store, { lines: [{ vendor: 'North', price: '15.00' }] });
    await pay(world, order);
    expect(await compare(world)).toEqual([]);
  });

  const row = () => `store_id = ${world.store.id} AND order_id = ${order.id}`;
  const posting = (account: string, kind: string) =>
    `id = (SELECT min(p.id) FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id
      WHERE p.store_id = ${world.store.id} AND p.order_id = ${order.id} AND p.account = '${account}' AND t.kind = '${kind}')`;

  test.each([
    {
      where: 'an order’s posting',
      plant: (cent: number) =>
        `UPDATE ledger_postings SET amount_minor = amount_minor + ${cent} WHERE ${posting('commission', 'order')}`,
      found: { order_ledger: ['4.00', '4.01'], unbalanced: ['0.00', '0.01'] },
    },
    {
      where: 'what the ledger owes a vendor',
      plant: (cent: number) =>
        `UPDATE ledger_postings SET amount_minor = amount_minor + ${cent} WHERE ${posting('vendor_payable', 'order')}`,
      found: {
        order_ledger: ['36.00', '36.01'],
        unbalanced: ['0.00', '0.01'],
        vendor_balance: ['13.51', '13.50'],
      },
    },
    {
      where: 'posted_minor',
      plant: (cent: number) => `UPDATE vendor_orders SET posted_minor = posted_minor + ${cent} WHERE ${row()}`,
      found: { order_posted: ['36.00', '36.01'] },
    },
    {
      where: 'paid_out_minor',
      plant: (cent: number) => `UPDATE vendor_orders SET paid_out_minor = paid_out_minor + ${cent} WHERE ${row()}`,
      found: { paid_out: ['36.00', '36.01'] },
    },
    {
      where: 'a balance',
      plant: (cent: number) =>
        `UPDATE vendor_balances SET payable_minor = payable_minor + ${cent} WHERE store_id = ${world.store.id}`,
      found: { vendor_balance: ['13.50', '13.51'] },
    },
    {
      where: 'a payout',
      plant: (cent: number) =>
        `UPDATE payouts SET amount_minor = amount_minor + ${cent} WHERE store_id = ${world.store.id}`,
      found: { payout_amount: ['36.00', '36.01'] },
    },
    {
      where: 'a payout’s posting',
      plant: (cent: number) =>
        `UPDATE ledger_postings SET amount_minor = amount_minor + ${cent} WHERE ${posting('paid_out:manual', 'manual_payout')}`,
      found: { payout_ledger: ['36.00', '36.01'], unbalanced: ['0.00', '0.01'] },
    },
  ])('in $where is found, named, the same when found again, and gone when mended', async ({ plant, found }) => {
    await executeUnguarded(plant(1));
    const first = await compare(world);
    expect(Object.fromEntries(first.map((one) => [one.kind, amounts(one)]))).toEqual(found);
    expect(first).toHaveLength(Object.keys(found).length);
    const named = first.filter((one) => one.kind !== 'unbalanced');
    expect(named.map((one) => one.vendor?.name)).toEqual(named.map(() => 'North'));
    const again = await compare(world);
    expect(again.map(({ id, firstSeenAt }) => [id, firstSeenAt])).toEqual(
      first.map(({ id, firstSeenAt }) => [id, firstSeenAt]),
    );
    const { resolved } = (await books(world)).counts;
    await executeUnguarded(plant(-1));
    expect(await compare(world)).toEqual([]);
    expect((await books(world)).counts.resolved).toBeGreaterThan(resolved);
  });

  test('in a state of payment is reported with both states', async () => {
    await execute(`UPDATE vendor_orders SET payout_state = 'due' WHERE ${row()}`);
    const agreement = () =>
      program().container.services.db.fast(marketplaceScope(asStoreId(world.store.id)), readAgreement);
    expect(await compare(world)).toMatchObject([
      { kind: 'payout_state', order: { name: order.name }, detail: { expected: 'paid', found: 'due' } },
    ]);
    expect(await agreement()).toMatchObject({ balanced: false });
    // A person should look at what is held back, but no book says anything else than another.
    await execute(
      `UPDATE reconciliation_findings SET kind = 'held' WHERE store_id = ${world.store.id} AND kind = 'payout_state'`,
    );
    expect(await agreement()).toMatchObject({ balanced: true });
    await execute(
      `UPDATE reconciliation_findings SET kind = 'payout_state' WHERE store_id = ${world.store.id} AND kind = 'held'`,
    );
    await execute(`UPDATE vendor_orders SET payout_state = 'paid' WHERE ${row()}`);
    expect(await compare(world)).toEqual([]);
  });

  test('in an entry without a cause is found', async () => {
    const [made] = await program().owner.$queryRawUnsafe<{ id: bigint }[]>(
      `INSERT INTO ledger_transactions (store_id, reference, kind, currency, source, occurred_at, recorded_at)
       VALUES (${world.store.id}, 'order/1/1', 'order', 'USD', '{}', now(), now()) RETURNING id`,
    );
    const id = String(made?.id);
    const insert = (account: string, cent: number) =>
      `INSERT INTO ledger_postings (store_id, transaction_id, account, amount_minor, currency, recorded_at)
       VALUES (${world.store.id}, ${id}, '${account}', ${cent}, 'USD', now())`;
    for (const sql of [insert('commission', 1), insert('rounding', -1)]) await executeUnguarded(sql);
    const [found, ...more] = await compare(world);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: 'unknown_cause',
      detail: { transaction: 'order/1/1' },
      found: { amount: '0.01' },
    });
    await executeUnguarded(`DELETE FROM ledger_postings WHERE transaction_id = ${id}`);
    await executeUnguarded(`DELETE FROM ledger_transactions WHERE id = ${id}`);
    expect(await compare(world)).toEqual([]);
  });

  test('an order that cannot be read keeps no other from being compared', async () => {
    await execute(
      `UPDATE orders SET terms = ('{"kept":' || terms::text || '}')::json WHERE store_id = ${world.store.id} AND id = ${order.id}`,
    );
    expect(await compare(world)).toMatchObject([{ kind: 'order_unsettled', order: { name: order.name } }]);
    await execute(`UPDATE orders SET terms = terms->'kept' WHERE store_id = ${world.store.id} AND id = ${order.id}`);
    expect(await compare(world)).toEqual([]);
  });

  test('is none where a payout is under way, and each is reported of one that failed and was not given back', async () => {
    const become = (state: string, method: string, account: string) => [
      `UPDATE payouts SET state = '${state}', method = '${method}', provider_account = 'acct_1', destination_type = 'ACCOUNT'
       WHERE store_id = ${world.store.id}`,
      `UPDATE ledger_postings SET account = '${account}' WHERE ${posting('paid_out:manual', 'manual_payout').replace(
        "'paid_out:manual'",
        "ANY(ARRAY['paid_out:manual', 'in_transit:stripe'])",
      )}`,
    ];
    for (const state of ['processing', 'unknown', 'unclaimed']) {
      for (const sql of become(state, 'stripe', 'in_transit:stripe')) await executeUnguarded(sql);
      expect(await compare(world)).toEqual([]);
    }
    for (const sql of become('failed', 'stripe', 'in_transit:stripe')) await executeUnguarded(sql);
    const kinds = (await compare(world)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['paid_out', 'payout_ledger', 'payout_state']);
    for (const sql of become('paid', 'manual', 'paid_out:manual')) await executeUnguarded(sql);
    expect(await compare(world)).toEqual([]);
  });

  test('is not seen by another store, nor may its admin touch it', async () => {
    const other = await buildWorld();
    await execute(`UPDATE vendor_orders SET posted_minor = posted_minor + 1 WHERE ${row()}`);
    const [found] = await compare(world);
    expect(await compare(other)).toEqual([]);
    const answer = await api(other.admin).post(`/reconciliation/exceptions/${found?.id ?? ''}/set-aside`, {
      note: 'Not mine',
    });
    expect(answer.status).toBe(404);
    const member = await buildUser({ vendor: world.north });
    expect((await api(member).get('/reconciliation')).status).toBe(403);
    await execute(`UPDATE vendor_orders SET posted_minor = posted_minor - 1 WHERE ${row()}`);
    expect(await compare(world)).toEqual([]);
  });
});

describe('what a person should look at', () => {
  test('M31: an order without commission, because no line of the list fits, is listed until its share is set', async () => {
    const world = await buildWorld({ list: false });
    const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    expect(await compare(world)).toMatchObject([
      { kind: 'no_commission_line', order: { name: order.name }, expected: null, found: { amount: '0.00' } },
    ]);
    const set = await api(world.admin).put('/orders/commission', {
      orderId: String(order.id),
      vendor: 'North',
      percentage: '10',
      flat: '0',
    });
    expect(set.status).toBe(200);
    expect(await compare(world)).toEqual([]);
  });

  test('M40: a held order is confirmed by setting it aside with a note, which is kept, until it says something else', async () => {
    const world = await buildWorld();
    const order = await placeOrder(world.store, {
      lines: [
        { vendor: 'North', price: '40.00', quantity: 2 },
        { vendor: 'North', price: '10.00', discount: '10.00' },
      ],
    });
    const [held, ...more] = await compare(world);
    expect(more).toEqual([]);
    expect(held).toMatchObject({ kind: 'held', detail: { reason: 'fully_discounted' }, order: { name: order.name } });
    const path = `/reconciliation/exceptions/${held?.id ?? ''}`;
    expect((await api(world.admin).post(`${path}/set-aside`, { note: ' x ' })).status).toBe(422);
    for (let time = 0; time < 2; time++) {
      expect((await api(world.admin).post(`${path}/set-aside`, { note: 'A gift, as agreed' })).status).toBe(200);
    }
    expect(await compare(world)).toEqual([]);
    const aside = await books(world, 'set_aside');
    expect(aside.exceptions).toMatchObject([{ id: held?.id, setAside: { note: 'A gift, as agreed' } }]);
    const audited = await program().owner.auditEvent.findMany({
      where: { storeId: world.store.id, action: 'reconciliation.set_aside' },
    });
    expect(audited).toHaveLength(1);
    expect((await api(world.admin).post(`${path}/put-back`)).status).toBe(200);
    expect((await books(world)).counts).toMatchObject({ open: 1, set_aside: 0 });
    await api(world.admin).post(`${path}/set-aside`, { note: 'A gift, as agreed' });
    await refundOrder(world.store, order, [{ index: 0, quantity: 1 }]);
    expect(await compare(world)).toMatchObject([{ id: held?.id, kind: 'held', setAside: null }]);
  });
});

test('a redaction of the buyer takes the words of whoever set an order’s exception aside', async () => {
  const world = await buildWorld({ list: false });
  const order = await placeOrder(world.store, { customerId: 4713, lines: [{ vendor: 'North', price: '40.00' }] });
  const [found] = await compare(world);
  await api(world.admin).post(`/reconciliation/exceptions/${found?.id ?? ''}/set-aside`, { note: 'Mara asked for it' });
  const payload = { shop_domain: world.store.domain, customer: { id: 4713 }, orders_to_redact: [order.id] };
  await deliverWebhook({ shop: world.store.domain, topic: 'customers/redact', payload });
  const { owner } = program();
  const where = { storeId: world.store.id };
  await waitFor('the buyer is redacted', async () => (await owner.orderBuyer.findFirst({ where }))?.redacted === true);
  expect(await owner.reconciliationFinding.findFirst({ where })).toMatchObject({ note: null });
  const [event] = await owner.auditEvent.findMany({ where: { ...where, action: 'reconciliation.set_aside' } });
  expect(event).toMatchObject({ note: null });
});

describe('a run', () => {
  test('while orders are written, refunded and paid finds nothing', async () => {
    const world = await buildWorld();
    const work = { isOver: false };
    const write = async (): Promise<void> => {
      for (let time = 0; time < 6; time++) {
        const order = await placeOrder(world.store, { lines: [{ vendor: 'North', price: '12.35', quantity: 3 }] });
        await pay(world, order);
        await refundOrder(world.store, order, [{ index: 0, quantity: 1 }]);
      }
      work.isOver = true;
    };
    const writing = write();
    let count = 0;
    for (; !work.isOver; count++) await compare(world);
    await writing;
    expect(await compare(world)).toEqual([]);
    expect(count).toBeGreaterThan(2);
    expect(await program().owner.reconciliationFinding.count({ where: { storeId: world.store.id } })).toBe(0);
  });

  const services = () => program().container.services;
  const scopeOf = ({ store }: World) => marketplaceScope(asStoreId(store.id));
  const runs = ({ store }: World) =>
    program().owner.reconciliationRun.findMany({ where: { storeId: store.id }, orderBy: { id: 'asc' } });
  const steps = ({ store }: World) =>
    program().owner.scheduledJob.findMany({ where: { storeId: store.id, kind: STEP, doneAt: null } });
  const later = () => new Date(program().clock.now().getTime() + HOUR_MS);

  /** A run whose steps this test takes itself: the worker finds them due in an hour only. */
  async function startByHand(world: World): Promise<bigint> {
    return services().db.fast(scopeOf(world), async (tx) => {
      const { run } = await startRun(services(), tx, 'asked');
      await tx.query('UPDATE scheduled_jobs SET due_at = $2 WHERE store_id = $1 AND kind = $3 AND done_at IS NULL', [
        world.store.id,
        later(),
        STEP,
      ]);
      return run.id;
    });
  }
  const stepOf = (world: World, runId: bigint, step: number, fail?: Error) =>
    services().db.fast(scopeOf(world), async (tx) => {
      const end = await takeStep(services(), asStoreId(world.store.id), { runId: String(runId), step });
      await end?.(tx);
      await tx.query('UPDATE scheduled_jobs SET due_at = $2 WHERE store_id = $1 AND kind = $3 AND done_at IS NULL', [
        world.store.id,
        later(),
        STEP,
      ]);
      if (fail) throw fail;
    });

  test('whose worker is killed between or in steps loses nothing and doubles nothing', async () => {
    const world = await buildWorld({ list: false });
    await placeOrder(world.store, { lines: [{ vendor: 'North', price: '40.00' }] });
    const runId = await startByHand(world);
    const killed = new Error('killed');
    await expect(stepOf(world, runId, 0, killed)).rejects.toBe(killed);
    expect((await books(world)).counts.open).toBe(0);
    for (let time = 0; time < 3; time++) await stepOf(world, runId, 0);
    expect((await books(world)).counts.open).toBe(1);
    expect(await runs(world)).toMatchObject([{ state: 'running', step: 1, source: 'payouts', checked: 1 }]);
    await expect(stepOf(world, runId, 1, killed)).rejects.toBe(killed);
    for (const step of [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]) await stepOf(world, runId, step);
    const [run] = await runs(world);
    expect(run).toMatchObject({ state: 'done' });
    expect(run?.checked).toBe(run?.total);
    expect((await books(world)).counts).toMatchObject({ open: 1, resolved: 0 });
  });

  test('is one at a time: a second start answers it', async () => {
    const world = await buildWorld();
    const runId = await startByHand(world);
    const answers = await Promise.all(Array.from({ length: 5 }, () => api(world.admin).post('/reconciliation/run')));
    expect(new Set(answers.map((answer) => answer.as<Run>().id))).toEqual(new Set([String(runId)]));
    expect(await runs(world)).toHaveLength(1);
  });

  test('that nobody goes on with is given up when the next begins', async () => {
    const world = await buildWorld();
    await startByHand(world);
    await program().owner.scheduledJob.deleteMany({ where: { storeId: world.store.id, kind: STEP } });
    expect(await compare(world)).toEqual([]);
    expect((await runs(world)).map(({ state }) => state)).toEqual(['stopped', 'done']);
  });

  test('begins by itself every day, and rests while the store is gone', async () => {
    const world = await buildWorld();
    const storeId = asStoreId(world.store.id);
    await services().db.fast(scopeOf(world), (tx) => runDaily(services(), tx, storeId));
    await waitFor('the daily run is over', async () => (await runs(world))[0]?.state === 'done');
    const planned = await program().owner.scheduledJob.findMany({
      where: { storeId: world.store.id, kind: DAILY, doneAt: null },
    });
    expect(planned).toHaveLength(1);
    expect((planned[0]?.dueAt.getTime() ?? 0) - program().clock.now().getTime()).toBeGreaterThan(80_000_000);
    const runId = await startByHand(world);
    await program().owner.store.update({
      where: { id: world.store.id },
      data: { uninstalledAt: program().clock.now() },
    });
    await stepOf(world, runId, 0);
    expect((await runs(world)).at(-1)).toMatchObject({ state: 'stopped' });
    expect(await steps(world)).toHaveLength(1);
  });
});

test('the ledger rebuilt from the stored facts equals the ledger', async () => {
  const world = await buildWorld();
  const { store } = world;
  const plain = await placeOrder(store, { lines: [{ vendor: 'North', price: '40.00' }] });
  const shared = await placeOrder(store, {
    lines: [
      { vendor: 'North', price: '12.35', quantity: 3 },
      { vendor: 'South', price: '60.00' },
    ],
  });
  await placeOrder(store, { lines: [{ vendor: 'North', price: '10.00', discount: '10.00' }] });
  await placeOrder(store, { lines: [{ vendor: 'South', price: '9.99' }], financialStatus: 'pending' });
  await placeOrder(store, { lines: [{ vendor: 'South', price: '25.00', giftCard: true }] });
  const taxed = await placeOrder(store, {
    shipping: '4.95',
    lines: [
      { vendor: 'North', price: '19.99', tax: '4.20' },
      { vendor: 'South', price: '0.01' },
    ],
  });
  const override = { orderId: String(taxed.id), vendor: 'North', percentage: '33.3333', flat: '0.07' };
  expect((await api(world.admin).put('/orders/commission', override)).status).toBe(200);
  await refundOrder(store, shared, [{ index: 0, quantity: 1 }]);
  await pay(world, plain);
  const taken = await pay(world, shared, 'South');
  await refundOrder(store, plain, [{ index: 0, quantity: 1 }]);
  expect((await api(world.admin).delete('/payment/manual', { transactionId: taken })).status).toBe(200);
  const scope = marketplaceScope(asStoreId(store.id));
  const { db } = program().container.services;
  const rebuilt = await db.fast(scope, rebuildLedger);
  expect(rebuilt.length).toBeGreaterThan(8);
  expect(rebuilt).toEqual(await db.fast(scope, readLedgerSums));
  expect((await compare(world)).map(({ kind }) => kind)).toEqual(['held']);
});
