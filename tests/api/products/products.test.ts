import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';
import type { ProductList } from '#app/features/products/listing/product-list.contract.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';

let store: BuiltStore;
let north: BuiltVendor;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildVendor({ store, name: 'North & Co' });
  seller = await buildUser({ vendor: north });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

type Saved = { productId: string; handle: string };
async function save(product: object, by: BuiltUser = seller): Promise<Saved> {
  const answer = await api(by).put('/products-v2', { product });
  expect(answer.body).toMatchObject({ productId: expect.any(String) as string });
  return answer.as<Saved>();
}
const read = async (id: string, by: BuiltUser = seller) =>
  (await api(by).get(`/products-v2/${id}`)).as<ProductDetail>();
const list = async (query: Record<string, string | undefined>, by: BuiltUser = seller) =>
  (await api(by).get('/products-v2', { query })).as<ProductList>();
const atPlatform = (id: string) => {
  const shop = program().sandbox?.sandbox.state.shops[store.domain];
  return shop?.products[id];
};

describe('creating a product', () => {
  it('makes a draft of the vendor at the platform, and mails the admins', async () => {
    const { productId, handle } = await save(buildProductInput({ title: 'Serving bowl' }));
    expect(handle).toBe('serving-bowl');
    expect(atPlatform(productId)).toMatchObject({ vendor: 'North & Co', status: 'DRAFT', title: 'Serving bowl' });
    const { product } = await read(productId);
    expect(product).toMatchObject({
      status: 'DRAFT',
      submission: 'awaiting',
      vendor: 'North & Co',
      options: [],
      allowedActions: ['edit', 'delete'],
      variants: [{ price: '28.00', stock: 5, options: [], trackStock: true }],
    });
    const mails = await program().owner.mail.findMany({ where: { template: 'marketplace-on-product-submitted' } });
    expect(mails.map((mail) => mail.params)).toContainEqual({ productId, isChange: false });
  });

  it('goes live at once for a vendor whose new products need no review, and waits when the platform fails', async () => {
    const vendor = await buildVendor({ store, name: 'Trusted' });
    const trusted = await buildUser({ vendor });
    const settings = await api(admin).put('/settings/marketplace-settings', { vendor: 'Trusted', autoApprove: true });
    expect(settings.status, JSON.stringify(settings.body)).toBe(200);
    const { productId } = await save(buildProductInput({ title: 'Trusted bowl' }), trusted);
    expect(atPlatform(productId)?.status).toBe('ACTIVE');
    const { product, logs } = await read(productId, admin);
    expect(product).toMatchObject({ status: 'ACTIVE', submission: 'approved' });
    expect(logs[0]).toMatchObject({ action: 'approved', actor: { role: 'system' } });
    const mailed = async (id: string) =>
      (
        await program().owner.mail.findMany({
          where: { template: 'marketplace-on-product-submitted', audience: 'admins' },
        })
      ).filter((mail) => (mail.params as { productId: string }).productId === id).length;
    expect(await mailed(productId)).toBe(0);

    const fault = { target: 'shopify', operation: 'productUpdate', kind: 'error', status: 500, times: 9 };
    await program().sandbox?.control('POST', '/faults', fault);
    const waiting = await save(buildProductInput({ title: 'Unlucky bowl' }), trusted);
    await program().sandbox?.control('DELETE', '/faults');
    expect(atPlatform(waiting.productId)?.status).toBe('DRAFT');
    expect((await read(waiting.productId, trusted)).product.submission).toBe('awaiting');
    expect(await mailed(waiting.productId)).toBe(1);
  });

  it('makes all variants of up to three options', async () => {
    const options = [
      { name: 'Colour', values: ['Sand', 'Sea'] },
      { name: 'Size', values: ['Small', 'Large'] },
    ];
    const variants = options[0]?.values.flatMap((colour) =>
      ['Small', 'Large'].map((size, index) => ({
        price: index === 0 ? '28.00' : 64,
        stock: 3,
        sku: `BWL-${colour}-${size}`,
        weight: 1.2,
        dimensions: index === 0 ? { width: 10, height: 5, length: 10 } : { width: 10 },
        options: [
          { name: 'Colour', value: colour },
          { name: 'Size', value: size },
        ],
      })),
    );
    const { productId } = await save(buildProductInput({ options, variants: variants ?? [] }));
    const { product } = await read(productId);
    expect(product.variants.map((variant) => [variant.title, variant.price, variant.stock])).toEqual([
      ['Sand / Small', '28.00', 3],
      ['Sand / Large', '64.00', 3],
      ['Sea / Small', '28.00', 3],
      ['Sea / Large', '64.00', 3],
    ]);
    expect(product.variants[0]).toMatchObject({
      weight: 1.2,
      dimensions: { width: 10, height: 5, length: 10, dimUnit: 'cm' },
    });
    expect(product.variants[1]).toMatchObject({ dimensions: null });
  });

  it('names what is missing in the words of the specification (422)', async () => {
    const answer = await api(seller).put('/products-v2', {
      product: { title: 'ab', variants: [{ price: '', stock: '' }] },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      issues: expect.arrayContaining([
        expect.objectContaining({ path: 'product.title', message: 'Required' }),
        expect.objectContaining({ path: 'product.variants.0.price', message: 'Required' }),
      ]) as object,
    });
    const stock = await api(seller).put('/products-v2', { product: { title: 'abc', variants: [{ price: '1' }] } });
    expect(stock.body).toMatchObject({ issues: [{ path: 'product.variants.0.stock', message: 'Required' }] });
  });

  it('refuses a price with more decimals than the currency has', async () => {
    const answer = await api(seller).put('/products-v2', {
      product: buildProductInput({ variants: [{ price: '1.234' }] }),
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ issues: [{ path: 'product.variants.0.price' }] });
  });

  it('refuses a SKU that another product of the vendor uses, and reveals nothing of other vendors’', async () => {
    await save(buildProductInput({ variants: [{ sku: 'ONE-AND-ONLY' }] }), rival);
    const product = buildProductInput({ variants: [{ sku: 'one-and-only' }] });
    const { productId } = await save(product);
    const answer = await api(seller).put('/products-v2', { product });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ issues: [{ path: 'product.variants.0.sku', rule: 'sku_taken' }] });
    // Saving it once more, by its vendor or by an admin, is no other product.
    for (const who of [seller, admin])
      expect((await api(who).put('/products-v2', { product: { ...product, id: productId } })).body).not.toMatchObject({
        issues: [{ rule: 'sku_taken' }],
      });
  });

  it('refuses a SKU that another vendor uses where the marketplace wants each once', async () => {
    type Rules = { rules: { uniqueSkus: boolean }; version: number };
    const setRule = async (uniqueSkus: boolean): Promise<void> => {
      const { rules, version } = (await api(admin).get('/settings/product-rules')).as<Rules>();
      const saved = await api(admin).put('/settings/product-rules', { rules: { ...rules, uniqueSkus }, version });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    };
    expect((await api(admin).get('/settings/product-rules')).as<Rules>().rules.uniqueSkus).toBe(false);
    await save(buildProductInput({ variants: [{ sku: 'EACH-ONCE' }] }), rival);
    await setRule(true);
    const product = buildProductInput({ variants: [{ sku: 'each-once' }] });
    const answer = await api(seller).put('/products-v2', { product });
    expect(answer.body).toMatchObject({ issues: [{ path: 'product.variants.0.sku', rule: 'sku_taken' }] });
    await setRule(false);
    await save(product);
  });

  it('wants a vendor in the marketplace view, and makes the product in its name', async () => {
    const answer = await api(admin).put('/products-v2', { product: buildProductInput() });
    expect(answer.body).toMatchObject({ issues: [{ path: 'product.vendor', message: 'Required' }] });
    const { productId } = await save(buildProductInput({ vendor: 'NORTH & co' }), admin);
    expect((await read(productId)).product.vendor).toBe('North & Co');
  });

  it('does not let a vendor name another (404)', async () => {
    const answer = await api(seller).put('/products-v2', { product: buildProductInput({ vendor: 'South' }) });
    expect(answer.status).toBe(404);
  });

  it('takes everything that could run out of the description', async () => {
    const { productId } = await save(
      buildProductInput({ bodyHtml: '<p onclick="x()">Hi <script>alert(1)</script><a href="javascript:x">a</a></p>' }),
    );
    expect((await read(productId)).product.bodyHtml).toBe('<p>Hi <a rel="noopener nofollow">a</a></p>');
  });

  it('makes one product of a request that comes twice under one key', async () => {
    const product = buildProductInput({ title: 'Twice asked' });
    const headers = { 'idempotency-key': 'twice-asked-1' };
    const first = await api(seller).put('/products-v2', { product }, { headers });
    const second = await api(seller).put('/products-v2', { product }, { headers });
    expect(second.body).toEqual(first.body);
    expect((await list({ q: 'twice asked' })).products).toHaveLength(1);
  });

  it('finds the product that the platform made although its answer was lost', async () => {
    const sandbox = program().sandbox;
    await sandbox?.control('POST', '/faults', {
      target: 'shopify',
      operation: 'productSet',
      kind: 'drop_response',
      times: 1,
    });
    const { productId } = await save(buildProductInput({ title: 'Lost and found' }));
    const shop = sandbox?.sandbox.state.shops[store.domain];
    const made = Object.values(shop?.products ?? {}).filter((product) => product.title === 'Lost and found');
    expect(made.map((product) => String(product.id))).toEqual([productId]);
  });

  it('submits a product whose creation was cut off once it is saved again, also where the platform reported it before', async () => {
    const sandbox = program().sandbox;
    const product = buildProductInput({ title: 'Cut off' });
    const fault = { target: 'shopify', operation: 'nodes', kind: 'error', status: 500, times: 99 };
    await sandbox?.control('POST', '/faults', fault);
    expect((await api(seller).put('/products-v2', { product })).status).toBe(502);
    await sandbox?.control('DELETE', '/faults');
    const known = async () => program().owner.product.findMany({ where: { storeId: store.id, title: 'Cut off' } });
    await waitFor('the platform reported no product', async () => (await known()).length > 0);
    expect(await known()).toMatchObject([{ status: 'DRAFT', submittedAt: null }]);

    const { productId } = await save(product);
    expect(await known()).toMatchObject([{ id: BigInt(productId) }]);
    expect((await read(productId)).product).toMatchObject({ status: 'DRAFT', submission: 'awaiting' });
    // The mail to the admins, which is expanded to one for each of their addresses.
    const where = { template: 'marketplace-on-product-submitted', audience: 'admins' };
    const mails = await program().owner.mail.findMany({ where });
    expect(mails.filter(({ params }) => (params as { productId: string }).productId === productId)).toHaveLength(1);
  });
});

