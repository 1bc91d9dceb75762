import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

const DEFAULTS = {
  includeDiscount: false,
  includeShipping: false,
  includeTax: true,
  shippingInPayout: true,
  discountInPayout: false,
  taxInPayout: false,
};
type Vendor = { vendor: string; orders: number; before: { amount: string }; after: { amount: string } };

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Kiln' }) });
  await api(admin).patch('/app/info/commission-v2', { commissions: [{ min: '0', percentage: '10' }] });
  await sell(1);
});
afterAll(() => program().stop());

/** 100.00 with 9.00 of shipping; `number` is how many orders the store has then. */
async function sell(number: number): Promise<void> {
  await placeOrder(store, { lines: [{ vendor: 'Kiln', price: '100.00' }], shipping: '9.00' });
  await waitFor('the order is known', async () => (await program().owner.vendorOrder.count()) === number);
}

const preview = async (change: object) => {
  const body = { financeConfig: { ...DEFAULTS, ...change } };
  const answer = await api(admin).post('/settings/finance-config/what-if', body);
  const [sum] = answer.as<{ vendors: Vendor[] }>().vendors;
  return [sum?.orders, sum?.before.amount, sum?.after.amount];
};
const listDue = async () =>
  (await api(admin).get('/orders'))
    .as<{ orders: { due: { amount: string }; id: string }[] }>()
    .orders.map(({ due }) => due.amount);

describe('the finance flags', () => {
  it('are previewed over the past 90 days before they are saved, and nothing is written', async () => {
    expect(await preview({})).toEqual([1, '99.00', '99.00']);
    expect(await preview({ shippingInPayout: false })).toEqual([1, '99.00', '90.00']);
    expect(await preview({ includeShipping: true })).toEqual([1, '99.00', '98.10']);
    expect(await listDue()).toEqual(['99.00']);
  });

  it('hold for orders that come from then on; earlier ones keep theirs', async () => {
    const saved = await api(admin).patch('/app/info/features', {
      features: { financeConfig: { shippingInPayout: false } },
    });
    expect(saved.status).toBe(200);
    await sell(2);
    expect((await listDue()).sort()).toEqual(['90.00', '99.00']);
    // The preview compares with what holds now, for old orders too.
    expect(await preview({})).toEqual([2, '180.00', '198.00']);
  });

  it('are an admin’s who may pay out', async () => {
    const body = { features: { financeConfig: { includeTax: false } } };
    expect((await api(seller).patch('/app/info/features', body)).status).toBe(403);
    expect((await api(seller).post('/settings/finance-config/what-if', { financeConfig: DEFAULTS })).status).toBe(403);
  });
});
