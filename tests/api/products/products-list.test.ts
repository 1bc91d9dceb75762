import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductList } from '#app/features/products/listing/product-list.contract.ts';
import { countTabs, foldProductCounts } from '#app/features/products/listing/product-counts.service.server.ts';
import { productPageFunction } from '#app/features/products/listing/product-page-function.repo.server.ts';
import { listQuery } from '#app/features/products/listing/product-list.contract.ts';
import { findNeighbours } from '#app/features/products/listing/product-list.service.server.ts';
import { marketplaceScope, type Scope } from '#app/core/viewer.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let kiln: BuiltVendor;
let loom: BuiltVendor;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  kiln = await buildVendor({ store, name: 'Kiln & Co' });
  loom = await buildVendor({ store, name: 'Loom' });
  seller = await buildUser({ vendor: kiln });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const list = async (query: Record<string, string | undefined>, by: BuiltUser = admin) => {
  const answer = await api(by).get('/products-v2', { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<ProductList>();
};
const titles = (found: ProductList) => found.products.map((product) => product.title);
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 10, 0, seconds));

/** Every page of a list by its cursors, in one direction or the other. */
async function walk(query: Record<string, string>, by = admin): Promise<string[]> {
  const seen: string[] = [];
  let last: ProductList;
  for (let after: string | undefined; ; after = last.cursor) {
    last = await list({ ...query, after }, by);
    seen.push(...last.products.map((product) => product.id));
    if (last.cursor === null) break;
  }
  const back: string[] = [];
  for (let before = last.pageInfo.startCursor; last.pageInfo.hasPreviousPage; before = last.pageInfo.startCursor) {
    last = await list({ ...query, before: before ?? '' }, by);
    back.unshift(...last.products.map((product) => product.id));
  }
  // The way back sees what the way on saw, but for the page that it began at.
  expect(back).toEqual(seen.slice(0, back.length));
  return seen;
}

describe('the products beside one in the list it was opened from', () => {
  it('are found from its place there, also after it has moved, and for nobody else', async () => {
    const vendor = await buildVendor({ store, name: 'Beside' });
    const [a, b, c] = await buildMirrored(
      vendor,
      ['Beside A', 'Beside B', 'Beside C'].map((title) => ({ title })),
    );
    const query = listQuery.parse({ q: 'beside', sort: 'TITLE', status: 'ALL' });
    const { products } = await list({ q: 'beside', sort: 'TITLE', status: 'ALL' });
    const places = products.map(({ cursor }) => cursor);
    const beside = async (productId = 0n, place = '', scope: Scope = marketplaceScope(store.id)) => {
      const found = await findNeighbours(program().container.services, {
        scope,
        productId,
        place: { ...query, at: place },
      });
      return found && [found.previous?.id, found.next?.id];
    };
    expect(await beside(b, places[1])).toEqual([String(a), String(c)]);
    expect(await beside(a, places[0])).toEqual([undefined, String(b)]);
    await program().owner.product.updateMany({ where: { id: b ?? 0n }, data: { title: 'Beside D' } });
    expect(await beside(b, places[1])).toEqual([String(a), String(c)]);
    expect(await beside(c, places[2])).toEqual([String(a), String(b)]);
    const others: Scope = { storeId: store.id, vendor: loom.id };
    expect(await beside(b, places[1], others)).toEqual([undefined, undefined]);
    expect(await beside(b, 'made up')).toBeUndefined();
  });
});

