import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import type { DashboardDto, DaySumsDto } from '#app/features/dashboard/dashboard.contract.ts';
import { buildMoments, type Moments } from '#app/features/dashboard/dashboard.ts';
import { startRollUps } from '#app/features/dashboard/roll-ups.service.server.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload, buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { isProof, noteCount, SEED } from '#tests/support/scale.ts';

beforeAll(() => startProgram());
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
});

type World = { store: BuiltStore; vendors: BuiltVendor[]; admin: BuiltUser; seller: BuiltUser };
async function buildWorld(timezone: string): Promise<World> {
  const store = await buildStore({ timezone });
  // Orders from before the install are no sales.
  await program().owner.store.update({ where: { id: store.id }, data: { installedAt: new Date('2026-01-01') } });
  const vendors = [await buildVendor({ store, name: 'North' }), await buildVendor({ store, name: 'South' })];
  await buildDefaultList(store, 10);
  const seller = await buildUser(vendors[0] ? { vendor: vendors[0], role: 'manager' } : {});
  const admin = await buildAdmin({ store });
  // No mail server is there: the mails of hundreds of orders would be tried again and again, and waited for each time.
  await changeFeatures(admin, { notifications: { disableAll: true } });
  return { store, vendors, admin, seller };
}
const read = async (by: BuiltUser, query: Record<string, string> = {}) =>
  (await api(by).get('/dashboard', { query })).as<DashboardDto>();
const changeFeatures = async (admin: BuiltUser, features: object) => {
  expect((await api(admin).patch('/app/info/features', { features })).status).toBe(200);
};

