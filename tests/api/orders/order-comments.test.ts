import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderCommentDto } from '#app/features/orders/comments/order-comments.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let south: BuiltUser;
let outsider: BuiltUser;
let admin: BuiltUser;
let path: string;
let orderId: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  outsider = await buildUser({ vendor: await buildVendor({ store, name: 'Stranger' }) });
  const sold = await sellOrder([
    { vendor: 'North', title: 'Mug', price: '20.00' },
    { vendor: 'South', title: 'Bowl', price: '30.00' },
  ]);
  orderId = sold.id;
  path = `/orders/${sold.id}/comments`;
});
afterAll(() => program().stop());

const read = async (by: BuiltUser) => (await api(by).get(path)).as<{ comments: OrderCommentDto[] }>().comments;
const write = (by: BuiltUser, body: object) => api(by).post(path, body);

test('a vendor and the marketplace read what they write about the vendor order, and no other vendor does', async () => {
  await write(north, { text: 'Packed <b>today</b>.' });
  await write(admin, { text: 'Thank you.', vendor: 'North' });
  await write(south, { text: 'Sent with bpost.' });
  expect((await read(north)).map(({ text }) => text)).toEqual(['Thank you.', 'Packed <b>today</b>.']);
  expect(JSON.stringify(await read(north))).not.toMatch(/South|bpost/);
  expect((await read(south)).map(({ text }) => text)).toEqual(['Sent with bpost.']);
  expect((await read(admin)).map(({ vendor, role }) => [vendor.name, role])).toEqual([
    ['South', 'manager'],
    ['North', 'admin'],
    ['North', 'manager'],
  ]);
});

test('another store’s order is not found, nor one without a vendor order of the reader', async () => {
  expect((await api(outsider).get(path)).status).toBe(404);
  expect((await write(outsider, { text: 'Hello' })).status).toBe(404);
  expect((await write(south, { text: 'Hello', vendor: 'North' })).status).toBe(404);
  expect((await write(admin, { text: 'Hello', vendor: 'Stranger' })).status).toBe(404);
});

test('an empty or endless comment is refused with its field, and so is one of the marketplace about nobody', async () => {
  for (const [by, body, field] of [
    [north, { text: '  ' }, 'text'],
    [north, { text: 'x'.repeat(2001) }, 'text'],
    [admin, { text: 'Whose?' }, 'vendor'],
  ] as const) {
    expect(await write(by, body)).toMatchObject({ status: 422, body: { issues: [{ path: field }] } });
  }
});

test('the same comment sent again is written once', async () => {
  const before = (await read(south)).length;
  const headers = { 'idempotency-key': 'comment-once' };
  await api(south).post(path, { text: 'Only once' }, { headers });
  await api(south).post(path, { text: 'Only once' }, { headers });
  expect((await read(south)).length).toBe(before + 1);
});

test('comments go with their buyer when the platform redacts the customer', async () => {
  await deliverWebhook({
    shop: store.domain,
    topic: 'customers/redact',
    payload: {
      shop_domain: store.domain,
      customer: { id: 1, email: 'mara@buyer.test' },
      orders_to_redact: [Number(orderId)],
    },
  });
  await program().drain();
  expect(await read(admin)).toEqual([]);
});
