import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let north: BuiltVendor;
let south: BuiltVendor;
let member: BuiltUser;
let other: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  const store = await installDemoStore();
  north = await buildVendor({ store, name: 'North' });
  south = await buildVendor({ store, name: 'South' });
  member = await buildUser({ vendor: north });
  other = await buildUser({ vendor: south });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(() => program().sandbox?.control('DELETE', '/faults', {}));

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 3 };
const KELP = { vendor: 'South', title: 'Kelp', price: '7.00', quantity: 2 };
const strike = (operation: string, kind: string, times = 1) =>
  program().sandbox?.control('POST', '/faults', { target: 'shopify', operation, kind, times });

async function orderOf(id: string, caller = member) {
  return (await api(caller).get(`/orders/${id}`)).as<OrderDetailDto>().order;
}
async function firstLine(id: string, caller = member): Promise<string> {
  return (await orderOf(id, caller)).lines[0]?.id ?? '';
}
const post = (path: string, body: object = {}, caller = member, key?: string) =>
  api(caller).post(path, body, key ? { headers: { 'idempotency-key': key } } : {});
const fulfillmentsOf = (sold: SoldOrder) => sandboxOrder(sold.id).order.fulfillments;
const codeOf = (answer: { status: number; as<T>(): T }) => [answer.status, answer.as<{ code: string }>().code];

/** Sells mugs of which some ship from the second location. */
async function sellAtTwoLocations(awayQuantity: number): Promise<{ sold: SoldOrder; mug: string; location: string }> {
  const sold = await sellOrder([MUG]);
  const mug = await firstLine(sold.id);
  await changeOrder(sold.id, 'move', { location: 'North warehouse', lines: [mug], quantity: awayQuantity });
  const location = sandboxOrder(sold.id).shop.locations.find(({ name }) => name === 'North warehouse');
  return { sold, mug, location: String(location?.id) };
}

async function shipAll(sold: SoldOrder, tracking = '3232'): Promise<string> {
  const body = { carrier: 'BPost', tracking, lineItems: [{ id: await firstLine(sold.id), quantity: 3 }] };
  const answer = await post(`/orders/${sold.id}/fulfill`, body);
  return answer.as<{ fulfillments: { fulfillments: string[] }[] }>().fulfillments[0]?.fulfillments[0] ?? '';
}