describe('changing a product', () => {
  it('changes texts, prices and stock, and keeps the ids of variants', async () => {
    const { productId } = await save(buildProductInput({ title: 'Plate' }));
    const { product } = await read(productId);
    const [variant] = product.variants;
    await save({
      ...product,
      id: productId,
      title: 'Deep plate',
      variants: [{ ...variant, price: '30.00', compareAt: '35', stock: 9, stockWas: 5 }],
    });
    const after = (await read(productId)).product;
    expect(after).toMatchObject({
      title: 'Deep plate',
      variants: [{ id: variant?.id, price: '30.00', compareAt: '35.00', stock: 9 }],
    });
    expect(after.version).not.toBe(product.version);
  });

  it('applies the difference of stock, so that what was sold since then stays sold', async () => {
    const { productId } = await save(buildProductInput({ variants: [{ stock: 10 }] }));
    const { product } = await read(productId);
    const variant = atPlatform(productId)?.variants[0];
    const level = variant?.inventory.levels[0];
    if (level) level.available = 7;
    await save({ ...product, id: productId, variants: [{ ...product.variants[0], stock: 12, stockWas: 10 }] });
    expect((await read(productId)).product.variants[0]?.stock).toBe(9);
  });

  it('refuses to write over what somebody else changed (409)', async () => {
    const { productId } = await save(buildProductInput({ title: 'Cup' }));
    const { product } = await read(productId);
    await save({ ...product, id: productId, title: 'Cup, large' });
    const answer = await api(seller).put('/products-v2', {
      product: { ...product, id: productId, title: 'Cup, small' },
    });
    expect(answer.status).toBe(409);
    expect((await read(productId)).product.title).toBe('Cup, large');
  });

  it('is not possible for another vendor, nor with a variant of another product (404)', async () => {
    const mine = await save(buildProductInput());
    const other = await save(buildProductInput(), rival);
    const { product } = await read(mine.productId);
    const foreign = (await read(other.productId, rival)).product;
    const taken = await api(rival).put('/products-v2', { product: { ...product, id: mine.productId } });
    expect(taken.status).toBe(404);
    const mixed = await api(seller).put('/products-v2', {
      product: { ...product, id: mine.productId, variants: [{ ...product.variants[0], id: foreign.variants[0]?.id }] },
    });
    expect(mixed.status).toBe(404);
  });
});

