import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { PRODUCT_FORM_DEFAULTS, type ProductForm } from '#app/features/products/form/product-form.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { scaled } from '#tests/support/scale.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Grid & Co' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
afterEach(() => control('DELETE', '/faults'));

function control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  return sandbox.control(method, path, body);
}
const strike = (operation: string, kind: string, times: number) =>
  control('POST', '/faults', { target: 'shopify', operation, kind, times, status: 500 });
const put = (product: object, by: BuiltUser = seller) => api(by).put('/products-v2', { product });
async function save(product: object, by: BuiltUser = seller): Promise<string> {
  const answer = await put(product, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<{ productId: string }>().productId;
}
const read = async (id: string) => (await api(seller).get(`/products-v2/${id}`)).as<ProductDetail>().product;
const atPlatform = (id: string) => program().sandbox?.sandbox.state.shops[store.domain]?.products[id];
const issuesOf = (body: unknown) =>
  (body as { issues: { path: string; message: string }[] }).issues.map(({ path, message }) => `${path}: ${message}`);
async function setForm(change: { [Part in keyof ProductForm]?: Partial<ProductForm[Part]> }): Promise<void> {
  const features = Object.fromEntries(
    (Object.keys(PRODUCT_FORM_DEFAULTS) as (keyof ProductForm)[]).map((part) => [
      part,
      { ...PRODUCT_FORM_DEFAULTS[part], ...change[part] },
    ]),
  );
  const answer = await api(admin).patch('/app/info/features', { features });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** A product of three options with so many values each. */
function gridOf(counts: readonly [number, number, number], title: string) {
  const options = ['Colour', 'Size', 'Cut'].map((name, index) => ({
    name,
    values: Array.from({ length: counts[index] ?? 1 }, (_, at) => `${name} ${at + 1}`),
  }));
  const [colours, sizes, cuts] = options.map((option) => option.values) as [string[], string[], string[]];
  const variants = colours.flatMap((colour) =>
    sizes.flatMap((size) =>
      cuts.map((cut) => ({
        price: '10.00',
        stock: 2,
        options: [
          { name: 'Colour', value: colour },
          { name: 'Size', value: size },
          { name: 'Cut', value: cut },
        ],
      })),
    ),
  );
  return { ...buildProductInput({ title, variants }), options };
}

describe('a product of many variants', () => {
  it('is made and changed as one product, also where the platform does it in its own time', async () => {
    const cuts = scaled(128, 8);
    const count = 4 * 4 * cuts;
    const id = await save(gridOf([4, 4, cuts], 'Large grid'));
    expect(atPlatform(id)?.variants).toHaveLength(count);
    const product = await read(id);
    const ids = product.variants.map((variant) => variant.id);
    await save({ ...product, variants: product.variants.map((variant) => ({ ...variant, price: '12.50' })) });
    const after = await read(id);
    expect(after.variants.map((variant) => variant.id)).toEqual(ids);
    expect(new Set(after.variants.map((variant) => variant.price))).toEqual(new Set(['12.50']));
  });

  it('keeps the ids of variants, options and values when these get other names', async () => {
    const id = await save(gridOf([2, 2, 1], 'Renamed'));
    const before = atPlatform(id)?.options.map((option) => [option.id, option.values.map((value) => value.id)]);
    const product = await read(id);
    const rename = (text: string) => text.replace('Colour', 'Shade').replace('Size 2', 'Huge');
    await save({
      ...product,
      options: product.options.map((one) => ({ ...one, name: rename(one.name), values: one.values.map(rename) })),
      variants: product.variants.map((variant) => ({
        ...variant,
        options: variant.options.map((one) => ({ name: rename(one.name), value: rename(one.value) })),
      })),
    });
    const after = await read(id);
    expect(after.variants.map((variant) => variant.id)).toEqual(product.variants.map((variant) => variant.id));
    expect(after.variants.map((variant) => variant.title)).toEqual(
      product.variants.map((variant) => rename(variant.title)),
    );
    expect(atPlatform(id)?.options.map((option) => [option.id, option.values.map((value) => value.id)])).toEqual(
      before,
    );
  });

  it('takes at most 2,048 variants and three options (422)', async () => {
    const three = gridOf([1, 1, 1], 'Too much');
    const [variant] = three.variants;
    const tooMany = { ...three, variants: Array.from({ length: 2049 }, () => variant) };
    expect((await put(tooMany)).status).toBe(422);
    const four = { ...three, options: [...three.options, { name: 'More', values: ['x'] }] };
    expect((await put(four)).status).toBe(422);
  });
});

describe('a save that breaks off', () => {
  it('goes on when it is sent again: nothing is refused as another’s change, and stock is moved once', async () => {
    const id = await save(buildProductInput({ title: 'Halfway', variants: [{ stock: 10 }] }));
    const product = await read(id);
    const wanted = {
      ...product,
      title: 'Halfway done',
      variants: [{ ...product.variants[0], price: '33.00', stock: 7, stockWas: 10 }],
    };
    await strike('inventorySetQuantities', 'error', 50);
    expect((await put(wanted)).status).toBe(502);
    expect(atPlatform(id)?.title).toBe('Halfway done');
    await control('DELETE', '/faults');
    // The platform takes the change in, and its answer never comes.
    await strike('inventorySetQuantities', 'drop_response', 1);
    expect(await save(wanted)).toBe(id);
    const after = await read(id);
    expect(after).toMatchObject({ title: 'Halfway done', variants: [{ price: '33.00', stock: 7 }] });
    expect(await program().owner.productSave.count({ where: { productId: BigInt(id) } })).toBe(0);
  });

  it('notices that the platform took a change whose answer was lost', async () => {
    const id = await save(buildProductInput({ title: 'Lost change' }));
    const product = await read(id);
    await strike('productSet', 'drop_response', 1);
    await save({ ...product, title: 'Lost and there' });
    expect((await read(id)).title).toBe('Lost and there');
  });

  it('is refused when somebody else changed the product since (409)', async () => {
    const id = await save(buildProductInput({ title: 'Two people', variants: [{ stock: 10 }] }));
    const product = await read(id);
    const mine = { ...product, title: 'Mine', variants: [{ ...product.variants[0], stock: 4, stockWas: 10 }] };
    await strike('inventorySetQuantities', 'error', 50);
    expect((await put(mine)).status).toBe(502);
    await control('DELETE', '/faults');
    const theirs = atPlatform(id);
    if (theirs) theirs.title = 'Theirs';
    expect((await put(mine)).status).toBe(409);
    expect(atPlatform(id)?.title).toBe('Theirs');
  });

  it('leaves sold what is sold between reading and writing', async () => {
    const id = await save(buildProductInput({ title: 'Busy', variants: [{ stock: 10 }] }));
    const product = await read(id);
    const wanted = { ...product, variants: [{ ...product.variants[0], stock: 15, stockWas: 10 }] };
    await strike('inventorySetQuantities', 'error', 50);
    expect((await put(wanted)).status).toBe(502);
    await control('DELETE', '/faults');
    const level = atPlatform(id)?.variants[0]?.inventory.levels[0];
    if (level) level.available = 8;
    await save(wanted);
    expect((await read(id)).variants[0]?.stock).toBe(13);
  });
});

describe('the form that the marketplace sets', () => {
  afterEach(() => setForm({}));

  it('is answered with the settings, and refuses a maximum below its minimum (422)', async () => {
    await setForm({ inputLimit: { title: { min: 5, max: 40 } } });
    const info = (await api(seller).get('/app/info')).as<{ settings: ProductForm }>();
    expect(info.settings.inputLimit.title).toEqual({ min: 5, max: 40 });
    const inputLimit = { ...PRODUCT_FORM_DEFAULTS.inputLimit, images: { min: 5, max: 2 } };
    expect((await api(admin).patch('/app/info/features', { features: { inputLimit } })).status).toBe(422);
    expect((await api(seller).patch('/app/info/features', { features: { inputLimit } })).status).toBe(403);
  });

  it('counts the characters of the title and of the text of the description, for vendors and not for admins', async () => {
    await setForm({
      inputLimit: { title: { min: 5, max: 8 }, description: { min: 4, max: 6 }, images: { min: 1, max: 0 } },
    });
    const product = buildProductInput({ title: 'Bowl', bodyHtml: '<p><strong>Too long a text</strong></p>' });
    const answer = await put(product);
    expect(answer.status).toBe(422);
    expect(issuesOf(answer.body)).toEqual([
      'product.title: must have at least 5 characters',
      'product.bodyHtml: must have at most 6 characters',
      'product.media: must have at least 1 pictures',
    ]);
    const fits = await put({ ...product, title: 'Bowl🥣!', bodyHtml: '<p><strong>A &amp; B</strong></p>' });
    expect(issuesOf(fits.body)).toEqual(['product.media: must have at least 1 pictures']);
    await save({ ...product, vendor: 'Grid & Co' }, admin);
  });

  it('gives a short SKU in upper case that is nowhere else, where it has none', async () => {
    await setForm({ variants: { sku: false } });
    const options = [{ name: 'Size', values: ['S', 'L'] }];
    const variants = ['S', 'L'].map((value) => ({ sku: 'typed', options: [{ name: 'Size', value }] }));
    const id = await save(buildProductInput({ options, variants }));
    const product = await read(id);
    const skus = product.variants.map((variant) => variant.sku);
    expect(new Set(skus).size).toBe(2);
    for (const sku of skus) expect(sku).toMatch(/^[A-Z2-9]{8}$/);
    await save({ ...product, variants: product.variants.map((variant) => ({ ...variant, sku: 'OTHER' })) });
    expect((await read(id)).variants.map((variant) => variant.sku)).toEqual(skus);
  });

  it('leaves what it does not ask for as it was, and out of new products', async () => {
    const full = { compareAt: '50.00', barcode: '123', taxable: false };
    const old = await save(buildProductInput({ variants: [full], seo: { title: 'Mine', description: 'Old' } }));
    await setForm({ variants: { comparePrice: false, barcode: false, taxable: false, seo: false, digitalOnly: true } });
    const product = await read(old);
    const sent = { compareAt: '90.00', barcode: '999', taxable: true };
    await save({
      ...product,
      seo: { title: 'New', description: 'New' },
      variants: [{ ...product.variants[0], ...sent }],
    });
    expect(await read(old)).toMatchObject({ seo: { title: 'Mine', description: 'Old' }, variants: [full] });
    const made = await read(await save(buildProductInput({ variants: [sent], seo: { title: 'New' } })));
    expect(made).toMatchObject({
      seo: { title: '', description: '' },
      variants: [{ compareAt: null, barcode: '', taxable: true, requiresShipping: false }],
    });
  });

  it('keeps plain text of a description where it says so', async () => {
    await setForm({ variants: { plainDescription: true } });
    const id = await save(buildProductInput({ bodyHtml: '<h2>Bowl</h2><p>By <b>hand</b> &amp; fire</p>' }));
    expect((await read(id)).bodyHtml).toBe('<p>Bowl<br />By hand &amp; fire</p>');
  });

  it('refuses variants, uncounted stock and more variants than it allows (422), and leaves alone what was so before', async () => {
    const before = await save(gridOf([2, 2, 1], 'Older than the rule'));
    await setForm({ variants: { enabled: false, limit: 2, untrackedStock: false } });
    const answer = await put(gridOf([3, 1, 1], 'Newer'));
    expect(issuesOf(answer.body)).toEqual([
      'product.options: Products have no variants in this marketplace',
      'product.variants: There are at most 2 variants',
    ]);
    const uncounted = await put(buildProductInput({ variants: [{ trackStock: false }] }));
    expect(issuesOf(uncounted.body)).toEqual([
      'product.variants.0.trackStock: Stock is always counted in this marketplace',
    ]);
    const product = await read(before);
    await save({ ...product, title: 'Still allowed' });
  });
});

describe('a variant', () => {
  it('keeps its dimensions only with all three, its weight with its unit, and whether it can be picked up', async () => {
    const id = await save(
      buildProductInput({
        variants: [
          { weight: 2.5, weightUnit: 'POUNDS', dimensions: { width: 1, height: 2, length: 3, dimUnit: 'in' } },
        ],
      }),
    );
    const product = await read(id);
    expect(product.variants[0]).toMatchObject({
      weight: 2.5,
      weightUnit: 'POUNDS',
      dimensions: { width: 1, height: 2, length: 3, dimUnit: 'in' },
    });
    const [variant] = product.variants;
    await save({
      ...product,
      variants: [{ ...variant, dimensions: { width: 1, height: '', length: 3 }, localPickup: { enabled: true } }],
    });
    expect((await read(id)).variants[0]).toMatchObject({ dimensions: null, localPickup: { enabled: true } });
    const wrong = await put({ ...product, variants: [{ ...variant, weight: 'heavy', dimensions: { width: 'x' } }] });
    expect(issuesOf(wrong.body)).toEqual([
      'product.variants.0.weight: must be a number',
      'product.variants.0.dimensions.width: must be a number',
    ]);
  });
});

describe('media', () => {
  it('may be videos of YouTube and Vimeo by the host that their address really names, and web addresses only (422)', async () => {
    const medium = { src: 'https://youtu.be/dQw4w9WgXcQ', alt: 'Thrown', contentType: 'EXTERNAL_VIDEO' };
    const id = await save(buildProductInput({ media: [medium] }));
    const product = await read(id);
    expect(product.media).toMatchObject([{ contentType: 'EXTERNAL_VIDEO', alt: 'Thrown' }]);
    await save({ ...product, title: 'Still with its video' });
    expect((await read(id)).media).toEqual(product.media);
    const bad = [
      { ...medium, src: 'https://evil.test/youtu.be/dQw4w9WgXcQ' },
      { ...medium, src: 'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ' },
      { src: 'javascript:alert(1)', contentType: 'IMAGE' },
      { src: 'file:///etc/passwd', contentType: 'IMAGE' },
    ];
    const words = ['video of YouTube or Vimeo', 'video of YouTube or Vimeo', 'valid URL', 'valid URL'];
    for (const [index, one] of bad.entries()) {
      const answer = await put(buildProductInput({ media: [one] }));
      expect(answer.status).toBe(422);
      expect(issuesOf(answer.body)).toEqual([`product.media.0.src: Must be a ${words[index] ?? ''}`]);
    }
  });
});
