import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { marketplaceScope, type Scope } from '#app/core/viewer.ts';
import type { DashboardDto } from '#app/features/dashboard/dashboard.contract.ts';
import { buildMoments } from '#app/features/dashboard/dashboard.ts';
import { listTopProducts, sumByDay, sumByVendor } from '#app/features/dashboard/dashboard.repo.server.ts';
import { addChanges, findRollUp, FIRST_DAY } from '#app/features/dashboard/sum-days.repo.server.ts';
import { startRollUps, refreshRollUps } from '#app/features/dashboard/roll-ups.service.server.ts';
import { PAID_STATUSES, sumTransactions } from '#app/features/finance/transactions/transactions.repo.server.ts';
import { readOrderSums } from '#app/features/orders/sums/order-sums.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin } from '#tests/factories/people.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { isProof, SEED } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

beforeAll(() => startProgram());
afterAll(() => program().stop());

const ZONES = [
  'Europe/Amsterdam',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'Asia/Kathmandu',
] as const;
/** Around the nights in which the clocks of Europe, Cuba and New York go back. */
const RANGE = { from: '2026-10-22', to: '2026-11-04' };
const FIRST_MOMENT = Date.parse('2026-10-20T00:00:00Z');

type World = { store: BuiltStore; vendors: BuiltVendor[]; orders: bigint[] };
async function buildWorld(timezone: string): Promise<World> {
  const store = await buildStore({ timezone });
  await program().owner.store.update({ where: { id: store.id }, data: { installedAt: new Date('2026-01-01') } });
  return { store, vendors: [await buildVendor({ store }), await buildVendor({ store })], orders: [] };
}

const inStore = <T>(store: BuiltStore, work: (tx: SqlTx) => Promise<T>) =>
  program().container.services.db.fast(marketplaceScope(store.id), work);

/** One step of summing, as the job takes it, while the worker runs none: it never runs two of a store beside one another. */
async function sumStep(store: BuiltStore): Promise<void> {
  await program().drain();
  await inStore(store, (tx) => refreshRollUps(program().container.services, tx, store.id, { key: 'now' }));
}

/** Adds some of what changed, as a step does where there is more than it takes at once. */
async function addSome(store: BuiltStore, limit: number): Promise<void> {
  await inStore(store, async (tx) => {
    const rollUp = await findRollUp(tx);
    if (rollUp) for (const name of ['sales', 'products'] as const) await addChanges(tx, name, rollUp, limit);
  });
}

/** Everything that is left to sum, by the job itself. */
async function sumAll(store: BuiltStore): Promise<void> {
  await startRollUps(program().container.services, store.id);
  await program().drain();
  expect(await inStore(store, findRollUp)).toMatchObject({ coversFrom: FIRST_DAY });
}

type Sale = { vendor: number; hour: number; units: number; cents: number; product: number; status: string };
async function sell(world: World, { vendor, hour, units, cents, product, status }: Sale): Promise<void> {
  const id = BigInt(8_000_000 + nextNumber());
  const vendorId = world.vendors[vendor]?.id ?? 0n;
  const at = new Date(FIRST_MOMENT + hour * HOUR_MS);
  await program().owner.$executeRaw`
    INSERT INTO order_lines (store_id, id, order_id, vendor_id, position, product_id, variant_id, sku, title, variant_title, quantity, current_quantity,
      unit_price_minor, requires_shipping, gift_card)
    VALUES (${world.store.id}, ${id}, ${id}, ${vendorId}, 0, ${product === 0 ? null : BigInt(product)}, 1, '', ${`Thing ${product}`}, '', ${units}, ${units}, ${cents}, true, false)`;
  await program().owner.$executeRaw`
    INSERT INTO vendor_orders (store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor,
      discount_minor, shipping_minor, tax_minor, total_minor, sold_minor, commission_minor, payout_minor, posted_minor, historical, search_text, updated_at)
    VALUES (${world.store.id}, ${id}, ${vendorId}, '#1', ${product === 3 ? 'EUR' : 'USD'}, ${at}, ${status}, 'unfulfilled', 'due', ${units}, ${cents}, 0, 0, 0,
      ${units * cents}, ${units * cents}, 7, ${units * cents - 7}, ${units * cents - 7}, false, '', ${at})`;
  world.orders.push(id);
}