describe('several fulfillments', () => {
  test('the store says which locations ship how many of the own lines, and of no others', async () => {
    const { sold, mug, location } = await sellAtTwoLocations(1);
    const { locations, lines } = (await api(member).get(`/orders/${sold.id}/shipping-options`)).as<{
      locations: { id: string }[];
      lines: { id: string; left: number; at: { location: string; quantity: number }[] }[];
    }>();
    expect(locations).toHaveLength(2);
    expect(lines).toMatchObject([{ id: mug, left: 3, held: 0 }]);
    expect(lines[0]?.at).toContainEqual({ location, quantity: 1 });
    expect((await api(other).get(`/orders/${sold.id}/shipping-options`)).status).toBe(404);
    const shared = await sellOrder([MUG, KELP]);
    const own = (await api(other).get(`/orders/${shared.id}/shipping-options`)).as<{ lines: { id: string }[] }>();
    expect(own.lines.map(({ id }) => id)).toEqual([await firstLine(shared.id, other)]);
  });

  test('three fulfillments leave from two locations in one request', async () => {
    const { sold, mug, location } = await sellAtTwoLocations(1);
    const fulfillment = (tracking: string, more: object = {}) => ({
      carrier: 'UPS',
      tracking,
      lineItems: [{ id: mug, quantity: 1 }],
      ...more,
    });
    const answer = await post(`/orders/${sold.id}/fulfill`, {
      fulfillments: [fulfillment('1'), fulfillment('2'), fulfillment('3', { location })],
    });
    expect(answer.body).toMatchObject({ fulfillments: [{ index: 0 }, { index: 1 }, { index: 2 }], failed: [] });
    expect(fulfillmentsOf(sold).map(({ locationId }) => String(locationId) === location)).toEqual([false, false, true]);
    expect((await orderOf(sold.id)).fulfillments.map(({ trackingPage }) => trackingPage).sort()).toEqual(
      ['1', '2', '3'].map((number) => `https://www.ups.com/track?tracknum=${number}`),
    );
  });

  test('fulfillments that together hold more than what is left are refused whole, at the one that is too much (409)', async () => {
    const sold = await sellOrder([MUG]);
    const lineItems = [{ id: await firstLine(sold.id), quantity: 2 }];
    const answer = await post(`/orders/${sold.id}/fulfill`, { fulfillments: [{ lineItems }, { lineItems }] });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      issues: [{ path: 'fulfillments.1.lineItems.0.quantity', rule: 'above_left' }],
    });
    expect(fulfillmentsOf(sold)).toEqual([]);
  });

  test('a location that has fewer is refused before anything is sent (409)', async () => {
    const { sold, mug, location } = await sellAtTwoLocations(1);
    const answer = await post(`/orders/${sold.id}/fulfill`, { location, lineItems: [{ id: mug, quantity: 2 }] });
    expect(codeOf(answer)).toEqual([409, 'invalid_state']);
    expect(fulfillmentsOf(sold)).toEqual([]);
  });

  test.each([
    ['no fulfillment', { fulfillments: [] }, 'fulfillments'],
    ['an empty fulfillment', { fulfillments: [{ lineItems: [] }] }, 'fulfillments.0.lineItems'],
    [
      'a negative number',
      { fulfillments: [{ lineItems: [{ id: '5', quantity: -1 }] }] },
      'fulfillments.0.lineItems.0.quantity',
    ],
    [
      'both forms at once',
      { lineItems: [{ id: '5', quantity: 1 }], fulfillments: [{ lineItems: [{ id: '5', quantity: 1 }] }] },
      'lineItems',
    ],
    [
      'another carrier without an address',
      { fulfillments: [{ carrier: 'Other', lineItems: [{ id: '5', quantity: 1 }] }] },
      'fulfillments.0.url',
    ],
    [
      'an address that no browser opens',
      { fulfillments: [{ url: 'javascript:1', lineItems: [{ id: '5', quantity: 1 }] }] },
      'fulfillments.0.url',
    ],
    ['neither form', {}, 'lineItems'],
  ])('refuses %s (422)', async (_what, body, path) => {
    const answer = await post('/orders/1/fulfill', body);
    expect(answer.status).toBe(422);
    expect(answer.as<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toContain(path);
  });

  test('what was sent before the store failed is kept and reported, and the rest can be sent again', async () => {
    const { sold, mug } = await sellAtTwoLocations(1);
    const body = { lineItems: [{ id: mug, quantity: 3 }] };
    let sent = 0;
    await strike('fulfillmentCreate', 'throttle', 20);
    expect(codeOf(await post(`/orders/${sold.id}/fulfill`, body))).toEqual([503, 'platform_throttled']);
    sent += fulfillmentsOf(sold).length;
    expect(sent).toBe(0);
    await program().sandbox?.control('DELETE', '/faults', {});
    expect((await post(`/orders/${sold.id}/fulfill`, body)).body).toMatchObject({ failed: [] });
    expect(fulfillmentsOf(sold)).toHaveLength(2);
  });

  test('ten times the same request at once under one key make one fulfillment', async () => {
    const sold = await sellOrder([MUG]);
    const body = { lineItems: [{ id: await firstLine(sold.id), quantity: 1 }] };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(`/orders/${sold.id}/fulfill`, body, member, `ten-${sold.id}`)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(fulfillmentsOf(sold)).toHaveLength(1);
  });

  test('a request whose outcome stayed unknown is looked up by its repeat, which sends nothing twice', async () => {
    const sold = await sellOrder([MUG]);
    const body = { tracking: 'LOST', lineItems: [{ id: await firstLine(sold.id), quantity: 1 }] };
    // The fulfillment is made, its answer is lost, and so is every look at it.
    await strike('fulfillmentCreate', 'drop_response', 1);
    await strike('OrderFulfillments', 'error', 0);
    await program().owner.fulfillmentSend.create({
      data: {
        storeId: north.store.id,
        orderId: BigInt(sold.id),
        vendorId: north.id,
        workingUntil: new Date(program().clock.now().getTime() + 60_000),
      },
    });
    expect(codeOf(await post(`/orders/${sold.id}/fulfill`, body))).toEqual([409, 'invalid_state']);
    await program().owner.fulfillmentSend.deleteMany({ where: { orderId: BigInt(sold.id) } });
    await program().sandbox?.control('DELETE', '/faults', {});
    expect((await post(`/orders/${sold.id}/fulfill`, body)).status).toBe(200);
    expect(fulfillmentsOf(sold)).toHaveLength(1);
    expect(await program().owner.fulfillmentSend.count()).toBe(0);
  });
});

