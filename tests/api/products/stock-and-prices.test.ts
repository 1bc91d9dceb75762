import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { MAX_ITEMS, MAX_PRICED_PRODUCTS } from '#app/features/products/stock-and-prices/item-limits.ts';
import type { StockAndPricesDto } from '#app/features/products/stock-and-prices/stock-and-prices.contract.ts';
import { setStock } from '#sandbox/platform/store/inventory.ts';
import { createProduct } from '#sandbox/platform/store/products.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { makeApiKey, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

const PATH = '/products/stock-and-prices';
let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'Bulk & Co' });
  seller = await buildUser({ vendor });
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await setProductRules(admin, {});
  await program().owner.rateBucket.deleteMany();
});

type Product = ProductDetail['product'];
const newSku = (): string => `BULK-${nextNumber()}`;
type Variants = NonNullable<Parameters<typeof buildLiveProduct>[2]>['variants'];
const live = (variants: NonNullable<Variants>): Promise<Product> => buildLiveProduct(seller, admin, { variants });
const send = (items: object[], who: BuiltUser = seller) => api(who).post(PATH, { items });
async function set(items: object[], who: BuiltUser = seller): Promise<StockAndPricesDto> {
  const answer = await send(items, who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<StockAndPricesDto>();
}
const outcomes = (dto: StockAndPricesDto) => dto.items.map(({ outcome }) => outcome);
const readVariants = async (product: Product, by: BuiltUser = admin) =>
  (await readDetail(product.id, by)).product.variants.map(({ sku, price, compareAt, stock }) => ({
    sku,
    price,
    compareAt,
    stock,
  }));
const sandboxOf = () => {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  return sandbox.sandbox;
};
const shopOf = () => {
  const shop = sandboxOf().state.shops[store.domain];
  invariant(shop, 'the sandbox has the store');
  return shop;
};
/** Sells one of a variant in the store admin's way, without the program hearing of it yet. */
function moveBehind(product: Product, available: number): void {
  const [variant] = shopOf().products[product.id]?.variants ?? [];
  const [level] = variant?.inventory.levels ?? [];
  invariant(variant && level, 'the variant is stocked');
  setStock(sandboxOf(), shopOf(), variant, level.locationId, available);
}
/** How often the platform was asked to do something. */
const countCalls = (): number => sandboxOf().log.list('shopify').length;

describe('stock and prices of many variants', () => {
  it('change by SKU, whatever the case of its letters, each with an answer, and the same again changes nothing', async () => {
    const [one, two] = [newSku(), newSku()];
    const product = await live([{ sku: one, price: '10.00', stock: 5 }]);
    const other = await live([{ sku: two, price: '20.00', stock: 2 }]);
    const items = [
      { sku: ` ${one.toLowerCase()} `, stock: 12 },
      { sku: two, price: '21.50', compareAtPrice: '25', stock: '0' },
    ];
    const first = await set(items);
    expect(first).toMatchObject({ changed: 2, unchanged: 0, held: 0, refused: 0 });
    expect(first.items).toMatchObject([{ variantId: product.variants[0]?.id }, { variantId: other.variants[0]?.id }]);
    expect(await readVariants(product)).toMatchObject([{ price: '10.00', stock: 12 }]);
    expect(await readVariants(other)).toMatchObject([{ price: '21.50', compareAt: '25.00', stock: 0 }]);
    expect(shopOf().products[product.id]?.variants[0]?.inventory.levels.map(({ available }) => available)).toContain(
      12,
    );
    expect(await set(items)).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await set([{ variantId: other.variants[0]?.id, compareAtPrice: null }])).toMatchObject({ changed: 1 });
    expect(await readVariants(other)).toMatchObject([{ price: '21.50', compareAt: null }]);
    await program().drain();
    expect(await readVariants(product)).toMatchObject([{ stock: 12 }]);
    const events = await program().owner.auditEvent.findMany({
      where: { subject: 'product', subjectId: product.id, action: 'updated' },
    });
    const id = product.variants[0]?.id ?? '';
    expect(events).toMatchObject([{ detail: { stock: [{ [id]: 5 }, { [id]: 12 }] } }]);
  });

  it('refuse an item by itself, with its reason', async () => {
    const [twice, free, once, foreign] = [newSku(), newSku(), newSku(), newSku()];
    await live([{ sku: once }]);
    const pair = await live([{ sku: newSku() }]);
    await live([{ sku: twice }]);
    await program().owner.variant.updateMany({ where: { productId: BigInt(pair.id) }, data: { sku: twice } });
    await live([{ sku: free, trackStock: false, stock: 0 }]);
    const rival = await buildUser({ vendor: await buildVendor({ store }) });
    const theirs = await buildLiveProduct(rival, admin, { variants: [{ sku: foreign }] });
    const dto = await set([
      { sku: once, stock: 7 },
      { sku: once, stock: 8 },
      { sku: 'NOBODY-HAS-IT', stock: 1 },
      { sku: foreign, stock: 1 },
      { variantId: theirs.variants[0]?.id, stock: 1 },
      { sku: twice, stock: 1 },
      { sku: free, stock: 1 },
      { stock: 1 },
    ]);
    expect(dto).toMatchObject({ changed: 1, refused: 7 });
    expect(dto.items.map(({ refusal }) => refusal?.issues?.[0]?.rule ?? refusal?.code ?? null)).toEqual([
      null,
      'listed_twice',
      'not_found',
      'not_found',
      'not_found',
      'sku_ambiguous',
      'stock_untracked',
      'required',
    ]);
    expect(await readVariants(theirs)).toMatchObject([{ stock: 5 }]);
  });

  it('refuse values that are none, and keep what was right', async () => {
    const skus = Array.from({ length: 7 }, newSku);
    const products = await Promise.all(skus.map((sku) => live([{ sku, price: '10.00', stock: 5 }])));
    const wrong = [
      { stock: 1.5 },
      { stock: '' },
      { stock: 1e9 },
      { price: '-1' },
      { price: 'ten' },
      { price: '1.005' },
      {},
    ];
    const dto = await set(wrong.map((values, index) => ({ sku: skus[index], ...values })));
    expect(outcomes(dto)).toEqual(wrong.map(() => 'refused'));
    expect(dto.items.map(({ refusal }) => refusal?.issues?.[0]?.path)).toEqual([
      'stock',
      'stock',
      'stock',
      'price',
      'price',
      'price',
      'stock',
    ]);
    for (const product of products) expect(await readVariants(product)).toMatchObject([{ price: '10.00', stock: 5 }]);
  });

  it('are a list of one item to a thousand (422)', async () => {
    for (const items of [[], Array.from({ length: MAX_ITEMS + 1 }, () => ({ sku: 'A', stock: 1 })), [{ sku: {} }]])
      expect((await send(items)).status).toBe(422);
  });

  it('hold a price that the marketplace looks at first, while stock moves; the same again holds it as it is', async () => {
    await setProductRules(admin, { hold: 'everything' });
    const sku = newSku();
    const product = await live([{ sku, price: '10.00', stock: 5 }]);
    expect(outcomes(await set([{ sku, price: '15.00', stock: 9 }]))).toEqual(['held']);
    expect(await readVariants(product)).toMatchObject([{ price: '10.00', stock: 9 }]);
    expect((await readDetail(product.id, seller)).change).toMatchObject({ waiting: ['price'] });
    expect(outcomes(await set([{ sku, price: '15.00' }]))).toEqual(['held']);
    expect(outcomes(await set([{ sku, stock: 10 }]))).toEqual(['changed']);
    expect((await readDetail(product.id, seller)).change).toMatchObject({ waiting: ['price'] });
    expect(outcomes(await set([{ sku, price: '10.00' }]))).toEqual(['unchanged']);
    expect((await readDetail(product.id, seller)).change?.waiting ?? []).toEqual([]);
  });

  it('let a price within the tolerance go live and hold one beyond it', async () => {
    await setProductRules(admin, { priceTolerance: 10 });
    const [near, far] = [newSku(), newSku()];
    await live([{ sku: near, price: '10.00' }]);
    await live([{ sku: far, price: '10.00' }]);
    expect(
      outcomes(
        await set([
          { sku: near, price: '10.50' },
          { sku: far, price: '12.00' },
        ]),
      ),
    ).toEqual(['changed', 'held']);
  });

  it('reach the requested total where something was sold since the mirror was read', async () => {
    const skus = [newSku(), newSku(), newSku()];
    const products = await Promise.all(skus.map((sku) => live([{ sku, stock: 5 }])));
    await program().drain();
    const [first, , third] = products;
    invariant(first && third, 'three products were made');
    moveBehind(first, 3);
    moveBehind(third, 4);
    const dto = await set(skus.map((sku) => ({ sku, stock: 4 })));
    expect(outcomes(dto).slice(0, 2)).toEqual(['changed', 'changed']);
    for (const product of products) {
      const variants = shopOf().products[product.id]?.variants;
      expect(variants?.[0]?.inventory.levels.reduce((sum, { available }) => sum + available, 0)).toBe(4);
    }
  });

  it('refuse prices of more products than one call saves, and stock never', async () => {
    const made = Array.from({ length: MAX_PRICED_PRODUCTS + 2 }, () => newSku());
    await makeAtPlatform(made);
    const dto = await set(made.map((sku) => ({ sku, price: '11.00' })));
    expect(dto).toMatchObject({ changed: MAX_PRICED_PRODUCTS, refused: 2 });
    expect(dto.items.at(-1)?.refusal).toMatchObject({
      reason: 'prices_next_call',
      params: { limit: MAX_PRICED_PRODUCTS },
    });
    expect(await set(made.map((sku) => ({ sku, price: '11.00' })))).toMatchObject({
      changed: 2,
      unchanged: MAX_PRICED_PRODUCTS,
    });
  });

  it('set the stock of a thousand variants of a thousand products in a few calls to the platform', async () => {
    const skus = Array.from({ length: MAX_ITEMS }, newSku);
    await makeAtPlatform(skus);
    const before = countCalls();
    const dto = await set(skus.map((sku, index) => ({ sku, stock: index + 20 })));
    expect(dto).toMatchObject({ changed: MAX_ITEMS });
    expect(countCalls() - before).toBeLessThan(10);
    expect(await set(skus.map((sku, index) => ({ sku, stock: index + 20 })))).toMatchObject({ unchanged: MAX_ITEMS });
  });
});