describe('deciding on a product', () => {
  it('makes an approved product active and published, and mails the vendor', async () => {
    const { productId } = await save(buildProductInput());
    const answer = await api(admin).patch(`/product-v2/${productId}/approve`);
    expect(answer.body).toEqual({ productId, status: 'ACTIVE' });
    expect(atPlatform(productId)?.status).toBe('ACTIVE');
    expect(atPlatform(productId)?.publishedOn.length).toBeGreaterThan(0);
    const [mail] = await program().owner.mail.findMany({ where: { template: 'product-approved', vendorId: north.id } });
    expect(mail?.params).toMatchObject({ productId });
    const { product, logs } = await read(productId);
    expect(product).toMatchObject({ status: 'ACTIVE', submission: 'approved' });
    expect(logs.map((log) => log.action)).toEqual(['approved', 'created']);
    expect((await api(admin).patch(`/product-v2/${productId}/approve`)).status).toBe(409);
  });

  it('sends a product back with a note that the vendor reads, and takes it again when the vendor saves', async () => {
    const { productId } = await save(buildProductInput());
    await api(admin).patch(`/product-v2/${productId}/approve`);
    const answer = await api(admin).patch(`/product-v2/${productId}/unapprove`, { note: 'Please add the diameter.' });
    expect(answer.body).toEqual({ productId, status: 'DRAFT' });
    expect(atPlatform(productId)?.status).toBe('DRAFT');
    const { product, notes } = await read(productId);
    expect(product.submission).toBe('sent_back');
    expect(notes).toMatchObject([{ text: 'Please add the diameter.', role: 'admin' }]);
    await save({ ...product, id: productId, bodyHtml: '<p>Diameter: 24 cm</p>' });
    expect((await read(productId)).product.submission).toBe('awaiting');
  });

  it('is not a vendor’s to make (403)', async () => {
    const { productId } = await save(buildProductInput());
    for (const action of ['approve', 'unapprove']) {
      expect((await api(seller).patch(`/product-v2/${productId}/${action}`)).status).toBe(403);
    }
    expect((await read(productId)).product.status).toBe('DRAFT');
  });

  it('knows three actions and no other (404)', async () => {
    const { productId } = await save(buildProductInput());
    expect((await api(admin).patch(`/product-v2/${productId}/promote`)).status).toBe(404);
  });

  it('lets a vendor delete its own product, and nobody else’s (404)', async () => {
    const { productId } = await save(buildProductInput());
    expect((await api(rival).patch(`/product-v2/${productId}/delete`)).status).toBe(404);
    expect((await api(seller).patch(`/product-v2/${productId}/delete`)).body).toEqual({ productId, status: 'DELETED' });
    expect(atPlatform(productId)).toBeUndefined();
    expect((await api(seller).get(`/products-v2/${productId}`)).status).toBe(404);
  });

  it('archives a product with orders to fulfil instead of deleting it', async () => {
    const { productId } = await save(buildProductInput());
    const { owner, clock } = program();
    await owner.orderLine.create({
      data: {
        storeId: store.id,
        id: 1n,
        orderId: 1n,
        vendorId: north.id,
        position: 1,
        productId: BigInt(productId),
        variantId: null,
        sku: '',
        title: 'Sold',
        variantTitle: '',
        quantity: 2,
        currentQuantity: 2,
        leftQuantity: 2,
        unitPriceMinor: 100n,
        requiresShipping: true,
        giftCard: false,
      },
    });
    const at = clock.now();
    await owner.vendorOrder.create({
      data: {
        storeId: store.id,
        orderId: 1n,
        vendorId: north.id,
        name: '#1',
        currency: 'USD',
        orderedAt: at,
        financialStatus: 'paid',
        fulfillment: 'unfulfilled',
        payoutState: 'due',
        itemCount: 2,
        goodsMinor: 200n,
        discountMinor: 0n,
        shippingMinor: 0n,
        taxMinor: 0n,
        totalMinor: 200n,
        commissionMinor: 20n,
        payoutMinor: 180n,
        historical: false,
        searchText: '',
        updatedAt: at,
      },
    });
    expect((await api(seller).patch(`/product-v2/${productId}/delete`)).body).toEqual({
      productId,
      status: 'ARCHIVED',
    });
    expect(atPlatform(productId)?.status).toBe('ARCHIVED');
    // Nobody is offered to change what every save would refuse.
    const { product } = await read(productId);
    expect(product.allowedActions).toEqual(['delete']);
    expect((await api(seller).put('/products-v2', { product })).body).toMatchObject({ code: 'invalid_state' });
  });
});

