import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import type { StagedUpload } from '#app/platform/uploads/uploads.contract.ts';
import { productPayload } from '#sandbox/platform/payloads/product.ts';
import type { Product, Shop } from '#sandbox/core/state.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { sandboxOrder, sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import type { Answer } from '#tests/support/api.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
afterEach(() => control('DELETE', '/faults'));

function control<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  return sandbox.control<T>(method, path, body);
}
/** A fault of the platform in one of its operations, so many times. */
const strike = (operation: string, kind: string, more: { times?: number; status?: number } = {}) =>
  control('POST', '/faults', { target: 'shopify', operation, kind, times: 1, ...more });
/** How often the platform has been asked for an operation. */
const requested = async (operation: string) =>
  (await control<{ operation: string | null }[]>('GET', '/requests?target=shopify')).filter(
    (request) => request.operation === operation,
  ).length;

function shop(): Shop {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  invariant(found, 'the sandbox has the demo store');
  return found;
}
const productsTitled = (title: string): Product[] =>
  Object.values(shop().products).filter((product) => product.title === title);

type Saved = { productId: string; handle: string };
const save = (product: object, key?: string): Promise<Answer> =>
  api(seller).put('/products-v2', { product }, key ? { headers: { 'idempotency-key': key } } : {});
async function buildProduct(overrides: { title?: string } = {}): Promise<string> {
  const answer = await save(buildProductInput(overrides));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<Saved>().productId;
}
const readProduct = async (id: string) => (await api(seller).get(`/products-v2/${id}`)).as<ProductDetail>();
const approve = (id: string) => api(admin).patch(`/product-v2/${id}/approve`, {});

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 3 };
async function buildShipment(): Promise<{ orderId: string; ship: () => Promise<Answer> }> {
  const { id: orderId } = await sellOrder([MUG]);
  const { order } = (await api(seller).get(`/orders/${orderId}`)).as<OrderDetailDto>();
  const lineItems = [{ id: order.lines[0]?.id, quantity: 2 }];
  return { orderId, ship: () => api(seller).post(`/orders/${orderId}/fulfill`, { tracking: 'T-1', lineItems }) };
}
const fulfillments = (orderId: string) => sandboxOrder(orderId).order.fulfillments.length;
const codeOf = (answer: Answer) => [answer.status, answer.as<{ code?: string }>().code];
const mailsOn = (id: string, template: string) =>
  program().owner.mail.count({
    where: { template, audience: { not: 'address' }, params: { path: ['productId'], equals: id } },
  });
const eventsOn = (subject: string, subjectId: string, action: string) =>
  program().owner.auditEvent.count({ where: { subject, subjectId, action } });
/** The product was made, taken in and told of once. */
async function expectMadeOnce(title: string, id: string): Promise<void> {
  await program().drain();
  expect(productsTitled(title)).toMatchObject([{ status: 'DRAFT', vendor: 'North' }]);
  expect(await program().owner.product.count({ where: { title } })).toBe(1);
  expect((await readProduct(id)).product).toMatchObject({ title, submission: 'awaiting' });
  expect(await mailsOn(id, 'marketplace-on-product-submitted')).toBe(1);
  expect(await eventsOn('product', id, 'created')).toBe(1);
  expect(await program().owner.productCreation.count()).toBe(0);
}
async function expectApprovedOnce(id: string): Promise<void> {
  await program().drain();
  expect(shop().products[id]).toMatchObject({ status: 'ACTIVE' });
  expect((await readProduct(id)).product).toMatchObject({ status: 'ACTIVE', submission: 'approved' });
  expect(await mailsOn(id, 'product-approved')).toBe(1);
  expect(await eventsOn('product', id, 'approved')).toBe(1);
}

