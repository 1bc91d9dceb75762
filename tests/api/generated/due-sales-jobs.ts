import { expect } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { DiscountDto } from '#app/features/discounts/discounts.contract.ts';
import type { QuoteDto } from '#app/features/labels/labels.contract.ts';
import { changeStoreDiscount } from '#sandbox/platform/store/store-discounts.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import { listStoreDiscounts, openSandboxShop } from '#tests/factories/discount-shops.ts';
import { openDiscounts, discountBody } from '#tests/factories/discounts.ts';
import { planJob } from '#tests/factories/due-jobs.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { controlShippo, openLabels, PACKAGE, SHIPPO_LIVE_KEY, strikeShippo } from '#tests/factories/labels.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { buyMembership, openMemberships, readBilling } from '#tests/factories/memberships.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { openOffers, buildOfferRow } from '#tests/factories/offers.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import type { JobFactories } from '#tests/support/jobs-twice.ts';
import { api, program } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

/** A store that sells with labels, offers and discounts, and a vendor of it with a product on sale. */
export type SalesWorld = {
  store: BuiltStore;
  admin: BuiltUser;
  north: BuiltVendor;
  seller: BuiltUser;
  productId: bigint;
  variantId: bigint;
  south: BuiltVendor;
};

const SCOPES = ['write_orders', 'write_returns', 'write_fulfillments', 'write_merchant_managed_fulfillment_orders'];

export async function buildSalesWorld(): Promise<SalesWorld> {
  const store = await installDemoStore();
  await buildDefaultList(store);
  const admin = await buildAdmin({ store });
  const north = await buildVendor({ store, name: 'North' });
  const seller = await buildUser({ vendor: north });
  await grantAftersales({ domain: store.domain, scopes: SCOPES });
  await openLabels(admin, [seller], { apiKey: SHIPPO_LIVE_KEY, chargeVendor: true });
  await openOffers(store, admin);
  await openDiscounts(store, admin);
  const features = { autoFulfillDigital: { enabled: true } };
  expect((await api(admin).patch('/app/info/features', { features })).status).toBe(200);
  const rules = (await api(seller).get('/settings/offer-rules')).as<object>();
  const shares = { acceptPercent: 80, declinePercent: 60 };
  expect((await api(seller).put('/settings/offer-rules', { ...rules, ...shares })).status).toBe(200);
  const product = await buildLiveProduct(seller, admin, { variants: [{ price: '20.00', stock: 500 }] });
  const south = await buildVendor({ store, name: 'South' });
  await buildLiveProduct(await buildUser({ vendor: south }), admin, { variants: [{ price: '7.00', stock: 500 }] });
  await drainJobs();
  const variantId = BigInt(product.variants[0]?.id ?? '0');
  return { store, admin, north, south, seller, productId: BigInt(product.id), variantId };
}

/** Nobody stays signed in for as long as the clock goes on. */
const signIn = async ({ admin, seller }: SalesWorld) => {
  for (const person of [admin, seller]) await renewSession(person);
};
const pass = (minutes: number) => {
  program().clock.advance({ minutes });
};
const control = (method: 'POST' | 'DELETE', path: string, body: object = {}) =>
  program().sandbox?.control(method, path, body);

/** What the platform tells from now on is lost. */
const loseWebhooks = () => control('POST', '/faults', { target: 'webhooks', kind: 'drop', times: 20 });

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2 };
const SONG = { vendor: 'North', title: 'Song', price: '3.00', quantity: 1, requiresShipping: false };
const HOME = {
  firstName: 'Mara',
  lastName: 'Buyer',
  address1: 'Hoofdstraat 1',
  city: 'Amsterdam',
  zip: '1011AB',
  countryCode: 'NL',
  country: 'Netherlands',
  phone: '+31201234567',
};

async function sell(lines: object[] = [MUG], more: object = {}): Promise<SoldOrder> {
  const sold = await sellOrder(lines as Parameters<typeof sellOrder>[0], {
    isLost: true,
    more: { shippingAddress: HOME, ...more },
  });
  await drainJobs();
  return sold;
}

