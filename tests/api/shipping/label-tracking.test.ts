import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DashboardDto } from '#app/features/dashboard/dashboard.contract.ts';
import type { LabelDto, OrderLabelsDto } from '#app/features/labels/labels.contract.ts';
import type { ShippoState } from '#app/features/labels/shippo-key.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { testShippoRequests } from '#tests/contracts/shippo-requests.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import {
  buyLabel,
  controlShippo,
  openLabels,
  readShippo,
  sellToHome,
  SHIPPO_LIVE_KEY,
  strikeShippo,
} from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { sandboxOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;
let south: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  await openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY });
});
afterAll(() => program().stop());

const MUG = { vendor: 'North', title: 'Mug', price: '20.00' };

async function sellWithLabel(): Promise<{ id: string; name: string; label: LabelDto }> {
  const { id, name } = await sellToHome([MUG]);
  return { id, name, label: await buyLabel(north, id) };
}

/** Moves a package at the carrier, whose report reaches the program by itself. */
async function move(label: LabelDto, tracking: string): Promise<void> {
  await controlShippo('POST', `/shippo/transactions/${String(label.tracking)}`, { tracking });
  await controlShippo('POST', '/drain', {});
  await program().drain();
}

const statusOf = async (orderId: string) =>
  (await api(north).get(`/orders/${orderId}/labels`)).as<OrderLabelsDto>().labels[0]?.trackingStatus;
const timelineOf = async (orderId: string) =>
  (await api(north).get(`/orders/${orderId}`)).as<OrderDetailDto>().order.timeline.map(({ kind }) => kind);
type Bell = { notices: { kind: string; name: string | null }[] };
const bellOf = async (by: BuiltUser, orderName: string) =>
  (await api(by).get('/notices')).as<Bell>().notices.flatMap(({ kind, name }) => (name === orderName ? [kind] : []));
const countMails = (label: LabelDto, status: string) =>
  program().owner.mail.count({
    where: { storeId: store.id, dedupeKey: { startsWith: `label/${label.id}/${status}` }, toAddress: { not: null } },
  });
const addressOf = async () => (await readShippo()).webhooks?.at(-1)?.url ?? '';
const report = async (url: string, data: object) =>
  (await fetch(url, { method: 'POST', body: JSON.stringify({ event: 'track_updated', test: false, data }) })).status;
const countLooks = () =>
  program()
    .sandbox?.sandbox.log.list('shippo')
    .filter(({ operation }) => operation === 'transactions.get').length ?? 0;

test('reported packages: the order follows to delivered, the vendor hears of it once, and nobody else', async () => {
  const { id, name, label } = await sellWithLabel();
  await move(label, 'TRANSIT');
  expect(await statusOf(id)).toBe('transit');
  await move(label, 'DELIVERED');
  await move(label, 'DELIVERED');
  expect(await statusOf(id)).toBe('delivered');
  expect((await timelineOf(id)).filter((kind) => kind.startsWith('label'))).toEqual([
    ...['labelDelivered', 'labelInTransit', 'labelBought'],
  ]);
  expect((await bellOf(north, name)).filter((kind) => kind === 'orderDelivered')).toHaveLength(1);
  expect(await bellOf(south, name)).toEqual([]);
});

test('a package that does not arrive: a mail and a notice to the vendor for each status, once', async () => {
  const { id, name, label } = await sellWithLabel();
  await move(label, 'FAILURE');
  await move(label, 'FAILURE');
  expect(await bellOf(north, name)).toContain('deliveryFailed');
  await move(label, 'RETURNED');
  expect(await timelineOf(id)).toEqual(expect.arrayContaining(['labelDeliveryFailed', 'labelReturned']));
  expect([await countMails(label, 'failure'), await countMails(label, 'returned')]).toEqual([1, 1]);
  // The bell has one line of the order, which says the newest.
  expect(await bellOf(north, name)).toContain('orderReturning');
});

