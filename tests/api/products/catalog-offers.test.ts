import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '#app/adapters/shopify/products/product-set.server.ts';
import { buildEntry, buildOffer, grantCatalog, setCatalog } from '#tests/factories/catalog.ts';
import { Refusal } from '#sandbox/core/kernel.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail, readStorefront } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { grantTranslations } from '#tests/factories/translations.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { PRODUCT_FORM_DEFAULTS } from '#app/features/products/form/product-form.ts';
import type { ProductTranslations } from '#app/features/products/translations/translations.contract.ts';
import type { EntryDto } from '#app/features/catalog/catalog.contract.ts';
import type { CatalogRow, PublicListing, ShownEntry } from '#app/features/listings/listings.contract.ts';

const PICTURE = 'https://cdn.souk.test/kettle.png';
let store: BuiltStore;
let other: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  [store, other] = [await installDemoStore(), await installDemoStore('other.myshopify.com')];
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Kettle House' }) });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival Pots' }) });
  await grantCatalog(store);
  await setCatalog(admin);
});
afterAll(() => program().stop());

const settle = async () => {
  await program().sandbox?.control('POST', '/drain', {});
  await program().drain();
};
const look = async (entryId: string, by = seller) =>
  (await api(by).get(`/catalog/${entryId}`)).as<{ entry: ShownEntry }>().entry;
const approve = async (productId: string) => {
  expect((await api(admin).patch(`/product-v2/${productId}/approve`)).status).toBe(200);
};
const ask = (id: string, domain = store.domain) => api({ store: domain }).get('/public/catalog', { query: { id } });
const offersOf = async (id: string) => (await ask(id)).as<{ products: PublicListing[] }>().products;
const savedOver = async (productId: string, changes: object, by = seller) => {
  const { product } = await readDetail(productId, by);
  return api(by).put('/products-v2', { product: { ...product, ...changes } });
};
const metafieldsOf = (productId: string) =>
  (program().sandbox?.sandbox.state.shops[store.domain]?.metafields ?? []).filter(
    ({ ownerGid }) => ownerGid === `gid://shopify/Product/${productId}`,
  );

