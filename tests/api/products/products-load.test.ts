import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BULK_CONTENTS } from '#app/adapters/shopify/products/bulk-products.server.ts';
import { cancelBulks, startBulk } from '#app/adapters/shopify/bulk/bulk.server.ts';
import { listProductIds } from '#app/adapters/shopify/products/products.server.ts';
import type { Viewer } from '#app/core/viewer.ts';
import { loadProducts, readLoadProgress, controlLoad } from '#app/features/products/mirror/load.service.server.ts';
import { refreshProducts } from '#app/features/products/mirror/refresh.service.server.ts';
import { productPayload } from '#sandbox/platform/payloads/product.ts';
import { connectLevel, disconnectLevel, setStock } from '#sandbox/platform/store/inventory.ts';
import { setMetafield } from '#sandbox/platform/store/metafields.ts';
import { deleteProduct, updateProduct } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildSandboxProducts } from '#tests/factories/sandbox-products.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

/** With those of the demo, more than what is read page by page. */
const PRODUCTS = 60;
const SHOP = 'demo.myshopify.com';
/** More than one page of a product's metafields has, and than the first page of a variant's. */
const FIELDS = 21;
/** More locations than the first page of a variant's stock has. */
const LOCATIONS = 7;
let store: BuiltStore;
let rich: bigint;

const sandbox = () => {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[SHOP];
  if (!running || !shop) throw new Error('the sandbox has the store');
  return { running, shop };
};
const services = () => program().container.services;
const ctx = () => ({
  ...services(),
  viewer: { store: { id: store.id, domain: store.domain }, vendorScope: '*' } as Viewer,
});
const progress = () => readLoadProgress(ctx());
const row = () => program().owner.productLoad.findUniqueOrThrow({ where: { storeId: store.id } });
const finished = () =>
  // Right after an installation there is no reading yet: it begins by itself.
  waitFor(
    'the reading does not end',
    async () => {
      const found = await program().owner.productLoad.findUnique({ where: { storeId: store.id } });
      return found?.finishedAt ? found : undefined;
    },
    60_000,
  );
const operations = (name: string) =>
  sandbox()
    .running.log.list('shopify')
    .filter((one) => one.operation === name).length;
const fault = (operation: string, kind: 'error' | 'delay', remaining: number | null) =>
  sandbox().running.faults.add({ target: 'bulk', operation, kind, status: 500, remaining, delayMs: 600_000 });

/** A reading that has to begin anew, whatever was read before. */
const begin = () =>
  program().owner.productLoad.update({ where: { storeId: store.id }, data: { finishedAt: services().clock.now() } });

/** Everything that is held of the products, but when we heard of them. */
async function mirror() {
  const rows = await program().owner.product.findMany({
    where: { storeId: store.id, deletedAt: null },
    orderBy: { id: 'asc' },
    include: { variants: { orderBy: { id: 'asc' } } },
  });
  return rows.map(({ readAt: _readAt, settledAt: _settledAt, ...product }) => product);
}

/** The mirror against what a reading of each product by its id makes of it. */
async function expectSameAsRead() {
  const stored = await mirror();
  const ids = stored.map((product) => product.id);
  expect(ids.map(String)).toEqual(
    Object.keys(sandbox().shop.products).sort((one, other) => Number(one) - Number(other)),
  );
  await refreshProducts(services(), store.id, ids);
  expect(await mirror()).toEqual(stored);
}

/** Loads and stops as soon as some products are written; answers how many. */
async function stopWhileWriting(): Promise<number> {
  // A reading that an earlier test caused and the worker begins only now would take this one over.
  await program().drain();
  await begin();
  let pressed = false;
  const { db } = services();
  const fast: typeof db.fast = async (scope, work) => {
    const result = await db.fast(scope, work);
    const { bulk, loaded, finishedAt } = await row();
    if (!pressed && bulk !== null && loaded > 0 && finishedAt === null) {
      pressed = true;
      await controlLoad(ctx(), 'stop');
    }
    return result;
  };
  await loadProducts({ ...services(), db: { ...db, fast } }, store.id);
  const { loaded, stoppedAt } = await row();
  expect(stoppedAt).not.toBeNull();
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThan(Object.keys(sandbox().shop.products).length);
  return loaded;
}