describe('a fulfillment that was made', () => {
  test('gets other tracking, once, although the store’s answer was lost', async () => {
    const sold = await sellOrder([MUG]);
    const id = await shipAll(sold);
    await strike('fulfillmentTrackingInfoUpdate', 'drop_response');
    const answer = await api(member).put(`/orders/${sold.id}/fulfillments/${id}`, { carrier: 'UPS', tracking: '1Z' });
    expect(answer.body).toEqual({ ok: true });
    expect(fulfillmentsOf(sold)[0]?.tracking).toMatchObject([{ company: 'UPS', number: '1Z' }]);
    expect((await orderOf(sold.id)).fulfillments).toMatchObject([{ carrier: 'UPS', tracking: '1Z', canChange: true }]);
  });

  test('is taken back, once, and its items are left again', async () => {
    const sold = await sellOrder([MUG]);
    const id = await shipAll(sold);
    await strike('fulfillmentCancel', 'drop_response');
    for (let time = 0; time < 2; time++) {
      expect((await post(`/orders/${sold.id}/fulfillments/${id}/cancel`)).body).toEqual({ ok: true });
    }
    expect(await orderOf(sold.id)).toMatchObject({ fulfillment: 'unfulfilled', lines: [{ left: 3 }] });
    const refused = await api(member).put(`/orders/${sold.id}/fulfillments/${id}`, { tracking: '1' });
    expect(codeOf(refused)).toEqual([409, 'invalid_state']);
    expect(await shipAll(sold, 'AGAIN')).not.toBe('');
  });

  test('of somebody else, or of another order, is not found (404)', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const id = await shipAll(sold);
    expect((await api(other).put(`/orders/${sold.id}/fulfillments/${id}`, { tracking: '1' })).status).toBe(404);
    expect((await post(`/orders/${sold.id}/fulfillments/${id}/cancel`, {}, other)).status).toBe(404);
    const second = await sellOrder([MUG]);
    expect((await post(`/orders/${second.id}/fulfillments/${id}/cancel`)).status).toBe(404);
  });

  test('in the store admin is taken over and stays the store’s: a vendor changes nothing of it, an admin may', async () => {
    const sold = await sellOrder([MUG, KELP]);
    await changeOrder(sold.name, 'fulfill');
    await waitFor('the parcel is learnt', async () => (await orderOf(sold.id)).fulfillments.length === 1);
    const [fulfillment] = (await orderOf(sold.id)).fulfillments;
    expect(fulfillment).toMatchObject({ canChange: false, lines: [{ title: 'Mug', quantity: 3 }] });
    const path = `/orders/${sold.id}/fulfillments/${fulfillment?.id ?? ''}`;
    expect(codeOf(await post(`${path}/cancel`))).toEqual([409, 'invalid_state']);
    expect(codeOf(await api(member).put(path, { tracking: '1' }))).toEqual([409, 'invalid_state']);
    expect((await post(`${path}/cancel`, {}, admin)).status).toBe(200);
    expect(await orderOf(sold.id)).toMatchObject({ fulfillment: 'unfulfilled' });
    expect(await orderOf(sold.id, other)).toMatchObject({ fulfillment: 'unfulfilled' });
  });

  test('in the store, changed there and taken back there, ends in the same state here', async () => {
    const sold = await sellOrder([MUG]);
    await changeOrder(sold.name, 'fulfill');
    await changeOrder(sold.name, 'track', { company: 'DPD', number: '0998' });
    await waitFor('the tracking is learnt', async () => (await orderOf(sold.id)).fulfillments[0]?.tracking === '0998');
    program().clock.advance({ seconds: 2 });
    await changeOrder(sold.name, 'cancel-fulfillments');
    await waitFor('it is open again', async () => (await orderOf(sold.id)).fulfillment === 'unfulfilled');
  });
});