/** An order that is drawn: when it was placed, each vendor's units at a price in cents, and what became of it. */
type Drawn = {
  minute: number;
  lines: { vendor: number; cents: number; quantity: number; back: number }[];
  isPaid: boolean;
};
const RANGES: Readonly<Record<string, { from: string; to: string }>> = {
  // The clocks of each go back, or ahead by half an hour, in the middle of its range.
  'Europe/Amsterdam': { from: '2026-10-23', to: '2026-10-27' },
  'America/New_York': { from: '2026-10-30', to: '2026-11-03' },
  'Australia/Lord_Howe': { from: '2026-10-02', to: '2026-10-06' },
};
const DAY_MINUTES = 24 * 60;
const drawnOrders: fc.Arbitrary<Drawn[]> = fc.array(
  fc.record({
    // From before the days that are compared with to after the range.
    minute: fc.integer({ min: -6 * DAY_MINUTES, max: 7 * DAY_MINUTES }),
    lines: fc.uniqueArray(
      fc.record({
        vendor: fc.integer({ min: 0, max: 1 }),
        cents: fc.integer({ min: 1, max: 99_999 }),
        quantity: fc.integer({ min: 1, max: 3 }),
        back: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 2, selector: ({ vendor }) => vendor },
    ),
    isPaid: fc.boolean(),
  }),
  { minLength: 6, maxLength: 10 },
);

async function sell(world: World, drawn: Drawn, from: string): Promise<Date> {
  const createdAt = new Date(Date.parse(`${from}T00:00:00Z`) + drawn.minute * 60_000);
  const order = buildOrderPayload({
    createdAt,
    financialStatus: drawn.isPaid ? 'paid' : 'pending',
    lines: drawn.lines.map(({ vendor, cents, quantity }) => ({
      vendor: world.vendors[vendor]?.name ?? '',
      price: (cents / 100).toFixed(2),
      quantity,
    })),
  });
  const deliver = async (topic: string, payload: object) => {
    expect(await deliverWebhook({ shop: world.store.domain, topic, payload })).toBe(200);
  };
  await deliver('orders/create', order);
  const back = drawn.lines
    .map((line, index) => ({ index, quantity: Math.min(line.back, line.quantity) }))
    .filter(({ quantity }) => quantity > 0);
  if (drawn.isPaid && back.length > 0)
    await deliver('refunds/create', buildRefundPayload(order, back, new Date(createdAt.getTime() + 60_000)));
  return createdAt;
}

type Plain = Record<string, { orders: number; units: number; sales: number; refunds: number; earnings: number }>;
/** The figures of each day in cents, from what was drawn alone: nothing of the program has a part in it. */
function recompute(sold: { drawn: Drawn; at: Date }[], zone: string, vendors: readonly number[]): Plain {
  const days: Plain = {};
  const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  for (const { drawn, at } of sold) {
    for (const { vendor, cents, quantity, back } of drawn.lines) {
      const left = Math.max(0, quantity - back);
      // What was given back whole, before it was shipped, is a sale and a refund (M67).
      if (!vendors.includes(vendor) || !drawn.isPaid) continue;
      const day = (days[dayIn.format(at)] ??= { orders: 0, units: 0, sales: 0, refunds: 0, earnings: 0 });
      day.orders += 1;
      day.units += left;
      day.sales += cents * quantity;
      day.refunds += cents * (quantity - left);
      day.earnings += cents * left - Math.floor((cents * left) / 10 + 0.5);
    }
  }
  return days;
}
const cents = (amount: { amount: string }) => Math.round(Number(amount.amount) * 100);
const plainOf = (rows: readonly DaySumsDto[]): Plain =>
  Object.fromEntries(
    rows
      .filter(({ orders }) => orders > 0)
      .map(({ day, orders, units, sales, refunds, earnings }) => [
        day,
        { orders, units, sales: cents(sales), refunds: cents(refunds), earnings: cents(earnings) },
      ]),
  );
const within = (days: Plain, { from, to }: { from: string; to: string }): Plain =>
  Object.fromEntries(Object.entries(days).filter(([day]) => day >= from && day <= to));
const total = (days: Plain, name: 'orders' | 'sales' | 'refunds' | 'earnings' | 'units') =>
  Object.values(days).reduce((sum, one) => sum + one[name], 0);

/** What the ledger owes vendors for orders of a time, in cents. */
async function sumLedger(store: BuiltStore, vendorIds: readonly bigint[], { from, to }: Moments): Promise<number> {
  const [row] = await program().owner.$queryRaw<{ sum: number }[]>`
    SELECT coalesce(sum(p.amount_minor), 0)::int AS sum FROM ledger_postings p
    JOIN vendor_orders v ON v.store_id = p.store_id AND v.order_id = p.order_id AND v.vendor_id = p.vendor_id
    WHERE p.store_id = ${store.id} AND p.account = 'vendor_payable' AND p.vendor_id = ANY(${vendorIds})
      AND v.ordered_at >= ${from} AND v.ordered_at < ${to}`;
  return row?.sum ?? 0;
}

/** Each figure is what the list says that it leads to. */
async function expectLists(by: BuiltUser, range: { from: string; to: string }, { transactions }: DashboardDto) {
  const own = transactions[0]?.current;
  const none = { amount: '0.00', currency: 'USD' };
  type Totals = { gross: { amount: string }; commission: object; payout: object; due: object };
  const listTotals = async (query: Record<string, string>): Promise<Totals> => {
    const list = await api(by).get('/transactions', { query: { ...range, ...query } });
    return list.as<{ aggs: Totals[] }>().aggs[0] ?? { gross: none, commission: none, payout: none, due: none };
  };
  const paid = await listTotals({ payment: 'paid' });
  expect(paid).toMatchObject({ commission: own?.commission, payout: own?.earnings });
  expect(cents(own?.sales ?? none) - cents(own?.refunds ?? none)).toBe(cents(paid.gross));
  expect((await listTotals({ payout: 'due' })).due).toEqual(own?.due);
  const orders = await api(by).get('/orders', { query: { ...range, payment: 'sold' } });
  const listed = orders.as<{ orders: { itemCount: number }[]; matching: number }>();
  expect(listed.matching).toBe(own?.orders);
  expect(listed.orders.reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(own?.units);
}

/** Sums every day of a store, as the job does. */
async function sumDays(store: BuiltStore): Promise<void> {
  await program().drain();
  await startRollUps(program().container.services, store.id);
  await program().drain();
}

describe('the dashboard', () => {
  it.each(Object.entries(RANGES))(
    'its figures equal a plain recomputation from random orders over a change of clocks in %s',
    async (zone, range) => {
      await fc.assert(
        fc.asyncProperty(drawnOrders, fc.boolean(), async (orders, isSummed) => {
          const world = await buildWorld(zone);
          const sold: { drawn: Drawn; at: Date }[] = [];
          for (const [index, drawn] of orders.entries()) {
            // In half of the stores days are summed before the last orders come, in the others never.
            if (isSummed && index === Math.floor(orders.length / 2)) await sumDays(world.store);
            sold.push({ drawn, at: await sell(world, drawn, range.from) });
          }
          await program().drain();
          for (const [by, vendors] of [
            [world.admin, [0, 1]],
            [world.seller, [0]],
          ] as const) {
            const answer = await read(by, range);
            const plain = recompute(sold, zone, vendors);
            expect(plainOf(answer.orders)).toEqual(within(plain, range));
            const [own] = answer.transactions;
            for (const [figures, days] of [
              [own?.current, within(plain, answer.range)],
              [own?.before, within(plain, answer.before)],
            ] as const) {
              expect(figures).toMatchObject({ orders: total(days, 'orders'), units: total(days, 'units') });
              expect(cents(figures?.sales ?? { amount: '' })).toBe(total(days, 'sales'));
              expect(cents(figures?.refunds ?? { amount: '' })).toBe(total(days, 'refunds'));
              expect(cents(figures?.earnings ?? { amount: '' })).toBe(total(days, 'earnings'));
              expect(figures?.due).toEqual(figures?.earnings);
            }
            const vendorIds = vendors.map((index) => world.vendors[index]?.id ?? 0n);
            expect(cents(own?.current.earnings ?? { amount: '' })).toBe(
              await sumLedger(world.store, vendorIds, buildMoments(range, zone)),
            );
            await expectLists(by, range, answer);
          }
          const { marketplace, transactions } = await read(world.admin, range);
          const byVendor = marketplace?.vendors.reduce((sum, one) => sum + cents(one.sales), 0);
          expect(byVendor).toBe(cents(transactions[0]?.current.sales ?? { amount: '' }));
          noteCount('stores', 1);
        }),
        { numRuns: isProof ? 12 : 3, seed: SEED },
      );
    },
    isProof ? 600_000 : 120_000,
  );

  it('refunds count the same whether they arrive with the order or after it was booked', async () => {
    const world = await buildWorld('UTC');
    const from = '2026-11-02';
    const drawn: Drawn = { minute: 60, isPaid: true, lines: [{ vendor: 0, cents: 2_000, quantity: 3, back: 1 }] };
    await sell(world, drawn, from);
    await program().drain();
    const createdAt = new Date(`${from}T08:00:00Z`);
    const order = buildOrderPayload({ createdAt, lines: [{ vendor: 'North', price: '20.00', quantity: 3 }] });
    const deliver = (topic: string, payload: object) => deliverWebhook({ shop: world.store.domain, topic, payload });
    await deliver('orders/create', order);
    await program().drain();
    const refund = buildRefundPayload(order, [{ index: 0, quantity: 1 }], new Date(createdAt.getTime() + 1_000));
    // The platform repeats what it was not sure of: a refund counts once.
    for (const _ of [1, 2]) await deliver('refunds/create', refund);
    await program().drain();
    const { transactions } = await read(world.seller, { from, to: from });
    expect(transactions[0]?.current).toMatchObject({
      orders: 2,
      units: 4,
      sales: { amount: '120.00' },
      refunds: { amount: '40.00' },
      averageOrder: { amount: '60.00' },
      commission: { amount: '8.00' },
      earnings: { amount: '72.00' },
      due: { amount: '72.00' },
    });
  });

  it('M67: goods that were all refunded before they were sent are a sale and a refund; cancelled is what the platform cancelled', async () => {
    const world = await buildWorld('UTC');
    const [from, other] = ['2026-11-02', '2026-11-03'];
    const lines = [{ vendor: 0, cents: 2_000, quantity: 2, back: 2 }];
    await sell(world, { minute: 60, isPaid: true, lines }, from);
    const createdAt = new Date(`${from}T08:00:00Z`);
    const order = buildOrderPayload({ createdAt, lines: [{ vendor: 'North', price: '15.00', quantity: 1 }] });
    const deliver = (topic: string, payload: object) => deliverWebhook({ shop: world.store.domain, topic, payload });
    await deliver('orders/create', order);
    const cancelled_at = new Date(createdAt.getTime() + 60_000).toISOString();
    await deliver('orders/cancelled', { ...order, cancelled_at, updated_at: cancelled_at });
    await program().drain();
    for (const isSummed of [false, true]) {
      if (isSummed) await sumDays(world.store);
      const answer = await read(world.seller, { from, to: other });
      expect(answer.transactions[0]?.current).toMatchObject({
        orders: 1,
        units: 0,
        sales: { amount: '40.00' },
        refunds: { amount: '40.00' },
      });
      await expectLists(world.seller, { from, to: other }, answer);
    }
    const { marketplace } = await read(world.admin, { from, to: other });
    expect(marketplace?.vendors[0]).toMatchObject({ orders: 1, cancelledPercent: 50, refundedPercent: 100 });
  });

  it('adds up to the lists it leads to', async () => {
    const { admin, seller } = await busyWorld();
    const range = { from: '2026-11-02', to: '2026-11-08' };
    for (const by of [admin, seller]) await expectLists(by, range, await read(by, range));
    // The same orders, looked for by a text.
    const found = async (query: Record<string, string>) =>
      (await api(admin).get('/orders', { query: { ...range, q: 'kettle', ...query } })).as<{ matching: number }>()
        .matching;
    expect([await found({}), await found({ payment: 'sold' })]).toEqual([6, 6]);
  });

  it('the marketplace reads sales, reliability and warnings by vendor, new vendors and top products; a vendor only its own', async () => {
    const { store, admin, seller } = await busyWorld();
    const range = { from: '2026-11-02', to: '2026-11-08' };
    await program().owner.vendor.updateMany({
      where: { storeId: store.id, name: 'North' },
      data: { createdAt: new Date('2026-11-03') },
    });
    await program().owner.vendor.updateMany({
      where: { storeId: store.id, name: 'South' },
      data: { createdAt: new Date('2026-10-30') },
    });
    await program().owner.vendorOrder.updateMany({
      where: { storeId: store.id, cancelledAt: null },
      data: { fulfilledAt: new Date('2026-11-07T10:00:00Z') },
    });
    const { marketplace, topProducts } = await read(admin, range);
    expect(marketplace).toMatchObject({ newVendors: 1, newVendorsBefore: 1 });
    expect(marketplace?.vendors).toMatchObject([
      // Ordered on the second at ten, shipped on the seventh.
      {
        vendor: 'North',
        orders: 6,
        hoursToShip: 120,
        hoursToDeliver: null,
        cancelledPercent: 0,
        refundedPercent: 33.3,
        warnings: ['ship', 'refunds'],
      },
      { vendor: 'South', orders: 1, cancelledPercent: 0, refundedPercent: 0, warnings: [] },
    ]);
    expect(topProducts[0]).toMatchObject({ title: 'Kettle', units: 5, sales: { amount: '50.00' } });
    const own = await read(seller, range);
    expect(own.marketplace).toBeNull();
    expect(JSON.stringify(own)).not.toContain('Rug');
  });

  it('shows the last 30 days where no range is named, and refuses one that is turned round or longer than a year', async () => {
    const { admin, store } = await busyWorld();
    const { range, before, orders, timezone } = await read(admin);
    expect([orders.length, timezone]).toEqual([30, store.timezone]);
    expect(Date.parse(range.from) - Date.parse(before.to)).toBe(DAY_MS);
    for (const query of [
      { from: '2026-11-02', to: '2026-11-01' },
      { from: '2025-01-01', to: '2026-01-02' },
    ]) {
      const answer = await api(admin).get('/dashboard', { query });
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { issues: [{ path: 'to', rule: 'days_apart', params: { maximum: 365 } }] },
      ]);
    }
  });

  it('is exported as a row for each day', async () => {
    const { seller } = await busyWorld();
    const answer = await api(seller).post('/dashboard/export', { from: '2026-11-01', to: '2026-11-02' });
    expect(answer.status).toBe(200);
    expect(String(answer.body).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'day,currency,orders,units,sales,refunds,commission,earnings,due',
      '2026-11-01,USD,0,0,0.00,0.00,0.00,0.00,0.00',
      '2026-11-02,USD,6,5,70.00,20.00,5.00,45.00,45.00',
    ]);
  });

  it('leaves out orders from before the install, unpaid and test ones', async () => {
    const world = await buildWorld('UTC');
    const place = (more: object) =>
      deliverWebhook({
        shop: world.store.domain,
        topic: 'orders/create',
        payload: buildOrderPayload({
          createdAt: new Date('2026-11-02T10:00:00Z'),
          lines: [{ vendor: 'North', price: '10.00' }],
          ...more,
        }),
      });
    await place({ createdAt: new Date('2025-12-31T10:00:00Z') });
    await place({ financialStatus: 'pending' });
    await place({ test: true });
    await program().drain();
    const { transactions } = await read(world.admin, { from: '2025-12-01', to: '2026-11-08' });
    expect(transactions[0]?.current).toMatchObject({ orders: 0, sales: { amount: '0.00' }, averageOrder: null });
  });

  it('is gone with its switch, for the marketplace and its vendors', async () => {
    const { admin, seller } = await busyWorld();
    await changeFeatures(admin, { dashboard: { enabled: false } });
    for (const by of [admin, seller]) {
      expect((await api(by).get('/dashboard')).body).toMatchObject({ code: 'feature_disabled' });
      expect((await api(by).post('/dashboard/export', {})).status).toBe(404);
    }
    await changeFeatures(admin, { dashboard: { enabled: true } });
    expect((await api(seller).get('/dashboard')).status).toBe(200);
  });
});

/** Six orders of North, one given back in part and one whole, and one of South, all on the second of November. */
async function busyWorld(): Promise<World> {
  const world = await buildWorld('UTC');
  const createdAt = new Date('2026-11-02T10:00:00Z');
  const deliver = async (topic: string, payload: object) => {
    expect(await deliverWebhook({ shop: world.store.domain, topic, payload })).toBe(200);
  };
  const line = (vendor: string, title: string, quantity: number) => [
    { vendor, title, price: '10.00', quantity, productId: title.length },
  ];
  for (const [quantity, back] of [
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [2, 1],
    [1, 1],
  ] as const) {
    const order = buildOrderPayload({ createdAt, lines: line('North', 'Kettle', quantity) });
    await deliver('orders/create', order);
    if (back > 0) await deliver('refunds/create', buildRefundPayload(order, [{ index: 0, quantity: back }], createdAt));
  }
  await deliver('orders/create', buildOrderPayload({ createdAt, lines: line('South', 'Rug', 1) }));
  await program().drain();
  return world;
}
