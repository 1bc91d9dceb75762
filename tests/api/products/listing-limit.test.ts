import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { VendorDetailDto } from '#app/features/vendor-admin/vendor-operations.contract.ts';
import { deleteProduct, updateProduct } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await waitFor(
    'the first reading is not over',
    async () => (await program().owner.productLoad.findUnique({ where: { storeId: store.id } }))?.finishedAt,
    60_000,
  );
});
beforeEach(async () => {
  vendor = await buildVendor({ store });
  seller = await buildUser({ vendor });
});
afterAll(() => program().stop());

const sandbox = () => {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[store.domain];
  if (!running || !shop) throw new Error('the sandbox has the store');
  return { running, shop };
};
const setLimit = async (listingLimit: number | null, of = vendor) =>
  (await api(admin).put('/settings/marketplace-settings', { vendor: of.name, listingLimit })).status;
const detail = async () => (await api(admin).get(`/vendors/${vendor.name}`)).as<{ vendor: VendorDetailDto }>().vendor;
const create = (product: object = {}, by = seller) =>
  api(by).put('/products-v2', { product: { ...buildProductInput(), ...product } });
const made = async (product: object = {}, by = seller): Promise<string> => {
  const answer = await create(product, by);
  expect(answer.body).toMatchObject({ productId: expect.any(String) as string });
  return answer.as<{ productId: string }>().productId;
};
const places = () => program().owner.listingSlot.count({ where: { storeId: store.id, vendorId: vendor.id } });
const FULL = 'the limit is 1 products, and 1 are listed already';
const full = (message = FULL) => ({ code: 'invalid_state', message: `This is not possible now: ${message}` });
const archive = async (productId: string) => {
  const { running, shop } = sandbox();
  const product = shop.products[productId];
  if (!product) throw new Error('the platform has the product');
  updateProduct(running, shop, product, { status: 'ARCHIVED' });
  await running.webhooks.drain();
  await waitFor('it is not archived here', async () => {
    const row = await program().owner.product.findFirst({ where: { storeId: store.id, id: BigInt(productId) } });
    return row?.status === 'ARCHIVED';
  });
};

test('a limit is set by the marketplace, kept, shown, and taken away again', async () => {
  expect((await api(seller).get('/app/status')).body).toMatchObject({ listingLimit: null });
  expect(await setLimit(20)).toBe(200);
  expect((await api(seller).get('/app/status')).body).toMatchObject({ listingLimit: 20 });
  expect((await api(admin).get('/app/status')).body).toMatchObject({ listingLimit: null });
  await made();
  expect((await detail()).listing).toEqual({ limit: 20, count: 1 });
  // What is left out stays.
  await api(admin).put('/settings/marketplace-settings', { vendor: vendor.name, isManagedByMarketplace: false });
  expect((await detail()).listing).toEqual({ limit: 20, count: 1 });
  for (const wrong of [-1, 1.5, 1_000_001, '5']) {
    const refused = await api(admin).put('/settings/marketplace-settings', {
      vendor: vendor.name,
      listingLimit: wrong,
    });
    expect([refused.status, refused.body]).toMatchObject([422, { issues: [{ path: 'listingLimit' }] }]);
  }
  expect(
    (await api(seller).put('/settings/marketplace-settings', { vendor: vendor.name, listingLimit: 5 })).status,
  ).toBe(403);
  expect(await setLimit(null)).toBe(200);
  expect((await detail()).listing).toBeNull();
});

test('a new product above the limit is refused with limit and count, and editing goes on', async () => {
  await setLimit(1);
  const productId = await made({ title: 'The first' });
  const refused = await create({ title: 'The second' });
  expect([refused.status, refused.body]).toMatchObject([409, full()]);
  const byAdmin = await create({ title: 'By an admin', vendor: vendor.name }, admin);
  expect([byAdmin.status, byAdmin.body]).toMatchObject([409, full()]);
  expect((await create({ id: productId, title: 'The first, edited', options: [] })).status).toBe(200);
  // Nothing is taken from those who are above a limit that was lowered.
  await setLimit(0);
  expect((await create({ id: productId, title: 'Edited again' })).status).toBe(200);
  expect((await detail()).listing).toEqual({ limit: 0, count: 1 });
  expect(await places()).toBe(0);
});