describe('a platform that asks to slow down', () => {
  test('is waited for when a product is saved, approved and an order shipped, and each is done once', async () => {
    const title = `Slow bowl ${nextNumber()}`;
    await strike('productSet', 'throttle', { times: 2 });
    const id = await buildProduct({ title });
    await expectMadeOnce(title, id);

    await strike('productUpdate', 'throttle', { times: 2 });
    await strike('publishablePublish', 'throttle');
    expect((await approve(id)).status).toBe(200);
    await expectApprovedOnce(id);

    const { orderId, ship } = await buildShipment();
    await strike('fulfillmentCreate', 'throttle', { times: 2 });
    expect((await ship()).status).toBe(200);
    expect(fulfillments(orderId)).toBe(1);
  });

  test('and does not stop asking is named (503), with nothing half done, and trying again completes', async () => {
    const title = `Throttled bowl ${nextNumber()}`;
    const product = buildProductInput({ title });
    await strike('productSet', 'throttle', { times: 9 });
    expect(codeOf(await save(product, 'throttled-bowl'))).toEqual([503, 'platform_throttled']);
    expect(productsTitled(title)).toEqual([]);
    await control('DELETE', '/faults');
    await expectMadeOnce(title, (await save(product, 'throttled-bowl')).as<Saved>().productId);
  });
});

describe('a platform that fails (5xx)', () => {
  test('is asked again where reading is all there is to it', async () => {
    const title = `Patient bowl ${nextNumber()}`;
    await strike('productByIdentifier', 'error', { times: 2, status: 502 });
    await strike('locations', 'error', { times: 1, status: 500 });
    await strike('nodes', 'error', { times: 3, status: 503 });
    await expectMadeOnce(title, await buildProduct({ title }));
  });

  test('is not asked to make a product twice: the error is named, nothing is half done, trying again completes', async () => {
    const title = `Failed bowl ${nextNumber()}`;
    const product = buildProductInput({ title, variants: [{ sku: `FAILED-${nextNumber()}` }] });
    const before = await requested('productSet');
    await strike('productSet', 'error', { status: 502 });
    expect(codeOf(await save(product))).toEqual([502, 'platform_failed']);
    expect((await requested('productSet')) - before).toBe(1);
    expect(productsTitled(title)).toEqual([]);
    expect(await program().owner.product.count({ where: { title } })).toBe(0);
    await expectMadeOnce(title, (await save(product)).as<Saved>().productId);
  });

  test('leaves a product waiting when it cannot be published, and approving again completes', async () => {
    const id = await buildProduct();
    await strike('publishablePublish', 'error', { times: 9, status: 500 });
    expect(codeOf(await approve(id))).toEqual([502, 'platform_failed']);
    await program().drain();
    expect(shop().products[id]).toMatchObject({ status: 'DRAFT' });
    expect((await readProduct(id)).product).toMatchObject({ status: 'DRAFT', submission: 'awaiting' });
    expect(await mailsOn(id, 'product-approved')).toBe(0);
    await control('DELETE', '/faults');
    expect((await approve(id)).status).toBe(200);
    await expectApprovedOnce(id);
  });

  test('ships nothing while it fails, and once when it is asked again', async () => {
    const { orderId, ship } = await buildShipment();
    await strike('fulfillmentCreate', 'error', { times: 9, status: 500 });
    expect(codeOf(await ship())).toEqual([502, 'platform_failed']);
    expect(fulfillments(orderId)).toBe(0);
    await control('DELETE', '/faults');
    expect((await ship()).status).toBe(200);
    expect(fulfillments(orderId)).toBe(1);
  });
});