describe('the list of products', () => {
  it('shows a vendor its own and nothing of others, in each tab with its number', async () => {
    const all = await list({ status: 'ALL' });
    expect(new Set(all.products.map((product) => product.vendor))).toEqual(new Set(['North & Co']));
    expect(all.counts.ALL).toBeGreaterThanOrEqual(all.counts.DRAFT + all.counts.ACTIVE);
    const drafts = await list({});
    expect(drafts.products.every((product) => product.status === 'DRAFT')).toBe(true);
    expect(drafts.counts).toEqual(all.counts);
    const marketplace = await list({ status: 'ALL', q: 'one-and-only' }, admin);
    // Both sell under that SKU: it is unique within a vendor only.
    expect(marketplace.products.map((product) => product.vendor).toSorted()).toEqual(['North & Co', 'South']);
    const own = await list({ status: 'ALL', q: 'one-and-only' });
    expect(own.products.map((product) => product.vendor)).toEqual(['North & Co']);
  });

  it('finds by words of title and SKU, filters by stock, and answers the same page by both cursors', async () => {
    const maker = await buildUser({ vendor: await buildVendor({ store, name: 'Many things' }) });
    await insertProducts(maker, 60);
    const seen: string[] = [];
    let cursor: string | undefined;
    let before: string | null = null;
    for (let page = 0; page < 3; page++) {
      const answer: ProductList = await list({ sort: 'INVENTORY_TOTAL', after: cursor }, maker);
      seen.push(...answer.products.map((product) => product.id));
      cursor = answer.cursor ?? undefined;
      before = answer.pageInfo.startCursor;
      expect(answer.pageInfo.hasPreviousPage).toBe(page > 0);
    }
    expect(cursor).toBeUndefined();
    expect(new Set(seen).size).toBe(60);
    const back = await list({ sort: 'INVENTORY_TOTAL', before: before ?? '' }, maker);
    expect(back.products.map((product) => product.id)).toEqual(seen.slice(25, 50));
    const reversed = await list({ sort: 'TITLE', reverse: 'true' }, maker);
    expect(reversed.products[0]?.title).toBe('Thing 059');
    expect((await list({ q: 'sku-7 thing' }, maker)).products.map((product) => product.title)).toEqual(['Thing 007']);
    expect((await list({ q: 'thing 042', sort: 'RELEVANCE' }, maker)).products[0]?.title).toBe('Thing 042');
    expect((await list({ stock: 'oos' }, maker)).products.every((product) => product.inventoryTotal === 0)).toBe(true);
    expect((await list({ stock: 'in-stock', status: 'ACTIVE' }, maker)).products).toEqual([]);
  });

  it('refuses a cursor of another list (422)', async () => {
    const { cursor, pageInfo } = await list({});
    const answer = await api(seller).get('/products-v2', {
      query: { sort: 'TITLE', after: cursor ?? pageInfo.endCursor ?? '' },
    });
    expect(answer.body).toMatchObject({ issues: [{ path: 'after' }] });
    expect((await api(seller).get('/products-v2', { query: { after: 'bm9wZQ' } })).status).toBe(422);
  });
});