describe('offering an entry', () => {
  it('makes a product with the words and the picture of the entry, linked and hidden from search, that waits for approval', async () => {
    const entry = await buildEntry(admin, { pictureUrl: PICTURE, productType: 'Kitchen', barcode: '4006381333931' });
    const productId = await buildOffer(seller, entry.id, { price: '24.50', stock: 7, sku: 'KET-1' });
    const { product, entry: linked } = await readDetail(productId, seller);
    expect(product).toMatchObject({
      title: entry.title,
      bodyHtml: entry.description,
      vendor: 'Kettle House',
      status: 'DRAFT',
      submission: 'awaiting',
      productType: 'Kitchen',
      media: [{ alt: entry.title }],
      variants: [{ price: '24.50', stock: 7, sku: 'KET-1', barcode: '4006381333931' }],
    });
    expect(linked).toEqual({ id: entry.id, title: entry.title });
    expect(metafieldsOf(productId).map(({ namespace, key, type }) => [namespace, key, type])).toEqual([
      ['souk', 'entry', 'metaobject_reference'],
      ['seo', 'hidden', 'number_integer'],
    ]);
    expect(await offersOf(entry.id)).toEqual([]);
  });

  it('happens once for each vendor: a second time leads to the first', async () => {
    const entry = await buildEntry(admin);
    const productId = await buildOffer(seller, entry.id);
    const again = await api(seller).post(`/catalog/${entry.id}/offers`, { price: '1.00' });
    expect(again.body).toEqual({ productId, isNew: false });
    const named = await api(seller).put('/products-v2', {
      product: { ...buildProductInput(), entryId: entry.id },
    });
    expect([named.status, named.body]).toMatchObject([409, { code: 'invalid_state' }]);
    expect(await buildOffer(rival, entry.id)).not.toBe(productId);
  });

  it('happens once, however many ask in the same moment', async () => {
    const entry = await buildEntry(admin);
    const answers = await Promise.all(
      ['20.00', '21.00', '22.00'].map((price) => api(seller).post(`/catalog/${entry.id}/offers`, { price })),
    );
    const made = answers.filter(({ status, body }) => status === 200 && (body as { isNew: boolean }).isNew);
    expect(made).toHaveLength(1);
    const list = (await api(seller).get('/products-v2', { query: { status: 'ALL', q: entry.title } })).as<{
      products: { title: string }[];
    }>();
    // The number of another entry may stand in a barcode, which the search finds too.
    expect(list.products.filter(({ title }) => title === entry.title)).toHaveLength(1);
  });

  it('starts again when the platform was away, or when the first offer was deleted', async () => {
    const entry = await buildEntry(admin);
    const fault = { target: 'shopify', operation: 'productSet', kind: 'error', times: 20, status: 500 };
    await program().sandbox?.control('POST', '/faults', fault);
    expect((await api(seller).post(`/catalog/${entry.id}/offers`, { price: '9.00' })).status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults');
    const first = await buildOffer(seller, entry.id, { price: '9.00' });
    await api(seller).patch(`/product-v2/${first}/delete`);
    const second = await buildOffer(seller, entry.id, { price: '9.00' });
    expect(second).not.toBe(first);
    expect((await look(entry.id)).mine).toEqual({ productId: second, status: 'DRAFT' });
  });

  it('is one product where the platform completes the first request after the second', async () => {
    const entry = await buildEntry(admin);
    const fault = { target: 'shopify', operation: 'productSet', kind: 'error', times: 20, status: 500 };
    await program().sandbox?.control('POST', '/faults', fault);
    expect((await api(seller).post(`/catalog/${entry.id}/offers`, { price: '9.00' })).status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults');
    const started = await program().owner.productCreation.findFirstOrThrow({
      where: { storeId: store.id },
      orderBy: { startedAt: 'desc' },
    });
    const productId = await buildOffer(seller, entry.id, { price: '9.00' });
    const { product } = await readDetail(productId, seller);
    expect(product.handle).toBe(started.handle);
    const platform = await program().container.services.adapters.platform(store.domain);
    const late = { title: entry.title, bodyHtml: '', vendor: product.vendor, seo: { title: '', description: '' } };
    const variant = { options: [], price: '9.00', compareAt: null, sku: '', barcode: '', taxable: true };
    const write = { ...late, media: [], options: [], metafields: [], status: 'DRAFT' as const };
    const variants = [{ ...variant, trackStock: false, requiresShipping: true, weight: null, metafields: [] }];
    await expect(createProduct(platform, { ...write, variants }, started.handle)).rejects.toMatchObject({
      code: 'platform_refused',
    });
    const { products } = program().sandbox?.sandbox.state.shops[store.domain] ?? {};
    expect(Object.values(products ?? {}).filter(({ title }) => title === entry.title)).toHaveLength(1);
  });

  it('goes on with the product of a request whose answer was lost, whatever the price is now', async () => {
    const entry = await buildEntry(admin);
    const fault = { target: 'shopify', operation: 'nodes', kind: 'error', times: 20, status: 500 };
    await program().sandbox?.control('POST', '/faults', fault);
    expect((await api(seller).post(`/catalog/${entry.id}/offers`, { price: '9.00' })).status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults');
    const productId = await buildOffer(seller, entry.id, { price: '8.00' });
    expect((await readDetail(productId, seller)).product.variants).toMatchObject([{ price: '8.00' }]);
    const { products } = program().sandbox?.sandbox.state.shops[store.domain] ?? {};
    expect(Object.values(products ?? {}).filter(({ title }) => title === entry.title)).toHaveLength(1);
  });

  it('is possible whatever the form and the specifications ask for, which the editor asks for afterwards', async () => {
    const set = async (features: object) => {
      expect((await api(admin).patch('/app/info/features', { features })).status).toBe(200);
    };
    const { inputLimit } = PRODUCT_FORM_DEFAULTS;
    const least = { min: 50, max: 0 };
    await set({
      specifications: { enabled: true },
      inputLimit: { ...inputLimit, title: least, description: least, images: { min: 1, max: 0 } },
    });
    const wood = { key: 'wood', name: 'Wood', type: 'single_line_text_field', required: true, section: 'Material' };
    expect((await api(admin).post('/products/metafields', { ...wood, validations: [] })).status).toBe(200);
    try {
      const productId = await buildOffer(seller, (await buildEntry(admin)).id);
      const refused = await savedOver(productId, {});
      const paths = (refused.body as { issues: { path: string }[] }).issues.map(({ path }) => path);
      expect(paths).toEqual(['product.media', 'product.metafields', 'product.metafields.custom.wood']);
    } finally {
      await set({ specifications: { enabled: false }, inputLimit });
    }
  });

  it('is refused for an archived entry and for one of another store', async () => {
    const entry = await buildEntry(admin, { active: false });
    expect((await api(seller).post(`/catalog/${entry.id}/offers`, { price: '1.00' })).body).toMatchObject({
      code: 'invalid_state',
    });
    expect((await api(seller).get(`/catalog/${entry.id}`)).status).toBe(404);
    const outsider = await buildUser({ vendor: await buildVendor({ store: other, name: 'Elsewhere' }) });
    await grantCatalog(other);
    await setCatalog(await buildAdmin({ store: other }));
    const live = await buildEntry(admin);
    expect((await api(outsider).get(`/catalog/${live.id}`)).status).toBe(404);
    expect((await api(outsider).post(`/catalog/${live.id}/offers`, { price: '1.00' })).status).toBe(404);
  });

  it('is the only way to a new product where the marketplace says so, at every call', async () => {
    await setCatalog(admin, { onlyEntries: true });
    const own = await api(seller).put('/products-v2', { product: buildProductInput() });
    expect([own.status, own.body]).toMatchObject([
      422,
      { issues: [{ path: 'product.entryId', rule: 'entry_required' }] },
    ]);
    const entry = await buildEntry(admin);
    const named = await api(seller).put('/products-v2', { product: { ...buildProductInput(), entryId: entry.id } });
    expect(named.status, JSON.stringify(named.body)).toBe(200);
    const unknown = await api(seller).put('/products-v2', { product: { ...buildProductInput(), entryId: '999999' } });
    expect(unknown.body).toMatchObject({ issues: [{ path: 'product.entryId', rule: 'unknown_entry' }] });
    const byAdmin = await api(admin).put('/products-v2', {
      product: { ...buildProductInput(), vendor: 'Kettle House' },
    });
    expect(byAdmin.status, JSON.stringify(byAdmin.body)).toBe(200);
    await setCatalog(admin, { onlyEntries: false });
    expect((await api(seller).put('/products-v2', { product: buildProductInput() })).status).toBe(200);
  });
});

describe('an offer', () => {
  it('keeps title and description of its entry whatever a save says, and its price is the vendor’s', async () => {
    const entry = await buildEntry(admin);
    const productId = await buildOffer(seller, entry.id);
    await approve(productId);
    const { product } = await readDetail(productId, seller);
    const [variant] = product.variants;
    const saved = await savedOver(productId, {
      title: 'My own title',
      bodyHtml: '<p>Buy from me</p>',
      variants: [{ ...variant, price: '18.00' }],
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const after = (await readDetail(productId, seller)).product;
    expect(after).toMatchObject({ title: entry.title, bodyHtml: entry.description, variants: [{ price: '18.00' }] });
    expect(await readStorefront(store, after.handle)).not.toContain('My own title');
  });

  it('follows its entry when the marketplace changes it, live and in its log', async () => {
    const entry = await buildEntry(admin);
    const productId = await buildOffer(seller, entry.id);
    await approve(productId);
    const changed = await api(admin).put(`/catalog-entries/${entry.id}`, {
      ...entry,
      title: 'Renamed kettle',
      description: '<p>New words</p>',
    });
    expect(changed.as<{ entry: EntryDto }>().entry.offers).toBe(1);
    await settle();
    const { product, logs } = await readDetail(productId, seller);
    expect(product).toMatchObject({ title: 'Renamed kettle', bodyHtml: '<p>New words</p>', status: 'ACTIVE' });
    expect(await readStorefront(store, product.handle)).toContain('Renamed kettle');
    // Once, and not as the store admin's change as well when the platform tells of it.
    const updated = logs.filter(({ action }) => action === 'updated');
    expect(updated).toMatchObject([{ actor: { kind: 'system' } }]);
    expect(updated[0]?.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(['title', 'description']));
  });

  it('says in its log where the platform refuses it the words of its entry', async () => {
    const entry = await buildEntry(admin);
    const productId = await buildOffer(seller, entry.id);
    const product = program().sandbox?.sandbox.state.shops[store.domain]?.products[productId];
    if (!product) throw new Error('the platform has the product');
    const before = product.title;
    Object.defineProperty(product, 'title', {
      enumerable: true,
      configurable: true,
      get: () => before,
      set: () => {
        throw new Refusal('Title cannot be changed', ['input', 'title']);
      },
    });
    await api(admin).put(`/catalog-entries/${entry.id}`, { ...entry, title: 'Refused kettle' });
    await settle();
    const { logs } = await readDetail(productId, seller);
    expect(logs.filter(({ action }) => action === 'follow_refused')).toMatchObject([
      { note: 'Title cannot be changed', actor: { kind: 'system' } },
    ]);
  });

  it('goes on to be shown by the theme when its entry is archived', async () => {
    const entry = await buildEntry(admin);
    const productId = await buildOffer(seller, entry.id);
    await approve(productId);
    const { product } = await readDetail(productId, seller);
    expect(await readStorefront(store, product.handle)).toContain('data-souk-offers');
    const archived = await api(admin).put(`/catalog-entries/${entry.id}`, { ...entry, active: false });
    expect(archived.status, JSON.stringify(archived.body)).toBe(200);
    await settle();
    expect(await readStorefront(store, product.handle)).toContain('data-souk-offers');
  });

  it('goes with its product to another vendor, and the first one may list again', async () => {
    const entry = await buildEntry(admin);
    const heir = await buildUser({ vendor: await buildVendor({ store, name: 'Heirs of Kettle' }) });
    const productId = await buildOffer(seller, entry.id);
    expect((await savedOver(productId, { vendor: 'Heirs of Kettle' }, admin)).status).toBe(200);
    expect((await readDetail(productId, heir)).entry).toEqual({ id: entry.id, title: entry.title });
    expect((await look(entry.id, heir)).mine).toMatchObject({ productId });
    expect((await look(entry.id)).mine).toBeNull();
    const again = await api(heir).post(`/catalog/${entry.id}/offers`, { price: '1.00' });
    expect(again.body).toEqual({ productId, isNew: false });
    const mine = await buildOffer(seller, entry.id);
    expect(mine).not.toBe(productId);
    expect((await look(entry.id)).mine).toMatchObject({ productId: mine });
    expect((await readDetail(productId, heir)).entry).toEqual({ id: entry.id, title: entry.title });
    const named = { ...buildProductInput(), entryId: entry.id };
    expect((await api(heir).put('/products-v2', { product: named })).status).toBe(409);
  });

  it('cannot be given another title by translating it', async () => {
    const entry = await buildEntry(admin);
    const productId = await buildOffer(seller, entry.id);
    await grantTranslations(store);
    await api(admin).patch('/app/info/features', { features: { translations: { enabled: true } } });
    const read = async (by: BuiltUser) =>
      (await api(by).get(`/products/${productId}/translations`, { query: { locale: 'de' } })).as<ProductTranslations>();
    const title = (await read(admin)).texts.find(({ kind }) => kind === 'title');
    expect((await read(seller)).texts.map(({ kind }) => kind)).not.toContain('title');
    const { resourceId, key, digest } = title ?? { resourceId: '', key: '', digest: '' };
    const sent = { translations: [{ locale: 'de', resourceId, key, digest, value: 'Mein Titel' }] };
    expect((await api(seller).patch(`/products/${productId}/translations`, sent)).status).toBe(409);
    expect((await api(admin).patch(`/products/${productId}/translations`, sent)).status).toBe(200);
  });

  it('shows where its price stands among the others, never who they are, if the marketplace lets it', async () => {
    const entry = await buildEntry(admin, { priceMin: '15' });
    const mine = await buildOffer(seller, entry.id, { price: '20.00' });
    expect((await look(entry.id)).standing).toBeNull();
    await approve(await buildOffer(rival, entry.id, { price: '17.00' }));
    const shown = await look(entry.id);
    expect(shown).toMatchObject({
      mine: { productId: mine, status: 'DRAFT' },
      offers: 1,
      lowest: '17.00',
      priceMin: '15.00',
      standing: { lowest: '17.00', others: 1, place: 2 },
    });
    expect(JSON.stringify(shown)).not.toContain('Rival');
    await setCatalog(admin, { showPrices: false });
    expect(await look(entry.id)).toMatchObject({ offers: null, lowest: null, standing: null });
    await setCatalog(admin, { showPrices: true });
  });
});

describe('browsing the catalogue', () => {
  it('finds active entries by title and barcode, with the own offer', async () => {
    const [entry, archived] = [
      await buildEntry(admin, { title: 'Zither stand', barcode: '9911' }),
      await buildEntry(admin, { title: 'Zither bag', active: false }),
    ];
    const productId = await buildOffer(seller, entry.id);
    const browse = async (q: string, by = seller) =>
      (await api(by).get('/catalog', { query: { q } })).as<{ entries: CatalogRow[]; count: number }>();
    const found = await browse('zither');
    expect(found.entries.map(({ id }) => id)).toEqual([entry.id]);
    expect(found.entries[0]?.mine).toEqual({ productId, status: 'DRAFT' });
    expect((await browse('9911', rival)).entries[0]).toMatchObject({ id: entry.id, mine: null, offers: 0 });
    expect((await browse(archived.title)).count).toBe(0);
  });
});

describe('the public offers', () => {
  it('are the live ones alone, what can be bought first, each cheapest first, of an entry or of a product', async () => {
    const entry = await buildEntry(admin, { pictureUrl: PICTURE });
    const third = await buildUser({ vendor: await buildVendor({ store, name: 'Sold Out Ltd' }) });
    const [dear, cheap, soldOut] = [
      await buildOffer(seller, entry.id, { price: '30.00' }),
      await buildOffer(rival, entry.id, { price: '25.00', compareAt: '29.00' }),
      await buildOffer(third, entry.id, { price: '5.00', stock: 0 }),
    ];
    expect(await offersOf(entry.id)).toEqual([]);
    for (const id of [dear, cheap, soldOut]) await approve(id);
    const offers = await offersOf(entry.id);
    expect(offers.map(({ id }) => id)).toEqual([cheap, dear, soldOut]);
    expect(offers[0]).toMatchObject({
      title: entry.title,
      vendor: 'Rival Pots',
      vendorUrl: null,
      price: { amount: '25.00', currency: store.currency },
      compareAt: { amount: '29.00' },
      from: false,
      available: true,
      url: expect.stringContaining(`https://${store.domain}/products/`) as string,
      variantId: expect.stringMatching(/^\d+$/) as string,
    });
    expect(offers[2]).toMatchObject({ available: false });
    expect(await offersOf(dear)).toEqual(offers);
    expect((await api(admin).patch(`/product-v2/${cheap}/unapprove`, { note: 'No' })).status).toBe(200);
    expect((await offersOf(entry.id)).map(({ id }) => id)).toEqual([dear, soldOut]);
    // What another store is asked for, and what is nothing, are answered alike.
    expect((await ask(entry.id, other.domain)).body).toEqual({ products: [] });
    expect((await ask('987654321')).body).toEqual({ products: [] });
  });

  it('are asked by pages of any origin, kept for a minute, and nothing where there is no catalogue', async () => {
    const answer = await ask('1');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toContain('max-age=60');
    await setCatalog(admin, { enabled: false });
    expect((await ask('1')).body).toMatchObject({ code: 'feature_disabled' });
    await setCatalog(admin);
    expect((await api({ store: store.domain }).get('/public/catalog', { query: { id: 'x' } })).status).toBe(422);
  });
});
