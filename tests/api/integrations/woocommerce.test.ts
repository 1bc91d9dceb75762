import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import type { WooOrder } from '#sandbox/core/state-woocommerce.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail } from '#tests/factories/live-products.ts';
import {
  changeOrder,
  sandboxOrder,
  sellOrder,
  type SoldLine,
  type SoldOrder,
} from '#tests/factories/orders/sold-orders.ts';
import {
  askSync,
  listShop,
  readIntegration,
  readStoreOrders,
  switchIntegrations,
} from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import {
  buildWooStore,
  changeWooOrder,
  changeWooProduct,
  changeWooStore,
  connectWoo,
  makeWooProduct,
  readWooStore,
} from '#tests/factories/woo-stores.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;
let host: string;

const MUG = { vendor: 'Kiln of Woo', title: 'Loose mug', price: '20.00' };

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Kiln of Woo' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival of Woo' }) });
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  host = await buildWooStore({ currency: 'EUR' });
});
afterAll(() => program().stop());
beforeEach(async () => {
  program().sandbox?.sandbox.faults.clear();
  // Keys are tried ten times a minute at most.
  await program().owner.rateBucket.deleteMany();
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
/** What the platform and the stores report is delivered, and what that caused is done. */
const untilReported = async (): Promise<void> => {
  await program().sandbox?.control('POST', '/drain', { app: false });
  await program().drain();
};
const sync = async (id: string): Promise<ProductDto> => {
  await askSync(seller, id);
  await program().drain();
  return read(id);
};
const read = async (id: string): Promise<ProductDto> => {
  const productId = (await listShop(seller)).get(id)?.sync?.productId ?? '';
  return (await readDetail(productId, seller)).product;
};
const stocks = ({ variants }: ProductDto) => variants.map(({ stock, trackStock }) => (trackStock ? stock : null));
const findThere = (sold: SoldOrder): WooOrder[] =>
  Object.values(readWooStore(host).orders).filter(({ meta }) =>
    meta.some(({ key, value }) => key === '_souk_order' && value === `souk-demo-${sold.id}-${vendor.id}`),
  );
const requireThere = (sold: SoldOrder): WooOrder => {
  const [found, ...others] = findThere(sold);
  expect(others).toEqual([]);
  if (!found) throw new Error(`${sold.name} is in the own store`);
  return found;
};
const sell = async (lines: readonly SoldLine[], more: object = {}): Promise<SoldOrder> => {
  const sold = await sellOrder(lines, { more });
  await untilReported();
  return sold;
};
const strike = (operation: string, fault: object) =>
  program().sandbox?.control('POST', '/faults', { target: 'woocommerce', operation, ...fault });
const report = (body: string, headers: Record<string, string> = {}, vendorId: bigint = vendor.id) =>
  fetch(`${program().url}/webhooks/woocommerce/${store.id}/${vendorId}`, { method: 'POST', body, headers });

describe('connecting a store of WooCommerce', () => {
  it.each([
    ['is no address', { address: 'not an address' }, 'address', 'woo_address'],
    ['is not https', { address: 'http://own.woo.test' }, 'address', 'woo_address'],
    ['is a number', { address: 'https://10.0.0.1/shop' }, 'address', 'woo_address'],
    ['carries a password', { address: 'https://a:b@own.woo.test' }, 'address', 'woo_address'],
    ['has no store', { address: 'nobody-here.woo.test' }, 'address', 'woo_unanswered'],
    ['is too long', { address: `${'a'.repeat(200)}.woo.test` }, 'address', 'max_characters'],
  ])('is refused where the address %s', async (_what, change, path, ruleCode) => {
    const { status, body } = await connectWoo(seller, host, change);
    expect([status, (body as { issues: object[] }).issues]).toMatchObject([422, [{ path, rule: ruleCode }]]);
  });

  it('never asks a private address, whatever name leads there', async () => {
    const { services } = program().container;
    const { createWebClient } = await import('#app/adapters/web/web-client.server.ts');
    const { isPublicAddress } = await import('#app/adapters/web/ip-address.ts');
    const before = services.adapters.webClient;
    services.adapters.webClient = createWebClient({
      resolve: () => Promise.resolve(['93.184.215.14', '169.254.169.254']),
      isPublic: isPublicAddress,
    });
    const { status, body } = await connectWoo(seller, host);
    services.adapters.webClient = before;
    expect([status, (body as { issues: object[] }).issues]).toMatchObject([
      422,
      [{ path: 'address', rule: 'public_address' }],
    ]);
  });

  it('is refused with keys that the store does not know or that may only read, and by who may not connect', async () => {
    const wrong = await connectWoo(seller, host, { consumerSecret: 'cs_wrong' });
    expect(wrong).toMatchObject({ status: 422, body: { issues: [{ path: 'consumerKey', rule: 'woo_key_unknown' }] } });
    await changeWooStore(host, { permissions: 'read' });
    const reading = await connectWoo(seller, host);
    expect(reading).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'consumerKey', rule: 'woo_key_reads_only' }] },
    });
    await changeWooStore(host, { permissions: 'read_write' });
    const clerk = await buildUser({ vendor, permissions: ['read_integrations', 'write_integrations'] });
    expect((await connectWoo(clerk, host)).status).toBe(403);
    expect((await connectWoo(admin, host)).status).toBe(409);
    expect((await readIntegration(seller)).store).toBeNull();
  });

  it('encrypts its keys, has it report its changes, and changes nothing where it is done twice', async () => {
    for (const address of [host, `HTTPS://${host}/`]) {
      const answer = await connectWoo(seller, host, { address });
      expect(answer).toMatchObject({
        status: 200,
        body: { store: { kind: 'woocommerce', shop: host, state: 'active', placesOrders: true, grantsOrders: true } },
      });
    }
    await untilReported();
    const { webhooks, consumerKey, consumerSecret } = readWooStore(host);
    expect(Object.values(webhooks).map(({ topic, status }) => `${topic} ${status}`)).toEqual([
      'product.updated active',
      'product.deleted active',
      'product.restored active',
      'order.updated active',
      'order.deleted active',
    ]);
    const secrets = [consumerKey, consumerSecret, ...Object.values(webhooks).map(({ secret }) => secret)];
    expect(findIn(await dumpEverything(), secrets)).toEqual([]);
    expect(JSON.stringify((await api(seller).get('/integrations/keys')).body)).not.toContain(consumerSecret);
    expect((await readIntegration(rival)).store).toBeNull();
  });

  it('works where a host keeps the header with the keys from the store', async () => {
    const member = await buildUser({ vendor: await buildVendor({ store, name: 'Behind a host' }) });
    const stripping = await buildWooStore({ stripsAuthorization: true });
    await makeWooProduct(stripping, { name: 'Odd host', price: '3.00' });
    expect((await connectWoo(member, stripping)).status).toBe(200);
    expect([...(await listShop(member)).values()]).toMatchObject([{ title: 'Odd host' }]);
  });

  it('gives stock 0 to what its vendor sells here and it does not have', async () => {
    const member = await buildUser({ vendor: await buildVendor({ store, name: 'Of two kilns' }) });
    const only = await buildLiveProduct(member, admin, { title: 'Only here', variants: [{ sku: 'WU-1', stock: 5 }] });
    const both = await buildLiveProduct(member, admin, { title: 'At both', variants: [{ sku: 'WU-2', stock: 6 }] });
    const own = await buildWooStore();
    await makeWooProduct(own, {
      name: 'At both',
      type: 'variable',
      variations: [{ sku: 'wu-2', price: '4.00', attributes: { Size: 'S' } }],
    });
    await connectWoo(member, own);
    await program().drain();
    const stockOf = async ({ id }: { id: string }) => stocks((await readDetail(id, admin)).product);
    expect([await stockOf(only), await stockOf(both)]).toEqual([[0], [6]]);
  });
});