async function insertProducts(by: BuiltUser, count: number): Promise<void> {
  const { owner, clock } = program();
  const { vendorId } = await owner.user.findUniqueOrThrow({ where: { id: by.id } });
  for (let index = 0; index < count; index++) {
    const title = `Thing ${String(index).padStart(3, '0')}`;
    await owner.product.create({
      data: {
        storeId: store.id,
        id: BigInt(90_000_000 + index),
        vendorId,
        vendorName: 'Many things',
        title,
        handle: `thing-${index}`,
        status: 'DRAFT',
        bodyHtml: '',
        media: [],
        options: [],
        inventoryTotal: index % 7,
        inStock: index % 7 > 0,
        searchText: `${title.toLowerCase()} sku-${index}`,
        submission: 'awaiting',
        createdAt: clock.now(),
        platformUpdatedAt: new Date('2026-11-01T10:00:00Z'),
        readAt: clock.now(),
      },
    });
  }
}

describe('who may ask', () => {
  it('answers nobody who is not signed in (401), nor without the permission (403), nor another store (404)', async () => {
    const { productId } = await save(buildProductInput());
    expect((await api().get('/products-v2')).status).toBe(401);
    expect((await api().put('/cdn/stage-upload', { filename: 'a.png', fileSize: 1, mime: 'image/png' })).status).toBe(
      401,
    );
    const reader = await buildUser({ vendor: north, permissions: ['read_orders'] });
    expect((await api(reader).get('/products-v2')).status).toBe(403);
    const outsider = await buildAdmin({ store: await buildStore() });
    expect((await api(outsider).get(`/products-v2/${productId}`)).status).toBe(404);
    expect((await api(rival).get(`/products-v2/${productId}`)).status).toBe(404);
  });
});
