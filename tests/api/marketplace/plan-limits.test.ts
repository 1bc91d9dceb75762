import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readHome } from '#app/features/home/home.service.server.ts';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import { loadPastOrders } from '#app/features/orders/past-orders/past-orders.service.server.ts';
import type { InstallationDto } from '#app/features/app-plan/app-plan.contract.ts';
import { PLAN_CHECK } from '#app/features/app-plan/plan-limit.service.server.ts';
import { findReading } from '#app/features/app-plan/plan-readings.repo.server.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import { createCharge, decideCharge } from '#sandbox/platform/store/app-charges.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import {
  askSync,
  buildShop,
  connectOwnStore,
  listShop,
  makeApiKey,
  makeShopProduct,
  switchIntegrations,
} from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored, buildProductInput } from '#tests/factories/products.ts';
import { connectSheet, makeSheet, syncNow } from '#tests/factories/sheets.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { runImport, uploadTable } from '#tests/factories/tables.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

/** What the free plan includes. */
const FREE = { vendors: 3, products: 100, orders: 25 };

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  await program().drain();
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
});
afterAll(() => program().stop());
beforeEach(async () => {
  const { owner } = program();
  // What the platform has yet to tell of earlier products would bring them back.
  await program().drain();
  await owner.product.deleteMany({ where: { storeId: store.id } });
  await owner.vendor.updateMany({ where: { storeId: store.id }, data: { deletedAt: program().clock.now() } });
  await owner.mail.deleteMany({ where: { template: 'marketplace-plan-limit' } });
  await owner.notice.deleteMany({ where: { storeId: store.id } });
  await renewSession(admin);
  vendor = await buildVendor({ store, name: `Planned ${nextNumber()}` });
  seller = await buildUser({ vendor });
  setPlan(null);
  await forgetReading();
});

/** What the store pays for the app at the platform; null is nothing. */
function setPlan(name: string | null): void {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[store.domain];
  invariant(running && shop, 'the sandbox has the store');
  shop.appCharges = [];
  if (name === null) return;
  const more = { returnUrl: 'https://souk.test/admin', trialDays: 0, test: true, priceMinor: 29_00, currency: 'USD' };
  decideCharge(running, shop, createCharge(running, shop, { name, ...more }), true);
}
const forgetReading = () => program().owner.planReading.deleteMany({ where: { storeId: store.id } });
const fillProducts = (count: number) =>
  buildMirrored(
    vendor,
    Array.from({ length: count }, (_, index) => ({ title: `Kept ${index}`, status: 'ACTIVE' })),
  );
const fillVendors = async (): Promise<void> => {
  for (let count = 1; count < FREE.vendors; count++) await buildVendor({ store });
};
const create = (by = seller) => api(by).put('/products-v2', { product: buildProductInput() });
const createVendor = (name = `Newcomer ${nextNumber()}`) =>
  api(admin).post(`/vendors/${name}`, { identity: `maker${nextNumber()}@souk.test` });
const FULL_PRODUCTS = {
  code: 'invalid_state',
  reason: 'plan_products_full',
  params: { limit: FREE.products, used: FREE.products },
};
const FULL_VENDORS = { code: 'invalid_state', reason: 'plan_vendors_full', params: { limit: 3, used: 3 } };
const checkNow = async (): Promise<void> => {
  await program().owner.scheduledJob.updateMany({
    where: { storeId: store.id, kind: PLAN_CHECK, doneAt: null },
    data: { dueAt: program().clock.now() },
  });
  await program().drain();
};
const readPlan = async () => (await api(admin).get('/admin/installation')).as<InstallationDto>();

test('the demo store begins on a plan that holds what it has, without a warning', async () => {
  setPlan('Growth');
  expect(await readPlan()).toMatchObject({ plan: 'growth', status: 'ACTIVE', warnings: [] });
});