describe('the pages of the list', () => {
  it('show each product once in every sort and by both cursors, also where many are equal', async () => {
    const vendor = await buildVendor({ store, name: 'Many alike' });
    const ids = await buildMirrored(
      vendor,
      Array.from({ length: 55 }, (_one, index) => ({
        title: `Alike ${index % 3}`,
        inventoryTotal: (index % 4) - 1,
        platformUpdatedAt: at(index % 5),
      })),
    );
    for (const [sort = '', reverse = ''] of [
      ['UPDATED_AT', 'false'],
      ['UPDATED_AT', 'true'],
      ['TITLE', 'false'],
      ['INVENTORY_TOTAL', 'true'],
      ['RELEVANCE', 'false'],
    ]) {
      const seen = await walk({ sort, reverse, q: 'alike', vendor: vendor.name });
      expect(new Set(seen).size, `${sort} ${reverse}`).toBe(ids.length);
      expect(seen, `${sort} ${reverse}`).toHaveLength(ids.length);
    }
  });

  it('neither skip nor repeat what stays while others change between two pages', async () => {
    const vendor = await buildVendor({ store, name: 'Moving' });
    const ids = await buildMirrored(
      vendor,
      Array.from({ length: 60 }, (_one, index) => ({ title: `Moving ${index}`, platformUpdatedAt: at(index % 60) })),
    );
    const first = await list({ vendor: 'Moving' });
    await program().owner.product.updateMany({
      where: { id: { in: ids.slice(0, 10) } },
      data: { platformUpdatedAt: at(59), deletedAt: at(59) },
    });
    const second = await list({ vendor: 'Moving', after: first.cursor ?? '' });
    const seen = [...first.products, ...second.products].map((product) => BigInt(product.id));
    expect(seen).toEqual([...ids].reverse().slice(0, 50));
  });

  it('refuse cursors that were made up (422), whatever they hold', async () => {
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const after of [
      made(['UPDATED_AT', '2026-02-31 10:00:00+00', '1']),
      made(['UPDATED_AT', '2026-99-99 99:99:99+00', '1']),
      made(['UPDATED_AT', "'; DROP TABLE products; --", '1']),
      made(['UPDATED_AT', 5, {}]),
      made(null),
      'x',
    ]) {
      expect((await api(admin).get('/products-v2', { query: { after } })).status, after).toBe(422);
    }
    const beyond = made(['INVENTORY_TOTAL', '9999999999', '1']);
    expect((await api(admin).get('/products-v2', { query: { sort: 'INVENTORY_TOTAL', after: beyond } })).status).toBe(
      422,
    );
  });
});

describe('what the list finds', () => {
  it('is found by parts of title, SKU, barcode and vendor, by all words at once, and signs stand for themselves', async () => {
    await buildMirrored(kiln, [
      { title: 'Serving bowl', searchText: 'serving bowl kiln & co brx-9 4006381333931' },
      { title: 'Serving plate 100%', searchText: 'serving plate 100% kiln & co brx_7' },
    ]);
    await buildMirrored(loom, [{ title: 'Throw', searchText: 'throw loom thr-1' }]);
    const found = async (q: string) => titles(await list({ q, status: 'ALL' })).sort();
    expect(await found('erving bo')).toEqual(['Serving bowl']);
    expect(await found('BRX-9')).toEqual(['Serving bowl']);
    expect(await found('400638')).toEqual(['Serving bowl']);
    expect(await found('kiln serving')).toEqual(['Serving bowl', 'Serving plate 100%']);
    expect(await found('100%')).toEqual(['Serving plate 100%']);
    expect(await found('brx_')).toEqual(['Serving plate 100%']);
    expect(await found('throw kiln')).toEqual([]);
    expect(titles(await list({ q: 'serving bowl', sort: 'RELEVANCE' }))[0]).toBe('Serving bowl');
  });

  it('can be narrowed to a vendor in the marketplace view, by tag and by stock', async () => {
    const vendor = await buildVendor({ store, name: 'Narrow' });
    await buildMirrored(vendor, [
      { title: 'Red', tags: ['Sale', 'Red'], inStock: true, inventoryTotal: 3 },
      { title: 'Blue', tags: ['Blue'], inStock: false },
    ]);
    const all = await list({ vendor: ' narrow ' });
    expect(titles(all).sort()).toEqual(['Blue', 'Red']);
    expect(all.counts).toEqual({ DRAFT: 2, ACTIVE: 0, ALL: 2, WAITING: 2 });
    expect(all.products.find((product) => product.title === 'Red')?.tags).toEqual(['Sale', 'Red']);
    expect(titles(await list({ vendor: 'Narrow', tag: 'Sale' }))).toEqual(['Red']);
    expect(titles(await list({ vendor: 'Narrow', stock: 'oos' }))).toEqual(['Blue']);
    expect(titles(await list({ vendor: 'Narrow', stock: 'in-stock' }))).toEqual(['Red']);
  });

  it('stays within the scope: another vendor’s name is not found (404), and no search reaches its products', async () => {
    const foreign = await api(seller).get('/products-v2', { query: { vendor: 'Loom' } });
    expect(foreign.status).toBe(404);
    expect((await api(admin).get('/products-v2', { query: { vendor: 'Nobody at all' } })).status).toBe(404);
    const found = await list({ q: 'throw', status: 'ALL' }, seller);
    expect(found.products).toEqual([]);
    expect(new Set((await list({ status: 'ALL' }, seller)).products.map((product) => product.vendor))).toEqual(
      new Set(['Kiln & Co']),
    );
    const outsider = await buildAdmin({ store: await buildStore() });
    expect((await list({ status: 'ALL' }, outsider)).products).toEqual([]);
  });

  it('is looked for in the scope of the transaction, whatever vendor the statement names', async () => {
    const { db } = program().container.services;
    const rows = await db.fast({ storeId: store.id, vendor: kiln.id }, (tx) =>
      tx.query<{ product_id: bigint }>(
        `SELECT product_id FROM ${productPageFunction.name}($1, NULL, NULL, NULL, '', NULL, 'ID', false, NULL, NULL, 1000, NULL)`,
        [loom.id],
      ),
    );
    const owners = await program().owner.product.findMany({ where: { id: { in: rows.map((row) => row.product_id) } } });
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(owners.map((row) => row.vendorId))).toEqual(new Set([kiln.id]));
  });
});