beforeAll(async () => {
  await startProgram({ sandbox: true });
  const { running, shop } = sandbox();
  const [first] = buildSandboxProducts(running, shop, PRODUCTS);
  rich = BigInt(first?.id ?? 0);
  const [variant] = first?.variants ?? [];
  for (let count = 0; count < FIELDS; count++) {
    for (const ownerGid of [`gid://shopify/Product/${rich}`, `gid://shopify/ProductVariant/${variant?.id ?? 0}`]) {
      const own = { ownerGid, namespace: 'custom', key: `field_${count}` };
      setMetafield(running, shop, { ...own, type: 'single_line_text_field', value: `Value ${count}` }, ['metafields']);
    }
  }
  const [main] = shop.locations;
  for (let count = 0; main && variant && count < LOCATIONS; count++) {
    shop.locations.push({ ...main, id: 900_000 + count, name: `Store ${count}` });
    connectLevel(running, shop, variant, 900_000 + count, 100);
  }
  store = await installDemoStore();
  await finished();
}, 90_000);
afterEach(async () => {
  sandbox().running.faults.clear();
  await finished();
}, 90_000);
afterAll(() => program().stop());

test('many products are loaded in bulk by the platform, and are stored as if each had been read by its id', async () => {
  expect(operations('bulkOperationRunQuery')).toBe(2);
  expect(await row()).toMatchObject({
    loaded: Object.keys(sandbox().shop.products).length,
    bulkFailures: 0,
    cursor: null,
    bulk: null,
  });
  const { metafields } = await program().owner.product.findFirstOrThrow({ where: { storeId: store.id, id: rich } });
  expect(metafields).toHaveLength(FIELDS);
  const [variant] = sandbox().shop.products[String(rich)]?.variants ?? [];
  const available = variant?.inventory.levels.reduce((sum, level) => sum + level.available, 0) ?? 0;
  expect(available).toBeGreaterThanOrEqual(LOCATIONS * 100);
  const kept = async () =>
    program().owner.variant.findFirstOrThrow({ where: { storeId: store.id, id: BigInt(variant?.id ?? 0) } });
  expect(await kept()).toMatchObject({ stock: available, metafields: { length: FIELDS } });
  await expectSameAsRead();
  expect(await kept()).toMatchObject({ stock: available, metafields: { length: FIELDS } });
  expect(await progress()).toBeNull();
});

test('how far the platform is can be seen, and stopping it stops the platform too; resuming starts again', async () => {
  fault('run', 'delay', null);
  await begin();
  const loading = loadProducts(services(), store.id);
  await waitFor('nothing is gathered', async () => (await progress())?.isGathering);
  const cancelled = operations('bulkOperationCancel');
  expect(await controlLoad(ctx(), 'stop')).toMatchObject({ state: 'stopped', loaded: 0 });
  await loading;
  expect(operations('bulkOperationCancel')).toBe(cancelled + 2);
  expect(await row()).toMatchObject({ bulk: null, bulkFailures: 0 });
  // What was stopped stays so, also when a worker comes back to it.
  expect(await loadProducts(services(), store.id)).toEqual({ loaded: 0 });
  sandbox().running.faults.clear();
  await controlLoad(ctx(), 'resume');
  expect((await finished()).loaded).toBe(Object.keys(sandbox().shop.products).length);
});

test('a reading that was stopped goes on in the same results, and what was reported since then wins over them', async () => {
  const { running, shop } = sandbox();
  const loaded = await stopWhileWriting();
  const runsBefore = operations('bulkOperationRunQuery');
  const [edited, silent, gone, moved] = Object.values(shop.products).slice(-4);
  if (!edited || !silent || !gone || !moved) throw new Error('there are products');
  updateProduct(running, shop, edited, { title: 'Told meanwhile' });
  // A second change within the second of the last one: its word has the time that the result has.
  silent.title = 'Told of the same second';
  running.webhooks.emit(
    shop,
    'products/update',
    productPayload(shop, silent, () => 'https://cdn.shopify.com/1.jpg'),
  );
  deleteProduct(running, shop, gone);
  const [variant] = moved.variants;
  const [, second] = variant?.inventory.levels ?? [];
  if (variant && second) disconnectLevel(running, shop, variant, second.locationId);
  await running.webhooks.drain();
  await program().drain();
  await controlLoad(ctx(), 'resume');
  const done = await finished();
  expect(operations('bulkOperationRunQuery')).toBe(runsBefore);
  // The results still have the one that was deleted; nothing of them was written twice.
  expect(done.loaded).toBe(Object.keys(shop.products).length + 1);
  expect(done.loaded).toBeGreaterThan(loaded);
  const titles = (await mirror()).map((product) => product.title);
  expect(titles).toContain('Told meanwhile');
  expect(titles).toContain('Told of the same second');
  await expectSameAsRead();
});

test('results that lay for longer than the platform keeps them are loaded again', async () => {
  await stopWhileWriting();
  const runsBefore = operations('bulkOperationRunQuery');
  program().clock.advance({ days: 8 });
  await controlLoad(ctx(), 'resume');
  const done = await finished();
  // Two for what was loaded anew, and the one that keeps the right to bulk queries, which fell due meanwhile.
  expect(operations('bulkOperationRunQuery')).toBe(runsBefore + 3);
  expect(done).toMatchObject({ bulkFailures: 0, loaded: Object.keys(sandbox().shop.products).length });
});

