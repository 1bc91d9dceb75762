import { expect } from 'vitest';
import { screenContext } from '#app/main/ctx.server.ts';
import { action } from '#app/features/products/routes/product-decision.ts';
import { invariant } from '#app/core/invariant.ts';
import { updateProduct } from '#sandbox/platform/store/products.ts';
import { buildEntry, buildOffer, grantCatalog, setCatalog } from '#tests/factories/catalog.ts';
import { addSchedule, putFeed } from '#tests/factories/import-schedules.ts';
import { planJob } from '#tests/factories/due-jobs.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail } from '#tests/factories/live-products.ts';
import {
  askSync,
  buildShop,
  changeShopProduct,
  connectOwnStore,
  makeShopProduct,
  switchIntegrations,
} from '#tests/factories/own-stores.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { connectSheet, makeSheet, typeSheet } from '#tests/factories/sheets.ts';
import { uploadTable } from '#tests/factories/tables.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import type { JobFactories } from '#tests/support/jobs-twice.ts';
import { api, program } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

/** A store with a catalogue, integrations and pages, and a vendor of it with two products on sale. */
export type GoodsWorld = {
  store: BuiltStore;
  admin: BuiltUser;
  north: BuiltVendor;
  seller: BuiltUser;
  productIds: string[];
};

export async function buildGoodsWorld(): Promise<GoodsWorld> {
  const store = await installDemoStore();
  const admin = await buildAdmin({ store });
  const north = await buildVendor({ store, name: 'North' });
  const seller = await buildUser({ vendor: north });
  await grantCatalog(store);
  await setCatalog(admin);
  await switchIntegrations(admin, true);
  const productIds: string[] = [];
  for (const price of ['20.00', '30.00']) {
    const { id } = await buildLiveProduct(seller, admin, { variants: [{ price, stock: 5 }] });
    productIds.push(id);
  }
  await drainJobs();
  return { store, admin, north, seller, productIds };
}

/** Nobody stays signed in for as long as the clock goes on. */
const signIn = async ({ admin, seller }: GoodsWorld) => {
  for (const person of [admin, seller]) await renewSession(person);
};

/** What the store does from now on is not told to the program. */
async function doUnheard(act: () => unknown): Promise<void> {
  const { sandbox } = program();
  await sandbox?.control('POST', '/faults', { target: 'webhooks', kind: 'drop', times: 20 });
  await act();
  await sandbox?.control('POST', '/drain', { app: false });
  await sandbox?.control('DELETE', '/faults', {});
}

/** Changes a product of the vendor in the store, of which the program does not hear. Returns its id. */
async function changeUnheard({ store, productIds }: GoodsWorld): Promise<string> {
  const [id = ''] = productIds;
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[store.domain];
  const product = shop?.products[id];
  invariant(running && shop && product, 'the sandbox has the product');
  await doUnheard(() => {
    updateProduct(running, shop, product, { title: `Renamed ${String(nextNumber())}` });
  });
  return id;
}

