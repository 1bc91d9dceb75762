import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asStoreId } from '#app/core/ids.ts';
import type { Order } from '#sandbox/core/state.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { openMemberships, saveMembership } from '#tests/factories/memberships.ts';
import {
  changeOrder,
  sandboxOrder,
  sellOrder,
  type SoldLine,
  type SoldOrder,
} from '#tests/factories/orders/sold-orders.ts';
import {
  askSync,
  buildShop,
  changeShopOrder,
  connectOwnStore,
  listShopOrders,
  makeShopProduct,
  readIntegration,
  readStoreOrders,
  switchIntegrations,
} from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;
let shop: string;
let sourceId: string;

const MUG = { vendor: 'Order storey', title: 'Loose mug', price: '20.00' };
const BOWL = { sku: 'SO-BOWL', quantity: 2 };
const FOREIGN = { vendor: 'Rival of orders', title: 'Foreign', price: '9.00' };

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Order storey' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival of orders' }) });
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  shop = await buildShop({ currency: 'EUR' });
  // A store of development takes five orders a minute.
  setPlan('Basic');
  sourceId = await makeShopProduct(shop, {
    title: 'Synced bowl',
    variants: [{ sku: 'SO-BOWL', price: '10.00', stock: 30 }],
  });
});
afterAll(() => program().stop());
beforeEach(async () => {
  program().sandbox?.sandbox.faults.clear();
  await renew();
});

const renew = async (): Promise<void> => {
  for (const person of [admin, seller, rival]) await renewSession(person);
};
const later = async (minutes: number): Promise<void> => {
  program().clock.advance({ minutes });
  await program().drain();
  await renew();
};
/** What the platform reports is delivered, and what that caused is done. */
const untilReported = async (): Promise<void> => {
  await program().sandbox?.control('POST', '/drain', { app: false });
  await program().drain();
};
function setPlan(plan: string | null): void {
  const found = program().sandbox?.sandbox.state.shops[shop];
  if (!found) throw new Error('the shop is there');
  if (plan === null) delete found.plan;
  else found.plan = plan;
}
const sell = async (lines: readonly SoldLine[], more: object = {}): Promise<SoldOrder> => {
  const sold = await sellOrder(lines, { more });
  await untilReported();
  return sold;
};
const listThere = (sold: SoldOrder): Order[] =>
  listShopOrders(shop).filter((order) => order.sourceIdentifier?.endsWith(`-${sold.id}-${vendor.id}`));
const findThere = (sold: SoldOrder): Order => {
  const [found, ...others] = listThere(sold);
  expect(others).toEqual([]);
  if (!found) throw new Error(`${sold.name} is in the own store`);
  return found;
};
const strike = (operation: string, fault: object) =>
  program().sandbox?.control('POST', '/faults', { target: 'shopify', operation, ...fault });
const readOne = async (sold: SoldOrder) => (await readStoreOrders(seller, sold.id))[0];
const shipmentsHere = (sold: SoldOrder) => sandboxOrder(sold.id).order.fulfillments;
const switchOrders = (placesOrders: boolean, who = seller) => api(who).put('/integrations/keys', { placesOrders });