test('an operation that fails midway is started once more', async () => {
  await begin();
  fault('run', 'error', 1);
  await loadProducts(services(), store.id);
  expect(await finished()).toMatchObject({ bulkFailures: 1, loaded: Object.keys(sandbox().shop.products).length });
});

test('where the platform fails twice, products are read page by page', async () => {
  await begin();
  fault('run', 'error', null);
  await loadProducts(services(), store.id);
  expect(await finished()).toMatchObject({ bulkFailures: 2, loaded: Object.keys(sandbox().shop.products).length });
});

test('a location that an item left stays left, whatever is read and whatever old word comes again', async () => {
  const { running, shop } = sandbox();
  const [variant] = shop.products[String(rich)]?.variants ?? [];
  if (!variant) throw new Error('there is a variant');
  const stock = async () =>
    (await program().owner.variant.findFirstOrThrow({ where: { storeId: store.id, id: BigInt(variant.id) } })).stock;
  const available = () => variant.inventory.levels.reduce((sum, level) => sum + level.available, 0);
  const payload = (locationId: number, at: string) => ({
    inventory_item_id: variant.inventory.id,
    location_id: locationId,
    available: 100,
    updated_at: at,
  });
  const [reported, untold] = [900_000, 900_001];
  for (const location of [reported, untold]) setStock(running, shop, variant, location, 90);
  await running.webhooks.drain();
  await program().drain();
  const ats = new Map(variant.inventory.levels.map((level) => [level.locationId, level.updatedAt]));
  program().clock.advance({ seconds: 5 });
  disconnectLevel(running, shop, variant, reported);
  await running.webhooks.drain();
  running.faults.add({ target: 'webhooks', operation: null, kind: 'drop', status: 500, remaining: null, delayMs: 0 });
  disconnectLevel(running, shop, variant, untold);
  running.faults.clear();
  await program().drain();
  // A later movement elsewhere, so that what is read is newer than that the item left.
  program().clock.advance({ seconds: 15 });
  setStock(running, shop, variant, 900_002, 50);
  await running.webhooks.drain();
  for (let count = 0; count < 2; count++) {
    await refreshProducts(services(), store.id, [rich]);
    for (const location of [reported, untold]) {
      const old = payload(location, ats.get(location) ?? '');
      await deliverWebhook({ shop: SHOP, topic: 'inventory_levels/update', payload: old });
    }
    await program().drain();
    expect(await stock()).toBe(available());
  }
});

test('where results cannot be read, they are loaded once more, and then products are read page by page', async () => {
  const unreadable = (remaining: number | null) =>
    sandbox().running.faults.add({
      target: 'bulk',
      operation: 'file',
      kind: 'error',
      status: 200,
      remaining,
      delayMs: 0,
    });
  const all = Object.keys(sandbox().shop.products).length;
  await begin();
  unreadable(1);
  await loadProducts(services(), store.id);
  expect(await finished()).toMatchObject({ bulkFailures: 1, loaded: all });
  await begin();
  unreadable(null);
  await loadProducts(services(), store.id);
  expect(await finished()).toMatchObject({ bulkFailures: 2, loaded: all });
});

test('where the platform runs as many operations as it can, products are read page by page', async () => {
  await begin();
  fault('run', 'delay', null);
  const platform = await services().adapters.platform(store.domain);
  const others: string[] = [];
  for (let count = 0; count < 4; count++) others.push((await startBulk(platform, BULK_CONTENTS)) ?? '');
  await loadProducts(services(), store.id);
  expect(await finished()).toMatchObject({ bulkFailures: 0, loaded: Object.keys(sandbox().shop.products).length });
  // The one that still found a place was given back.
  const ids = await listProductIds(platform, { after: null });
  expect(ids.ids.length).toBeGreaterThan(0);
  sandbox().running.faults.clear();
  await cancelBulks(platform, others);
});

test('a result whose reading breaks off is gone on with by the next worker', async () => {
  await stopWhileWriting();
  const runsBefore = operations('bulkOperationRunQuery');
  await program().owner.productLoad.update({ where: { storeId: store.id }, data: { stoppedAt: null } });
  fault('file', 'error', 1);
  await expect(loadProducts(services(), store.id)).rejects.toThrow('answered 500');
  await loadProducts(services(), store.id);
  expect(operations('bulkOperationRunQuery')).toBe(runsBefore);
  expect((await finished()).loaded).toBe(Object.keys(sandbox().shop.products).length);
});
