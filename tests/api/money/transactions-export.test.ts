import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Row = Record<string, string>;
type Totals = { gross: { amount: string }; commission: { amount: string }; payout: { amount: string } };

/** 00:30 of 12 November in Amsterdam, which is still the day before by UTC. */
const PAST_MIDNIGHT = new Date('2026-11-11T23:30:00Z');

let store: BuiltStore;
let north: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore({ timezone: 'Europe/Amsterdam' });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  await buildVendor({ store, name: 'South' });
  admin = await buildAdmin({ store });
  await buildDefaultList(store);
  // The orders below were placed before today, and none of them before the install.
  await program().owner.store.update({
    where: { id: store.id },
    data: { installedAt: new Date('2026-10-01T00:00:00Z') },
  });
  const both = [
    { vendor: 'North', price: '20.00', quantity: 2 },
    { vendor: 'South', price: '7.00' },
  ];
  await sell([
    { createdAt: PAST_MIDNIGHT, lines: [{ vendor: 'North', price: '11.00' }] },
    { createdAt: new Date('2026-10-31T23:30:00Z'), lines: both },
    { createdAt: new Date('2026-10-31T22:30:00Z'), lines: [{ vendor: 'North', price: '5.00' }] },
  ]);
});
afterAll(() => program().stop());

async function sell(sales: readonly Parameters<typeof buildOrderPayload>[0][]): Promise<void> {
  const orders = sales.map((sale) => buildOrderPayload(sale));
  for (const payload of orders) {
    expect(await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload })).toBe(200);
  }
  const ids = orders.map((order) => BigInt(order.id));
  await waitFor(
    'the orders are known',
    async () => (await program().owner.order.count({ where: { id: { in: ids } } })) === ids.length,
  );
}

async function exported(path: string, body: object, by: BuiltUser): Promise<Row[]> {
  const answer = await api(by).post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return Papa.parse<Row>(String(answer.body).replace('\uFEFF', '').trimEnd(), { header: true }).data;
}

const sum = (rows: readonly Row[], column: string): string =>
  rows.reduce((total, row) => total + Number(row[column]), 0).toFixed(2);

describe('the export of transactions', () => {
  it('holds a vendor’s own only and admins’ of all vendors, with the same columns', async () => {
    const own = await exported('/transactions/export', { period: 'all' }, north);
    expect(own.map((row) => row['vendor'])).toEqual(['North', 'North', 'North']);
    const all = await exported('/admin-export/all-transactions', {}, admin);
    expect(all.map((row) => row['vendor']).sort()).toEqual(['North', 'North', 'North', 'South']);
    expect(Object.keys(all[0] ?? {})).toEqual(Object.keys(own[0] ?? {}));
    expect(own[0]).toMatchObject({ currency: 'USD', gross: '11.00', state: 'due', payment: 'paid', paid_out: '0.00' });
    expect(own[0]?.['due']).toBe(own[0]?.['earnings']);
    expect(JSON.stringify(own)).not.toContain('South');
  });

  it('adds up to the totals of the list that the same filter finds', async () => {
    const filter = { from: '2026-11-01', to: '2026-11-01' };
    const rows = await exported('/transactions/export', filter, admin);
    const list = (await api(admin).get('/transactions?from=2026-11-01&to=2026-11-01')).as<{ aggs: Totals[] }>();
    expect(rows).toHaveLength(2);
    expect([sum(rows, 'gross'), sum(rows, 'commission'), sum(rows, 'earnings')]).toEqual([
      list.aggs[0]?.gross.amount,
      list.aggs[0]?.commission.amount,
      list.aggs[0]?.payout.amount,
    ]);
  });

  it('writes and filters an order at half past midnight by the store’s own day', async () => {
    const rows = await exported('/transactions/export', { from: '2026-11-12', to: '2026-11-12' }, north);
    expect(rows.map((row) => row['ordered_at'])).toEqual(['2026-11-12T00:30:00+01:00']);
    const orders = await exported('/orders/export', { from: '2026-11-12', to: '2026-11-12' }, north);
    expect(orders.map((row) => row['ordered_at'])).toEqual(['2026-11-12T00:30:00+01:00']);
    expect(await exported('/transactions/export', { from: '2026-11-11', to: '2026-11-11' }, north)).toEqual([]);
  });

  it('is 404 for another vendor’s name, and noted', async () => {
    const answer = await api(north).post('/transactions/export', { requestedVendor: 'South' });
    expect(answer.status).toBe(404);
    const recorded = await program().owner.auditEvent.findMany({
      where: { storeId: store.id, subject: 'transaction', subjectId: 'all' },
    });
    expect(new Set(recorded.map(({ action }) => action))).toContain('exported');
    expect(new Set(recorded.map(({ action }) => action))).toContain('all-transactions');
  });
});

describe('the reports of admins', () => {
  it('sum sales by vendor and month of the store, and are the same whichever vendor an admin acts for', async () => {
    const rows = await exported('/admin-export/sales-report', {}, admin);
    expect(rows).toMatchObject([
      { vendor: 'North', month: '2026-10', currency: 'USD', orders: '1', items: '1', gross: '5.00' },
      { vendor: 'North', month: '2026-11', currency: 'USD', orders: '2', items: '3', gross: '51.00' },
      { vendor: 'South', month: '2026-11', currency: 'USD', orders: '1', items: '1', gross: '7.00' },
    ]);
    const list = (await api(admin).get('/transactions?period=all')).as<{ aggs: Totals[] }>();
    expect(sum(rows, 'earnings')).toBe(list.aggs[0]?.payout.amount);
    const one = await exported('/admin-export/sales-report', { requestedVendor: 'South' }, admin);
    expect(one.map((row) => row['vendor'])).toEqual(['South']);
  });

  it('are for admins only (403), and another report is not found (404)', async () => {
    expect((await api(north).post('/admin-export/sales-report', {})).status).toBe(403);
    expect((await api(admin).post('/admin-export/everything', {})).status).toBe(404);
  });
});
