import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DashboardDto, DaySumsDto } from '#app/features/dashboard/dashboard.contract.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload, buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

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
  return { store, vendors, admin: await buildAdmin({ store }), seller };
}
const read = async (by: BuiltUser, query: Record<string, string> = {}) =>
  (await api(by).get('/dashboard', { query })).as<DashboardDto>();
const switchDashboard = async (admin: BuiltUser, enabled: boolean) => {
  const answer = await api(admin).patch('/app/info/features', { features: { dashboard: { enabled } } });
  expect(answer.status).toBe(200);
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
      // What was given back whole, before it was shipped, is cancelled.
      if (!vendors.includes(vendor) || !drawn.isPaid || left === 0) continue;
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

describe('the dashboard', () => {
  it.each(Object.entries(RANGES))(
    'its figures equal a plain recomputation from random orders over a change of clocks in %s',
    async (zone, range) => {
      await fc.assert(
        fc.asyncProperty(drawnOrders, async (orders) => {
          const world = await buildWorld(zone);
          const sold: { drawn: Drawn; at: Date }[] = [];
          for (const drawn of orders) sold.push({ drawn, at: await sell(world, drawn, range.from) });
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
          }
          const { marketplace, transactions } = await read(world.admin, range);
          const byVendor = marketplace?.vendors.reduce((sum, one) => sum + cents(one.sales), 0);
          expect(byVendor).toBe(cents(transactions[0]?.current.sales ?? { amount: '' }));
        }),
        { numRuns: 3 },
      );
    },
    120_000,
  );
});
