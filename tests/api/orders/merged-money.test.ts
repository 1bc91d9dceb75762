import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Amount = { amount: string; currency: string };
type Listed = { orders: { due: Amount }[]; totals: { earned: Amount; due: Amount }[] | null };

let store: BuiltStore;
let north: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  await buildVendor({ store, name: 'South' });
  admin = await buildAdmin({ store });
  await buildDefaultList(store);
  const sales = [
    [{ vendor: 'North', price: '20.00' }],
    [
      { vendor: 'North', price: '5.00' },
      { vendor: 'South', price: '7.00' },
    ],
  ];
  for (const lines of sales) {
    const payload = buildOrderPayload({ createdAt: program().clock.now(), lines });
    expect(await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload })).toBe(200);
  }
  await waitFor('the orders are known', async () => (await program().owner.vendorOrder.count()) >= 3);
});
afterAll(() => program().stop());

const list = async (by: BuiltUser, query = '') => (await api(by).get(`/orders?${query}`)).as<Listed>();

describe('the merged view of money', () => {
  it('is off until an admin switches it on, by the call of features or on the screen of rules', async () => {
    expect((await list(north)).totals).toBeNull();
    const before = (await api(admin).get('/app/info')).as<{ features: { useFinanceV2: object } }>();
    expect(before.features.useFinanceV2).toEqual({ enabled: false });
    const features = { useFinanceV2: { enabled: true } };
    expect((await api(admin).patch('/app/info/features', { features })).status).toBe(200);
    expect((await list(north)).totals).not.toBeNull();
    expect((await api(north).patch('/app/info/features', { features })).status).toBe(403);
  });

  it('shows what was earned and is due in all and of each order, a vendor its own only', async () => {
    const own = await list(north);
    const money = (await api(north).get('/transactions?period=all')).as<{ aggs: { due: Amount; payout: Amount }[] }>();
    expect(own.totals).toEqual([{ earned: money.aggs[0]?.payout, due: money.aggs[0]?.due }]);
    const sum = own.orders.reduce((total, { due }) => total + Number(due.amount), 0);
    expect(sum.toFixed(2)).toBe(own.totals?.[0]?.due.amount);
    const all = await list(admin);
    const south = await list(admin, 'vendor=South');
    const earned = (listed: Listed) => Number(listed.totals?.[0]?.earned.amount);
    expect(earned(all)).toBeCloseTo(earned(own) + earned(south), 2);
    expect(earned(south)).toBeLessThan(7);
  });

  it('shows it by the chosen period, and nothing as zero of the store’s currency', async () => {
    const none = await list(north, 'from=2020-01-01&to=2020-01-02');
    expect(none.totals).toEqual([
      { earned: { amount: '0.00', currency: 'USD' }, due: { amount: '0.00', currency: 'USD' } },
    ]);
  });

  it('stands in the export of orders: what was earned, paid out and is due of each', async () => {
    const text = String((await api(north).post('/orders/export', {})).body).replace('\uFEFF', '');
    const { data } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true });
    const totals = (await list(north)).totals;
    const sum = (column: string) => data.reduce((total, row) => total + Number(row[column]), 0).toFixed(2);
    expect([sum('earned'), sum('due'), sum('paid_out')]).toEqual([
      totals?.[0]?.earned.amount,
      totals?.[0]?.due.amount,
      '0.00',
    ]);
  });
});