test('of two who want the last place at the same moment, one gets it', async () => {
  await setLimit(3);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => create({ title: `At once ${index}` })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
  expect((await detail()).listing).toEqual({ limit: 3, count: 3 });
  expect(await places()).toBe(0);
});

test('of two who want the last place for the very same at the same moment, one gets it', async () => {
  await setLimit(2);
  const product = { ...buildProductInput(), title: 'The same, at once' };
  await Promise.all(Array.from({ length: 5 }, () => create(product)));
  const { shop } = sandbox();
  const all = Object.values(shop.products).filter((one) => one.vendor === vendor.name);
  expect(all.length).toBeGreaterThan(0);
  expect(all.length).toBeLessThanOrEqual(2);
  expect((await detail()).listing).toEqual({ limit: 2, count: all.length });
});

test('a creation that fails before anything was made gives its place back at once', async () => {
  await setLimit(1);
  const { running } = sandbox();
  running.faults.add({
    target: 'shopify',
    operation: 'productByIdentifier',
    kind: 'error',
    status: 500,
    remaining: null,
    delayMs: 0,
  });
  expect((await create({ title: 'Never begun' })).status).toBe(502);
  running.faults.clear();
  expect(await places()).toBe(0);
  expect((await create({ title: 'In its place' })).status).toBe(200);
});

test('what is archived or deleted counts no more, and comes back only where there is a place', async () => {
  await setLimit(1);
  const first = await made({ title: 'Comes and goes' });
  await archive(first);
  const second = await made({ title: 'In its place' });
  const refused = await api(admin).patch(`/product-v2/${first}/approve`, {});
  expect([refused.status, refused.body]).toMatchObject([409, full()]);
  // What counts already needs no place to be approved.
  expect((await api(admin).patch(`/product-v2/${second}/approve`, {})).status).toBe(200);
  expect((await api(seller).patch(`/product-v2/${second}/delete`, {})).status).toBe(200);
  expect((await api(admin).patch(`/product-v2/${first}/approve`, {})).status).toBe(200);
  expect((await detail()).listing).toEqual({ limit: 1, count: 1 });
});

test('giving a product to another vendor needs a place there', async () => {
  const other = await buildVendor({ store });
  const productId = await made({ title: 'Moves' });
  await setLimit(0, other);
  const move = () => create({ id: productId, title: 'Moves', vendor: other.name }, admin);
  expect([(await move()).status, (await move()).body]).toMatchObject([
    409,
    full('the limit is 0 products, and 0 are listed already'),
  ]);
  await setLimit(1, other);
  expect((await move()).status).toBe(200);
  expect(sandbox().shop.products[productId]?.vendor).toBe(other.name);
});

/** A creation that the platform takes in, and of which we learn nothing more. */
async function breakOff(product: object): Promise<void> {
  const { running } = sandbox();
  running.faults.add({
    target: 'shopify',
    operation: 'nodes',
    kind: 'error',
    status: 500,
    remaining: null,
    delayMs: 0,
  });
  expect((await create(product)).status).toBe(502);
  running.faults.clear();
}

test('a creation that broke off keeps its place and takes no second one when it comes again', async () => {
  await setLimit(1);
  const { running, shop } = sandbox();
  const product = { ...buildProductInput(), title: 'Broken off' };
  await breakOff(product);
  await running.webhooks.drain();
  // The platform made it, and somebody else finds no place.
  expect((await create({ title: 'Another' })).status).toBe(409);
  expect((await create(product)).status).toBe(200);
  expect(Object.values(shop.products).filter((one) => one.vendor === vendor.name)).toHaveLength(1);
  expect((await detail()).listing).toEqual({ limit: 1, count: 1 });
  expect(await places()).toBe(0);
});

test('a place that nobody came back to is free again after a while', async () => {
  await setLimit(1);
  const { running, shop } = sandbox();
  await breakOff({ title: 'Left behind' });
  const left = Object.values(shop.products).find((product) => product.title === 'Left behind');
  if (!left) throw new Error('the platform has made it');
  deleteProduct(running, shop, left);
  await running.webhooks.drain();
  await waitFor('nobody heard that it is gone', async () => {
    const row = await program().owner.product.findFirst({ where: { storeId: store.id, id: BigInt(left.id) } });
    return row?.deletedAt;
  });
  expect((await create({ title: 'Too early' })).status).toBe(409);
  program().clock.advance({ minutes: 11 });
  expect((await create({ title: 'Later' })).status).toBe(200);
});