describe('what is on hold', () => {
  const hold = (id: string, caller = member, more: object = {}) =>
    post(`/orders/${id}/hold`, { reason: 'inventory_out_of_stock', note: 'In the kiln', ...more }, caller);

  test('is held of the own lines alone, cannot be shipped, and is released again', async () => {
    const sold = await sellOrder([MUG, KELP]);
    await strike('fulfillmentOrderHold', 'drop_response');
    expect((await hold(sold.id)).body).toEqual({ ok: true });
    expect((await hold(sold.id)).body).toEqual({ ok: true });
    expect((await orderOf(sold.id)).onHold).toMatchObject({
      reason: 'inventory_out_of_stock',
      note: 'In the kiln',
      canRelease: true,
      lines: [{ quantity: 3 }],
    });
    expect((await orderOf(sold.id, other)).onHold).toBeNull();
    const body = { lineItems: [{ id: await firstLine(sold.id), quantity: 1 }] };
    const refused = await post(`/orders/${sold.id}/fulfill`, body);
    expect(codeOf(refused)).toEqual([409, 'invalid_state']);
    expect(refused.as<{ message: string }>().message).toContain('on hold');
    const own = { lineItems: [{ id: await firstLine(sold.id, other), quantity: 2 }] };
    expect((await post(`/orders/${sold.id}/fulfill`, own, other)).status).toBe(200);
    const rows = (await api(member).get('/orders')).as<{ orders: { id: string; onHold: boolean }[] }>().orders;
    expect(rows.find(({ id }) => id === sold.id)).toMatchObject({ onHold: true });
    expect((await post(`/orders/${sold.id}/release`)).body).toEqual({ ok: true });
    expect((await orderOf(sold.id)).onHold).toBeNull();
    expect(codeOf(await post(`/orders/${sold.id}/release`))).toEqual([409, 'invalid_state']);
    expect((await post(`/orders/${sold.id}/fulfill`, body)).status).toBe(200);
  });

  test('by the store is taken over without what it wrote, and is the store’s to release', async () => {
    const sold = await sellOrder([MUG, KELP]);
    await changeOrder(sold.name, 'hold', { reason: 'INCORRECT_ADDRESS', note: 'Both vendors wait' });
    await waitFor('the hold is learnt', async () => (await orderOf(sold.id)).onHold !== null);
    expect((await orderOf(sold.id)).onHold).toMatchObject({
      reason: 'incorrect_address',
      note: null,
      canRelease: false,
    });
    expect(codeOf(await post(`/orders/${sold.id}/release`))).toEqual([409, 'invalid_state']);
    await changeOrder(sold.name, 'release');
    await waitFor('the release is learnt', async () => (await orderOf(sold.id)).onHold === null);
  });

  test('of somebody else is not found (404), in the path and in the body', async () => {
    const sold = await sellOrder([MUG]);
    expect((await hold(sold.id, other)).status).toBe(404);
    expect((await hold(sold.id, member, { vendor: String(south.id) })).status).toBe(404);
    expect((await post(`/orders/${sold.id}/release`, {}, other)).status).toBe(404);
  });

  test('is nothing once all was shipped (409), and needs the permission to change orders (403)', async () => {
    const sold = await sellOrder([MUG]);
    await shipAll(sold);
    expect(codeOf(await hold(sold.id))).toEqual([409, 'invalid_state']);
    const reader = await buildUser({ vendor: north, permissions: ['read_orders'] });
    expect((await hold(sold.id, reader)).status).toBe(403);
  });
});

describe('what the buyer collects', () => {
  test('is announced as ready, once, apart from other vendors’ items, and is shipped without tracking', async () => {
    const sold = await sellOrder([MUG, KELP], { more: { pickup: true } });
    expect((await post(`/orders/${sold.id}/ready-for-pickup`)).body).toEqual({ ok: true });
    expect((await post(`/orders/${sold.id}/ready-for-pickup`)).body).toEqual({ ok: true });
    const ready = sandboxOrder(sold.id).order.fulfillmentOrders.filter(({ preparedAt }) => preparedAt !== undefined);
    expect(ready.map(({ lines }) => lines.map(({ lineId }) => String(lineId)))).toEqual([[await firstLine(sold.id)]]);
    expect((await orderOf(sold.id)).timeline.map(({ kind }) => kind)).toContain('pickupReady');
    expect((await orderOf(sold.id, other)).timeline.map(({ kind }) => kind)).not.toContain('pickupReady');
    const body = { lineItems: [{ id: await firstLine(sold.id), quantity: 3 }] };
    expect((await post(`/orders/${sold.id}/fulfill`, body)).status).toBe(200);
  });

  test('is nothing where all is sent (409)', async () => {
    const sold = await sellOrder([MUG]);
    expect(codeOf(await post(`/orders/${sold.id}/ready-for-pickup`))).toEqual([409, 'invalid_state']);
  });
});