/** What becomes of an order, as statements write it. */
const CHANGES = {
  refund: 'UPDATE vendor_orders SET total_minor = total_minor - 1, posted_minor = posted_minor - 1 WHERE order_id = $1',
  cancel: `UPDATE vendor_orders SET cancelled_at = ordered_at + interval '1 hour' WHERE order_id = $1`,
  ship: `UPDATE vendor_orders SET fulfilled_at = ordered_at + interval '95 minutes' WHERE order_id = $1`,
  payOut: 'UPDATE vendor_orders SET paid_out_minor = posted_minor WHERE order_id = $1',
  owe: `UPDATE vendor_orders SET financial_status = 'pending' WHERE order_id = $1`,
  takeItemsBack: 'UPDATE order_lines SET current_quantity = 0 WHERE order_id = $1',
  remind: 'UPDATE vendor_orders SET reminders_sent = reminders_sent + 1 WHERE order_id = $1',
  removeItems: 'DELETE FROM order_lines WHERE order_id = $1',
  remove: 'DELETE FROM vendor_orders WHERE order_id = $1',
} as const;
type Change = keyof typeof CHANGES;
const change = (orderId: bigint | undefined, what: Change) =>
  program().owner.$executeRawUnsafe(CHANGES[what], orderId ?? 0n);

/** The figures of a range from the orders, from the days of vendors, and from those of the store where it is asked as a whole. */
async function readBoth(world: World, vendor: Scope['vendor'], timezone: string) {
  return program().container.services.db.fast({ ...marketplaceScope(world.store.id), vendor }, async (tx) => {
    const rollUp = await findRollUp(tx);
    const isSummed = rollUp?.timezone === timezone && rollUp.coversFrom <= RANGE.from;
    const moments = buildMoments(RANGE, timezone);
    const figures = async (summed: { isSummed: boolean; hasStoreDays: boolean }) => {
      const period = { ...RANGE, moments, timezone, ...summed };
      return [await sumByDay(tx, period), await sumByVendor(tx, period, 100), await listTopProducts(tx, period, 10)];
    };
    const hasStoreDays = rollUp?.hasStoreDays ?? false;
    return {
      isSummed,
      hasStoreDays,
      plain: await figures({ isSummed: false, hasStoreDays: false }),
      byVendor: await figures({ isSummed, hasStoreDays: false }),
      rolledUp: await figures({ isSummed, hasStoreDays }),
    };
  });
}

/** What orders of all time come to, by the kept sums (undefined while not every order is in them) and by the orders. */
function readTotals(world: World, scope: Scope['vendor'], vendorId?: bigint) {
  const filters = (['all', 'paid', 'unpaid'] as const).flatMap((payment) =>
    [undefined, 'due'].map((payoutState) => ({ payment, payoutState })),
  );
  return program().container.services.db.fast({ ...marketplaceScope(world.store.id), vendor: scope }, async (tx) => {
    const totals = { kept: [] as unknown[], plain: [] as unknown[] };
    for (const { payment, payoutState } of filters) {
      const payments = payment === 'all' ? undefined : { of: PAID_STATUSES, isOthers: payment === 'unpaid' };
      totals.kept.push(await readOrderSums(tx, { vendorId, payment: payments, payoutState }));
      totals.plain.push(await sumTransactions(tx, { range: {}, q: '', payment, payoutState, vendorId }));
    }
    return totals;
  });
}

