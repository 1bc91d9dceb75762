import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  DifferencesDto,
  DifferingProductDto,
} from '#app/features/integrations/differences/differences.contract.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail } from '#tests/factories/live-products.ts';
import {
  askSync,
  buildShop,
  changeShopProduct,
  connectOwnStore,
  makeShopProduct,
  readIntegration,
  switchIntegrations,
} from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import {
  buildWooStore,
  changeWooProduct,
  connectWoo,
  makeWooProduct,
  readWooStore,
} from '#tests/factories/woo-stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { noteCount, scaled, SEED } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

/** The look at hundreds of products takes longer than what other tests wait for. */
const DRAIN_MS = scaled(600_000, 60_000);

let store: BuiltStore;
let seller: BuiltUser;
let rival: BuiltUser;
let woodworker: BuiltUser;
let admin: BuiltUser;
let shop: string;
let wooHost: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Own storey' }) });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival of stores' }) });
  woodworker = await buildUser({ vendor: await buildVendor({ store, name: 'Woodworker' }) });
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  shop = await buildShop({ currency: 'EUR' });
  await connectOwnStore(store, seller, shop);
  wooHost = await buildWooStore({ currency: 'EUR' });
  expect((await connectWoo(woodworker, wooHost)).status).toBe(200);
});
afterAll(() => program().stop());
beforeEach(renewAll);

/** New sessions, and no calls that count: limits of rate have tests of their own. */
async function renewAll(): Promise<void> {
  await program().owner.rateBucket.deleteMany();
  for (const person of [admin, seller, rival, woodworker]) await renewSession(person);
}

const control = (path: string, body: object) => program().sandbox?.control('POST', path, body);

/** What the store reports arrives, and what that causes is done. */
async function settleReports(): Promise<void> {
  await control('/drain', { app: false });
  await program().drain(DRAIN_MS);
}

/** The next look at everything. */
async function passHour(): Promise<void> {
  await settleReports();
  program().clock.advance({ minutes: 61 });
  await program().drain(DRAIN_MS);
  await renewAll();
}

async function buildSynced(title: string, sku: string): Promise<string> {
  const id = await makeShopProduct(shop, {
    title,
    description: '<p>Thrown by <b>hand</b>.</p>',
    variants: [{ sku, price: '20.00', stock: 5 }],
  });
  await askSync(seller, id);
  await program().drain();
  return id;
}

/** The product here of one there, whose ids are none of another kind of store. The store's list has pages. */
async function readOwn(id: string, who = seller): Promise<ProductDto> {
  const { productId } = await program().owner.syncedProduct.findFirstOrThrow({ where: { sourceId: BigInt(id) } });
  return (await readDetail(String(productId), who)).product;
}

type OwnChange = { title?: string; price?: string; stock?: number };

/** Changes a product here as somebody does whom a sync may come before: who is refused for it reads again. */
async function saveOwn(id: string, change: OwnChange, who = seller): Promise<void> {
  await waitFor('the change is saved', async () => {
    const answer = await sendOwn(id, change, who);
    if (answer.status === 409) return false;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return true;
  });
}

async function sendOwn(id: string, change: OwnChange, who: BuiltUser) {
  const product = await readOwn(id, who);
  const { version, bodyHtml, media, options, seo } = product;
  const variants = product.variants.map((variant) => ({
    ...variant,
    price: change.price ?? variant.price,
    stock: change.stock ?? variant.stock,
    stockWas: variant.stock,
  }));
  return api(who).put('/products-v2', {
    product: { id: product.id, version, title: change.title ?? product.title, bodyHtml, media, options, variants, seo },
  });
}

