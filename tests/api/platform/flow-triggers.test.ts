import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { FLOW_TRIGGER_HANDLES, FLOW_TRIGGERS, type FlowTrigger } from '#app/platform/flow-triggers/flow-trigger.ts';
import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import type { WebhookEvent } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { StartedWorkflow } from '#sandbox/core/state.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import { buildConversation, switchConversations, threadToken } from '#tests/factories/conversations.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, setProductRules } from '#tests/factories/live-products.ts';
import { buildOfferRow, openOffers } from '#tests/factories/offers.ts';
import { changeOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { API_SECRET } from '#tests/support/environment.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;
let north: BuiltUser;

/** Sessions end after a quarter of an hour of the program's time. */
async function signIn(): Promise<void> {
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor });
}

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  await signIn();
  await grantAftersales({ domain: store.domain });
  await openOffers(store, admin);
  await switchConversations(admin, true);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  await signIn();
});

const turn = (trigger: FlowTrigger, on: boolean) => control('POST', `/flow/triggers/${trigger}`, { on });
/** What the platform was told of a trigger, the oldest first. */
async function startedBy(trigger: FlowTrigger): Promise<StartedWorkflow['payload'][]> {
  await program().drain();
  const { started } = await control<{ started: StartedWorkflow[] }>('GET', '/flow/started');
  return started
    .filter(({ handle }) => handle === trigger)
    .map(({ payload }) => payload)
    .reverse();
}
const sell = () =>
  sellOrder([
    { vendor: 'North', title: 'Mug', price: '20.00' },
    { vendor: 'South', title: 'Bowl', price: '30.00' },
  ]);
async function makeDraft(): Promise<string> {
  const product = buildProductInput({ title: `Jug ${String(nextNumber())}` });
  return (await api(north).put('/products-v2', { product })).as<{ productId: string }>().productId;
}
function record(events: readonly WebhookEvent[]): Promise<void> {
  const { services } = program().container;
  return services.db.fast(marketplaceScope(store.id), (tx) =>
    recordWebhookMessages(tx, services, events, services.clock.now()),
  );
}
async function pay(order: SoldOrder): Promise<string> {
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: 'North', orderId: order.id }],
    methods: [{ vendor: 'North', method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: `By bank transfer of ${order.name}` },
  });
  return answer.as<{ results: { transactionId: string }[] }>().results[0]!.transactionId;
}
const linkTo = (path: string): string =>
  `https://${store.domain}/admin/apps/${program().container.services.env.SHOPIFY_API_KEY}/admin${path}`;

