import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

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
});
afterAll(() => program().stop());

async function sell(sales: readonly Partial<Parameters<typeof buildOrderPayload>[0]>[], more: object = {}) {
  const orders = sales.map((sale) => ({
    ...buildOrderPayload({
      createdAt: program().clock.now(),
      lines: [{ vendor: 'North', price: '20.00', title: 'Mug' }],
      ...sale,
    }),
    ...more,
  }));
  for (const payload of orders) {
    expect(await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload })).toBe(200);
  }
  const ids = orders.map((order) => BigInt(order.id));
  await waitFor(
    'the orders are known',
    async () => (await program().owner.order.count({ where: { id: { in: ids } } })) === ids.length,
  );
  return orders;
}

type Row = Record<string, string>;
async function exported(body: object = {}, by: BuiltUser = north): Promise<{ head: string[]; rows: Row[] }> {
  const answer = await api(by).post('/orders/export', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { data, meta } = Papa.parse<Row>(String(answer.body).replace('\uFEFF', '').trimEnd(), { header: true });
  return { head: meta.fields ?? [], rows: data };
}

describe('the export of orders', () => {
  it('has a row for each own line with the sums once, runs no formula, and names nothing of another vendor', async () => {
    const [order] = await sell(
      [
        {
          shipping: '10.00',
          lines: [
            { vendor: 'North', price: '20.00', title: '=HYPERLINK("x")', sku: '@sku', quantity: 2 },
            { vendor: 'North', price: '3.00', title: 'Saucer' },
            { vendor: 'South', price: '77.77', title: 'Kelp of another' },
          ],
        },
      ],
      { note: '+Ring twice' },
    );
    const own = (await exported()).rows.filter((row) => row['order_id'] === String(order?.id));
    expect(own).toMatchObject([
      {
        vendor: 'North',
        title: `'=HYPERLINK("x")`,
        sku: `'@sku`,
        quantity: '2',
        unit_price: '20.00',
        fulfillment: 'unfulfilled',
        payout: 'due',
        ship_city: 'Gent',
        ship_phone: `'+3212345`,
        note: `'+Ring twice`,
      },
      { title: 'Saucer', unit_price: '3.00', total: '', earnings: '', due: '' },
    ]);
    expect(Number(own[0]?.['earnings'])).toBeGreaterThan(0);
    expect(own[0]?.['due']).toBe(own[0]?.['earnings']);
    expect(JSON.stringify(own)).not.toMatch(/South|Kelp|77\.77|123\.|130\./);
    const all = (await exported({}, admin)).rows.filter((row) => row['order_id'] === String(order?.id));
    expect(all.map((row) => row['vendor']).sort()).toEqual(['North', 'North', 'South']);
  });

  it('has no column for what the marketplace hides from vendors', async () => {
    await sell([{ email: 'hidden@buyer.test' }]);
    const hidden = ['customer_email', 'customer_phone', 'billing_phone'];
    const own = await exported();
    expect(own.head.filter((name) => hidden.includes(name))).toEqual([]);
    expect(JSON.stringify(own.rows)).not.toContain('hidden@buyer.test');
    const all = await exported({}, admin);
    expect(all.head).toEqual(expect.arrayContaining(hidden));
    expect(JSON.stringify(all.rows)).toContain('hidden@buyer.test');
    await api(admin).patch('/app/info/features', { features: { orders: { hiddenFields: ['customer.phone'] } } });
    expect((await exported()).head.filter((name) => hidden.includes(name))).toEqual([
      'customer_email',
      'billing_phone',
    ]);
    await api(admin).patch('/app/info/features', {
      features: { orders: { hiddenFields: ['customer.email', 'customer.phone', 'billing.email', 'billing.phone'] } },
    });
  });

  it('holds exactly what the filter finds, past one reading too, newest first', async () => {
    const word = 'Teapot of many orders';
    const sold = await sell(
      Array.from({ length: 103 }, (_one, index) => ({
        lines: [{ vendor: 'North', price: '4.00', title: word }],
        financialStatus: index === 0 ? 'pending' : 'paid',
      })),
    );
    const { rows } = await exported({ q: word });
    expect(new Set(rows.map((row) => row['order_id']))).toEqual(new Set(sold.map((order) => String(order.id))));
    expect(rows).toHaveLength(103);
    const times = rows.map((row) => row['ordered_at'] ?? '');
    expect(times).toEqual([...times].sort().reverse());
    expect((await exported({ q: word, payout: 'due' })).rows).toHaveLength(102);
    expect((await exported({ q: 'nothing is called so' })).rows).toEqual([]);
    expect((await exported({ q: word, vendor: 'South' }, admin)).rows).toEqual([]);
    expect((await api(north).post('/orders/export', { vendor: 'South' })).status).toBe(404);
    const recorded = await program().owner.auditEvent.count({
      where: { storeId: store.id, subject: 'order', subjectId: 'all', action: 'exported' },
    });
    expect(recorded).toBeGreaterThanOrEqual(3);
  });
});