async function listPage(who: BuiltUser, after?: string): Promise<DifferencesDto> {
  const answer = await api(who).get('/integrations/differences', after === undefined ? {} : { query: { after } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<DifferencesDto>();
}

async function listAll(who: BuiltUser): Promise<DifferingProductDto[]> {
  const found: DifferingProductDto[] = [];
  let page = await listPage(who);
  found.push(...page.products);
  while (page.next !== null) {
    page = await listPage(who, page.next);
    found.push(...page.products);
  }
  return found;
}

const listFields = async (id: string) =>
  (await listAll(seller)).find((one) => one.id === id)?.fields.map(({ field, there, here }) => [field, there, here]);
const keep = (who: BuiltUser, id: string) => api(who).post(`/integrations/differences/${id}/keep`);

describe('differences from a store of one’s own', () => {
  it('are listed after the next look with both values, to the vendor and the marketplace alone', async () => {
    const id = await buildSynced('Oak bowl', 'DF-O');
    expect(await listAll(seller)).toEqual([]);
    await saveOwn(id, { title: 'My oak bowl', price: '22.50', stock: 4 });
    await passHour();
    expect(await listFields(id)).toEqual([
      ['title', 'Oak bowl', 'My oak bowl'],
      ['price', '20.00/', '22.50/'],
      ['stock', '5', '4'],
    ]);
    expect((await readIntegration(seller)).store).toMatchObject({ differences: 1 });
    expect(await listPage(admin)).toMatchObject({ products: [{ id, vendor: 'Own storey' }], canDecide: false });
    expect(await listAll(rival)).toEqual([]);
  });

  it('that a vendor keeps are listed no longer, and what changes there later does not overwrite them', async () => {
    const id = await buildSynced('Ash bowl', 'DF-A');
    await saveOwn(id, { title: 'My ash bowl', price: '25.00' });
    await passHour();
    expect((await keep(rival, id)).status).toBe(404);
    expect(await keep(admin, id)).toMatchObject({ status: 409 });
    for (let time = 0; time < 2; time++) expect(await keep(seller, id)).toMatchObject({ status: 200 });
    expect(await listFields(id)).toBeUndefined();
    await passHour();
    expect(await listFields(id)).toBeUndefined();
    await changeShopProduct(shop, id, { title: 'Pale ash bowl', variants: [{ sku: 'DF-A', stock: 9 }] });
    await passHour();
    expect(await listFields(id)).toEqual([['title', 'Pale ash bowl', 'My ash bowl']]);
    await saveOwn(id, { stock: 2 });
    await passHour();
    expect(await listFields(id)).toEqual([
      ['title', 'Pale ash bowl', 'My ash bowl'],
      ['stock', '9', '2'],
    ]);
    expect(await readOwn(id)).toMatchObject({ title: 'My ash bowl', variants: [{ price: '25.00', stock: 2 }] });
  });

  it('end where a product is taken over as it stands there', async () => {
    const id = await buildSynced('Elm bowl', 'DF-E');
    await saveOwn(id, { title: 'My elm bowl', price: '25.00', stock: 1 });
    await passHour();
    expect(await listFields(id)).toHaveLength(3);
    await askSync(seller, id, 'overwrite');
    await program().drain();
    expect(await listFields(id)).toBeUndefined();
    expect(await readOwn(id)).toMatchObject({ title: 'Elm bowl', variants: [{ price: '20.00', stock: 5 }] });
  });

  it('are found at once where somebody has everything compared, once for two who ask', async () => {
    const id = await buildSynced('Fir bowl', 'DF-F');
    await saveOwn(id, { title: 'My fir bowl' });
    const compare = (who: BuiltUser) => api(who).post('/integrations/products/compare');
    expect(await compare(rival)).toMatchObject({ status: 409 });
    expect(await compare(admin)).toMatchObject({ status: 409 });
    expect(await Promise.all([compare(seller), compare(seller)])).toMatchObject([{ status: 202 }, { status: 202 }]);
    expect((await readIntegration(seller)).store).toMatchObject({ isRunning: true });
    await program().drain(DRAIN_MS);
    expect(await listFields(id)).toEqual([['title', 'Fir bowl', 'My fir bowl']]);
    expect((await readIntegration(seller)).store).toMatchObject({ isRunning: false });
  });

  it('are refused a place in the list that is none', async () => {
    for (const after of ['x', '1', `1-${'9'.repeat(30)}`])
      expect(await api(seller).get('/integrations/differences', { query: { after } })).toMatchObject({ status: 422 });
  });
});

// Everything at random on both sides of both kinds of stores, and a tenth of the reports lost; `npm run prove -- differences` makes
// 10,000 changes.
const CHANGES = scaled(10_000, 60);
const PRODUCTS = scaled(200, 8);

/** What a merchant does in a store of one kind, and what that store says of a product. */
type Side = {
  seller: () => BuiltUser;
  /** What the reports of the store are among the sandbox's faults. */
  reports: string;
  build: (index: number) => Promise<string>;
  change: (id: string, index: number, value: OwnChange) => Promise<unknown>;
  read: (id: string) => { title?: string | undefined; price?: string | undefined; stock?: number | null | undefined };
};
const platform: Side = {
  seller: () => seller,
  reports: 'webhooks',
  build: (index) => buildSynced(`Bowl ${index}`, `RND-${index}`),
  change: (id, index, { title, ...variant }) =>
    changeShopProduct(shop, id, title === undefined ? { variants: [{ sku: `RND-${index}`, ...variant }] } : { title }),
  read: (id) => {
    const { title, variants } = program().sandbox?.sandbox.state.shops[shop]?.products[id] ?? {};
    const variant = variants?.[0];
    return {
      title,
      price: ((variant?.priceMinor ?? 0) / 100).toFixed(2),
      stock: variant?.inventory.levels.reduce((sum, { available }) => sum + available, 0),
    };
  },
};
const woocommerce: Side = {
  seller: () => woodworker,
  reports: 'woocommerce_webhooks',
  build: async (index) => {
    const id = await makeWooProduct(wooHost, { name: `Bowl ${index}`, price: '20.00', stock: 5, sku: `WRN-${index}` });
    await askSync(woodworker, id);
    await program().drain();
    return id;
  },
  change: (id, _index, { title, ...sold }) =>
    changeWooProduct(wooHost, id, title === undefined ? sold : { name: title }),
  read: (id) => {
    const { name, regularPrice, stock } = readWooStore(wooHost).products[id] ?? {};
    return { title: name, price: regularPrice, stock };
  },
};
const SIDES = [platform, woocommerce] as const;

type Change = {
  index: number;
  isHere: boolean;
  value: OwnChange;
  losesReport: boolean;
  settles: boolean;
};
const CHANGE: fc.Arbitrary<Change> = fc.record({
  index: fc.nat({ max: PRODUCTS - 1 }),
  isHere: fc.boolean(),
  value: fc.oneof(
    fc.record({ title: fc.constantFrom('Dish', 'Plate', 'Bowl', 'Cup') }),
    fc.record({ price: fc.integer({ min: 10, max: 30 }).map((amount) => `${amount}.00`) }),
    fc.record({ stock: fc.nat({ max: 9 }) }),
  ),
  losesReport: fc.nat({ max: 9 }).map((digit) => digit === 0),
  settles: fc.nat({ max: 4 }).map((digit) => digit === 0),
});

it(
  `${CHANGES} changes on both sides of stores of two kinds with a tenth of the reports lost leave nothing different that is not listed`,
  async () => {
    const products: { side: Side; id: string; index: number }[] = [];
    for (let index = 0; index < PRODUCTS; index++) {
      if (index % 25 === 0) await renewAll();
      const side = index % 2 === 0 ? platform : woocommerce;
      products.push({ side, id: await side.build(index), index });
    }
    let count = 0;
    for (const { index, isHere, value, losesReport, settles } of fc.sample(CHANGE, {
      seed: 7 + SEED,
      numRuns: CHANGES,
    })) {
      const product = products[index];
      if (!product) throw new Error(`There is no product ${index}`);
      const { side, id } = product;
      if (losesReport) await control('/faults', { target: side.reports, kind: 'drop', times: 1 });
      if (isHere) await saveOwn(id, value, side.seller());
      else await side.change(id, index, value);
      if (settles) await settleReports();
      if (++count % 50 === 0) await renewAll();
    }
    await passHour();
    // A run looks at 40 products, and the next one goes on with the others after a moment.
    for (let run = 0; run < PRODUCTS / 40; run++) {
      program().clock.advance({ seconds: 10 });
      await program().drain(DRAIN_MS);
    }
    await renewAll();
    noteCount('changes', CHANGES);
    for (const side of SIDES) {
      const listed = new Map(
        (await listAll(side.seller())).map((one) => [one.id, one.fields.map(({ field }) => field)]),
      );
      const own = products.filter((product) => product.side === side);
      const listedOwn = own.filter(({ id }) => listed.has(id));
      expect(listedOwn.length, side.reports).toBeGreaterThan(0);
      noteCount(`products that differ and are listed (${side.reports})`, listedOwn.length);
      for (const { id } of own) expect(listed.get(id) ?? [], id).toEqual(await compareSides(id, side));
    }
  },
  scaled(3_600_000, 120_000),
);

/** The fields that differ, as the two sides say themselves. */
async function compareSides(id: string, side: Side): Promise<string[]> {
  const there = side.read(id);
  const here = await readOwn(id, side.seller());
  const [own] = here.variants;
  return [
    ...(there.title === here.title ? [] : ['title']),
    ...(there.price === own?.price ? [] : ['price']),
    ...(there.stock === own?.stock ? [] : ['stock']),
  ];
}
