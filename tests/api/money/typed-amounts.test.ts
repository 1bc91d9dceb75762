import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Loom' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

type Refused = { issues: { path: string; rule: string; params?: object }[] };

describe('an amount as people type it', () => {
  test('is taken as a price, and kept as a plain decimal here and at the platform', async () => {
    for (const [typed, plain] of [
      ['€ 1.234,50', '1234.50'],
      ['12,50', '12.50'],
      ['$12.50', '12.50'],
      ['1 234,56', '1234.56'],
    ] as const) {
      const product = buildProductInput({ variants: [{ price: typed, compareAt: '2.000,00', stock: 1 }] });
      const saved = (await api(seller).put('/products-v2', { product })).as<{ productId: string }>();
      const kept = (await api(seller).get(`/products-v2/${saved.productId}`)).as<ProductDetail>();
      expect(kept.product.variants[0]).toMatchObject({ price: plain, compareAt: '2000.00' });
      const variants = program().sandbox?.sandbox.state.shops[store.domain]?.products[saved.productId]?.variants ?? [];
      expect(variants.map((variant) => variant.priceMinor)).toEqual([Math.round(Number(plain) * 100)]);
    }
  });

  test('is taken in commission lists and in the limits of payouts', async () => {
    const typed = { commissions: [{ min: '0', percentage: '12,5', flat: '1,50' }], vendor: 'Loom' };
    const saved = await api(admin).put('/settings/commission', typed);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((saved.body as { commissions: object[] }).commissions).toMatchObject([{ percentage: '12.5', flat: '1.50' }]);
    const { rules, version } = (await api(admin).get('/settings/payouts')).as<{ rules: object; version: number }>();
    const limits = { ...rules, minimum: '€ 1.234,50' };
    expect((await api(admin).put('/settings/payouts', { rules: limits, version })).status).toBe(200);
    expect((await api(admin).get('/settings/payouts')).as<object>()).toMatchObject({ rules: { minimum: '1234.50' } });
  });

  test('is refused with the numbers of its rule, which every language has a text for', async () => {
    const product = buildProductInput({ variants: [{ price: '1,2345', stock: 1 }] });
    const refused = await api(seller).put('/products-v2', { product });
    expect(refused.status).toBe(422);
    expect(refused.as<Refused>().issues, JSON.stringify(refused.body)).toMatchObject([
      { path: 'product.variants.0.price', rule: 'too_many_places', params: { places: 2 } },
    ]);
  });
});