describe('products of a store of WooCommerce', () => {
  it('are listed page by page, with what is not sold there as drafts', async () => {
    await makeWooProduct(host, { name: 'Tea &amp; Co', price: '10.00', stock: 4, sku: 'WC-TEA' });
    await makeWooProduct(host, { name: 'A set', type: 'grouped' });
    const products = [...(await listShop(seller)).values()];
    expect(products).toMatchObject([
      { title: 'A set', status: 'DRAFT' },
      { title: 'Tea & Co', status: 'ACTIVE', variants: 1, price: { amount: '10.00', currency: 'EUR' }, sync: null },
    ]);
    const query = { after: 'nonsense' };
    expect((await api(seller).get('/integrations/shopify/products', { query })).status).toBe(422);
    expect((await api(rival).get('/integrations/shopify/products')).status).toBe(409);
  });

  it('become products here: variations with options, prices by the factor, sales, weights and pictures', async () => {
    await api(seller).put('/integrations/keys', { additionalFactor: '1.1' });
    const id = await makeWooProduct(host, {
      name: 'Glazed bowl',
      type: 'variable',
      sku: 'WC-BOWL',
      weight: '1.5',
      description: '<p>Glazed.</p><script>steal()</script>',
      images: ['https://pictures.example.com/bowl.webp', 'http://127.0.0.1/private.png'],
      variations: [
        {
          sku: 'WC-BOWL-S',
          price: '12.00',
          salePrice: '10.00',
          stock: 3,
          attributes: { Size: 'Small', Glaze: 'Blue' },
        },
        { price: '20.00', attributes: { Size: 'Large', Glaze: 'Blue' }, weight: '2.25', barcode: '4006381333931' },
      ],
    });
    const product = await sync(id);
    expect(product).toMatchObject({
      title: 'Glazed bowl',
      bodyHtml: '<p>Glazed.</p>',
      variants: [
        { sku: 'WC-BOWL-S', price: '11.00', compareAt: '13.20', stock: 3, trackStock: true },
        { sku: `SHOP-${Number(id) + 2}`, price: '22.00', compareAt: null, trackStock: false, barcode: '4006381333931' },
      ],
    });
    expect(product.options.map(({ name }) => name)).toEqual(['Size', 'Glaze']);
    expect(product.variants.map(({ weight, weightUnit }) => [weight, weightUnit])).toEqual([
      [1.5, 'KILOGRAMS'],
      [2.25, 'KILOGRAMS'],
    ]);
    await api(seller).put('/integrations/keys', { additionalFactor: '1' });
    await program().drain();
  });

  it('follow within seconds: stock that is gone, a deleted product is archived, one in the bin too', async () => {
    const [sold, deleted, binned] = await Promise.all(
      ['Sold out', 'Deleted', 'Binned'].map((name) =>
        makeWooProduct(host, { name, sku: `WF-${name}`, price: '5.00', stock: 9 }),
      ),
    );
    for (const id of [sold, deleted, binned]) expect(stocks(await sync(id ?? ''))).toEqual([9]);
    await changeWooProduct(host, sold ?? '', { stock: 0 });
    await changeWooProduct(host, binned ?? '', { status: 'trash' });
    const here = (await listShop(seller)).get(deleted ?? '')?.sync?.productId ?? '';
    await changeWooProduct(host, deleted ?? '', { deleted: true });
    await untilReported();
    expect(stocks(await read(sold ?? ''))).toEqual([0]);
    expect((await readDetail(here, seller)).product).toMatchObject({ status: 'ARCHIVED', variants: [{ stock: 0 }] });
    const [row] = await program().owner.syncedProduct.findMany({ where: { sourceId: BigInt(binned ?? '') } });
    expect((await readDetail(String(row?.productId), seller)).product.status).toBe('ARCHIVED');
  });

  it('are never archived because a list leaves one out or the store fails', async () => {
    const id = await makeWooProduct(host, { name: 'Kept', sku: 'WC-KEPT', price: '5.00', stock: 2 });
    await sync(id);
    await strike('products.list', { kind: 'error', status: 500, times: 4 });
    await later(61);
    expect((await readIntegration(seller)).store).toMatchObject({ state: 'active', problem: 'unanswered' });
    program().sandbox?.sandbox.faults.clear();
    expect(await read(id)).toMatchObject({ status: 'DRAFT', variants: [{ stock: 2 }] });
    await later(30);
    expect((await readIntegration(seller)).store).toMatchObject({ state: 'active', problem: null });
  });

  it('are looked at again every hour where a report was lost, and switched off webhooks go on', async () => {
    const id = await makeWooProduct(host, { name: 'Quiet', sku: 'WC-QUIET', price: '5.00', stock: 2 });
    await sync(id);
    for (const hook of Object.values(readWooStore(host).webhooks)) hook.status = 'disabled';
    await changeWooProduct(host, id, { stock: 1 });
    await untilReported();
    expect(stocks(await read(id))).toEqual([2]);
    await later(61);
    expect(stocks(await read(id))).toEqual([1]);
    expect(Object.values(readWooStore(host).webhooks).map(({ status }) => status)).toEqual(Array(5).fill('active'));
  });
});

