import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderCommentDto } from '#app/features/orders/comments/order-comments.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { API_SECRET } from '#tests/support/environment.ts';
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
});
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

type Answer = { status: number; body: { code?: string; message?: string } };
type Run = { properties: object; runId?: string; shop?: string; secret?: string };

/** A run as the platform posts it: signed over the raw bytes, the shop named inside. */
async function send(handle: string, { properties, runId, shop, secret }: Run): Promise<Answer> {
  const body = JSON.stringify({
    shop_id: '1',
    shopify_domain: shop ?? store.domain,
    action_run_id: runId ?? `run-${String(nextNumber())}`,
    action_definition_id: handle,
    handle,
    properties,
  });
  const response = await fetch(`${program().url}/flow/actions/${handle}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-hmac-sha256': createHmac('sha256', secret ?? API_SECRET)
        .update(body)
        .digest('base64'),
    },
    body,
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
}

async function makeDraft(): Promise<string> {
  const product = buildProductInput({ title: `Jug ${String(nextNumber())}` });
  return (await api(north).put('/products-v2', { product })).as<{ productId: string }>().productId;
}
const sell = () =>
  sellOrder([
    { vendor: 'North', title: 'Mug', price: '20.00' },
    { vendor: 'South', title: 'Bowl', price: '30.00' },
  ]);
const commentsOf = async (by: BuiltUser, orderId: string) =>
  (await api(by).get(`/orders/${orderId}/comments`)).as<{ comments: OrderCommentDto[] }>().comments;
/** The mails to vendors as groups; the worker makes one for each of their people beside it. */
const remindersOf = (orderId: string) =>
  program().owner.mail.count({
    where: { dedupeKey: { startsWith: `order-reminder-now/${orderId}/` }, toAddress: null },
  });

describe('an action of a workflow', () => {
  test('approves a product, by its number or its global id, and finds one that is live as it should be', async () => {
    const id = await makeDraft();
    expect((await send('souk-approve-product', { properties: { product_id: id } })).status).toBe(200);
    expect((await readDetail(id, north)).product.status).toBe('ACTIVE');
    const again = await send('souk-approve-product', { properties: { product_id: `gid://shopify/Product/${id}` } });
    expect(again.status).toBe(200);
    expect((await readDetail(id, admin)).logs.map(({ actor }) => actor.name)).toContain('Flow');
  });

  test('applies what waits of a change, and declines it with a note', async () => {
    await setProductRules(admin, { hold: 'content' });
    const product = await buildLiveProduct(north, admin, { title: 'Carafe' });
    const change = (title: string) => api(north).put('/products-v2', { product: { ...product, title } });
    await change('Carafe, blue');
    expect((await send('souk-approve-product', { properties: { product_id: product.id } })).status).toBe(200);
    const live = (await readDetail(product.id, admin)).product;
    expect(live.title).toBe('Carafe, blue');
    await api(north).put('/products-v2', { product: { ...product, version: undefined, title: 'Carafe, green' } });
    const note = 'Blue is what we agreed on.';
    expect((await send('souk-send-product-back', { properties: { product_id: product.id, note } })).status).toBe(200);
    expect((await readDetail(product.id, north)).change).toMatchObject({
      waiting: [],
      last: { outcome: 'declined', note },
    });
    await setProductRules(admin, {});
  });

  test('sends a draft back with a note, once for a run that comes twice', async () => {
    const id = await makeDraft();
    const run = { properties: { product_id: id, note: 'A picture is missing.' }, runId: 'run-back-1' };
    expect([
      (await send('souk-send-product-back', run)).status,
      (await send('souk-send-product-back', run)).status,
    ]).toEqual([200, 200]);
    const detail = await readDetail(id, admin);
    expect(detail.product.submission).toBe('sent_back');
    expect(detail.logs.filter(({ note }) => note === 'A picture is missing.')).toHaveLength(1);
  });

  test('writes a note on an order for each of its vendors or for one, and a run that comes four times at once writes it once', async () => {
    const { id } = await sell();
    const run = { properties: { order_id: id, note: 'The buyer moves on Friday.' }, runId: 'run-note-1' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('souk-add-order-note', run)));
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await send('souk-add-order-note', run)).status).toBe(200);
    for (const by of [north, south])
      expect((await commentsOf(by, id)).map(({ text }) => text)).toEqual(['The buyer moves on Friday.']);
    await send('souk-add-order-note', { properties: { order_id: id, note: 'Only for you.', vendor: ' NORTH ' } });
    expect((await commentsOf(north, id)).map(({ text, by }) => [text, by])[0]).toEqual(['Only for you.', 'Flow']);
    expect(await commentsOf(south, id)).toHaveLength(1);
  });

  test('reminds the vendors of an order, and another run on the same day reminds nobody again', async () => {
    const { id } = await sell();
    for (const runId of ['run-remind-1', 'run-remind-1', 'run-remind-2']) {
      expect((await send('souk-remind-vendor', { properties: { order_id: id }, runId })).status).toBe(200);
    }
    expect(await remindersOf(id)).toBe(2);
  });

  test('ends with what our services refuse, and with the fields that are missing', async () => {
    const { id } = await sell();
    const missing = await send('souk-add-order-note', { properties: { order_id: id, note: ' ' } });
    expect(missing).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    const unknown = await send('souk-remind-vendor', { properties: { order_id: id, vendor: 'West' } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await send('souk-approve-product', { properties: { product_id: '404' } })).status).toBe(404);
    expect((await send('souk-approve-product', { properties: {} })).status).toBe(422);
    await api(admin).patch('/app/info/features', { features: { comments: { enabled: false } } });
    const off = await send('souk-add-order-note', { properties: { order_id: id, note: 'Hello' } });
    expect(off).toMatchObject({ status: 404, body: { code: 'feature_disabled' } });
    await api(admin).patch('/app/info/features', { features: { comments: { enabled: true } } });
  });

  test('a run that was refused may come again under the same id', async () => {
    const id = await makeDraft();
    const runId = 'run-again-1';
    expect((await send('souk-send-product-back', { properties: { product_id: id }, runId })).status).toBe(422);
    const run = { properties: { product_id: id, note: 'A price is missing.' }, runId };
    expect((await send('souk-send-product-back', run)).status).toBe(200);
  });
});

