import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { updateProduct } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Detail & Co' }) });
});
afterAll(() => program().stop());
afterEach(() => program().sandbox?.control('DELETE', '/faults'));

const put = (product: object, by: BuiltUser = seller) => api(by).put('/products-v2', { product });
async function save(product: object, by: BuiltUser = seller): Promise<string> {
  const answer = await put(product, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<{ productId: string }>().productId;
}
const detail = async (id: string, by: BuiltUser = seller) =>
  (await api(by).get(`/products-v2/${id}`)).as<ProductDetail>();
const read = async (id: string, by: BuiltUser = seller) => (await detail(id, by)).product;
const PICTURES = ['front', 'back'].map((name) => ({
  src: `https://pictures.example.com/${name}.jpg`,
  alt: name,
  contentType: 'IMAGE',
}));

describe('a save over what a colleague changed of a variant since then', () => {
  it('is refused also where that was its size, its pick-up or its picture (409)', async () => {
    const id = await save(buildProductInput({ media: PICTURES }));
    const [, back] = (await read(id)).media;
    invariant(back, 'the product has two pictures');
    const size = { width: 1, height: 2, length: 3, dimUnit: 'cm' };
    for (const change of [{ dimensions: size }, { localPickup: { enabled: true } }, { media: back.id }]) {
      const mine = await read(id);
      await save({ ...mine, variants: mine.variants.map((variant) => ({ ...variant, ...change })) });
      expect((await put({ ...mine, title: 'Over it' })).status, JSON.stringify(change)).toBe(409);
      expect((await read(id)).variants[0]).toMatchObject(change);
    }
  });
});

describe('the log of a product', () => {
  it('has the stock of each variant from what to what', async () => {
    const options = [{ name: 'Size', values: ['S', 'L'] }];
    const variants = ['S', 'L'].map((value) => ({ stock: 5, options: [{ name: 'Size', value }] }));
    const id = await save(buildProductInput({ options, variants }));
    const mine = await read(id);
    const stocks = [4, 9];
    await save({
      ...mine,
      variants: mine.variants.map((variant, index) => ({ ...variant, stock: stocks[index], stockWas: variant.stock })),
    });
    const { logs } = await detail(id);
    expect(logs[0]).toMatchObject({
      action: 'updated',
      changes: [{ field: 'stock', old: 'S: 5, L: 5', new: 'S: 4, L: 9' }],
    });
  });

  it('is read on into the past, each entry once', async () => {
    const id = await save(buildProductInput());
    for (let index = 0; index < 3; index += 1) {
      await api(seller).post(`/products-v2/${id}/comments`, { text: `Comment ${index}` });
    }
    const { storeId, vendorId, actor } = await program().owner.auditEvent.findFirstOrThrow({
      where: { subjectId: id, action: 'created' },
    });
    await program().owner.auditEvent.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        storeId,
        vendorId,
        actor: actor ?? {},
        subject: 'product',
        subjectId: id,
        action: 'commented',
        detail: {},
        note: `Later ${index}`,
        at: program().clock.now(),
      })),
    });
    type Page = { logs: ProductDetail['logs']; next: string | null };
    const page = async (cursor?: string | null) =>
      (await api(seller).get(`/logs/product/${id}`, cursor ? { query: { cursor } } : {})).as<Page>();
    const first = await page();
    expect((await detail(id)).logsNext).toBe(first.next);
    const second = await page(first.next);
    expect([first.logs.length, second.logs.length, second.next]).toEqual([50, 14, null]);
    const notes = [...first.logs, ...second.logs].map((log) => log.note);
    expect(notes.slice(0, 2)).toEqual(['Later 59', 'Later 58']);
    expect(notes.slice(-2)).toEqual(['Comment 0', null]);
    expect(new Set([...first.logs, ...second.logs].map((log) => log.id)).size).toBe(64);
    expect((await api(seller).get(`/logs/product/${id}`, { query: { cursor: 'x' } })).status).toBe(422);
  });
});

describe('media that do not arrive at the platform', () => {
  const problemsOf = async (id: string) => (await read(id)).media.map(({ problem }) => problem);

  it('are reported with what is wrong, also after an event of the platform that only says that one failed', async () => {
    const broken = { src: 'https://gone.invalid/cup.jpg', alt: 'Gone', contentType: 'IMAGE' };
    const id = await save(buildProductInput({ media: [...PICTURES, broken] }));
    // The platform's own event may come in between, says no reason, and is followed by a reading.
    await waitFor('the picture has its reason', async () => (await problemsOf(id)).includes('download'));
    await program().sandbox?.sandbox.webhooks.drain();
    await program().drain();
    expect(await problemsOf(id)).toEqual([null, null, 'download']);
    // One that fails later: the store processes pictures in its own time.
    const sandbox = program().sandbox?.sandbox;
    const shop = sandbox?.state.shops[store.domain];
    const product = shop?.products[id];
    const file = shop?.files[String(product?.mediaIds[0])];
    invariant(sandbox && shop && product && file, 'the platform has the product and its pictures');
    Object.assign(file, { status: 'FAILED', error: 'The picture is larger than 20 megapixels.' });
    program().clock.advance({ seconds: 2 });
    updateProduct(sandbox, shop, product, { title: 'With failed pictures' });
    await sandbox.webhooks.drain();
    await program().drain();
    expect(await problemsOf(id)).toEqual(['size', null, 'download']);
  });
});
