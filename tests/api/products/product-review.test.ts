import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductReviewDto } from '#app/features/products/review/product-review.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let member: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  member = await buildUser({ vendor: await buildVendor({ store, name: 'North' }), name: 'Nora' });
});
afterAll(() => program().stop());

const review = (id: string, by: BuiltUser = admin) => api(by).get(`/products/${id}/review`);

test('a draft shows whose it is, its checks, what is charged of it, who made it and what an admin may do', async () => {
  const product = buildProductInput({ title: 'Mug to approve', bodyHtml: '' });
  const { productId } = (await api(member).put('/products-v2', { product })).as<{ productId: string }>();
  const shown = (await review(productId)).as<ProductReviewDto>();
  expect(shown).toMatchObject({
    title: 'Mug to approve',
    status: 'DRAFT',
    submission: 'awaiting',
    vendor: { name: 'North', live: 0, sentBack: 0 },
    change: null,
    lastEdit: { by: 'Nora' },
  });
  expect(shown.allowedActions).toEqual(expect.arrayContaining(['approve', 'unapprove']));
  expect(shown.checks).toContainEqual({ check: 'description', isMet: false });
  const [first] = shown.earnings ?? [];
  expect(Number(first?.commission.amount) + Number(first?.earns.amount)).toBeCloseTo(Number(first?.price.amount), 2);
});

test('a change to a live product is named with what it takes to decide on it', async () => {
  await setProductRules(admin, { hold: 'content' });
  const product = await buildLiveProduct(member, admin, { title: 'Mug on sale' });
  await api(member).put('/products-v2', { product: { ...product, title: 'Mug on sale, blue' } });
  const { change } = (await review(product.id)).as<ProductReviewDto>();
  expect(change).toMatchObject({ fields: ['title'], allowedActions: ['apply', 'decline'] });
  const path = `/products/changes/${change?.id ?? ''}`;
  expect((await api(admin).patch(path, { action: 'apply', seen: 'another' })).status).toBe(409);
  expect((await api(admin).patch(path, { action: 'apply', seen: change?.seen })).status).toBe(200);
  expect((await review(product.id)).as<ProductReviewDto>()).toMatchObject({
    title: 'Mug on sale, blue',
    change: null,
  });
});

test('it is for admins, and another store’s product is not found', async () => {
  const product = await buildLiveProduct(member, admin, { title: 'Mug of one store' });
  expect((await review(product.id, member)).status).toBe(403);
  const foreigner = await buildAdmin({ store: await buildStore() });
  expect((await review(product.id, foreigner)).status).toBe(404);
});