describe('the numbers of the tabs', () => {
  const counted = async (vendor: BuiltVendor) => {
    const rows = await program().owner.product.groupBy({
      by: ['status'],
      where: { vendorId: vendor.id, deletedAt: null },
      _count: true,
    });
    const of = (status: string) => rows.find((row) => row.status === status)?._count ?? 0;
    const WAITING = await program().owner.product.count({
      where: { vendorId: vendor.id, deletedAt: null, status: 'DRAFT', submission: { not: 'sent_back' } },
    });
    const ALL = rows.reduce((sum, row) => sum + row._count, 0);
    return { DRAFT: of('DRAFT'), ACTIVE: of('ACTIVE'), ALL, WAITING };
  };
  const kept = (vendor: BuiltVendor) =>
    program().container.services.db.fast(marketplaceScope(store.id), (tx) => countTabs(tx, vendor.id));

  it('follow everything that happens to products, through folding too', async () => {
    const one = await buildVendor({ store });
    const other = await buildVendor({ store });
    const { owner } = program();
    const ids = await buildMirrored(
      one,
      Array.from({ length: 12 }, (_one, index) => ({ title: `Counted ${index}` })),
    );
    const some = (from: number, to: number) => ({ where: { id: { in: ids.slice(from, to) } } });
    await owner.product.updateMany({ ...some(0, 5), data: { status: 'ACTIVE', submission: 'approved' } });
    await owner.product.updateMany({ ...some(2, 8), data: { vendorId: other.id } });
    await program().container.services.db.fast(marketplaceScope(store.id), foldProductCounts);
    await owner.product.updateMany({ ...some(4, 6), data: { deletedAt: at(1) } });
    await owner.product.updateMany({ ...some(5, 6), data: { deletedAt: null } });
    await owner.product.deleteMany(some(11, 12));
    await owner.product.updateMany({ ...some(7, 8), data: { status: 'ARCHIVED' } });
    for (const vendor of [one, other]) expect(await kept(vendor)).toEqual(await counted(vendor));
    await program().container.services.db.fast(marketplaceScope(store.id), foldProductCounts);
    for (const vendor of [one, other]) expect(await kept(vendor)).toEqual(await counted(vendor));
    const steps = await owner.productCount.count({ where: { vendorId: one.id } });
    expect(steps).toBeLessThanOrEqual(3);
  });

  it('come out right when writers of the same vendor do not wait for one another', async () => {
    const vendor = await buildVendor({ store });
    const { services } = program().container;
    await Promise.all(
      Array.from({ length: 8 }, async (_one, index) => {
        await buildMirrored(vendor, [{ title: `Together ${index}` }, { title: `Also ${index}`, status: 'ACTIVE' }]);
        await services.db.fast(marketplaceScope(store.id), foldProductCounts);
      }),
    );
    expect(await kept(vendor)).toEqual({ DRAFT: 8, ACTIVE: 8, ALL: 16, WAITING: 8 });
    expect(await counted(vendor)).toEqual({ DRAFT: 8, ACTIVE: 8, ALL: 16, WAITING: 8 });
  });

  it('are those of the status call', async () => {
    const vendor = await buildVendor({ store });
    await buildMirrored(vendor, [{ title: 'A', status: 'ACTIVE' }, { title: 'B' }, { title: 'C' }]);
    const answer = await api(await buildUser({ vendor })).get('/app/status');
    expect(answer.body).toMatchObject({ activeProducts: 1, draftProducts: 2 });
  });
});