describe('orders of a vendor', () => {
  it('go nowhere before a store is connected, and not afterwards either', async () => {
    const before = await sell([MUG]);
    await connectOwnStore(store, seller, shop);
    expect((await readIntegration(seller)).store).toMatchObject({ placesOrders: true, grantsOrders: true });
    await later(61);
    expect(listThere(before)).toEqual([]);
    expect(await readStoreOrders(seller, before.id)).toEqual([]);
  });

  it('are placed in its own store once: its lines alone, what it sees of the buyer, and an email that nobody has', async () => {
    await askSync(seller, sourceId);
    await program().drain();
    const shippingAddress = {
      firstName: 'Mara',
      lastName: 'Vries',
      company: 'Vries BV',
      address1: 'Kade 3',
      city: 'Delft',
    };
    const properties = [{ name: 'Engraving', value: 'For Ada' }];
    const sold = await sell([BOWL, { ...MUG, quantity: 3, discount: '10.00', properties }, FOREIGN], {
      shippingAddress,
      note: 'Ring twice',
    });
    const there = findThere(sold);
    expect(there).toMatchObject({
      financialStatus: 'paid',
      sourceIdentifier: `souk-demo-${sold.id}-${vendor.id}`,
      tags: ['souk', `souk-${sold.name.slice(1)}`],
      shippingAddress: { ...shippingAddress },
      lines: [
        { title: 'Synced bowl', sku: 'SO-BOWL', quantity: 2, unitPriceMinor: 10_00 },
        // 50.00 for three is no even price: two prices that sum to it.
        { title: 'Loose mug', variantId: null, quantity: 2, unitPriceMinor: 16_67 },
        { title: 'Loose mug', variantId: null, quantity: 1, unitPriceMinor: 16_66 },
      ],
    });
    expect(there.lines[0]?.variantId).not.toBeNull();
    expect(there.lines[1]?.properties).toContainEqual(properties[0]);
    expect(there.note).toMatch(/^Ring twice\n\n.*\/app\/orders\//);
    expect(there.email).toMatch(/@example\.com$/);
    expect(JSON.stringify(there)).not.toContain('mara@buyer.test');
    expect(JSON.stringify(there)).not.toContain('Foreign');
    const product = program().sandbox?.sandbox.state.shops[shop]?.products[sourceId];
    expect(product?.variants[0]?.inventory.levels[0]?.available).toBe(28);
    expect(await readOne(sold)).toMatchObject({ state: 'placed', name: there.name, problem: null, canRetry: false });
    await later(61);
    expect(listThere(sold)).toHaveLength(1);
  });

  it('are nobody else’s to see: another vendor’s answers are empty, an order of no one’s is not found', async () => {
    const sold = await sell([MUG, FOREIGN]);
    expect(await readStoreOrders(rival, sold.id)).toEqual([]);
    expect(await api(rival).post(`/integrations/shopify/orders/${sold.id}/retry`)).toMatchObject({ status: 409 });
    expect((await api(rival).get('/integrations/shopify/orders/1')).status).toBe(404);
    expect(await readStoreOrders(admin, sold.id)).toMatchObject([{ vendor: 'Order storey', state: 'placed' }]);
  });

  it('are placed once where the answer was lost after the order was made there', async () => {
    await strike('orderCreate', { kind: 'drop_response', times: 1 });
    const sold = await sell([MUG]);
    expect(listThere(sold)).toHaveLength(1);
    expect(await readOne(sold)).toMatchObject({ state: 'waiting', problem: 'unanswered' });
    await later(1);
    expect(await readOne(sold)).toMatchObject({ state: 'waiting' });
    await later(2);
    expect(await readOne(sold)).toMatchObject({ state: 'placed', problem: null, name: findThere(sold).name });
  });

  it('are placed once where the call never arrived: search finds nothing, and the store is asked again', async () => {
    await strike('orderCreate', { kind: 'drop', times: 1 });
    const sold = await sell([MUG]);
    expect(listThere(sold)).toEqual([]);
    await later(3);
    expect(await readOne(sold)).toMatchObject({ state: 'placed', name: findThere(sold).name });
  });

  it('are placed once where a worker is killed between the call and its note, and by two workers at once', async () => {
    const sold = await sell([MUG]);
    findThere(sold);
    const key = { storeId: store.id, vendorId: vendor.id, orderId: BigInt(sold.id) };
    const now = program().clock.now();
    // As the worker left it: the intent is noted, the order was made there, and nobody wrote that down.
    await program().owner.storeOrder.update({
      where: { storeId_vendorId_orderId: key },
      data: {
        ...{ state: 'waiting', sourceId: null, sourceName: null, placedAt: null, dueAt: now, calledAt: now },
        ...{ lease: '00000000-0000-4000-8000-000000000001', leasedUntil: new Date(now.getTime() + 300_000) },
      },
    });
    // Imported here: the platform's library wants its own set-up first.
    const { runStoreOrders } = await import('#app/features/integrations/store-orders/run-orders.service.server.ts');
    const run = () =>
      runStoreOrders(program().container.services, asStoreId(store.id), { vendorId: String(vendor.id) });
    await Promise.all([run(), run(), run()]);
    expect(await readOne(sold)).toMatchObject({ state: 'waiting' });
    program().clock.advance({ minutes: 6 });
    await renew();
    await Promise.all([run(), run(), run()]);
    expect(await readOne(sold)).toMatchObject({ state: 'placed', name: findThere(sold).name });
  });

  it('wait where the store is busy, does not answer, or takes five a minute, and follow by themselves', async () => {
    await strike('orderCreate', { kind: 'error', status: 503, times: 2 });
    const sold = await sell([MUG]);
    expect(await readOne(sold)).toMatchObject({ state: 'waiting', problem: 'unanswered' });
    await later(3);
    expect(await readOne(sold)).toMatchObject({ state: 'waiting' });
    await later(5);
    findThere(sold);
    await later(2);
    setPlan(null);
    const many: SoldOrder[] = [];
    for (let count = 0; count < 6; count++) many.push(await sell([MUG]));
    expect(many.flatMap(listThere)).toHaveLength(5);
    expect(await readOne(many[5]!)).toMatchObject({ state: 'waiting', problem: 'busy' });
    await later(2);
    expect(many.flatMap(listThere)).toHaveLength(6);
    setPlan('Basic');
  });

  it('that a store refuses are named with the reason, and placed when somebody tries again', async () => {
    const own = program().sandbox?.sandbox.state.shops[shop];
    if (!own) throw new Error('the shop is there');
    own.isDormant = true;
    const sold = await sell([MUG]);
    const refused = { state: 'refused', problem: 'refused', detail: 'SHOP_DORMANT', canRetry: true };
    expect(await readOne(sold)).toMatchObject(refused);
    const listed = (await api(seller).get('/integrations/shopify/orders')).as<{ orders: { orderId: string }[] }>();
    expect(listed.orders.map(({ orderId }) => orderId)).toEqual([sold.id]);
    expect((await readIntegration(seller)).store?.orders).toMatchObject({ problems: 1 });
    own.isDormant = false;
    expect((await api(seller).post(`/integrations/shopify/orders/${sold.id}/retry`)).status).toBe(202);
    await program().drain();
    expect(await readOne(sold)).toMatchObject({ state: 'placed', name: findThere(sold).name });
  });

  it('are placed once they are paid and not on hold, never before', async () => {
    const sold = await sell([MUG], { financialStatus: 'pending' });
    await later(61);
    expect(listThere(sold)).toEqual([]);
    await changeOrder(sold.name, 'mark-paid');
    await untilReported();
    findThere(sold);
  });

  it('wait on hold, and are dropped where the buyer was erased before', async () => {
    await strike('orderCreate', { kind: 'error', status: 503, times: 2 });
    const onHold = await sell([MUG]);
    const erased = await sell([MUG]);
    await changeOrder(onHold.name, 'hold');
    await untilReported();
    await program().owner.$executeRaw`UPDATE order_buyers SET redacted = true, shipping_address = NULL, name = NULL
      WHERE order_id = ${BigInt(erased.id)}`;
    await later(3);
    await later(4);
    expect(await readOne(onHold)).toMatchObject({ state: 'waiting', problem: 'on_hold' });
    expect(await readOne(erased)).toMatchObject({ state: 'dropped', problem: 'redacted' });
    await changeOrder(onHold.name, 'release');
    await untilReported();
    await later(61);
    findThere(onHold);
    expect(listThere(erased)).toEqual([]);
  });

  it('that were cancelled here are cancelled there and put back in stock; what waited is dropped', async () => {
    const sold = await sell([BOWL]);
    const stock = () =>
      program().sandbox?.sandbox.state.shops[shop]?.products[sourceId]?.variants[0]?.inventory.levels[0]?.available ??
      0;
    const before = stock();
    await changeOrder(sold.name, 'cancel');
    await untilReported();
    expect(findThere(sold).cancelledAt).not.toBeNull();
    expect(findThere(sold).transactions.filter(({ kind }) => kind === 'refund')).toEqual([]);
    expect(stock()).toBe(before + 2);
    await strike('orderCreate', { kind: 'error', status: 503, times: 1 });
    const waiting = await sell([MUG]);
    await changeOrder(waiting.name, 'cancel');
    await untilReported();
    await later(5);
    expect(await readOne(waiting)).toMatchObject({ state: 'dropped', problem: 'cancelled' });
    expect(listThere(waiting)).toEqual([]);
  });

  it('that were cancelled in part here stay as they are there, and say so', async () => {
    const sold = await sell([{ ...MUG, quantity: 3 }]);
    const line = sandboxOrder(sold.id).order.lines[0];
    await changeOrder(sold.name, 'refunds', { lines: [{ sku: String(line?.id), quantity: 1, restockType: 'cancel' }] });
    await untilReported();
    expect(findThere(sold).lines.reduce((sum, { currentQuantity }) => sum + currentQuantity, 0)).toBe(3);
    expect(await readOne(sold)).toMatchObject({ takenBack: 1 });
  });
});

describe('shipments of an own store', () => {
  it('ship here once, however often they are reported; their tracking is followed', async () => {
    const sold = await sell([{ ...MUG, quantity: 2 }]);
    const there = findThere(sold);
    await changeShopOrder(shop, there.name, 'fulfill', { company: 'DHL Express', number: 'SO-TRACK-1' });
    await untilReported();
    expect(shipmentsHere(sold)).toMatchObject([{ tracking: [{ company: 'DHL Express', number: 'SO-TRACK-1' }] }]);
    for (let times = 0; times < 2; times++)
      await deliverWebhook({ shop, topic: 'fulfillments/create', payload: { id: 1, order_id: there.id } });
    await untilReported();
    await later(61);
    expect(shipmentsHere(sold)).toHaveLength(1);
    await changeShopOrder(shop, there.name, 'track', { company: 'DHL Express', number: 'SO-TRACK-2' });
    await untilReported();
    expect(shipmentsHere(sold)).toMatchObject([{ status: 'SUCCESS', tracking: [{ number: 'SO-TRACK-2' }] }]);
  });

  it('are found by the hourly look where no report arrived', async () => {
    const sold = await sell([MUG]);
    await later(5);
    await changeShopOrder(shop, findThere(sold).name, 'fulfill', { number: 'SO-QUIET' });
    program().sandbox!.sandbox.state.deliveries = [];
    await later(61);
    expect(shipmentsHere(sold)).toMatchObject([{ tracking: [{ number: 'SO-QUIET' }] }]);
  });

  it('of a part ship that part, the rest follows, and one that was taken back is taken back', async () => {
    const sold = await sell([{ ...MUG, quantity: 3 }]);
    const there = findThere(sold);
    const line = String(there.lines[0]?.id);
    await changeShopOrder(shop, there.name, 'fulfill', { number: 'P1', lines: [{ sku: line, quantity: 1 }] });
    await untilReported();
    expect(shipmentsHere(sold).map(({ lines }) => lines[0]?.quantity)).toEqual([1]);
    await changeShopOrder(shop, there.name, 'fulfill', { number: 'P2' });
    await untilReported();
    expect(shipmentsHere(sold).map(({ lines }) => lines[0]?.quantity)).toEqual([1, 2]);
    await changeShopOrder(shop, there.name, 'cancel-fulfillments');
    await untilReported();
    expect(shipmentsHere(sold).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  it('never ship twice what was shipped here by hand, and name what is more than was left', async () => {
    const sold = await sell([{ ...MUG, quantity: 3 }]);
    const there = findThere(sold);
    const line = sandboxOrder(sold.id).order.lines[0]?.id;
    const answer = await api(seller).post(`/orders/${sold.id}/fulfill`, {
      tracking: 'BY-HAND',
      lineItems: [{ id: String(line), quantity: 1 }],
    });
    expect(answer.status).toBe(200);
    await changeOrder(sold.name, 'refunds', { lines: [{ sku: String(line), quantity: 1, restockType: 'cancel' }] });
    await untilReported();
    await changeShopOrder(shop, there.name, 'fulfill', { number: 'ALL-THREE' });
    await untilReported();
    const units = shipmentsHere(sold).flatMap(({ lines }) => lines.map(({ quantity }) => quantity));
    expect(units).toEqual([1, 1]);
    expect(await readOne(sold)).toMatchObject({ beyond: 1, canRetry: true });
  });

  it('are believed in nothing: a report of an order that was shipped nowhere ships nothing', async () => {
    const sold = await sell([MUG]);
    const there = findThere(sold);
    await deliverWebhook({ shop, topic: 'fulfillments/create', payload: { order_id: there.id, status: 'success' } });
    await deliverWebhook({ shop, topic: 'fulfillments/update', payload: { order_id: '9'.repeat(40) } });
    await deliverWebhook({ shop, topic: 'orders/cancelled', payload: {} });
    await untilReported();
    expect(shipmentsHere(sold)).toEqual([]);
    const open = { shop, state: { in: ['pending', 'waiting', 'dead'] } };
    expect(await program().owner.webhookDelivery.count({ where: open })).toBe(0);
  });

  it('of an order that was cancelled there are no more, and the order says so here', async () => {
    const sold = await sell([MUG]);
    await changeShopOrder(shop, findThere(sold).name, 'cancel');
    await untilReported();
    expect(await readOne(sold)).toMatchObject({ state: 'placed', problem: 'cancelled_there' });
    expect(sandboxOrder(sold.id).order.cancelledAt).toBeNull();
  });
});

describe('the setting', () => {
  it('switched off places nothing; on again only what comes from then on', async () => {
    expect((await switchOrders(false)).as<{ store: object }>().store).toMatchObject({ placesOrders: false });
    const sold = await sell([MUG]);
    expect((await switchOrders(true)).status).toBe(200);
    await later(61);
    expect(listThere(sold)).toEqual([]);
    expect(await api(rival).put('/integrations/keys', { placesOrders: true })).toMatchObject({
      status: 409,
      body: { reason: 'store_not_connected' },
    });
  });

  it('cannot be switched on where the access lacks orders: the store is connected again', async () => {
    await switchOrders(false);
    const where = { storeId: store.id, vendorId: vendor.id };
    const { scopes } = await program().owner.shopConnection.findFirstOrThrow({ where });
    await program().owner.shopConnection.updateMany({ where, data: { scopes: ['read_products'] } });
    expect((await readIntegration(seller)).store).toMatchObject({ grantsOrders: false, placesOrders: false });
    expect(await switchOrders(true)).toMatchObject({ status: 409, body: { reason: 'store_lacks_orders' } });
    await program().owner.shopConnection.updateMany({ where, data: { scopes } });
    expect((await switchOrders(true)).status).toBe(200);
  });

  it('stands still with the feature, and while whoever connected the store may not ship', async () => {
    await switchIntegrations(admin, false);
    const off = await sell([MUG]);
    await switchIntegrations(admin, true);
    await later(61);
    expect(listThere(off)).toEqual([]);
    const where = { storeId: store.id, vendorId: vendor.id };
    const { maker } = await program().owner.shopConnection.findFirstOrThrow({ where });
    const clerk = await buildUser({ vendor, permissions: ['read_products', 'write_products', 'write_integrations'] });
    await program().owner.shopConnection.updateMany({ where, data: { maker: `person:${clerk.id}` } });
    const sold = await sell([MUG]);
    expect(await readOne(sold)).toMatchObject({ state: 'waiting', problem: 'rights' });
    await program().owner.shopConnection.updateMany({ where, data: { maker } });
    await later(121);
    findThere(sold);
  });

  it('waits while its vendor has no membership', async () => {
    await openMemberships(admin);
    const sold = await sell([MUG]);
    expect(await readOne(sold)).toMatchObject({ state: 'waiting', problem: 'membership' });
    await saveMembership(admin, { enabled: false });
    await later(121);
    findThere(sold);
  });

  it('keeps no word of a buyer: rows of orders and shipments hold ids, states and counts', async () => {
    const rows = await program().owner.storeOrder.findMany({ include: { shipments: true } });
    expect(rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const word of ['Mara', 'Vries', 'mara@', 'Kade', 'Ring twice', 'For Ada']) expect(text).not.toContain(word);
    expect(text).not.toContain('@');
  });
});