const sales = fc.record({
  vendor: fc.nat(1),
  hour: fc.nat(24 * 18),
  units: fc.integer({ min: 1, max: 3 }),
  cents: fc.integer({ min: 10, max: 9_999 }),
  product: fc.nat(3),
  status: fc.constantFrom('paid', 'paid', 'paid', 'pending', 'partially_refunded'),
});
type Step =
  | { kind: 'sell'; sale: Sale }
  | { kind: 'change'; order: number; what: Change }
  | { kind: 'sum' }
  | { kind: 'add'; limit: number }
  | { kind: 'zone'; zone: string };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: sales.map((sale): Step => ({ kind: 'sell', sale })) },
    {
      weight: 5,
      arbitrary: fc
        .record({ order: fc.nat(40), what: fc.constantFrom(...(Object.keys(CHANGES) as Change[])) })
        .map((one): Step => ({ kind: 'change', ...one })),
    },
    { weight: 3, arbitrary: fc.constant<Step>({ kind: 'sum' }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((limit): Step => ({ kind: 'add', limit })) },
    { weight: 1, arbitrary: fc.constantFrom(...ZONES).map((zone): Step => ({ kind: 'zone', zone })) },
  ),
  { minLength: 12, maxLength: 24 },
);

describe('the summed days of the dashboard', () => {
  it('equal the plain queries after every change, whenever they are summed, in every zone', async () => {
    let read = 0;
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.array(sales, { minLength: 5, maxLength: 5 }),
        steps,
        async (zone, first, drawn) => {
          const world = await buildWorld(zone);
          let timezone: string = zone;
          for (const sale of first) await sell(world, sale);
          for (const step of drawn) {
            if (step.kind === 'sell') await sell(world, step.sale);
            if (step.kind === 'change') await change(world.orders[step.order % world.orders.length], step.what);
            if (step.kind === 'sum') await sumStep(world.store);
            if (step.kind === 'add') await addSome(world.store, step.limit);
            if (step.kind === 'zone') {
              timezone = step.zone;
              await program().owner.store.update({ where: { id: world.store.id }, data: { timezone } });
            }
            for (const vendor of ['*', world.vendors[0]?.id ?? '*'] as const) {
              const { isSummed, hasStoreDays, plain, byVendor, rolledUp } = await readBoth(world, vendor, timezone);
              if (isSummed && hasStoreDays) read++;
              expect([byVendor, rolledUp]).toEqual([plain, plain]);
              const totals = await readTotals(world, vendor, world.vendors[1]?.id);
              const all = await readTotals(world, vendor);
              if (all.kept[0] === undefined) continue;
              kept++;
              expect([totals.kept, all.kept]).toEqual([totals.plain, all.plain]);
            }
          }
        },
      ),
      { numRuns: isProof ? 30 : 3, seed: SEED },
    );
    // Most comparisons are of days that were summed.
    expect(read).toBeGreaterThan(30);
    expect(kept).toBeGreaterThan(30);
  });

  it('totals of all time count every order once, of before the sums, of while they are taken and of later', async () => {
    const world = await buildWorld('UTC');
    const sale = { vendor: 0, hour: 72, units: 1, cents: 500, product: 1, status: 'paid' };
    await sell(world, sale);
    await sell(world, { ...sale, vendor: 1, status: 'pending' });
    // As a store that was there before the sums: nothing is kept of its orders.
    await program().owner.orderSum.deleteMany({ where: { storeId: world.store.id } });
    const writer = new pg.Client(program().databaseUrl);
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('UPDATE vendor_orders SET paid_out_minor = 900 WHERE order_id = $1', [world.orders[0]]);
    expect((await readTotals(world, '*')).kept[0]).toBeUndefined();
    await sumStep(world.store);
    await writer.query('COMMIT');
    await writer.end();
    for (const step of ['nothing', 'sell', 'fold', 'remove'] as const) {
      if (step === 'sell') await sell(world, sale);
      if (step === 'fold') await sumStep(world.store);
      if (step === 'remove') await change(world.orders[0], 'remove');
      const { kept, plain } = await readTotals(world, '*');
      expect(kept).toEqual(plain);
    }
    await sumStep(world.store);
    const left = await program().owner.orderSum.findMany({ where: { storeId: world.store.id } });
    expect(left.map(({ financialStatus, count }) => [financialStatus, count]).sort()).toEqual([
      ['paid', 1n],
      ['pending', 1n],
    ]);
  });

  it('days of the store as a whole are summed once of what the release before kept, and hold no row of a day without orders', async () => {
    const world = await buildWorld('UTC');
    const sale = { vendor: 0, hour: 72, units: 1, cents: 500, product: 1, status: 'paid' };
    for (const one of [sale, { ...sale, vendor: 1 }, { ...sale, hour: 96 }]) await sell(world, one);
    await sumAll(world.store);
    // As the release before leaves it: a day of before the triggers that they never saw, and none of the store's days asked for.
    const { owner } = program();
    await owner.storeSalesDay.deleteMany({ where: { storeId: world.store.id } });
    await owner.salesRollUp.update({ where: { storeId: world.store.id }, data: { storeDaysSummed: false } });
    await change(world.orders[0], 'refund');
    for (const step of ['unsummed', 'summed', 'changed', 'gone'] as const) {
      if (step === 'changed') await change(world.orders[1], 'payOut');
      if (step === 'gone') await change(world.orders[2], 'remove');
      if (step !== 'unsummed') await sumStep(world.store);
      const { hasStoreDays, plain, byVendor, rolledUp } = await readBoth(world, '*', 'UTC');
      expect([hasStoreDays, byVendor, rolledUp]).toEqual([step !== 'unsummed', plain, plain]);
    }
    const days = await owner.storeSalesDay.findMany({ where: { storeId: world.store.id } });
    expect(days).toMatchObject([{ day: new Date('2026-10-23'), placed: 2, salesMinor: 1000n, refundsMinor: 1n }]);
  });

  it('an order that is committed while its day is summed is counted', async () => {
    const world = await buildWorld('UTC');
    for (const hour of [72, 73])
      await sell(world, { vendor: 0, hour, units: 1, cents: 500, product: 1, status: 'paid' });
    await sumAll(world.store);
    const writer = new pg.Client(program().databaseUrl);
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query('UPDATE vendor_orders SET sold_minor = 9000, total_minor = 9000 WHERE order_id = $1', [
      world.orders[0],
    ]);
    // Another order of the same day changes, so that the day is summed now.
    await change(world.orders[1], 'cancel');
    await sumStep(world.store);
    await writer.query('COMMIT');
    await writer.end();
    for (const sum of [false, true]) {
      if (sum) await sumStep(world.store);
      const { isSummed, plain, rolledUp } = await readBoth(world, '*', 'UTC');
      expect([isSummed, rolledUp]).toEqual([true, plain]);
      expect(rolledUp[0]).toMatchObject([{ day: '2026-10-23', orders: 1, salesMinor: 9000n }]);
    }
    expect(await program().owner.salesChange.count({ where: { storeId: world.store.id } })).toBe(0);
  });

  it.each(['order', 'items'] as const)(
    'an order and its items that two writers change at the same time are counted, the %s first',
    async (first) => {
      const world = await buildWorld('UTC');
      await sell(world, { vendor: 0, hour: 72, units: 3, cents: 500, product: 1, status: 'paid' });
      await sumAll(world.store);
      const [one, other] = [new pg.Client(program().databaseUrl), new pg.Client(program().databaseUrl)];
      const writes = {
        order: `UPDATE vendor_orders SET cancelled_at = ordered_at WHERE order_id = $1`,
        items: 'UPDATE order_lines SET current_quantity = 1 WHERE order_id = $1',
      };
      for (const writer of [one, other]) {
        await writer.connect();
        await writer.query('BEGIN');
      }
      await one.query(writes[first], [world.orders[0]]);
      const waiting = other.query(writes[first === 'order' ? 'items' : 'order'], [world.orders[0]]);
      await waitFor('the second writer waits for the first', async () => {
        const [row] = await program().owner.$queryRaw<{ waits: boolean }[]>`
          SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`;
        return row?.waits;
      });
      await one.query('COMMIT');
      await waiting;
      await other.query('COMMIT');
      for (const writer of [one, other]) await writer.end();
      for (const sum of [false, true]) {
        if (sum) await sumStep(world.store);
        const { isSummed, plain, rolledUp } = await readBoth(world, '*', 'UTC');
        expect([isSummed, rolledUp]).toEqual([true, plain]);
        expect(rolledUp[2]).toEqual([]);
      }
    },
  );

  it('days of several months are summed step by step, and a new time zone of the store sums them again', async () => {
    const world = await buildWorld('UTC');
    const admin = await buildAdmin({ store: world.store });
    // Half past eleven in the evening of UTC: another day in Amsterdam.
    for (const hour of [-24 * 150 - 0.5, -24 * 90 - 0.5, -24 * 20 - 0.5, 71.5])
      await sell(world, { vendor: 0, hour, units: 2, cents: 500, product: 1, status: 'paid' });
    const read = async () => {
      const answer = await api(admin).get('/dashboard', { query: { from: '2026-04-01', to: '2026-10-31' } });
      const { orders, topProducts } = answer.as<DashboardDto>();
      return [orders.filter((one) => one.orders > 0).map(({ day }) => day), topProducts[0]?.units];
    };
    const days = ['2026-05-22', '2026-07-21', '2026-09-29', '2026-10-22'];
    for (let step = 0; step < 3; step++) {
      expect(await read()).toEqual([days, 8]);
      await sumStep(world.store);
    }
    await sumAll(world.store);
    expect(await read()).toEqual([days, 8]);
    expect(await program().owner.salesDay.count({ where: { storeId: world.store.id } })).toBe(4);

    const shop = { name: 'Store', email: 'owner@souk.test', currency: 'USD', iana_timezone: 'Europe/Amsterdam' };
    expect(await deliverWebhook({ shop: world.store.domain, topic: 'shop/update', payload: shop })).toBe(200);
    await program().drain();
    expect(await inStore(world.store, findRollUp)).toMatchObject({
      timezone: 'Europe/Amsterdam',
      coversFrom: FIRST_DAY,
    });
    expect(await read()).toEqual([['2026-05-23', '2026-07-22', '2026-09-30', '2026-10-23'], 8]);
  });

  it('what a delivery changes is written with it, and past orders leave nothing to sum', async () => {
    const world = await buildWorld('UTC');
    const place = (createdAt: string, more: object = {}) =>
      deliverWebhook({
        shop: world.store.domain,
        topic: 'orders/create',
        payload: buildOrderPayload({
          createdAt: new Date(createdAt),
          lines: [{ vendor: world.vendors[0]?.name ?? '', price: '10.00' }],
          ...more,
        }),
      });
    const countChanges = () => program().owner.salesChange.count({ where: { storeId: world.store.id } });
    await place('2025-12-31T10:00:00Z');
    await program().drain();
    expect(await countChanges()).toBe(0);
    await place('2026-10-25T10:07:00Z');
    await program().drain();
    expect(await program().owner.salesChange.findMany({ where: { storeId: world.store.id } })).toMatchObject([
      { vendorId: world.vendors[0]?.id, orderedAt: new Date('2026-10-25T10:00:00Z'), orders: 1, salesMinor: 1000n },
    ]);
    await sumAll(world.store);
    expect(await countChanges()).toBe(0);
    // What tells the figures nothing leaves them alone.
    await program().owner.vendorOrder.updateMany({ where: { storeId: world.store.id }, data: { remindersSent: 1 } });
    expect(await countChanges()).toBe(0);
  });
});