/** Makes products of the vendor as the merchant would, one variant each, and waits until the program has heard of them. */
async function makeAtPlatform(skus: readonly string[]): Promise<void> {
  const shop = shopOf();
  const [location] = shop.locations;
  invariant(location, 'every store has a location');
  for (const sku of skus) {
    createProduct(sandboxOf(), shop, {
      title: `Piece ${sku}`,
      handle: sku.toLowerCase(),
      vendor: vendor.name,
      status: 'ACTIVE',
      variants: [
        {
          optionValues: ['Default Title'],
          sku,
          priceMinor: 1000,
          tracked: true,
          stock: [{ locationId: location.id, available: 5 }],
        },
      ],
    });
  }
  await waitFor(
    'the program does not hear of the products',
    async () => (await program().owner.variant.count({ where: { sku: { in: [...skus] } } })) === skus.length,
    120_000,
  );
  await program().drain(120_000);
}

describe('a key', () => {
  const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  it('with the scope stock:write sets stock, and prices only with products:write', async () => {
    const sku = newSku();
    await live([{ sku, stock: 5 }]);
    const stockOnly = await makeApiKey(seller, 'Shelf', ['stock:write']);
    expect((await api().post(PATH, { items: [{ sku, stock: 6 }] }, by(stockOnly))).body).toMatchObject({ changed: 1 });
    expect(await api().post(PATH, { items: [{ sku, price: '9.00' }] }, by(stockOnly))).toMatchObject({
      status: 403,
      body: { code: 'missing_scope', params: { scope: 'products:write' } },
    });
    expect(await api().put('/products-v2', { product: {} }, by(stockOnly))).toMatchObject({ status: 403 });
    const products = await makeApiKey(seller, 'Products', ['products:write']);
    expect(await api().post(PATH, { items: [{ sku, stock: 6 }] }, by(products))).toMatchObject({
      status: 403,
      body: { params: { scope: 'stock:write' } },
    });
    const both = await makeApiKey(seller, 'Both', ['stock:write', 'products:write']);
    expect((await api().post(PATH, { items: [{ sku, price: '9.00' }] }, by(both))).body).toMatchObject({ changed: 1 });
  });

  it('hold the price of a program where the marketplace looks at programs first, and leave the form free', async () => {
    const origins = { import: null, sheet: null, own_store: null } as const;
    await setProductRules(admin, { holdByOrigin: { ...origins, api_key: 'everything' } });
    const sku = newSku();
    const product = await live([{ sku, price: '10.00', stock: 5 }]);
    const key = await makeApiKey(seller, 'Prices', ['stock:write', 'products:write']);
    const sent = await api().post(PATH, { items: [{ sku, price: '9.00', stock: 6 }] }, by(key));
    expect(outcomes(sent.as<StockAndPricesDto>())).toEqual(['held']);
    expect(await readVariants(product)).toMatchObject([{ price: '10.00', stock: 6 }]);
    expect(outcomes(await set([{ sku, price: '8.00' }]))).toEqual(['changed']);
    expect(await readVariants(product)).toMatchObject([{ price: '8.00' }]);
    await setProductRules(admin, { holdByOrigin: { ...origins, api_key: null } });
  });

  it('replays the stored answer for an Idempotency-Key', async () => {
    const sku = newSku();
    await live([{ sku, stock: 5 }]);
    const headers = { 'idempotency-key': `bulk-${sku}` };
    const [first, second] = [
      await api(seller).post(PATH, { items: [{ sku, stock: 8 }] }, { headers }),
      await api(seller).post(PATH, { items: [{ sku, stock: 8 }] }, { headers }),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});