describe('nobody but the platform', () => {
  test('runs an action: another signature, none, another method, an action that there is not', async () => {
    const id = await makeDraft();
    const properties = { product_id: id };
    expect((await send('souk-approve-product', { properties, secret: 'guessed' })).status).toBe(401);
    const path = `${program().url}/flow/actions/souk-approve-product`;
    expect((await fetch(path, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(path)).status).toBe(405);
    expect((await send('souk-pay-vendor', { properties })).status).toBe(404);
    expect((await readDetail(id, north)).product.status).toBe('DRAFT');
  });

  test('reaches another store: its products and orders are not found, and a store without the app is refused', async () => {
    const id = await makeDraft();
    const foreign = await buildStore();
    const fromAnother = await send('souk-approve-product', { properties: { product_id: id }, shop: foreign.domain });
    expect(fromAnother.status).toBe(404);
    const gone = await send('souk-approve-product', { properties: { product_id: id }, shop: 'gone.myshopify.com' });
    expect(gone).toMatchObject({ status: 409, body: { code: 'store_uninstalled' } });
    expect((await readDetail(id, north)).product.status).toBe('DRAFT');
  });

  test('sends more than a run holds, or what is no JSON', async () => {
    const post = (body: string) =>
      fetch(`${program().url}/flow/actions/souk-approve-product`, {
        method: 'POST',
        headers: { 'x-shopify-hmac-sha256': createHmac('sha256', API_SECRET).update(body).digest('base64') },
        body,
      });
    expect((await post('no json')).status).toBe(400);
    expect((await post('{}')).status).toBe(400);
    expect((await post(`"${'x'.repeat(200_000)}"`)).status).toBe(413);
  });
});

test('the sandbox’s Flow runs an action by the fields of its extension', async () => {
  const id = await makeDraft();
  const answer = await program().sandbox?.control<{ status: number }>('POST', '/flow/actions/souk-approve-product', {
    properties: { product_id: id },
  });
  expect(answer?.status).toBe(200);
  expect((await readDetail(id, north)).product.status).toBe('ACTIVE');
});
