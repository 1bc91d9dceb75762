import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadProducts } from '#app/features/products/mirror/load.service.server.ts';
import { refreshProducts } from '#app/features/products/mirror/refresh.service.server.ts';
import type { BatchDto } from '#app/features/products/listing/batches.contract.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { setMetafield } from '#sandbox/platform/store/metafields.ts';
import { deleteProduct, updateProduct } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { readDetail } from '#tests/factories/live-products.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Logs = ProductDetail['logs'];
let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }), name: 'Nora' });
  admin = await buildAdmin({ store, name: 'Ada' });
  await loaded();
});
afterEach(() => {
  sandbox().running.faults.clear();
});
afterAll(() => program().stop());

const loaded = () =>
  waitFor(
    'the reading is not over',
    async () => (await program().owner.productLoad.findUnique({ where: { storeId: store.id } }))?.finishedAt,
    60_000,
  );
const sandbox = () => {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops[store.domain];
  if (!running || !shop) throw new Error('the sandbox has the store');
  return { running, shop };
};
const atPlatform = (id: string) => {
  const product = sandbox().shop.products[id];
  if (!product) throw new Error('the platform has the product');
  return product;
};
const save = async (product: object = {}): Promise<string> => {
  const answer = await api(seller).put('/products-v2', { product: { ...buildProductInput(), ...product } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { productId } = answer.as<{ productId: string }>();
  await settled();
  program().clock.advance({ seconds: 2 });
  return productId;
};
/** Every word of the platform has come, and what follows from it was done. */
const settled = async () => {
  await sandbox().running.webhooks.drain();
  await program().drain();
};
/** What a reading by its id makes of it, as the hourly comparison asks for it. */
const refreshed = (id: string) => refreshProducts(program().container.services, store.id, [BigInt(id)]);
const fault = (target: 'shopify' | 'webhooks', operation: string | null, kind: 'drop' | 'drop_response') =>
  sandbox().running.faults.add({ target, operation, kind, status: 500, remaining: null, delayMs: 0 });
const logsOf = async (id: string, by = admin) => (await api(by).get(`/logs/product/${id}`)).as<{ logs: Logs }>().logs;
/** The entries of deletions, by who did it. */
const deletions = async (id: string) =>
  (await logsOf(id)).filter((log) => log.action === 'deleted').map(({ actor, note }) => [actor.kind, actor.name, note]);

describe('the log of a deletion', () => {
  it('is read after it, by its vendor and by admins, and by nobody else', async () => {
    const id = await save({ title: 'Read afterwards' });
    expect((await api(seller).patch(`/product-v2/${id}/delete`, { note: 'Sold out' })).status).toBe(200);
    await settled();
    expect((await logsOf(id, seller)).map((log) => [log.action, log.note])).toEqual([
      ['deleted', 'Sold out'],
      ['created', null],
    ]);
    const other = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
    expect((await api(other).get(`/logs/product/${id}`)).status).toBe(404);
  });

  it('names the vendor where the answer of the platform was lost', async () => {
    const id = await save({ title: 'Answer lost' });
    fault('shopify', 'productDelete', 'drop_response');
    expect((await api(seller).patch(`/product-v2/${id}/delete`, { note: 'Broken' })).status).toBe(502);
    sandbox().running.faults.clear();
    await settled();
    expect(await deletions(id)).toEqual([['person', 'Nora', 'Broken']]);
    expect((await api(seller).patch(`/product-v2/${id}/delete`)).status).toBe(404);
    expect(await deletions(id)).toHaveLength(1);
  });

  it('names whoever deleted several, once each, where answers were lost', async () => {
    const ids = [await save({ title: 'One of two' }), await save({ title: 'Two of two' })];
    fault('shopify', 'productDelete', 'drop_response');
    const batch = await api(admin).post('/products/bulk', { action: 'delete', ids });
    expect(batch.status, JSON.stringify(batch.body)).toBe(202);
    const { id } = batch.as<{ id: string }>();
    const read = async () => (await api(admin).get(`/products/bulk/${id}`)).as<BatchDto>();
    await waitFor('nothing holds the batch up', async () => (await read()).trouble !== null, 30_000);
    sandbox().running.faults.clear();
    await settled();
    await waitFor(
      'the batch does not end',
      async () => {
        program().clock.advance({ seconds: 2 });
        return (await read()).state === 'done';
      },
      30_000,
    );
    expect(await read()).toMatchObject({ done: 2, failed: 0 });
    for (const one of ids) expect(await deletions(one)).toEqual([['person', 'Ada', null]]);
  });

  it('is the store admin’s where it is met by an approval, by tags, or by a whole reading', async () => {
    const ids = [await save({ title: 'Approved' }), await save({ title: 'Tagged' }), await save({ title: 'Read' })];
    const [approved = '', tagged = ''] = ids;
    const { running, shop } = sandbox();
    fault('webhooks', null, 'drop');
    for (const id of ids) deleteProduct(running, shop, atPlatform(id));
    running.faults.clear();
    expect((await api(admin).patch(`/product-v2/${approved}/approve`)).body).toMatchObject({ status: 'DELETED' });
    await api(admin).post('/products/bulk', { action: 'add_tags', ids: [tagged], tags: ['Late'] });
    await settled();
    await program().owner.productLoad.update({
      where: { storeId: store.id },
      data: { finishedAt: program().clock.now() },
    });
    program().clock.advance({ seconds: 2 });
    await loadProducts(program().container.services, store.id);
    for (const id of ids) expect(await deletions(id)).toEqual([['platform', '', null]]);
    expect((await logsOf(approved)).map((log) => log.action)).not.toContain('approved');
  });
});

describe('a specification of a variant that is given in the store admin', () => {
  it('stands in the editor and in the log, is changed there by a save, and is shown no more once it is taken away', async () => {
    const id = await save({ title: 'With a variant' });
    const { running, shop } = sandbox();
    const product = atPlatform(id);
    const ownerGid = `gid://shopify/ProductVariant/${product.variants[0]?.id ?? 0}`;
    const field = { namespace: 'custom', key: 'thickness', type: 'single_line_text_field' };
    setMetafield(running, shop, { ...field, ownerGid, value: '3 mm' }, ['metafields']);
    await refreshed(id);
    const shown = async () => (await readDetail(id, admin)).product;
    expect((await shown()).variants[0]?.metafields).toEqual([{ id: 'custom.thickness', ...field, value: '3 mm' }]);
    const { vendor: _vendor, ...edited } = await shown();
    const variants = edited.variants.map((one) => ({ ...one, metafields: [{ ...field, value: '4 mm' }] }));
    const saved = await api(admin).put('/products-v2', { product: { ...edited, variants } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(shop.metafields.find((one) => one.ownerGid === ownerGid)?.value).toBe('4 mm');
    await settled();
    program().clock.advance({ seconds: 2 });
    shop.metafields = shop.metafields.filter((one) => one.ownerGid !== ownerGid);
    await refreshed(id);
    expect((await shown()).variants[0]?.metafields).toEqual([]);
    const changes = (await logsOf(id)).flatMap((log) => log.changes);
    expect(changes).toEqual([
      { field: 'variantSpecifications', old: 'thickness: 4 mm', new: 'thickness: –' },
      { field: 'variantSpecifications', old: 'thickness: 3 mm', new: 'thickness: 4 mm' },
      { field: 'variantSpecifications', old: 'thickness: –', new: 'thickness: 3 mm' },
    ]);
  });
});

describe('a specification that is taken away', () => {
  it('is in the log with what it was', async () => {
    const id = await save({ title: 'Specified' });
    const { running, shop } = sandbox();
    const product = atPlatform(id);
    const field = { ownerGid: `gid://shopify/Product/${id}`, namespace: 'custom', key: 'care' };
    setMetafield(running, shop, { ...field, type: 'single_line_text_field', value: 'By hand' }, ['metafields']);
    updateProduct(running, shop, product, { title: 'Specified once' });
    await settled();
    await refreshed(id);
    program().clock.advance({ seconds: 2 });
    shop.metafields = shop.metafields.filter((one) => one.ownerGid !== field.ownerGid);
    updateProduct(running, shop, product, { title: 'Specified no more' });
    await refreshed(id);
    const changes = (await logsOf(id)).flatMap((log) => log.changes).filter((one) => one.field === 'specifications');
    expect(changes).toEqual([
      { field: 'specifications', old: 'care: By hand', new: 'care: –' },
      { field: 'specifications', old: 'care: –', new: 'care: By hand' },
    ]);
  });
});
