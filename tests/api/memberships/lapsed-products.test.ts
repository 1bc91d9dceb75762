import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { mailSources } from '#app/main/mail-sources.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import {
  buyMembership,
  openMemberships,
  readBilling,
  saveMembership,
  type BuiltPlan,
} from '#tests/factories/memberships.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;
let plan: BuiltPlan;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  ({ plan } = await openMemberships(admin));
  await drainJobs();
});
afterAll(() => program().stop());
beforeEach(async () => {
  admin = await buildAdmin({ store });
  await saveMembership(admin, { enabled: true, lapsedProducts: 'unpublish' });
  vendor = await buildVendor({ store, name: `Lapse ${nextNumber()}` });
  seller = await buildUser({ vendor });
  await buyMembership(seller, vendor.name, plan.id);
  await drainJobs();
});

const stand = async (status: string): Promise<void> => {
  const [subscription] = (await readBilling(vendor.name)).subscriptions;
  await control('POST', `/stripe/subscriptions/${subscription?.id ?? ''}`, { status });
  await drainJobs();
};
const buildLive = async (title: string): Promise<string> => {
  const made = await api(seller).put('/products-v2', { product: buildProductInput({ title }) });
  const { productId } = made.as<{ productId: string }>();
  expect((await api(admin).patch(`/product-v2/${productId}/approve`, {})).status).toBe(200);
  return productId;
};
const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  invariant(found, 'the sandbox has the store');
  return found;
};
/** How a product stands here and at the platform. */
const statusOf = async (id: string): Promise<unknown> => {
  const row = await program().owner.product.findFirstOrThrow({ where: { storeId: store.id, id: BigInt(id) } });
  expect(shop().products[id]?.status).toBe(row.status);
  return [row.status, row.submission];
};
const LIVE = ['ACTIVE', 'approved'];
const OFF = ['DRAFT', 'sent_back'];

test('a lapse keeps products live by default', async () => {
  await saveMembership(admin, { lapsedProducts: 'keep' });
  const id = await buildLive('Kept bowl');
  await stand('canceled');
  expect(await statusOf(id)).toEqual(LIVE);
});

test('a lapse makes live products drafts here and at the platform where the marketplace says so, and a return puts them back', async () => {
  const [live, draft] = [
    await buildLive('Lapsed bowl'),
    await api(seller).put('/products-v2', { product: buildProductInput() }),
  ];
  const draftId = draft.as<{ productId: string }>().productId;
  await stand('unpaid');
  expect(await statusOf(live)).toEqual(OFF);
  expect(await statusOf(draftId)).toEqual(['DRAFT', 'awaiting']);
  await stand('active');
  expect(await statusOf(live)).toEqual(LIVE);
  expect(await statusOf(draftId)).toEqual(['DRAFT', 'awaiting']);
  expect(await program().owner.lapsedProduct.count({ where: { vendorId: vendor.id } })).toBe(0);
});

test('a product that an admin did something with since the lapse is left as the admin made it', async () => {
  const [approved, archived, untouched] = [await buildLive('One'), await buildLive('Two'), await buildLive('Three')];
  await stand('unpaid');
  expect((await api(admin).patch(`/product-v2/${approved}/approve`, {})).status).toBe(200);
  expect((await api(admin).patch(`/product-v2/${archived}/unapprove`, { note: 'Not again' })).status).toBe(200);
  await stand('active');
  expect(await statusOf(approved)).toEqual(LIVE);
  expect(await statusOf(archived)).toEqual(OFF);
  expect(await statusOf(untouched)).toEqual(LIVE);
});

test('a run that broke off at the platform is gone on with, in both directions, and done twice changes nothing more', async () => {
  const ids = [await buildLive('First'), await buildLive('Second'), await buildLive('Third')];
  const fault = { target: 'shopify', operation: 'productUpdate', kind: 'error', times: 4, status: 500 };
  const again = async (): Promise<void> => {
    await program().owner.scheduledJob.updateMany({
      where: { storeId: store.id, kind: 'memberships.products', key: String(vendor.id) },
      data: { doneAt: null, attempts: 0, dueAt: program().clock.now() },
    });
    await drainJobs();
  };
  await control('POST', '/faults', fault);
  await stand('unpaid');
  await again();
  await again();
  for (const id of ids) expect(await statusOf(id)).toEqual(OFF);
  await control('POST', '/faults', fault);
  await stand('active');
  await again();
  await again();
  for (const id of ids) expect(await statusOf(id)).toEqual(LIVE);
  const events = await program().owner.auditEvent.findMany({
    where: { vendorId: vendor.id, action: { startsWith: 'membership_' } },
  });
  expect(events).toHaveLength(2 * ids.length);
});

test('products come back where the setting is turned to keep', async () => {
  const id = await buildLive('Kept after all');
  await stand('unpaid');
  expect(await statusOf(id)).toEqual(OFF);
  await saveMembership(admin, { lapsedProducts: 'keep' });
  await drainJobs();
  expect(await statusOf(id)).toEqual(LIVE);
});

test('the mail of a lapse says what becomes of the products', async () => {
  const source = mailSources.variables.find(({ template }) => template === 'vendor-membership');
  const params = { vendorId: String(vendor.id), state: 'ended', plan: 'Starter', endsAt: null };
  const say = () =>
    source?.variables(program().container.services, { storeId: store.id, vendorId: vendor.id, params, locale: 'en' });
  expect(await say()).toMatchObject({ takes_products_off: true });
  await saveMembership(admin, { lapsedProducts: 'keep' });
  expect(await say()).toMatchObject({ takes_products_off: false });
});