describe('the export', () => {
  const lines = async (body: object, by: BuiltUser = admin) => {
    const answer = await api(by).post('/products/export', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return String(answer.body).replace('\uFEFF', '').trimEnd().split('\r\n');
  };

  it('holds exactly what the filter finds, a row for each variant, and runs no formula', async () => {
    const vendor = await buildVendor({ store, name: 'Exporter' });
    const [first] = await buildMirrored(vendor, [
      { title: '=HYPERLINK("x")', tags: ['+tag'], searchText: 'formula exporter' },
      { title: 'Left out', status: 'ACTIVE' },
      ...Array.from({ length: 70 }, (_one, index) => ({ title: `Row ${index}` })),
    ]);
    const variant = {
      storeId: store.id,
      productId: first ?? 0n,
      vendorId: vendor.id,
      position: 1,
      title: 'Small',
      sku: '@sku',
      barcode: '',
      priceMinor: 1250n,
      compareAtMinor: null,
      inventoryItemId: null,
      stock: -2,
      trackStock: true,
      requiresShipping: true,
      taxable: true,
      options: [],
    };
    await program().owner.variant.createMany({
      data: [
        { ...variant, id: (first ?? 0n) * 10n },
        { ...variant, id: (first ?? 0n) * 10n + 1n, position: 2, title: 'Large', sku: 'ok' },
      ],
    });
    const [head = '', ...rows] = await lines({ vendor: 'Exporter', status: 'DRAFT' });
    expect(head.startsWith('product_id,handle,title,vendor,status')).toBe(true);
    expect(rows).toHaveLength(72);
    expect(rows[0]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(rows[0]).toContain(`'+tag`);
    expect(rows[0]).toContain(`"'@sku",,12.50,,USD,-2,true`);
    expect(rows[1]).toContain(',Large,ok,');
    expect(rows.some((row) => row.includes('Left out'))).toBe(false);
    expect((await lines({ vendor: 'Exporter', q: 'row 60', status: 'ALL' })).length - 1).toBe(1);
    expect(await lines({ q: 'nothing is called so' })).toHaveLength(1);
  });

  it('is read again as what an import takes: weight, pictures, description, options and metafields too', async () => {
    const vendor = await buildVendor({ store, name: 'Round trip' });
    const metafields = [
      { namespace: 'custom', key: 'craft', type: 'single_line_text_field', value: 'Thrown, "by hand"' },
    ];
    const description = '<p>Two lines,\n"quoted"; and = a sum</p>';
    const [id = 0n] = await buildMirrored(vendor, [{ title: '=Bowl', status: 'ACTIVE' }]);
    await program().owner.product.update({
      where: { storeId_id: { storeId: store.id, id } },
      data: {
        bodyHtml: description,
        metafields,
        media: [
          { id: 'gid://shopify/MediaImage/1', src: 'https://cdn.test/a,b c.png', alt: '', contentType: 'IMAGE' },
          { id: 'gid://shopify/MediaImage/2', src: 'https://cdn.test/2.png', alt: '', contentType: 'IMAGE' },
          { id: 'gid://shopify/Video/3', src: 'https://cdn.test/3.mp4', alt: '', contentType: 'VIDEO' },
        ],
      },
    });
    const variant = {
      storeId: store.id,
      productId: id,
      vendorId: vendor.id,
      barcode: '',
      inventoryItemId: null,
      taxable: true,
      priceMinor: 123_450n,
      compareAtMinor: 200_000n,
      requiresShipping: true,
      weight: '1.500',
      weightUnit: 'OUNCES',
    };
    const optionsOf = (size: string) => [
      { name: 'Size', value: size },
      { name: 'Glaze', value: 'Blue, matt' },
    ];
    await program().owner.variant.createMany({
      data: [
        {
          ...variant,
          id: id * 10n,
          position: 1,
          title: 'S',
          sku: 'RT-S',
          stock: 4,
          trackStock: true,
          options: optionsOf('S'),
        },
        {
          ...variant,
          id: id * 10n + 1n,
          position: 2,
          title: 'L',
          sku: 'RT-L',
          stock: 0,
          trackStock: false,
          options: optionsOf('L'),
        },
      ],
    });
    const answer = await api(admin).post('/products/export', { vendor: 'Round trip', status: 'ALL' });
    const { data, errors } = Papa.parse<Record<string, string>>(String(answer.body).replace('\uFEFF', '').trimEnd(), {
      header: true,
    });
    expect(errors).toEqual([]);
    expect(data.map(toImportRow)).toEqual([
      {
        id: String(id),
        sku: 'RT-S',
        vendor: 'Round trip',
        price: '1234.50',
        comparePrice: '2000.00',
        weight: 1.5,
        weightUnit: 'OUNCES',
        stock: 4,
        title: '=Bowl',
        description,
        metafields,
        images: ['https://cdn.test/a%2Cb%20c.png', 'https://cdn.test/2.png'],
        options: optionsOf('S'),
      },
      {
        id: String(id),
        sku: 'RT-L',
        vendor: 'Round trip',
        price: '1234.50',
        comparePrice: '2000.00',
        weight: 1.5,
        weightUnit: 'OUNCES',
        stock: null,
        title: '=Bowl',
        description: '',
        metafields: [],
        images: [],
        options: optionsOf('L'),
      },
    ]);
    const detail = (await api(admin).get(`/products-v2/${id}`)).as<{ product: { metafields: object[] } }>();
    expect(detail.product.metafields).toEqual([{ id: 'custom.craft', ...metafields[0] }]);
  });

  it('holds a vendor’s own products only (404 for another’s name)', async () => {
    const rows = (await lines({ status: 'ALL' }, seller)).slice(1);
    expect(rows.every((row) => row.includes('Kiln & Co'))).toBe(true);
    expect((await api(seller).post('/products/export', { vendor: 'Loom' })).status).toBe(404);
  });
});

/** A row of the file as an import of the specification takes it. */
function toImportRow(row: Record<string, string>) {
  const text = (name: string): string => (row[name] ?? '').replace(/^'(?=[=+\-@])/, '');
  const options = [1, 2, 3]
    .map((at) => ({ name: text(`option${at}_name`), value: text(`option${at}_value`) }))
    .filter(({ name }) => name !== '');
  return {
    id: text('product_id'),
    sku: text('sku'),
    vendor: text('vendor'),
    price: text('price'),
    comparePrice: text('compare_at_price'),
    weight: Number(text('weight')),
    weightUnit: text('weight_unit'),
    stock: ['', 'Untracked'].includes(text('stock')) ? null : Number(text('stock')),
    title: text('title'),
    description: text('description'),
    options,
    images: text('images').split(/[, ]+/).filter(Boolean),
    metafields: JSON.parse(text('metafields') || '[]') as object[],
  };
}
