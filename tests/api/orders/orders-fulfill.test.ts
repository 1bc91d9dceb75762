import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readOrder } from '#app/adapters/shopify/orders/orders.server.ts';
import { parseBuyer } from '#app/features/orders/buyer.ts';
import { parseFulfillmentsOfOrder } from '#app/features/orders/fulfillment/fulfillment.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { startOrderReconciliation } from '#app/features/orders/ingest/reconcile.service.server.ts';
import { parseOrder } from '#app/features/orders/ingest/parse-order.ts';
import { orderPayload } from '#sandbox/platform/payloads/order.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
let north: BuiltVendor;
let member: BuiltUser;
let other: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildVendor({ store, name: 'North' });
  member = await buildUser({ vendor: north });
  other = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(() => program().sandbox?.control('DELETE', '/faults', {}));

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 3 };
const KELP = { vendor: 'South', title: 'Kelp', price: '7.00', quantity: 2 };

async function orderOf(orderId: string, caller = member) {
  return (await api(caller).get(`/orders/${orderId}`)).as<OrderDetailDto>().order;
}
async function lineIds(orderId: string, caller = member): Promise<string[]> {
  return (await orderOf(orderId, caller)).lines.map((line) => line.id);
}
const fulfill = (orderId: string, body: object, caller = member, headers: Record<string, string> = {}) =>
  api(caller).post(`/orders/${orderId}/fulfill`, body, { headers });
const strike = (fault: object) => program().sandbox?.control('POST', '/faults', { target: 'shopify', ...fault });
const creations = () =>
  program()
    .sandbox!.control<{ operation: string | null }[]>('GET', '/requests?target=shopify')
    .then((requests) => requests.filter(({ operation }) => operation === 'fulfillmentCreate').length);