/** Kinds that find nothing to change here, each for its reason. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set([]);

/** Due jobs of products, what they come from and where they are shown, by kind. */
export const DUE_GOODS_JOBS: JobFactories<GoodsWorld> = {
  'batches.step': [
    async (world) => {
      await signIn(world);
      const tags = [`tag${String(nextNumber())}`];
      const answer = await api(world.admin).post('/products/bulk', {
        action: 'add_tags',
        tags,
        ids: world.productIds,
      });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    },
  ],
  'catalog.show': [
    async (world) => {
      await signIn(world);
      const entry = await buildEntry(world.admin);
      await drainJobs();
      await buildOffer(world.seller, entry.id);
      await drainJobs();
      const { version } = (await api(world.admin).get(`/catalog-entries/${entry.id}`)).as<{
        entry: { version: number };
      }>().entry;
      const changed = await api(world.admin).put(`/catalog-entries/${entry.id}`, {
        title: `Teapot ${String(nextNumber())}`,
        description: '<p>Other words.</p>',
        version,
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    },
  ],
  'mails.senderDomain': [planJob('mails.senderDomain')],
  'vendors.rename': [
    async (world) => {
      await signIn(world);
      const vendor = await buildVendor({ store: world.store });
      await buildLiveProduct(await buildUser({ vendor }), world.admin);
      await drainJobs();
      const rename = { oldVendor: vendor.name, newVendor: `Renamed works ${String(nextNumber())}` };
      expect((await api(world.admin).put('/vendors/rename', rename)).status).toBeLessThan(300);
    },
  ],
  'vendor-page.show': [
    async (world) => {
      await signIn(world);
      // The first showing makes the page in the store, each after it writes over it.
      await changePage(world);
      await drainJobs();
      await changePage(world);
    },
  ],
  'pastOrders.load': [
    planJob('pastOrders.load', async ({ store }: GoodsWorld) => {
      await doUnheard(() => sellOrder([{ vendor: 'North', title: 'Mug', price: '20.00' }], { isLost: true }));
      const load = await program().owner.pastOrderLoad.findUniqueOrThrow({ where: { storeId: store.id } });
      await program().owner.pastOrderLoad.update({
        where: { storeId: store.id },
        data: { finishedAt: null, cursor: null, phase: 'orders', operation: null, run: load.run + 1 },
      });
      return { storeId: String(store.id) };
    }),
  ],
  'products.decide': [
    async (world) => {
      await signIn(world);
      const saved = await api(world.seller).put('/products-v2', { product: buildProductInput() });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const { productId } = saved.as<{ productId: string }>();
      await drainJobs();
      await scheduleApproval(world.admin, productId);
      program().clock.advance({ minutes: 1 });
    },
  ],
  'products.refresh': [
    planJob('products.refresh', async (world: GoodsWorld) => ({
      storeId: String(world.store.id),
      productIds: [await changeUnheard(world)],
    })),
  ],
  'products.compare': [
    planJob('products.compare', async (world: GoodsWorld) => {
      await changeUnheard(world);
      const since = new Date(program().clock.now().getTime() - 30_000).toISOString();
      return { storeId: String(world.store.id), since };
    }),
  ],
  'product-import.sweep': [
    planJob('product-import.sweep', async (world: GoodsWorld) => {
      await signIn(world);
      const { id } = await uploadTable(world.seller, `sku,title,price\nS-${String(nextNumber())},Swept bowl,10\n`);
      return { importId: id };
    }),
  ],
  'connections.sync': [
    async (world) => {
      await signIn(world);
      const member = await buildUser({ vendor: await buildVendor({ store: world.store }) });
      const shop = await buildShop({ currency: world.store.currency });
      const id = await makeShopProduct(shop, {
        title: `Own bowl ${String(nextNumber())}`,
        variants: [{ sku: `O-${nextNumber()}`, price: '9.00', stock: 3 }],
      });
      await connectOwnStore(world.store, member, shop);
      await askSync(member, id);
      await drainJobs();
      await changeShopProduct(shop, id, { description: '<p>Other words.</p>' });
      await askSync(member, id);
    },
  ],
  'connections.empty-uncovered': [
    async (world) => {
      await signIn(world);
      const vendor = await buildVendor({ store: world.store, name: `Uncovered ${String(nextNumber())}` });
      const member = await buildUser({ vendor });
      await buildLiveProduct(member, world.admin, {
        variants: [{ sku: `U-${nextNumber()}`, price: '9.00', stock: 3 }],
      });
      await connectOwnStore(world.store, member, await buildShop({ currency: world.store.currency }));
    },
  ],
  'connections.orders': [
    planJob('connections.orders', async (world: GoodsWorld) => {
      await signIn(world);
      const vendor = await buildVendor({ store: world.store, name: `Ordering ${String(nextNumber())}` });
      const member = await buildUser({ vendor });
      await connectOwnStore(world.store, member, await buildShop({ currency: world.store.currency }));
      // Only orders after that moment count, and orders know whole seconds.
      program().clock.advance({ minutes: 1 });
      const fault = { target: 'shopify', operation: 'orderCreate', kind: 'error', status: 503, times: 1 };
      await program().sandbox?.control('POST', '/faults', fault);
      await sellOrder([{ vendor: vendor.name, title: 'Placed bowl', price: '9.00' }], { isLost: true });
      await drainJobs();
      program().clock.advance({ minutes: 3 });
      return { vendorId: String(vendor.id) };
    }),
  ],
  'sheets.sync': [
    async (world) => {
      await signIn(world);
      const member = await buildUser({ vendor: await buildVendor({ store: world.store }) });
      const { id, url } = await makeSheet();
      await connectSheet(member, url);
      await drainJobs();
      const row = [`SH-${String(nextNumber())}`, `Sheet bowl ${String(nextNumber())}`, 24, 5];
      await typeSheet(id, { tabs: { Products: [['sku', 'title', 'price', 'stock'], row] } });
      expect((await api(member).post('/integrations/sheets/trigger')).status).toBe(202);
    },
  ],
  'import-schedules.run': [
    async (world) => {
      await signIn(world);
      const sku = `FE-${String(nextNumber())}`;
      const address = putFeed(`${sku}.csv`, `Title,SKU,Price,Stock\nFed bowl ${sku},${sku},24,5\n`);
      await addSchedule(world.seller, { address });
    },
  ],
  'uploads.sweep': [
    planJob('uploads.sweep', async ({ store }: GoodsWorld) => {
      await program().owner.rateBucket.deleteMany();
      const made = await api().post('/cdn/ticket', { form: 'application', store: store.domain });
      const { ticket } = made.as<{ ticket: string }>();
      const query = { ticket, ext: 'pdf', name: 'trade-register.pdf', size: '9' };
      const kept = await api({ store: store.domain }).put('/cdn/metafield-file', {}, { query });
      expect(kept.status, JSON.stringify(kept.body)).toBe(200);
      const newest = await program().owner.uploadToken.findFirstOrThrow({ orderBy: { id: 'desc' } });
      return { tokenId: String(newest.id) };
    }),
  ],
  'uploads.remove': [planJob('uploads.remove', async () => ({ keys: [await writeFile()], files: [] }))],
  'files.remove': [planJob('files.remove', async () => ({ keys: [await writeFile()] }))],
};

/** A vendor writes its page anew, and an admin approves it. */
async function changePage({ seller, admin, north }: GoodsWorld): Promise<void> {
  const description = `<p>Words ${String(nextNumber())}.</p>`;
  const saved = await api(seller).post('/vendors/v2', { metafields: [], description });
  expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300);
  const approved = await api(admin).put('/vendors/v2/action', { vendor: north.name, action: 'approve' });
  expect(approved.status, JSON.stringify(approved.body)).toBeLessThan(300);
}

/** Schedules the approval of a product as the screen does, which takes effect in some seconds. */
async function scheduleApproval(admin: BuiltUser, productId: string): Promise<void> {
  const { url } = program();
  const { product } = await readDetail(productId, admin);
  const request = new Request(`${url}/app/products/${productId}/decision`, {
    method: 'POST',
    headers: { cookie: admin.cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ intent: 'decide', action: 'approve', note: '', seen: product.version }),
  });
  const { data } = await action({ request, params: { productId }, context: { nonce: '', ...screenContext } });
  expect(data).toMatchObject({ ok: true });
}

/** A file of the storage that nothing refers to. Returns where it lies. */
async function writeFile(): Promise<string> {
  const key = `messages/1/00000000-0000-4000-8000-${String(nextNumber()).padStart(12, '0')}/a.png`;
  await program().container.services.adapters.files.writeBytes(key, Buffer.from('a picture'), 'image/png');
  return key;
}