/** A quoted rate of a new order. */
async function quote({ seller }: SalesWorld): Promise<{ orderId: string; rateId: string }> {
  const { id: orderId } = await sell();
  const answer = await api(seller).post('/shippo/rates', { orderId, parcels: [PACKAGE] });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { orderId, rateId: answer.as<QuoteDto>().rates[0]?.id ?? '' };
}
const buy = ({ seller }: SalesWorld, quoted: { orderId: string; rateId: string }) =>
  api(seller).post('/shippo/label', quoted);
async function buyLabel(world: SalesWorld): Promise<{ orderId: string; labelId: string }> {
  await signIn(world);
  const quoted = await quote(world);
  const answer = await buy(world, quoted);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { orderId: quoted.orderId, labelId: answer.as<{ id: string }>().id };
}

async function makeDiscount(world: SalesWorld, body: object = {}): Promise<DiscountDto> {
  await signIn(world);
  const vendorIds = [String(world.north.id)];
  const answer = await api(world.admin).post('/discounts', discountBody({ vendorIds, ...body }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.as<{ discount: DiscountDto }>().discount;
}

/** A buyer's offer for two of the product. Returns its id. */
async function makeOffer({ store, variantId }: SalesWorld, amount: string): Promise<string> {
  await program().owner.rateBucket.deleteMany();
  const email = `buyer-${nextNumber()}@buyers.test`;
  const body = { amount, quantity: 2, variantId: String(variantId), email };
  const answer = await api({ store: store.domain }).post('/public/make-an-offer', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String((await program().owner.offer.findFirstOrThrow({ where: { storeId: store.id, email } })).id);
}
const accept = (world: SalesWorld, id: string) => api(world.seller).post('/offers/action', { id, action: 'accept' });

/** Kinds that find nothing to change here, each for its reason. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  // It plans the reading of a membership, which is a job of its own.
  'memberships.match',
]);

/** Due jobs of labels, offers, discounts, memberships and what follows a sale, by kind. */
export const DUE_SALES_JOBS: JobFactories<SalesWorld> = {
  'shipping.label': [
    async (world) => {
      await signIn(world);
      const quoted = await quote(world);
      await strikeShippo('transactions.create', 'drop_response');
      await strikeShippo('transactions.list', 'drop', { times: 4 });
      await buy(world, quoted);
      await controlShippo('DELETE', '/faults', {});
      pass(3);
    },
    async (world) => {
      const { labelId } = await buyLabel(world);
      expect((await api(world.seller).post(`/shippo/label/${labelId}/void`)).status).toBe(200);
      const label = await program().owner.shippingLabel.findUniqueOrThrow({ where: { id: BigInt(labelId) } });
      await controlShippo('POST', `/shippo/refunds/${label.transactionId ?? ''}`, { status: 'SUCCESS' });
      pass(3);
    },
  ],
  'shipping.report_tracking': [
    planJob('shipping.report_tracking', async (world: SalesWorld) => {
      const { labelId } = await buyLabel(world);
      return { labelId, status: 'transit', happenedAt: program().clock.now().toISOString() };
    }),
  ],
  'orders.cancelled': [
    planJob('orders.cancelled', async (world: SalesWorld) => ({ orderId: (await buyLabel(world)).orderId })),
  ],
  'orders.ship_digital': [
    async () => {
      const sold = await sell([SONG]);
      // The platform had not decided about its risk yet.
      sandboxOrder(sold.id).order.risk = { recommendation: 'ACCEPT', level: 'LOW' };
      pass(60);
    },
  ],
  'orders.read-return': [
    planJob('orders.read-return', async ({ store }: SalesWorld) => {
      const sold = await sell();
      await changeOrder(sold.name, 'fulfill');
      await drainJobs();
      await loseWebhooks();
      const { order } = sandboxOrder(sold.id);
      await changeOrder(sold.name, 'returns', { lines: [{ sku: String(order.lines[0]?.id), quantity: 1 }] });
      await control('DELETE', '/faults');
      return { storeId: String(store.id), returnId: String(order.returns[0]?.id) };
    }),
  ],
  'compliance.erase-again': [planJob('compliance.erase-again', async () => ({ orderIds: [(await sell()).id] }))],
  'discounts.announce': [
    async (world) => {
      await makeDiscount(world, { liableParty: 'shared', vendorPercent: '50' });
    },
  ],
  'discounts.narrow': [
    async (world) => {
      const vendorIds = [String(world.north.id), String(world.south.id)];
      const { id } = await makeDiscount(world, { vendorIds, liableParty: 'shared', vendorPercent: '50' });
      await drainJobs();
      const before = (await api(world.admin).get('/settings/discounts')).as<object>();
      await api(world.admin).put('/settings/discounts', { ...before, vendorsMayRefuse: true });
      const refused = await api(world.seller).post(`/borne-discounts/${id}/refuse`);
      expect(refused.status, JSON.stringify(refused.body)).toBe(200);
    },
  ],
  'discounts.finish': [
    async (world) => {
      await control('POST', '/faults', {
        target: 'shopify',
        operation: 'discountCodeBasicCreate',
        kind: 'drop_response',
        times: 1,
      });
      await makeDiscount(world);
      pass(2);
    },
  ],
  'discounts.refresh': [
    planJob('discounts.refresh', async (world: SalesWorld) => {
      const { id, name } = await makeDiscount(world);
      await drainJobs();
      const { sandbox, shop } = openSandboxShop(world.store);
      const [discount] = listStoreDiscounts(world.store, name);
      invariant(discount, 'the store has the discount');
      await loseWebhooks();
      changeStoreDiscount(sandbox, shop, discount, { value: { kind: 'fixed', amountMinor: 300 } });
      await control('POST', '/drain', { app: false });
      await control('DELETE', '/faults');
      return { discountId: id };
    }),
  ],
  'offers.invoice': [
    async (world) => {
      await signIn(world);
      const id = await makeOffer(world, '15.00');
      await drainJobs();
      const answer = await accept(world, id);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
  ],
  'offers.decide': [
    async (world) => {
      await makeOffer(world, '16.00');
    },
    async (world) => {
      await makeOffer(world, '11.99');
    },
  ],
  'offers.expire': [
    planJob('offers.expire', async ({ north, productId, variantId }: SalesWorld) => {
      const id = await buildOfferRow(north, { productId, variantId });
      await program().owner.offer.update({ where: { id }, data: { expiresAt: program().clock.now() } });
      return { offerId: String(id) };
    }),
  ],
  'offers.refreshDraft': [
    planJob('offers.refreshDraft', async (world: SalesWorld) => {
      await signIn(world);
      const id = await makeOffer(world, '15.00');
      await drainJobs();
      await accept(world, id);
      await drainJobs();
      const drafts = await program().sandbox?.control<{ id: string; tags: string[] }[]>('GET', '/draft-orders');
      const draft = drafts?.find(({ tags }) => tags.includes(`souk-offer-${id}`));
      await loseWebhooks();
      await control('POST', `/draft-orders/${draft?.id ?? ''}/begin`);
      await control('POST', `/draft-orders/${draft?.id ?? ''}/pay`);
      await control('POST', '/drain', { app: false });
      await control('DELETE', '/faults');
      return { offerId: id };
    }),
  ],
  'memberships.match': [
    planJob('memberships.match', async (world: SalesWorld) => {
      const { name } = await joinAs(world);
      return { customerId: (await readBilling(name)).customers[0]?.id ?? '' };
    }),
  ],
  'memberships.end': [
    async (world) => {
      const { name } = await joinAs(world);
      const gone = await api(world.admin).delete(`/vendors/${encodeURIComponent(name)}`, {
        query: { confirm: 'true' },
      });
      expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    },
  ],
};

/** A new vendor that pays for its membership. */
async function joinAs(world: SalesWorld): Promise<BuiltVendor> {
  await signIn(world);
  const { plan } = await openMemberships(world.admin);
  await drainJobs();
  const vendor = await buildVendor({ store: world.store });
  const seller = await buildUser({ vendor });
  await buyMembership(seller, vendor.name, plan.id);
  await drainJobs();
  // The others go on without one.
  const features = { membership: { enabled: false } };
  expect((await api(world.admin).patch('/app/info/features', { features })).status).toBe(200);
  return vendor;
}