describe('shipping', () => {
  test('ships some and then the rest; the store shows the fulfillments, and the other vendor sees nothing of it', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const [mug = ''] = await lineIds(sold.id);
    const some = await fulfill(sold.id, {
      carrier: 'bpost',
      tracking: '3232 0451',
      lineItems: [{ id: mug, quantity: 1 }],
    });
    expect(some.status).toBe(200);
    expect(await orderOf(sold.id)).toMatchObject({
      fulfillment: 'partially_fulfilled',
      lines: [{ left: 2, fulfilled: 1 }],
      fulfillments: [{ carrier: 'bpost', tracking: '3232 0451', lines: [{ title: 'Mug', quantity: 1 }] }],
      timeline: [{ kind: 'fulfilled', params: { count: '1' } }, { kind: 'paid' }, { kind: 'placed' }],
    });
    await fulfill(sold.id, { lineItems: [{ id: mug, quantity: 2 }] });
    await program().drain();
    expect(await orderOf(sold.id)).toMatchObject({
      fulfillment: 'fulfilled',
      allowedActions: ['comment'],
      lines: [{ left: 0 }],
    });
    expect(await orderOf(sold.id, other)).toMatchObject({ fulfillment: 'unfulfilled', fulfillments: [] });
    const { order } = sandboxOrder(sold.id);
    expect(order.fulfillments.map((fulfillment) => fulfillment.lines.map((line) => line.quantity))).toEqual([[1], [2]]);
    expect(order.fulfillments[0]?.tracking).toEqual([{ company: 'bpost', number: '3232 0451', url: null }]);
  });

  test('leads on to the next order to ship', async () => {
    const older = await sellOrder([{ ...MUG, quantity: 1 }]);
    program().clock.advance({ minutes: 1 });
    const newer = await sellOrder([{ ...MUG, quantity: 1 }]);
    const answer = await fulfill(newer.id, { lineItems: [{ id: (await lineIds(newer.id))[0], quantity: 1 }] });
    expect(answer.body).toMatchObject({ nextOrder: { id: older.id, name: older.name }, failed: [] });
  });

  test('refuses more than what is left, without asking the store (409)', async () => {
    const sold = await sellOrder([MUG]);
    const before = await creations();
    const answer = await fulfill(sold.id, { lineItems: [{ id: (await lineIds(sold.id))[0], quantity: 4 }] });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'invalid_state',
      issues: [{ path: 'lineItems.0.quantity', rule: 'above_left' }],
    });
    expect(await creations()).toBe(before);
  });

  test('refuses what the store has shipped since then (409)', async () => {
    const sold = await sellOrder([MUG]);
    const [mug = ''] = await lineIds(sold.id);
    await strikeWebhooks();
    await changeOrder(sold.name, 'fulfill');
    const answer = await fulfill(sold.id, { lineItems: [{ id: mug, quantity: 1 }] });
    expect([answer.status, answer.as<{ code: string }>().code]).toEqual([409, 'invalid_state']);
  });

  test('refuses a request with one line of somebody else whole (404)', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const [mug = ''] = await lineIds(sold.id);
    const [kelp = ''] = await lineIds(sold.id, other);
    const answer = await fulfill(sold.id, {
      lineItems: [
        { id: mug, quantity: 1 },
        { id: kelp, quantity: 0 },
      ],
    });
    expect(answer.status).toBe(404);
    expect((await fulfill(sold.id, { lineItems: [{ id: mug, quantity: 1 }] }, other)).status).toBe(404);
    expect(sandboxOrder(sold.id).order.fulfillments).toEqual([]);
  });

  test.each([
    ['no line', { lineItems: [] }, 'lineItems'],
    ['only zeros', { lineItems: [{ id: '5', quantity: 0 }] }, 'lineItems'],
    ['a broken number', { lineItems: [{ id: '5', quantity: 1.5 }] }, 'lineItems.0.quantity'],
    ['a negative number', { lineItems: [{ id: '5', quantity: -1 }] }, 'lineItems.0.quantity'],
    [
      'a line twice',
      {
        lineItems: [
          { id: '5', quantity: 1 },
          { id: '5', quantity: 1 },
        ],
      },
      'lineItems.1.id',
    ],
    ['another carrier without an address', { carrier: 'Other', lineItems: [{ id: '5', quantity: 1 }] }, 'url'],
    ['an address that is none', { url: 'javascript:1', lineItems: [{ id: '5', quantity: 1 }] }, 'url'],
  ])('refuses %s (422)', async (_what, body, path) => {
    const sold = await sellOrder([MUG]);
    const answer = await fulfill(sold.id, body);
    expect(answer.status).toBe(422);
    expect(answer.as<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toContain(path);
  });

  test('an admin ships one vendor’s lines at a time from the marketplace view', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const ids = await lineIds(sold.id, admin);
    const both = await fulfill(sold.id, { lineItems: ids.map((id) => ({ id, quantity: 1 })) }, admin);
    expect(both.status).toBe(409);
    const one = await fulfill(sold.id, { lineItems: [{ id: ids[1], quantity: 2 }] }, admin);
    expect(one.status).toBe(200);
    expect((await orderOf(sold.id, other)).fulfillment).toBe('fulfilled');
    expect((await orderOf(sold.id, admin)).fulfillment).toBe('partially_fulfilled');
  });

  test('makes one fulfillment although the store’s answer was lost', async () => {
    const sold = await sellOrder([MUG]);
    await strike({ operation: 'fulfillmentCreate', kind: 'drop_response', times: 1 });
    const answer = await fulfill(sold.id, { lineItems: [{ id: (await lineIds(sold.id))[0], quantity: 2 }] });
    expect(answer.status).toBe(200);
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(1);
    expect(await orderOf(sold.id)).toMatchObject({
      lines: [{ left: 1 }],
      fulfillments: [{ lines: [{ quantity: 2 }] }],
    });
  });

  test('tries again after an error of the store, and waits when it is asked to slow down', async () => {
    const sold = await sellOrder([MUG]);
    const [mug = ''] = await lineIds(sold.id);
    await strike({ operation: 'fulfillmentCreate', kind: 'error', status: 502, times: 1 });
    expect((await fulfill(sold.id, { lineItems: [{ id: mug, quantity: 1 }] })).status).toBe(200);
    await strike({ operation: 'fulfillmentCreate', kind: 'throttle', times: 2 });
    expect((await fulfill(sold.id, { lineItems: [{ id: mug, quantity: 1 }] })).status).toBe(200);
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(2);
    await strike({ operation: 'fulfillmentCreate', kind: 'throttle', times: 9 });
    const throttled = await fulfill(sold.id, { lineItems: [{ id: mug, quantity: 1 }] });
    expect([throttled.status, throttled.as<{ code: string }>().code]).toEqual([503, 'platform_throttled']);
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(2);
  });

  test('replays the stored answer for the same Idempotency-Key', async () => {
    const sold = await sellOrder([MUG]);
    const body = { lineItems: [{ id: (await lineIds(sold.id))[0], quantity: 1 }] };
    const key = { 'idempotency-key': `ship-${sold.id}` };
    const first = await fulfill(sold.id, body, member, key);
    const again = await fulfill(sold.id, body, member, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(1);
  });

  test('needs the permission to change orders (403)', async () => {
    const reader = await buildUser({ store, permissions: ['read_orders'] });
    expect((await fulfill('1', { lineItems: [{ id: '1', quantity: 1 }] }, reader)).status).toBe(403);
  });
});

