import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { settleSoldOrders } from '#app/features/orders/money/replay.service.server.ts';
import { placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Step = {
  since: string;
  total: number | null;
  count: number;
  vendors: { vendor: string; orders: number; before: { amount: string }; after: { amount: string } }[];
  next: string | null;
};
const PATH = '/settings/commission/what-if';

/** Tiers, a flat amount, and a condition that no product meets. */
const CHANGED = [
  { min: '0', max: '50', flat: '0.50', percentage: '17.5' },
  { min: '50', flat: '2', percentage: '7.25' },
  { min: '0', percentage: '99', constraint: { key: 'custom.material', value: 'Gold' } },
];
const OWN = [{ min: '0', percentage: '33.3333' }];

let store: BuiltStore;
let admin: BuiltUser;

/** A store in which two vendors sell, one of them by a list of its own; part of it comes back, and one order is never paid. */
async function buildTrade(commissions: object[]): Promise<{ store: BuiltStore; admin: BuiltUser }> {
  const built = await buildStore();
  const boss = await buildAdmin({ store: built });
  for (const name of ['North', 'South']) await buildVendor({ store: built, name });
  await api(boss).patch('/app/info/commission-v2', { commissions });
  await api(boss).put('/settings/commission', { vendor: 'South', commissions: OWN });
  const line = (vendor: string, price: string, quantity = 1) => ({ vendor, price, quantity });
  await placeOrder(built, { lines: [line('North', '19.99', 3), line('South', '120.00')] });
  const second = await placeOrder(built, { lines: [line('North', '80.00', 2), line('North', '0.40')] });
  await refundOrder(built, second, [{ index: 0, quantity: 1 }]);
  await placeOrder(built, { lines: [line('North', '49.99')], financialStatus: 'pending' });
  return { store: built, admin: boss };
}

/** What each vendor's paid orders are charged, as they are recorded. */
async function chargedOf({ store: built }: { store: BuiltStore }): Promise<Record<string, string>> {
  const rows = await program().owner.$queryRaw<{ name: string; minor: bigint }[]>`
    SELECT v.name, sum(o.commission_minor)::bigint AS minor FROM vendor_orders o JOIN vendors v ON v.id = o.vendor_id
    WHERE o.store_id = ${built.id} AND o.payout_state <> 'unpaid' GROUP BY 1`;
  return Object.fromEntries(rows.map(({ name, minor }) => [name, (Number(minor) / 100).toFixed(2)]));
}

const compare = (body: object, by = admin) => api(by).post(PATH, body);
const amountsOf = (step: Step, side: 'before' | 'after') =>
  Object.fromEntries(step.vendors.map((one) => [one.vendor, one[side].amount]));

beforeAll(async () => {
  await startProgram();
  ({ store, admin } = await buildTrade([{ min: '0', percentage: '10' }]));
});
afterAll(() => program().stop());

test('a changed list charges the orders of the past as it would have charged them when they were sold', async () => {
  const answer = await compare({ commissions: CHANGED });
  expect(answer.status).toBe(200);
  const step = answer.as<Step>();
  expect(amountsOf(step, 'before')).toEqual(await chargedOf({ store }));
  expect(amountsOf(step, 'after')).toEqual(await chargedOf(await buildTrade(CHANGED)));
  expect(step).toMatchObject({ total: 3, count: 3, next: null });
  expect(step.vendors.map(({ vendor, orders }) => [vendor, orders]).sort()).toEqual([
    ['North', 2],
    ['South', 1],
  ]);
});

test('a vendor’s own list is compared for that vendor alone, and an empty one is the default', async () => {
  const own = (await compare({ commissions: CHANGED, vendor: 'South' })).as<Step>();
  expect([own.total, amountsOf(own, 'before'), amountsOf(own, 'after')]).toEqual([
    1,
    { South: '40.00' },
    { South: '10.70' },
  ]);
  const none = (await compare({ commissions: [], vendor: 'south' })).as<Step>();
  expect(amountsOf(none, 'after')).toEqual({ South: '12.00' });
});

test('nothing is written, and an order with a rate of its own keeps it', async () => {
  const before = await chargedOf({ store });
  const versions = await program().owner.commissionList.count({ where: { storeId: store.id } });
  const order = await program().owner.vendorOrder.findFirstOrThrow({
    where: { storeId: store.id, totalMinor: 12_000n },
  });
  const body = { vendor: 'South', orderId: String(order.orderId), percentage: '50', flat: '1' };
  expect((await api(admin).put('/orders/commission', body)).status).toBe(200);
  const step = (await compare({ commissions: OWN, vendor: 'South' })).as<Step>();
  expect([amountsOf(step, 'before'), amountsOf(step, 'after')]).toEqual([{ South: '61.00' }, { South: '61.00' }]);
  await api(admin).put('/orders/commission', { ...body, percentage: null, flat: null });
  expect(await chargedOf({ store })).toEqual(before);
  expect(await program().owner.commissionList.count({ where: { storeId: store.id } })).toBe(versions);
});

test('what was sold more than 90 days ago is left out, and so is what was sold before the installation', async () => {
  const late = await buildTrade([{ min: '0', percentage: '10' }]);
  const [first, second] = await program().owner.order.findMany({
    where: { storeId: late.store.id },
    orderBy: { id: 'asc' },
  });
  const old = new Date(program().clock.now().getTime() - 90 * DAY_MS - 60_000);
  const at = (id: bigint | undefined) => ({ storeId_id: { storeId: late.store.id, id: id ?? 0n } });
  await program().owner.order.update({ where: at(first?.id), data: { orderedAt: old } });
  await program().owner.order.update({ where: at(second?.id), data: { historical: true } });
  const step = (await compare({ commissions: CHANGED }, late.admin)).as<Step>();
  expect([step.total, step.vendors]).toEqual([1, []]);
});

test('orders are taken in steps, and steps miss none and take none twice', async () => {
  const { db, clock } = program().container.services;
  const since = new Date(clock.now().getTime() - DAY_MS);
  const seen: string[] = [];
  let after: Parameters<typeof settleSoldOrders>[1]['after'];
  for (let steps = 0; steps < 10; steps++) {
    const step = await db.fast(marketplaceScope(store.id), (tx) =>
      settleSoldOrders(tx, { since, vendorId: null, after, limit: 1 }),
    );
    seen.push(...step.parts.map(({ part }) => `${part.orderId} ${part.vendorId}`));
    if (!step.next) break;
    after = step.next;
  }
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(3);
});

test('a list that could not be saved is refused in the same words; what is foreign is not found', async () => {
  const wrong = await compare({ commissions: [{ min: '0', max: '50', percentage: '1' }] });
  expect([wrong.status, wrong.as<{ issues: object[] }>().issues]).toEqual([
    422,
    [
      expect.objectContaining({
        path: 'commissions.0.max',
        message: 'There should not be a gap between $50 and above',
      }),
    ],
  ]);
  expect((await compare({ commissions: [] })).status).toBe(422);
  expect((await compare({ commissions: OWN, cursor: 'x' })).status).toBe(422);
  const foreign = await buildVendor({ name: 'Elsewhere' });
  expect((await compare({ commissions: OWN, vendor: foreign.name })).status).toBe(404);
  expect((await compare({ commissions: OWN }, await buildUser({ store }))).status).toBe(403);
});
