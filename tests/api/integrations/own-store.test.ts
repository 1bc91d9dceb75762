import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import {
  askSync,
  buildShop,
  changeShopProduct,
  connectOwnStore,
  listShop,
  makeShopProduct,
  readIntegration,
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

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Own storey' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival of stores' }) });
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  shop = await buildShop({ currency: 'EUR' });
});
afterAll(() => program().stop());
beforeEach(async () => {
  for (const person of [admin, seller, rival]) await renewSession(person);
});

const listOwn = async (title: string, who = seller): Promise<{ id: string; title: string }[]> => {
  const answer = await api(who).get('/products-v2', {
    query: { status: 'ALL', stock: 'any', sort: 'TITLE', q: title },
  });
  return answer.as<{ products: { id: string; title: string }[] }>().products.filter((one) => one.title === title);
};
const readOnly = async (title: string): Promise<ProductDto> => {
  const found = await listOwn(title);
  expect(found).toHaveLength(1);
  return (await readDetail(found[0]?.id ?? '', seller)).product;
};
const read = async (id: string): Promise<ProductDto> => {
  const productId = (await listShop(seller)).get(id)?.sync?.productId ?? '';
  return (await readDetail(productId, seller)).product;
};
const sync = async (id: string, action?: string) => {
  await askSync(seller, id, action);
  await program().drain();
  return (await listShop(seller)).get(id)?.sync;
};
const later = async (minutes = 61): Promise<void> => {
  program().clock.advance({ minutes });
  await program().drain();
  for (const person of [admin, seller, rival]) await renewSession(person);
};
/** What the platform reports is delivered, and what that caused is done. */
const untilReported = async (): Promise<void> => {
  await program().sandbox?.control('POST', '/drain', { app: false });
  await program().drain();
};
const save = async (product: ProductDto, change: Partial<ProductDto>): Promise<void> => {
  const { id, version, title, bodyHtml, media, options, variants, seo } = { ...product, ...change };
  const sent = variants.map((variant) => ({ ...variant, stockWas: variant.stock }));
  const answer = await api(seller).put('/products-v2', {
    product: { id, version, title, bodyHtml, media, options, variants: sent, seo },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

/** The titles of a vendor's products that follow something. */
const listFollowing = async (source: string, who = seller): Promise<string[]> => {
  const query = { status: 'ALL', source, sort: 'TITLE' };
  const answer = await api(who).get('/products-v2', { query });
  return answer.as<{ products: { title: string }[] }>().products.map(({ title }) => title);
};

describe('a store of one’s own', () => {
  it('is nobody’s until it is connected, and never another vendor’s', async () => {
    const refused = { status: 409, body: { code: 'invalid_state', reason: 'store_not_connected' } };
    expect(await api(seller).get('/integrations/shopify/products')).toMatchObject(refused);
    await makeShopProduct(shop, { title: 'First bowl', variants: [{ sku: 'OS-1', price: '10.00', stock: 3 }] });
    await connectOwnStore(store, seller, shop);
    expect((await readIntegration(seller)).store).toMatchObject({ shop, state: 'active', problem: null });
    expect([...(await listShop(seller)).values()]).toMatchObject([
      { title: 'First bowl', status: 'ACTIVE', variants: 1, price: { amount: '10.00', currency: 'EUR' }, sync: null },
    ]);
    expect((await readIntegration(rival)).store).toBeNull();
    expect(await api(rival).get('/integrations/shopify/products')).toMatchObject(refused);
    expect(await api(admin).get('/integrations/shopify/products')).toMatchObject({ status: 409 });
  });

  it('keeps a product in step once, however often that is asked for', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Blue bowl',
      description: '<p>Blue.</p><script>steal()</script>',
      option: 'Size',
      image: 'https://pictures.example.com/bowl.webp',
      variants: [
        { sku: 'OS-S', price: '10.00', stock: 3, value: 'Small' },
        { sku: 'OS-L', price: '12.50', stock: 4, value: 'Large' },
      ],
    });
    expect(await askSync(seller, id)).toMatchObject({ outcome: 'waiting', productId: null });
    await askSync(seller, id);
    await program().drain();
    expect((await listShop(seller)).get(id)?.sync).toMatchObject({ kept: [], refusal: null });
    const made = await readOnly('Blue bowl');
    expect(made).toMatchObject({ bodyHtml: '<p>Blue.</p>', status: 'DRAFT', vendor: vendor.name });
    expect(made.media).toHaveLength(1);
    expect(made.variants.map(({ sku, price, stock, trackStock }) => [sku, price, stock, trackStock])).toEqual([
      ['OS-S', '10.00', 3, true],
      ['OS-L', '12.50', 4, true],
    ]);
    expect((await sync(id))?.outcome).toBe('unchanged');
    expect((await listOwn('Blue bowl')).map(({ id: one }) => one)).toEqual([made.id]);
    expect((await readIntegration(seller)).store?.products).toMatchObject({ unchanged: 1, refused: 0 });
  });

  it('narrows the list of products to those that follow it, or nothing', async () => {
    await buildLiveProduct(seller, admin, { title: 'Made here', variants: [{ sku: 'OS-HERE', stock: 1 }] });
    expect(await listFollowing('store')).toEqual(['Blue bowl']);
    expect(await listFollowing('store', admin)).toEqual(['Blue bowl']);
    expect(await listFollowing('here')).toEqual(['Made here']);
    expect(await listFollowing('sheet')).toEqual([]);
    expect(await listFollowing('store', rival)).toEqual([]);
    expect((await api(seller).get('/products-v2', { query: { source: 'elsewhere' } })).status).toBe(422);
  });

  it('is followed within the hour: prices, stock and texts that changed there', async () => {
    const id = await makeShopProduct(shop, { title: 'Red bowl', variants: [{ sku: 'OS-R', price: '8.00', stock: 2 }] });
    await sync(id);
    await changeShopProduct(shop, id, { title: 'Deep red bowl', variants: [{ sku: 'OS-R', price: '9.00', stock: 1 }] });
    await later();
    expect(await readOnly('Deep red bowl')).toMatchObject({ variants: [{ price: '9.00', stock: 1 }] });
  });

  it('never overwrites what was changed here: that is kept and named until somebody takes it over', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Oak bowl',
      variants: [{ sku: 'OS-O', price: '20.00', stock: 5 }],
    });
    await sync(id);
    await save(await readOnly('Oak bowl'), { title: 'My oak bowl' });
    await changeShopProduct(shop, id, { title: 'Old oak bowl', variants: [{ sku: 'OS-O', price: '21.00', stock: 4 }] });
    await later();
    expect((await listShop(seller)).get(id)?.sync).toMatchObject({ outcome: 'updated', kept: ['title'] });
    expect(await readOnly('My oak bowl')).toMatchObject({ variants: [{ price: '21.00', stock: 4 }] });
    expect(await sync(id, 'overwrite')).toMatchObject({ kept: [] });
    await readOnly('Old oak bowl');
  });

  it('joins a product that was here before by its SKU, without changing it', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Twin bowl',
      variants: [{ sku: 'OS-T', price: '7.00', stock: 9 }],
    });
    await sync(id);
    await sync(id, 'stop');
    await save(await readOnly('Twin bowl'), { title: 'Twin bowl, glazed' });
    expect(await sync(id)).toMatchObject({ kept: ['title'] });
    await readOnly('Twin bowl, glazed');
    expect(await listOwn('Twin bowl')).toEqual([]);
  });

  it('gives prices as the settings say, and leaves later changes where they say so', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Fine bowl',
      variants: [{ sku: 'OS-F', price: '10.00', stock: 1 }],
    });
    await sync(id);
    const put = (body: object) => api(seller).put('/integrations/keys', body);
    expect(await put({ additionalFactor: '0' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'additionalFactor', rule: 'factor' }] },
    });
    expect((await put({ additionalCost: '3', additionalFactor: '1.25' })).body).toMatchObject({
      additionalCost: '3.00',
      additionalFactor: '1.25',
      skipPriceUpdate: false,
    });
    await program().drain();
    expect(await read(id)).toMatchObject({ variants: [{ price: '15.50' }] });
    await put({ skipPriceUpdate: true, skipContentUpdate: true });
    await changeShopProduct(shop, id, { title: 'Finest bowl', variants: [{ sku: 'OS-F', price: '99.00', stock: 7 }] });
    await later();
    expect(await read(id)).toMatchObject({ title: 'Fine bowl', variants: [{ price: '15.50', stock: 7 }] });
    await put({ additionalCost: '0', additionalFactor: '1', skipPriceUpdate: false, skipContentUpdate: false });
    await program().drain();
  });

  it('empties what its vendor sells here and it does not have, once, when it is connected', async () => {
    const member = await buildUser({ vendor: await buildVendor({ store, name: 'Of two sources' }) });
    const [here, both] = ['US-HERE', 'US-BOTH'];
    const only = await buildLiveProduct(member, admin, { title: 'Only here', variants: [{ sku: here, stock: 5 }] });
    const shared = await buildLiveProduct(member, admin, { title: 'At both', variants: [{ sku: both, stock: 6 }] });
    const ofRival = await buildLiveProduct(rival, admin, {
      title: 'Of the rival',
      variants: [{ sku: 'US-R', stock: 7 }],
    });
    const own = await buildShop({ currency: 'EUR' });
    await makeShopProduct(own, { title: 'At both', variants: [{ sku: both.toLowerCase(), price: '4.00', stock: 2 }] });
    await connectOwnStore(store, member, own);
    await program().drain();
    const stockOf = async ({ id }: { id: string }) => (await readDetail(id, admin)).product.variants[0]?.stock;
    expect([await stockOf(only), await stockOf(shared), await stockOf(ofRival)]).toEqual([0, 6, 7]);
    // What is put on sale here later stays, also when the same store is connected again.
    await renewSession(member);
    await api(member).post('/products/stock-and-prices', { items: [{ sku: here, stock: 3 }] });
    await connectOwnStore(store, member, own);
    await program().drain();
    expect(await stockOf(only)).toBe(3);
  });

  it('changes the texts of a live product once the marketplace agrees, its price and stock at once', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Live bowl',
      variants: [{ sku: 'OS-LIVE', price: '10.00', stock: 4 }],
    });
    await sync(id);
    const { id: productId } = await readOnly('Live bowl');
    await api(admin).patch(`/product-v2/${productId}/approve`, {});
    await changeShopProduct(shop, id, {
      title: 'Livelier bowl',
      variants: [{ sku: 'OS-LIVE', price: '11.00', stock: 3 }],
    });
    await later();
    const shown = async () => (await readDetail(productId, admin)).product;
    expect(await shown()).toMatchObject({ title: 'Live bowl', variants: [{ price: '11.00', stock: 3 }] });
    expect((await readDetail(productId, seller)).change?.waiting).toEqual(['title']);
    // What is sold there meanwhile withdraws nothing of what waits.
    await changeShopProduct(shop, id, { variants: [{ sku: 'OS-LIVE', price: '11.00', stock: 2 }] });
    await later();
    expect(await shown()).toMatchObject({ title: 'Live bowl', variants: [{ stock: 2 }] });
    expect((await readDetail(productId, seller)).change?.waiting).toEqual(['title']);
    await setProductRules(admin, { holdByOrigin: { import: null, sheet: null, own_store: 'free', api_key: null } });
    await changeShopProduct(shop, id, { title: 'Liveliest bowl' });
    await later();
    expect(await shown()).toMatchObject({ title: 'Liveliest bowl' });
    expect((await readDetail(productId, seller)).change?.waiting ?? []).toEqual([]);
    await setProductRules(admin, {
      holdByOrigin: { import: null, sheet: null, own_store: 'content', api_key: null },
    });
  });

  it('that no longer sells a product leaves it here without stock', async () => {
    const draft = await makeShopProduct(shop, {
      title: 'Draft bowl',
      variants: [{ sku: 'OS-D', price: '5.00', stock: 6 }],
    });
    const gone = await makeShopProduct(shop, {
      title: 'Gone bowl',
      variants: [{ sku: 'OS-G', price: '5.00', stock: 6 }],
    });
    await askSync(seller, draft);
    await sync(gone);
    await changeShopProduct(shop, draft, { status: 'DRAFT' });
    await changeShopProduct(shop, gone, { deleted: true });
    await later();
    expect((await listShop(seller)).get(draft)?.sync?.outcome).toBe('missing');
    expect((await readOnly('Draft bowl')).variants[0]?.stock).toBe(0);
    expect((await readOnly('Gone bowl')).variants[0]?.stock).toBe(0);
    await changeShopProduct(shop, draft, { status: 'ACTIVE' });
    await later();
    expect((await readOnly('Draft bowl')).variants[0]?.stock).toBe(6);
  });

  it('is followed as soon as it reports a change: what sold out there is sold out here, what is deleted there is archived', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Quick bowl',
      variants: [{ sku: 'OS-Q', price: '6.00', stock: 3 }],
    });
    await sync(id);
    await changeShopProduct(shop, id, { variants: [{ sku: 'OS-Q', price: '6.00', stock: 0 }] });
    await untilReported();
    expect(await readOnly('Quick bowl')).toMatchObject({ variants: [{ price: '6.00', stock: 0 }] });

    await changeShopProduct(shop, id, { deleted: true });
    await untilReported();
    expect(await readOnly('Quick bowl')).toMatchObject({ status: 'ARCHIVED', variants: [{ stock: 0 }] });
    expect((await listShop(seller)).get(id)).toBeUndefined();
  });

  it('is believed in nothing that it reports: the product is read, of stock that names an item alone as well', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Item bowl',
      variants: [{ sku: 'OS-I', price: '6.00', stock: 3 }],
    });
    await sync(id);
    const variant = program().sandbox?.sandbox.state.shops[shop]?.products[id]?.variants[0];
    const level = variant?.inventory.levels[0];
    if (!variant || !level) throw new Error('the shop has its stock at a location');
    level.available = 1;
    const report = (topic: string, payload: object) => deliverWebhook({ shop, topic, payload });
    const stock = { inventory_item_id: variant.inventory.id, location_id: 1, available: 77 };
    for (let times = 0; times < 2; times++) await report('inventory_levels/update', stock);
    await report('inventory_levels/connect', {});
    await report('inventory_levels/update', { ...stock, inventory_item_id: '9'.repeat(40) });
    await report('products/update', { id: 'no number' });
    await untilReported();
    expect(await readOnly('Item bowl')).toMatchObject({ variants: [{ stock: 1 }] });
    const open = { shop, state: { in: ['pending', 'waiting', 'dead'] } };
    expect(await program().owner.webhookDelivery.count({ where: open })).toBe(0);
  });

  it('that has one SKU at two variants keeps the others in step, and says which was left out', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Pair of bowls',
      option: 'Size',
      variants: [
        { sku: 'OS-P1', price: '6.00', stock: 3, value: 'Small' },
        { sku: 'os-p1', price: '7.00', stock: 4, value: 'Medium' },
        { sku: 'OS-P2', price: '8.00', stock: 5, value: 'Large' },
      ],
    });
    expect(await sync(id)).toMatchObject({
      outcome: 'created',
      refusal: { issues: [{ path: 'sku', rule: 'sku_repeated_there', params: { sku: 'os-p1' } }] },
    });
    expect((await read(id)).variants.map(({ sku, price }) => [sku, price])).toEqual([
      ['OS-P1', '6.00'],
      ['OS-P2', '8.00'],
    ]);
  });

  it('that has not answered for a day is said to its vendor once, and counted for the marketplace', async () => {
    const id = await makeShopProduct(shop, {
      title: 'Far bowl',
      variants: [{ sku: 'OS-FAR', price: '6.00', stock: 3 }],
    });
    await sync(id);
    const silent = async () =>
      (
        await program().owner.mail.findMany({ where: { template: 'vendor-integration-lost', audience: 'vendor' } })
      ).filter(({ params }) => (params as { reason: string }).reason === 'silent').length;
    const fault = { target: 'shopify', operation: 'nodes', kind: 'error', status: 500, times: 9999 };
    await program().sandbox?.control('POST', '/faults', fault);
    await later(61);
    expect(await silent()).toBe(0);
    await later(23 * 60);
    await later(61);
    await later(61);
    expect(await silent()).toBe(1);
    const { store: failing } = await readIntegration(seller);
    expect(failing).toMatchObject({ state: 'active', problem: 'unanswered' });
    await program().sandbox?.control('DELETE', '/faults');
    await later(61);
    expect((await readIntegration(seller)).store).toMatchObject({ problem: null });
    expect(await program().owner.shopConnection.findFirst({ where: { shop } })).toMatchObject({ failingSince: null });
  });

  it('may not take another vendor’s SKU where SKUs are unique in the whole store, and what is refused is named', async () => {
    await setProductRules(admin, { uniqueSkus: true });
    const theirs = await buildShop();
    await connectOwnStore(store, rival, theirs);
    const id = await makeShopProduct(theirs, {
      title: 'Copied bowl',
      variants: [{ sku: 'os-s', price: '1.00', stock: 1 }],
    });
    await askSync(rival, id);
    await program().drain();
    const synced = (await listShop(rival)).get(id)?.sync;
    expect(synced).toMatchObject({
      outcome: 'refused',
      refusal: { issues: [{ path: 'sku', rule: 'sku_taken' }] },
    });
    expect(await listOwn('Copied bowl', rival)).toEqual([]);
    await setProductRules(admin, { uniqueSkus: false });
    expect((await api(rival).post('/integrations/products/sync', { productId: '1' })).status).toBe(404);
  });

  it('goes on where a sync broke off in the middle, with each product once', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      const variants = [{ sku: `OS-K${name}`, price: '4.00', stock: 2 }];
      ids.push(await makeShopProduct(shop, { title: `Kept bowl ${name}`, variants }));
    }
    for (const id of ids) await askSync(seller, id);
    // A worker that dies after its first product has written that one, and made the second without writing it down.
    await program().drain();
    await program().owner.syncedProduct.updateMany({
      where: { storeId: store.id, sourceId: { in: ids.slice(1).map(BigInt) } },
      data: { productId: null, outcome: 'waiting', checkedAt: null },
    });
    await program().owner
      .$executeRaw`UPDATE synced_products SET saved = NULL WHERE source_id = ${BigInt(ids[1] ?? '0')}`;
    await askSync(seller, ids[1] ?? '');
    await program().drain();
    for (const name of ['A', 'B', 'C']) await readOnly(`Kept bowl ${name}`);
    expect((await listShop(seller)).get(ids[1] ?? '')?.sync).toMatchObject({ kept: [], refusal: null });
  });

  it('is renewed when its access expires, and paused once where that was taken away', async () => {
    await later(120);
    expect((await readIntegration(seller)).store).toMatchObject({ state: 'active', problem: null });
    await program().sandbox?.control('POST', '/uninstall', { shop });
    await later();
    await later();
    expect((await readIntegration(seller)).store).toMatchObject({ state: 'paused', problem: 'access', nextAt: null });
    expect(await api(seller).get('/integrations/shopify/products')).toMatchObject({ body: { reason: 'store_paused' } });
    const bell = (await api(seller).get('/notices')).as<{ notices: BellNoticeDto[] }>().notices;
    expect(bell.filter(({ kind }) => kind === 'ownStorePaused')).toHaveLength(1);
    const lost = { template: 'vendor-integration-lost', audience: 'vendor' };
    const mails = await program().owner.mail.findMany({ where: lost });
    expect(mails.filter(({ params }) => (params as { reason: string }).reason !== 'silent')).toMatchObject([
      { params: { integration: 'ownStore', reason: 'access' } },
    ]);
    await connectOwnStore(store, seller, shop);
    await program().drain();
    expect((await readIntegration(seller)).store).toMatchObject({ state: 'active', problem: null });
  });

  it('is forgotten with what opens it when it is disconnected; products stay', async () => {
    const answer = await api(seller).delete('/integrations/keys', { store: true });
    expect(answer.as<{ store: unknown }>().store).toBeNull();
    expect(await program().owner.shopConnection.count({ where: { vendorId: vendor.id } })).toBe(0);
    expect(await program().owner.syncedProduct.count({ where: { vendorId: vendor.id } })).toBe(0);
    await readOnly('Blue bowl');
  });
});
