import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ShownOrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { buildDefaultList, placeOrder, refundOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;
let clerk: BuiltUser;

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());
beforeEach(async () => {
  store = await buildStore({ timezone: 'Europe/Amsterdam' });
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  const vendor = await buildVendor({ store, name: 'North' });
  north = await buildUser({ vendor });
  clerk = await buildUser({ vendor, role: 'staff', permissions: ['read_orders', 'write_orders'] });
  await buildVendor({ store, name: 'South' });
});

const read = async (id: number, who: BuiltUser = admin) =>
  (await api(who).get(`/orders/${id}`)).as<ShownOrderDetailDto>().order;
const sell = (...lines: { vendor: string; price: string }[]) => placeOrder(store, { lines, shipping: '10.00' });
const toCents = (amount: string): number => Math.round(Number(amount) * 100);

async function pay(order: { id: number; name: string }, paidAt: string): Promise<void> {
  const paid = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: 'North', orderId: String(order.id) }],
    methods: [{ vendor: 'North', method: 'manual' }],
    manual: { paidAt, details: 'By bank transfer' },
  });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
}

describe('who gets what of an order', () => {
  it('lists what each vendor earns and what the marketplace keeps, and adds up to what the buyer paid', async () => {
    const order = await sell({ vendor: 'North', price: '40.00' }, { vendor: 'South', price: '60.00' });
    const { marketplace } = await read(order.id);
    const split = marketplace?.split ?? [];
    const vendors = split.filter(({ kind }) => kind === 'vendor').map(({ vendor }) => vendor);
    expect(vendors.sort()).toEqual(['North', 'South']);
    const { money } = await read(order.id, north);
    expect(split.find(({ vendor }) => vendor === 'North')?.amount).toEqual(money?.earnings);
    expect(split.find(({ kind }) => kind === 'commission')?.amount.amount).toBe('10.00');
    const sum = split.reduce((total, { amount }) => total + toCents(amount.amount), 0);
    expect(sum).toBe(toCents(marketplace?.paid.amount ?? ''));
    expect(sum).toBeGreaterThan(0);
  });

  it('still adds up after a refund', async () => {
    const order = await sell({ vendor: 'North', price: '40.00' }, { vendor: 'South', price: '60.00' });
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    const { marketplace } = await read(order.id);
    const sum = (marketplace?.split ?? []).reduce((total, { amount }) => total + toCents(amount.amount), 0);
    expect(sum).toBe(toCents(marketplace?.paid.amount ?? ''));
  });
});

describe('the activity of an order', () => {
  it('puts a payout of an earlier day where it was recorded, with its day in words', async () => {
    const order = await sell({ vendor: 'North', price: '40.00' });
    await pay(order, '2020-01-02');
    const { timeline } = await read(order.id, north);
    expect(timeline[0]).toMatchObject({ kind: 'payout', params: { paidOn: '2020-01-02' } });
    expect(timeline.at(-1)?.kind).toBe('placed');
    expect(timeline[0]?.at.slice(0, 4)).not.toBe('2020');
  });

  it('shows of a refund what the buyer got and what it took of the earnings', async () => {
    const order = await sell({ vendor: 'North', price: '40.00' });
    const before = (await read(order.id, north)).money?.earnings?.amount ?? '';
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    const { timeline, money } = await read(order.id, north);
    const refund = timeline.find(({ kind }) => kind === 'refunded');
    expect(refund?.amount?.amount).toMatch(/^-/);
    expect(toCents(refund?.earned?.amount ?? '')).toBe(toCents(money?.earnings?.amount ?? '') - toCents(before));
    expect((await read(order.id)).timeline.find(({ kind }) => kind === 'refunded')?.earned).toEqual(refund?.earned);
  });

  it('leaves earnings out for who sees orders without money, and keeps what the buyer got', async () => {
    const order = await sell({ vendor: 'North', price: '40.00' });
    await pay(order, program().clock.now().toISOString());
    await refundOrder(store, order, [{ index: 0, quantity: 1 }]);
    const { timeline, money } = await read(order.id, clerk);
    expect(timeline.map(({ kind }) => kind)).not.toContain('payout');
    const refund = timeline.find(({ kind }) => kind === 'refunded');
    expect(refund?.amount?.amount).toMatch(/^-/);
    expect(refund?.earned).toBeNull();
    expect(money).toMatchObject({ earnings: null, commission: null, due: null, explain: null });
    expect((await read(order.id, north)).timeline.map(({ kind }) => kind)).toContain('payout');
  });
});