test('a report says nothing itself: forged, repeated and late ones change nothing that Shippo does not confirm', async () => {
  const { id, label } = await sellWithLabel();
  const url = await addressOf();
  const forged = { tracking_number: label.tracking, tracking_status: { status: 'DELIVERED' } };
  expect([await report(url, forged), await report(url, forged)]).toEqual([200, 200]);
  await program().drain();
  expect(await statusOf(id)).toBe('unknown');
  await move(label, 'DELIVERED');
  const late = { tracking_number: label.tracking, tracking_status: { status: 'TRANSIT' } };
  expect(await report(url, late)).toBe(200);
  await program().drain();
  expect(await statusOf(id)).toBe('delivered');
});

test('addresses and bodies that are none of ours: refused or left alone, and Shippo is not asked', async () => {
  const url = await addressOf();
  const looks = countLooks();
  expect(await report(url, { tracking_number: 'of another shop' })).toBe(200);
  expect(await report(url.replace(/.{4}$/, 'AAAA'), { tracking_number: '1' })).toBe(404);
  expect(await report(`${new URL(url).origin}/webhooks/shippo/999/${'A'.repeat(43)}`, {})).toBe(404);
  const send = async (body: string) => (await fetch(url, { method: 'POST', body })).status;
  expect([await send('no JSON'), await send('[]'), await send('{"event":1}')]).toEqual([400, 400, 400]);
  expect((await fetch(url)).status).toBe(405);
  await program().drain();
  expect(countLooks()).toBe(looks);
});

test('a lost report: the package is found by the regular looks, of which reports add none', async () => {
  const { id, label } = await sellWithLabel();
  const countLooksToCome = () =>
    program().owner.scheduledJob.count({
      where: { storeId: store.id, kind: 'shipping.label', doneAt: null, key: { startsWith: `${label.id}:` } },
    });
  const planned = await countLooksToCome();
  for (const tracking of ['PRE_TRANSIT', 'TRANSIT']) await move(label, tracking);
  expect(await countLooksToCome()).toBe(planned);
  const { transactions = [] } = program().sandbox?.sandbox.state.shippo ?? {};
  for (const one of transactions) if (one.tracking === label.tracking) one.trackingStatus = 'DELIVERED';
  program().clock.advance({ hours: 5 });
  for (const person of [admin, north, south]) await renewSession(person);
  await program().drain();
  expect(await statusOf(id)).toBe('delivered');
});

test('the scorecard states the hours from label to delivery', async () => {
  const { marketplace } = (await api(admin).get('/dashboard')).as<DashboardDto>();
  const own = marketplace?.vendors.find(({ vendor }) => vendor === 'North');
  expect(own?.hoursToDeliver).toBeGreaterThan(0);
  expect(own?.hoursToDeliver).toBeLessThanOrEqual(5);
});

test('another key moves the address; without a key there is none, and where Shippo refuses it, it is asked instead', async () => {
  const before = await addressOf();
  await openLabels(admin, [], { apiKey: SHIPPO_LIVE_KEY });
  const { webhooks } = await readShippo();
  expect(webhooks).toHaveLength(1);
  expect(webhooks?.[0]?.url).not.toBe(before);
  expect(await report(before, {})).toBe(404);
  expect((await api(admin).get('/shippo/api-key')).as<ShippoState>().reportsTracking).toBe(true);
  await strikeShippo('webhooks.create', 'error', { status: 500 });
  await openLabels(admin, [], { apiKey: SHIPPO_LIVE_KEY });
  expect((await api(admin).get('/shippo/api-key')).as<ShippoState>().reportsTracking).toBe(false);
  await openLabels(admin, [], { apiKey: SHIPPO_LIVE_KEY });
  expect((await api(admin).delete('/shippo/api-key')).status).toBe(200);
  expect((await readShippo()).webhooks).toEqual([]);
});