describe('an answer that is lost after the platform has done what was asked', () => {
  test('leaves one product, however often the same request comes', async () => {
    const title = `Lost bowl ${nextNumber()}`;
    const product = buildProductInput({ title });
    await strike('productSet', 'drop_response');
    const first = await save(product, 'lost-bowl-key');
    const second = await save(product, 'lost-bowl-key');
    expect([first.status, second.body]).toEqual([200, first.body]);
    await expectMadeOnce(title, first.as<Saved>().productId);
  });

  test('leaves one product although it cannot be read either: the same request takes it in, its SKU and all', async () => {
    const title = `Orphan bowl ${nextNumber()}`;
    const product = buildProductInput({ title, variants: [{ sku: `ORPHAN-${nextNumber()}` }] });
    const key = `orphan-${nextNumber()}-key`;
    await strike('productSet', 'drop_response');
    await strike('nodes', 'error', { times: 9, status: 503 });
    // Its webhook comes later, so that its own reading does not meet the fault.
    await control('POST', '/faults', { target: 'webhooks', operation: 'products/create', kind: 'drop' });
    expect(codeOf(await save(product, key))).toEqual([502, 'platform_failed']);
    await control('DELETE', '/faults');
    const [orphan] = productsTitled(title);
    invariant(orphan, 'the platform made the product');
    const payload = productPayload(shop(), orphan, String);
    await deliverWebhook({ shop: store.domain, topic: 'products/create', payload });
    await program().drain();
    expect(await program().owner.product.count({ where: { title } })).toBe(1);
    const again = await save(product, key);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    await expectMadeOnce(title, again.as<Saved>().productId);
    // Asked anew, it is another product, as somebody means it who saves the same twice.
    const other = await save({ ...product, variants: [{ price: '28.00', stock: 5 }] });
    expect(other.as<Saved>().productId).not.toBe(again.as<Saved>().productId);
    expect(productsTitled(title)).toHaveLength(2);
  });

  test('leaves one approval, published once', async () => {
    const id = await buildProduct();
    await strike('productUpdate', 'drop_response');
    await strike('publishablePublish', 'drop_response');
    expect((await approve(id)).status).toBe(200);
    await expectApprovedOnce(id);
    expect(codeOf(await approve(id))).toEqual([409, 'invalid_state']);
  });

  test('leaves one fulfillment', async () => {
    const { orderId, ship } = await buildShipment();
    await strike('fulfillmentCreate', 'drop_response');
    expect((await ship()).status).toBe(200);
    expect(fulfillments(orderId)).toBe(1);
    await program().drain();
    const { order } = (await api(seller).get(`/orders/${orderId}`)).as<OrderDetailDto>();
    expect(order).toMatchObject({ lines: [{ left: 1 }], fulfillments: [{ tracking: 'T-1' }] });
    expect(await eventsOn('order', orderId, 'fulfilled')).toBe(1);
  });

  test('leaves one staged upload that belongs to its vendor', async () => {
    const uploads = () => program().owner.upload.count({ where: { storeId: store.id, proxy: 'stage-upload' } });
    const before = await uploads();
    await strike('stagedUploadsCreate', 'drop_response');
    const answer = await api(seller).put('/cdn/stage-upload', { filename: 'a.png', fileSize: 70, mime: 'image/png' });
    expect(answer.status).toBe(200);
    expect((await uploads()) - before).toBe(1);
    const { stagedTarget } = answer.as<StagedUpload>();
    expect(await program().owner.upload.findFirst({ where: { key: stagedTarget.resourceUrl } })).not.toBeNull();
  });
});

describe('a call that was cut off', () => {
  test('frees its Idempotency-Key after two minutes, for the same request only', async () => {
    const title = `Cut off bowl ${nextNumber()}`;
    const product = buildProductInput({ title });
    const first = await save(product, 'cut-off-key');
    // What a process leaves that dies in the middle: the key without an answer.
    await program().owner.$executeRaw`UPDATE idempotency_keys SET status = NULL, body = NULL WHERE key = 'cut-off-key'`;
    expect(codeOf(await save(product, 'cut-off-key'))).toEqual([409, 'idempotency_running']);
    program().clock.advance({ minutes: 3 });
    const fresh = await buildUser({ vendor: await buildVendor({ store }) });
    expect((await api(fresh).get('/products-v2')).status).toBe(200);
    expect(codeOf(await save({ ...product, title: 'Other' }, 'cut-off-key'))).toEqual([422, 'idempotency_mismatch']);
    expect((await save(product, 'cut-off-key')).as<Saved>().productId).not.toBe(first.as<Saved>().productId);
  });
});