describe('what starts workflows', () => {
  test('reaches the platform only while a workflow of the store that is on begins with it', async () => {
    await makeDraft();
    expect(await startedBy('souk-product-submitted')).toEqual([]);
    await turn('souk-product-submitted', true);
    // What was before starts nothing.
    expect(await startedBy('souk-product-submitted')).toEqual([]);
    const id = await makeDraft();
    expect(await startedBy('souk-product-submitted')).toEqual([
      {
        product_id: Number(id),
        Vendor: 'North',
        Link: linkTo(`/products/${id}`),
        'Event ID': expect.stringContaining('souk-product-submitted/') as string,
      },
    ]);
    await turn('souk-product-submitted', false);
    await makeDraft();
    expect(await startedBy('souk-product-submitted')).toHaveLength(1);
    expect(await program().owner.scheduledJob.count({ where: { storeId: store.id, kind: 'flow.start' } })).toBe(1);
  });

  test('an application, and the vendor that is let in', async () => {
    await turn('souk-vendor-applied', true);
    await turn('souk-vendor-approved', true);
    const sent = { email: 'ada@kiln.test', vendorName: 'Kiln', store: store.domain };
    expect((await api({ store: store.domain }).post('/vendor/application', sent)).status).toBe(201);
    const [applied] = await startedBy('souk-vendor-applied');
    expect(applied).toMatchObject({ Vendor: 'Kiln', Email: 'ada@kiln.test' });
    const application = await program().owner.vendorApplication.findFirstOrThrow({ where: { storeId: store.id } });
    expect(applied?.['Link']).toBe(linkTo(`/applications?open=${String(application.id)}`));
    const made = await api(admin).post('/vendors/Kiln', {
      identity: 'ada@kiln.test',
      applicationId: String(application.id),
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(await startedBy('souk-vendor-approved')).toMatchObject([{ Vendor: 'Kiln' }]);
  });

  test('a change of a live product that waits', async () => {
    await turn('souk-product-changed', true);
    await setProductRules(admin, { hold: 'content' });
    const product = await buildLiveProduct(north, admin, { title: 'Carafe' });
    await api(north).put('/products-v2', { product: { ...product, title: 'Carafe, blue' } });
    expect(await startedBy('souk-product-changed')).toMatchObject([
      { product_id: Number(product.id), Vendor: 'North', Link: expect.stringContaining('/changes/') as string },
    ]);
    await setProductRules(admin, {});
  });

  test('each vendor’s part of an order that was shipped, once however often it is written again', async () => {
    await turn('souk-order-shipped', true);
    const sold = await sell();
    expect(await startedBy('souk-order-shipped')).toEqual([]);
    await changeOrder(sold.name, 'fulfill');
    const parts = (await startedBy('souk-order-shipped')).map(({ order_id, Vendor }) => [order_id, Vendor]);
    expect(parts.sort()).toEqual([
      [Number(sold.id), 'North'],
      [Number(sold.id), 'South'],
    ]);
    await changeOrder(sold.name, 'refunds', { reason: 'As a courtesy', amount: '1.00' });
    expect(await startedBy('souk-order-shipped')).toHaveLength(2);
  });

  test('a part that is late, once; none that was late before, is paid late or was shipped', async () => {
    const early = await sell();
    program().clock.advance({ hours: 80 });
    await program().drain();
    await turn('souk-order-late', true);
    const late = await sell();
    const shipped = await sell();
    await changeOrder(shipped.name, 'fulfill');
    program().clock.advance({ hours: 71 });
    expect(await startedBy('souk-order-late')).toEqual([]);
    program().clock.advance({ hours: 1, minutes: 16 });
    const started = await startedBy('souk-order-late');
    expect(started.map(({ order_id, Vendor }) => [order_id, Vendor]).sort()).toEqual([
      [Number(late.id), 'North'],
      [Number(late.id), 'South'],
    ]);
    expect(started.map(({ order_id }) => order_id)).not.toContain(Number(early.id));
    program().clock.advance({ hours: 30 });
    expect(await startedBy('souk-order-late')).toHaveLength(2);
    await turn('souk-order-late', false);
  });

  test('a return that was requested, by each vendor of it', async () => {
    await turn('souk-return-requested', true);
    const sold = await sell();
    await changeOrder(sold.name, 'fulfill');
    await program().drain();
    const { order } = (await api(admin).get(`/orders/${sold.id}`)).as<{ order: { lines: { id: string }[] } }>();
    const lines = order.lines.map(({ id }) => ({ id, quantity: 1 }));
    const made = await api(admin).post(`/orders/${sold.id}/returns`, { lines, reason: 'unwanted' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await startedBy('souk-return-requested')).map(({ Vendor }) => Vendor).sort()).toEqual(['North', 'South']);
  });

  test('a payout that was sent, and one that failed, with its amount', async () => {
    await turn('souk-payout-sent', true);
    await turn('souk-payout-failed', true);
    const id = await pay(await sell());
    const payout = { Vendor: 'North', Amount: 20, Currency: 'USD', Link: linkTo(`/money/payouts/${id}`) };
    const [sent] = await startedBy('souk-payout-sent');
    expect(sent).toMatchObject({ ...payout, Amount: expect.any(Number) as number });
    const failed = { topic: 'payout.failed', vendorId: vendor.id, subject: 'payout', subjectId: BigInt(id) } as const;
    await record([{ ...failed, key: `payout/${id}` }]);
    // The marketplace and the vendor hear of the same by two notices.
    await record([{ ...failed, vendorId: null, key: `payout/${id}` }]);
    expect(await startedBy('souk-payout-failed')).toMatchObject([
      { ...sent, State: 'paid', 'Event ID': expect.any(String) as string },
    ]);
  });

  test('an offer, with its price', async () => {
    await turn('souk-offer-received', true);
    const id = await buildOfferRow(vendor, { productId: 77n });
    await record([
      { topic: 'offer.received', vendorId: vendor.id, subject: 'offer', subjectId: id, key: `offer/${String(id)}` },
    ]);
    expect(await startedBy('souk-offer-received')).toMatchObject([
      {
        product_id: 77,
        Vendor: 'North',
        Price: 15,
        Currency: store.currency,
        Quantity: 2,
        Link: linkTo(`/offers/${String(id)}`),
      },
    ]);
  });

  test('a report of a conversation by either side, and no second one of a side', async () => {
    await turn('souk-message-reported', true);
    const { id } = await buildConversation(vendor);
    const token = threadToken(store, id);
    const report = () =>
      api({ store: store.domain }).post('/conversations/report', { token, note: 'No answer at all' });
    expect([(await report()).status, (await report()).status]).toEqual([200, 200]);
    const byVendor = { conversationId: String(id), action: 'report', note: 'Wants to pay outside' };
    expect((await api(north).post('/moderate', byVendor)).status).toBe(200);
    expect(await startedBy('souk-message-reported')).toMatchObject([
      { Vendor: 'North', Link: linkTo(`/conversations/${String(id)}`) },
      { Vendor: 'North' },
    ]);
  });

  test('what does not add up', async () => {
    await turn('souk-difference-found', true);
    const sold = await sell();
    await program().owner.$transaction([
      // As the owner of the tables, past the rules that refuse a change of what was posted.
      program().owner.$executeRawUnsafe(`SET LOCAL session_replication_role = 'replica'`),
      program().owner.$executeRaw`UPDATE ledger_postings SET amount_minor = amount_minor + 1
        WHERE id = (SELECT max(id) FROM ledger_postings WHERE store_id = ${store.id} AND account = 'commission')`,
    ]);
    expect((await api(admin).post('/reconciliation/run')).status).toBe(200);
    const found = await startedBy('souk-difference-found');
    expect(found.length, sold.name).toBeGreaterThan(0);
    expect(found[0]).toMatchObject({ Kind: expect.any(String) as string, Link: linkTo('/money/reconciliation') });
  });

  test('is nothing for what is gone by the time of its job', async () => {
    await turn('souk-offer-received', true);
    const before = (await startedBy('souk-offer-received')).length;
    await record([{ topic: 'offer.received', vendorId: vendor.id, subject: 'offer', subjectId: 9n, key: 'offer/9' }]);
    expect(await startedBy('souk-offer-received')).toHaveLength(before);
    expect(await program().owner.scheduledJob.count({ where: { kind: 'flow.start', doneAt: null } })).toBe(0);
  });

  test('comes again after an answer of the platform that was lost, under the same Event ID, and once where it was refused before', async () => {
    await turn('souk-product-submitted', true);
    const before = (await startedBy('souk-product-submitted')).length;
    const strike = (kind: string) =>
      control('POST', '/faults', { target: 'shopify', operation: 'flowTriggerReceive', kind, times: 1 });
    await strike('drop_response');
    await makeDraft();
    await startedBy('souk-product-submitted');
    program().clock.advance({ minutes: 1 });
    const again = (await startedBy('souk-product-submitted')).slice(before);
    expect(new Set(again.map((one) => one['Event ID'])).size).toBe(1);
    expect(again).toHaveLength(2);
    await strike('throttle');
    await makeDraft();
    await startedBy('souk-product-submitted');
    program().clock.advance({ minutes: 1 });
    expect(await startedBy('souk-product-submitted')).toHaveLength(before + 3);
  });
});

describe('what the platform says of the use of triggers', () => {
  async function tell(over: object, secret = API_SECRET): Promise<number> {
    const body = JSON.stringify({
      flow_trigger_definition_id: FLOW_TRIGGERS['souk-vendor-applied'],
      has_enabled_flow: true,
      shop_id: 1,
      shopify_domain: store.domain,
      timestamp: '2026-11-30T10:00:00.000Z',
      ...over,
    });
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { 'content-type': 'application/json', 'x-shopify-hmac-sha256': signature };
    return (await fetch(`${program().url}/flow/triggers`, { method: 'POST', headers, body })).status;
  }
  const listUsed = async (): Promise<string[]> =>
    (await program().owner.flowTrigger.findMany({ where: { storeId: store.id, isUsed: true } })).map(
      ({ trigger }) => trigger,
    );
  beforeEach(() => program().owner.flowTrigger.deleteMany());

  test('counts by its own clock: an older word changes nothing, the same one twice neither', async () => {
    expect(await tell({})).toBe(200);
    expect(await tell({ has_enabled_flow: false, timestamp: '2026-11-30T09:59:59.000Z' })).toBe(200);
    expect(await listUsed()).toEqual(['souk-vendor-applied']);
    const later = { has_enabled_flow: false, timestamp: '2026-11-30T12:00:00+01:00' };
    expect([await tell(later), await tell(later)]).toEqual([200, 200]);
    expect(await listUsed()).toEqual([]);
  });

  test('names a trigger by its handle too; one that is unknown counts for all while it is used', async () => {
    await tell({ flow_trigger_definition_id: 'souk-payout-sent' });
    expect(await listUsed()).toEqual(['souk-payout-sent']);
    const unknown = { flow_trigger_definition_id: '0192-7f' };
    expect(await tell({ ...unknown, has_enabled_flow: false })).toBe(200);
    expect(await listUsed()).toEqual(['souk-payout-sent']);
    expect(await tell(unknown)).toBe(200);
    expect((await listUsed()).sort()).toEqual([...FLOW_TRIGGER_HANDLES].sort());
  });

  test('is refused without its signature and for anything else, and is nothing for a store that is not here', async () => {
    expect(await tell({}, 'another secret')).toBe(401);
    expect(await tell({ timestamp: 'yesterday' })).toBe(400);
    expect(await tell({ shopify_domain: 'other.myshopify.com' })).toBe(200);
    expect(await listUsed()).toEqual([]);
  });
});