describe('at the limit of vendors', () => {
  beforeEach(fillVendors);

  test('a new vendor is refused with the limit, and those that exist go on', async () => {
    expect(await createVendor()).toMatchObject({ status: 409, body: FULL_VENDORS });
    const name = vendor.name;
    const renamed = await api(admin).put('/vendors/rename', { oldVendor: name, newVendor: `${name} II` });
    expect(renamed.status).toBe(200);
    expect((await create()).status).toBe(200);
  });

  test('applications arrive, and are not approved, one or many, until the limit allows it', async () => {
    const submit = async (): Promise<string> => {
      const email = `maker${nextNumber()}@souk.test`;
      const data = { storeId: store.id, email, vendorName: email, vendorKey: email, fields: [], status: 'pending' };
      const { id } = await program().owner.vendorApplication.create({
        data: { ...data, receivedAt: program().clock.now() },
      });
      return String(id);
    };
    const public_ = api({ store: store.domain });
    const sent = await public_.post('/vendor/application', {
      email: `maker${nextNumber()}@souk.test`,
      vendorName: `Applicant ${nextNumber()}`,
      store: store.domain,
      fields: [],
    });
    expect(sent.status).toBe(201);
    const ids = [await submit(), await submit()];
    const approve = () => api(admin).post('/applications/bulk', { ids, action: 'approve' });
    expect((await approve()).body).toMatchObject({ done: 0, failed: [FULL_VENDORS, FULL_VENDORS] });
    setPlan('Starter');
    program().clock.advance({ minutes: 1 });
    await renewSession(admin);
    expect((await approve()).body).toMatchObject({ done: 2, failed: [] });
  });

  test('of several who want the last place at once, one gets it', async () => {
    const last = await program().owner.vendor.findFirstOrThrow({
      where: { storeId: store.id, deletedAt: null, id: { not: vendor.id } },
    });
    await program().owner.vendor.update({ where: { id: last.id }, data: { deletedAt: program().clock.now() } });
    const answers = await Promise.all([createVendor(), createVendor(), createVendor()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('at the limit of products', () => {
  test('a new product is refused by form and key, one that exists can be edited, and nothing is taken away', async () => {
    await fillProducts(FREE.products - 1);
    const made = (await create()).as<{ productId: string }>();
    expect(made.productId).toEqual(expect.any(String));
    expect(await create()).toMatchObject({ status: 409, body: FULL_PRODUCTS });
    const key = await makeApiKey(seller, 'Shop', ['products:write']);
    const byKey = { headers: { authorization: `Bearer ${key}` } };
    expect(await api().put('/products-v2', { product: buildProductInput() }, byKey)).toMatchObject({
      status: 409,
      body: FULL_PRODUCTS,
    });
    const { product } = (await api(seller).get(`/products-v2/${made.productId}`)).as<{
      product: { version: string };
    }>();
    const edited = { ...buildProductInput({ title: 'Edited' }), id: made.productId, version: product.version };
    expect((await api(seller).put('/products-v2', { product: edited })).status).toBe(200);
    expect(await program().owner.product.count({ where: { storeId: store.id, deletedAt: null } })).toBe(100);
  });

  test('new rows of a file, a spreadsheet and an own store are refused one by one, with the reason', async () => {
    await fillProducts(FREE.products);
    const { id: importId } = await runImport(
      seller,
      await uploadTable(seller, 'title,sku,price\nTabled cup,TC-1,9.00\n'),
    );
    // The program's own worker may have taken it.
    await program().drain();
    const done = (await api(seller).get(`/product-csv/imports/${importId}`)).body;
    expect(done).toMatchObject({ created: 0 });
    expect(JSON.stringify(done)).toContain('plan_products_full');
    const sheet = await makeSheet({
      tabs: {
        Products: [
          ['sku', 'title', 'price'],
          ['SC-1', 'Sheet cup', 9],
        ],
      },
    });
    await connectSheet(seller, sheet.url);
    expect(JSON.stringify(await syncNow(seller))).toContain('plan_products_full');
    const shop = await buildShop();
    const id = await makeShopProduct(shop, { title: 'Own cup', variants: [{ sku: 'OC-1', price: '9.00', stock: 1 }] });
    await connectOwnStore(store, seller, shop);
    await askSync(seller, id);
    await program().drain();
    expect((await listShop(seller)).get(id)?.sync).toMatchObject({ outcome: 'refused', productId: null });
    const cups = { storeId: store.id, title: { endsWith: ' cup' } };
    expect(await program().owner.product.count({ where: cups })).toBe(0);
  });

  test('of two who want the last place at once, one gets it, whoever they sell for', async () => {
    await fillProducts(FREE.products - 1);
    const rival = await buildUser({ vendor: await buildVendor({ store }) });
    const answers = await Promise.all([create(), create(rival), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await program().owner.listingSlot.count({ where: { storeId: store.id } })).toBe(0);
  });

  test('a larger plan holds at once, and a plan that cannot be read limits nothing', async () => {
    await fillProducts(FREE.products);
    expect(await create()).toMatchObject({ body: FULL_PRODUCTS });
    setPlan('Starter');
    program().clock.advance({ minutes: 1 });
    expect((await create(await buildUser({ vendor }))).status).toBe(200);
    setPlan(null);
    await forgetReading();
    const fault = { target: 'shopify', operation: 'currentAppInstallation', kind: 'error', times: 20, status: 500 };
    await program().sandbox?.control('POST', '/faults', fault);
    expect((await create(await buildUser({ vendor }))).status).toBe(200);
    await program().sandbox?.control('DELETE', '/faults');
    expect(await create(await buildUser({ vendor }))).toMatchObject({ body: { reason: 'plan_products_full' } });
  });
});

describe('a warning', () => {
  const listMails = async () =>
    (
      await program().owner.mail.findMany({
        where: { storeId: store.id, template: 'marketplace-plan-limit', audience: 'admins' },
        orderBy: { id: 'asc' },
      })
    ).map(({ params }) => params);
  const readWarnings = async () => {
    const cookie = { headers: { cookie: admin.cookie } };
    const home = await readHome(await ctxFor(new Request(`${program().url}/app?store=${store.domain}`, cookie)));
    return home.kind === 'marketplace' ? home.planWarnings : undefined;
  };

  test('comes at 80% and at 100% of a limit, once each, by notice and mail, and stands on the home and the plan', async () => {
    await fillProducts(79);
    await checkNow();
    expect(await readWarnings()).toEqual([]);
    await fillProducts(1);
    await checkNow();
    await checkNow();
    const near = { name: 'products', level: 'near', used: 80, included: 100 };
    expect(await readWarnings()).toEqual([near]);
    expect((await readPlan()).warnings).toEqual([near]);
    await fillProducts(20);
    await checkNow();
    await checkNow();
    expect((await readPlan()).warnings).toEqual([{ ...near, level: 'reached', used: 100 }]);
    expect(await listMails()).toMatchObject([
      { limit: 'products', isReached: false, used: 80, included: 100 },
      { limit: 'products', isReached: true, used: 100, included: 100 },
    ]);
    const { notices } = (await api(admin).get('/notices')).as<{ notices: BellNoticeDto[] }>();
    const reported = notices.filter(({ path }) => path === '/settings/plan').map(({ kind }) => kind);
    // One line of the plan, with its newest state.
    expect(reported).toEqual(['planProductsReached']);
  });

  test('is looked for at once after what was added brings a limit near', async () => {
    await fillProducts(79);
    expect((await create()).status).toBe(200);
    await program().drain();
    expect(await listMails()).toMatchObject([{ limit: 'products', isReached: false, used: 80 }]);
    const { services } = program().container;
    const reading = await services.db.fast(marketplaceScope(store.id), findReading);
    expect(reading).toMatchObject({ plan: 'free', usage: { products: 80 } });
  });
});

describe('at the limit of orders', () => {
  test('orders arrive all the same, and an import of past ones does not begin until the limit allows it', async () => {
    for (let count = 0; count < FREE.orders; count++)
      await placeOrder(store, { lines: [{ vendor: vendor.name, price: '5.00' }] });
    const { owner, container } = program();
    await owner.pastOrderLoad.deleteMany({ where: { storeId: store.id } });
    await loadPastOrders(container.services, store.id);
    expect((await api(admin).get('/past-orders')).body).toMatchObject({ state: 'stopped', loaded: 0 });
    expect(await api(admin).patch('/past-orders', { to: 'resume' })).toMatchObject({
      status: 409,
      body: { reason: 'plan_orders_full', params: { limit: 25, used: 25 } },
    });
    const order = await placeOrder(store, { lines: [{ vendor: vendor.name, price: '5.00' }] });
    expect(await owner.order.count({ where: { storeId: store.id, id: BigInt(order.id), historical: false } })).toBe(1);
    setPlan('Starter');
    program().clock.advance({ minutes: 1 });
    await renewSession(admin);
    expect((await api(admin).patch('/past-orders', { to: 'resume' })).status).toBe(200);
  });
});