describe('reports of a store of WooCommerce', () => {
  it('count only with its signature, say nothing but an id, and may come twice', async () => {
    const id = await makeWooProduct(host, { name: 'Reported', sku: 'WR-1', price: '5.00', stock: 2 });
    await sync(id);
    await program().drain();
    const { secret } = Object.values(readWooStore(host).webhooks)[0] ?? { secret: '' };
    const body = JSON.stringify({ id: Number(id), stock_quantity: 999 });
    const sign = (text: string, key = secret) => ({
      'x-wc-webhook-topic': 'product.updated',
      'x-wc-webhook-signature': createHmac('sha256', key).update(text).digest('base64'),
    });
    expect((await report(body)).status).toBe(401);
    expect((await report(body, sign(body, 'another'))).status).toBe(401);
    expect((await report(`${body} `, sign(body))).status).toBe(401);
    expect((await report(body, sign(body), 999_999n)).status).toBe(404);
    expect((await report('[1]', sign('[1]'))).status).toBe(400);
    expect((await report('webhook_id=12')).status).toBe(200);
    for (let times = 0; times < 2; times++) expect((await report(body, sign(body))).status).toBe(200);
    const huge = JSON.stringify({ id: 1e30 });
    expect((await report(huge, sign(huge))).status).toBe(200);
    await program().drain();
    expect(stocks(await read(id))).toEqual([2]);
    const path = `${program().url}/webhooks/woocommerce/${store.id}/${vendor.id}`;
    expect([(await fetch(path)).status, (await fetch(`${path}/more`, { method: 'POST' })).status]).toEqual([405, 404]);
  });
});