test('signed reports: one without the signature of the saved secret is refused', async () => {
  const secret = 'whsec_of_the_support';
  const version = async () => (await api(admin).get('/shippo/api-key')).as<ShippoState>().version;
  const save = async (more: object) =>
    (
      await api(admin).put('/shippo/settings', { chargeVendor: false, version: await version(), ...more })
    ).as<ShippoState>();
  await openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY });
  expect(await save({ reportSecret: secret })).toMatchObject({ checksSignatures: true });
  expect(findIn(await dumpEverything(), [secret])).toEqual([]);
  const { id, label } = await sellWithLabel();
  const looks = countLooks();
  await move(label, 'TRANSIT');
  await controlShippo('POST', '/shippo/webhook-secret', { secret: 'another' });
  await move(label, 'TRANSIT');
  expect([countLooks() - looks, await statusOf(id)]).toEqual([0, 'unknown']);
  const url = await addressOf();
  expect(await report(url, { tracking_number: label.tracking })).toBe(401);
  await controlShippo('POST', '/shippo/webhook-secret', { secret });
  await move(label, 'TRANSIT');
  expect(await statusOf(id)).toBe('transit');
  // Who bears the cost is saved without touching the secret.
  expect(await save({})).toMatchObject({ checksSignatures: true });
  expect(await save({ reportSecret: '' })).toMatchObject({ checksSignatures: false });
  expect(await report(url, { tracking_number: label.tracking })).toBe(200);
  await controlShippo('POST', '/shippo/webhook-secret', { secret: '' });
});

describe('the store', () => {
  beforeAll(() => openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY }));
  beforeEach(async () => {
    for (const person of [admin, north]) await renewSession(person);
  });
  const grant = () => grantAftersales({ domain: store.domain, scopes: ['write_fulfillments'] });
  const eventsOf = (id: string) => (sandboxOrder(id).order.fulfillments[0]?.events ?? []).map(({ status }) => status);

  test('gets no tracking event before the merchant grants it', async () => {
    const { id, label } = await sellWithLabel();
    await move(label, 'DELIVERED');
    expect(await statusOf(id)).toBe('delivered');
    expect(eventsOf(id)).toEqual([]);
    await grant();
  });

  test('gets one tracking event of a package under way and delivered, and not of what it knows', async () => {
    const { id, label } = await sellWithLabel();
    await move(label, 'TRANSIT');
    await move(label, 'TRANSIT');
    expect(eventsOf(id)).toEqual(['IN_TRANSIT']);
    const [fulfillment] = sandboxOrder(id).order.fulfillments;
    // The carrier itself reported it to the store, which follows its numbers.
    fulfillment?.events?.push({ id: 1, status: 'DELIVERED', happenedAt: '', createdAt: '' });
    await move(label, 'DELIVERED');
    expect(await statusOf(id)).toBe('delivered');
    expect(eventsOf(id)).toEqual(['IN_TRANSIT', 'DELIVERED']);
  });

  test.each([
    ['its answer is lost', 'drop_response'],
    ['it does not hear', 'drop'],
    ['it is asked too often', 'throttle'],
  ])('hears of it once all the same where %s', async (_, kind) => {
    const { id, label } = await sellWithLabel();
    await controlShippo('POST', '/faults', { target: 'shopify', operation: 'fulfillmentEventCreate', kind, times: 1 });
    await move(label, 'DELIVERED');
    program().clock.advance({ minutes: 30 });
    await program().drain();
    await controlShippo('DELETE', '/faults', {});
    expect(eventsOf(id)).toEqual(['DELIVERED']);
  });

  test('gets no tracking event of a shipment that was cancelled', async () => {
    const { id, label } = await sellWithLabel();
    const [fulfillment] = sandboxOrder(id).order.fulfillments;
    if (fulfillment) fulfillment.status = 'CANCELLED';
    await move(label, 'DELIVERED');
    expect(eventsOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe('delivered');
  });
});

await testShippoRequests('webhooks.create', 'webhooks.delete');