describe('reading again', () => {
  test('reads an order over the Admin API exactly as its webhook states it', async () => {
    const sold = await sellOrder([MUG, KELP], { more: { taxRate: 0.21, note: 'Ring twice' } });
    const { shop, order } = sandboxOrder(sold.id);
    await changeOrder(sold.name, 'refunds', {
      lines: [{ sku: String(order.lines[0]?.id), quantity: 1 }],
      shipping: '2.50',
    });
    await changeOrder(sold.name, 'fulfill');
    const platform = await program().container.services.adapters.platform(store.domain);
    const read = await readOrder(platform, BigInt(sold.id));
    const stated: unknown = JSON.parse(JSON.stringify(orderPayload(shop, order)));
    const plain = (payload: unknown) => {
      const parsed = parseOrder(payload);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
      const { createdAt, updatedAt, refunds, ...facts } = parsed.value;
      const at = (text: string) => new Date(text).getTime();
      return {
        ...facts,
        at: [at(createdAt), at(updatedAt)],
        refunds: refunds.map((refund) => ({ ...refund, createdAt: at(refund.createdAt) })),
        buyer: { ...parseBuyer(payload), customerId: null },
        fulfillments: parseFulfillmentsOfOrder(payload),
      };
    };
    expect(plain(read)).toEqual(plain(stated));
  });

  test('answers nothing for an order that the store does not have', async () => {
    const platform = await program().container.services.adapters.platform(store.domain);
    expect(await readOrder(platform, 1n)).toBeUndefined();
  });

  test('an edit, whose webhook names deltas only, changes the amounts to what the store says', async () => {
    const [variant] = Object.values(sandboxOrder((await sellOrder([MUG])).id).shop.products).flatMap(
      (one) => one.variants,
    );
    const sold = await sellOrder([{ sku: variant?.sku ?? '', quantity: 3 }]);
    // The order's own update is lost; only the edit arrives. Versions are told apart by whole seconds.
    program().clock.advance({ seconds: 2 });
    await strikeWebhooks('orders/updated');
    await changeOrder(sold.name, 'edit', { lines: [{ sku: variant?.sku, quantity: 2 }] });
    await waitFor('the edit is learnt', async () => (await orderOf(sold.id, admin)).lines[0]?.remaining === 2);
  });

  test('finds an order whose webhook was lost, notes it for the admin, and finds nothing the next time', async () => {
    await strikeWebhooks();
    const sold = await sellOrder([MUG], { isLost: true });
    await program().sandbox?.control('DELETE', '/faults', {});
    await startOrderReconciliation(program().container.services, store.id);
    program().clock.advance({ hours: 2 });
    await waitFor(
      'the order is found',
      async () => (await program().owner.order.count({ where: { id: BigInt(sold.id) } })) === 1,
    );
    const recorded = () =>
      program().owner.reconciliationException.findMany({
        where: { storeId: store.id, kind: 'webhook_missing', reference: { startsWith: `order/${sold.id}/` } },
      });
    expect(await recorded()).toMatchObject([{ resolvedBy: 'reconciliation' }]);
    // The earlier session has ended meanwhile.
    expect(await orderOf(sold.id, await buildUser({ vendor: north }))).toMatchObject({
      payout: 'due',
      lines: [{ left: 3 }],
    });
    program().clock.advance({ hours: 2 });
    await program().drain();
    expect(await recorded()).toHaveLength(1);
    expect(
      await program().owner.scheduledJob.count({
        where: { storeId: store.id, kind: 'orders.reconcile', doneAt: null },
      }),
    ).toBe(1);
  });
});

/** From now on the sandbox's webhooks are lost, all or those of one topic. */
function strikeWebhooks(operation?: string) {
  return program().sandbox?.control('POST', '/faults', {
    target: 'webhooks',
    kind: 'drop',
    ...(operation ? { operation } : {}),
  });
}