describe('orders in a store of WooCommerce', () => {
  let sku: string;
  let sourceId: string;
  beforeAll(async () => {
    await renew();
    sku = 'WO-BOWL';
    sourceId = await makeWooProduct(host, { name: 'Ordered bowl', sku, price: '10.00', stock: 30 });
    const { id } = await sync(sourceId);
    await api(admin).post('/products/actions', { productIds: [id], action: 'approve' });
    await program().drain();
  });

  it('are placed once, paid and without taxes or email; what the store does not sell stands as a fee', async () => {
    const sold = await sell([{ ...MUG, quantity: 3, discount: '10.00' }], {
      shippingAddress: { firstName: 'Mara', lastName: 'Vries', address1: 'Kade 3', city: 'Delft', countryCode: 'NL' },
      note: 'Ring twice',
    });
    const there = requireThere(sold);
    expect(there).toMatchObject({
      status: 'processing',
      currency: 'USD',
      total: '50.00',
      shipping: { first_name: 'Mara', last_name: 'Vries', address_1: 'Kade 3', city: 'Delft' },
      lines: [],
      fees: [
        { name: '2 × Loose mug', total: '33.34' },
        { name: '1 × Loose mug', total: '16.66' },
      ],
    });
    expect(there.meta).toContainEqual({ key: 'is_vat_exempt', value: 'yes' });
    expect(there.customerNote).toMatch(/^Ring twice\n\n.*\/app\/orders\//);
    expect(JSON.stringify(there)).not.toContain('mara@buyer.test');
    expect((await readStoreOrders(seller, sold.id))[0]).toMatchObject({ state: 'placed', name: `#${there.id}` });
    await later(61);
    requireThere(sold);
  });

  it('take stock of products that are in step there, ship here once they are completed, with their tracking', async () => {
    const sold = await sell([{ sku, quantity: 2 }]);
    const there = requireThere(sold);
    expect(there.lines).toMatchObject([{ productId: Number(sourceId), quantity: 2, total: '20.00' }]);
    expect(readWooStore(host).products[sourceId]?.stock).toBe(28);
    await changeWooOrder(host, there, { status: 'completed', tracking: 'WO-TRACK-1', carrier: 'DHL Express' });
    await untilReported();
    const shipped = () => sandboxOrder(sold.id).order.fulfillments;
    expect(shipped()).toMatchObject([{ tracking: [{ company: 'DHL Express', number: 'WO-TRACK-1' }] }]);
    await later(61);
    expect(shipped()).toHaveLength(1);
  });

  it('are placed once where the answer was lost, and where the call never arrived', async () => {
    for (const kind of ['drop_response', 'drop']) {
      await strike('orders.create', { kind, times: 1 });
      const sold = await sell([MUG]);
      expect(findThere(sold)).toHaveLength(kind === 'drop' ? 0 : 1);
      expect((await readStoreOrders(seller, sold.id))[0]).toMatchObject({ state: 'waiting', problem: 'unanswered' });
      await later(3);
      expect((await readStoreOrders(seller, sold.id))[0]).toMatchObject({
        state: 'placed',
        name: `#${requireThere(sold).id}`,
      });
    }
  });

  it('that were cancelled here are cancelled there, which puts them back in stock', async () => {
    const before = readWooStore(host).products[sourceId]?.stock ?? 0;
    const sold = await sell([{ sku, quantity: 1 }]);
    expect(readWooStore(host).products[sourceId]?.stock).toBe(before - 1);
    await changeOrder(sold.name, 'cancel');
    await untilReported();
    expect(requireThere(sold).status).toBe('cancelled');
    expect(readWooStore(host).products[sourceId]?.stock).toBe(before);
  });

  it('that were cancelled there stay here and say so', async () => {
    const sold = await sell([MUG]);
    await changeWooOrder(host, requireThere(sold), { status: 'cancelled' });
    await untilReported();
    expect((await readStoreOrders(seller, sold.id))[0]).toMatchObject({ problem: 'cancelled_there' });
  });
});

it('a store that took its keys away pauses, with one notice, and goes on once it is connected again', async () => {
  await changeWooStore(host, { consumerKey: 'ck_another' });
  await later(61);
  expect((await readIntegration(seller)).store).toMatchObject({ state: 'paused', problem: 'access' });
  const { notices } = (await api(seller).get('/notices')).as<{ notices: BellNoticeDto[] }>();
  expect(notices.filter(({ kind }) => kind === 'ownStorePaused')).toHaveLength(1);
  expect((await connectWoo(seller, host)).status).toBe(200);
  await program().drain();
  expect((await readIntegration(seller)).store).toMatchObject({ state: 'active', problem: null });
});

it('a store that is disconnected reports to nobody, and its products stay', async () => {
  const { id } = await sync(await makeWooProduct(host, { name: 'Stays', sku: 'WS-1', price: '5.00', stock: 2 }));
  expect((await api(seller).delete('/integrations/keys', { store: true })).status).toBe(200);
  expect((await report('{"id":1}')).status).toBe(404);
  expect((await readDetail(id, seller)).product).toMatchObject({ variants: [{ stock: 2 }] });
  expect(await program().owner.shopConnection.count({ where: { vendorId: vendor.id } })).toBe(0);
});
