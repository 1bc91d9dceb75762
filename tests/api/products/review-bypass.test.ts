import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyEndpoint } from '#app/core/endpoint.ts';
import { HOLD_MODES } from '#app/features/products/policy.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { productInput } from '#app/features/products/product-input.contract.ts';
import { buildLiveProduct, readDetail, readStorefront, setProductRules } from '#tests/factories/live-products.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput, buildProductPayload } from '#tests/factories/products.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { endpoints, probes, sendProbe, startWorld, type World } from '#tests/support/probe-world.ts';
import { api, program } from '#tests/support/program.ts';
import { isProof } from '#tests/support/scale.ts';

/** What must never be in the store: every hostile text has it, and every hostile amount its digits. */
const MARK = 'UNREVIEWED';
const AMOUNT = '87654.32';
const SHOWN = /UNREVIEWED|87,?654/;

type Product = ProductDetail['product'];
type Edit = (product: Product, vendor: BuiltUser) => Promise<unknown>;

let world: World;
let vendor: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  world = await startWorld();
  vendor = world.mine.member;
  admin = world.mine.admin;
  // A specification of the marketplace, which a vendor may fill in and a theme prints.
  await api(admin).patch('/app/info/features', { features: { specifications: { enabled: true } } });
  for (const owner of ['PRODUCT', 'PRODUCTVARIANT']) {
    const care = { owner, key: 'care', name: 'Care', type: 'single_line_text_field' };
    expect((await api(admin).post('/products/metafields', care)).status).toBe(200);
  }
});
afterAll(() => program().stop());
// Saves are limited to so many a minute, and a way that is not let in proves nothing.
beforeEach(() => program().owner.rateBucket.deleteMany());

const sized = (value: string, over: object = {}) => ({
  options: [{ name: 'Size', value }],
  price: '28.00',
  stock: 5,
  ...over,
});
const build = (): Promise<Product> =>
  buildLiveProduct(vendor, admin, {
    title: `Reviewed ${nextNumber()}`,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [sized('S'), sized('M')],
  });
const save = (product: object, by: BuiltUser = vendor) => api(by).put('/products-v2', { product });
const act = (product: Product, action: string, by: BuiltUser = vendor) =>
  api(by).patch(`/product-v2/${product.id}/${action}`, { note: MARK });

/** The product's own page, the page that finds it, where a card shows its title, its picture and its price, and what themes can print of its specifications. */
async function readStore(product: Product): Promise<string> {
  const shop = `${program().sandbox?.url ?? ''}/store/${world.mine.store.domain.split('.')[0] ?? ''}`;
  const found = await fetch(`${shop}/products?q=${encodeURIComponent(product.title)}`);
  const owners = [product.id, ...product.variants.map((variant) => variant.id)].map((id) => `/${id}`);
  const { metafields = [] } = program().sandbox?.sandbox.state.shops[world.mine.store.domain] ?? {};
  const own = metafields.filter((one) => owners.some((owner) => one.ownerGid.endsWith(owner)));
  const printed = own.map((one) => one.value).join('\n');
  return `${await readStorefront(world.mine.store, product.handle)}\n${await found.text()}\n${printed}`;
}

const PICTURE = [{ src: 'https://pictures.test/unreviewed.png', alt: MARK }];
const METAFIELD = [{ namespace: 'custom', key: 'care', value: MARK, type: 'single_line_text_field' }];

/** A hostile value for each field of a product that the contract knows. A field that is new has to be added here. */
const FIELDS: Record<string, (product: Product) => object> = {
  id: () => ({ id: '1', title: MARK }),
  version: () => ({ version: MARK }),
  vendor: () => ({ vendor: MARK }),
  entryId: () => ({ entryId: '1', title: MARK }),
  title: () => ({ title: MARK }),
  bodyHtml: () => ({ bodyHtml: `<p>${MARK}</p>` }),
  media: () => ({ media: PICTURE }),
  options: ({ variants }) => ({
    options: [{ name: MARK, values: ['S', MARK] }],
    variants: variants.map((one, at) => ({ ...one, options: [{ name: MARK, value: at === 0 ? 'S' : MARK }] })),
  }),
  variants: ({ variants }) => ({
    options: [{ name: 'Size', values: ['S', 'M', MARK] }],
    variants: [...variants, sized(MARK, { price: AMOUNT })],
  }),
  metafields: () => ({ metafields: METAFIELD }),
  seo: () => ({ seo: { title: MARK, description: MARK } }),
};
/** The same for each field of a variant. */
const VARIANT_FIELDS: Record<string, object> = {
  id: { id: undefined, price: '28.00' },
  options: { options: [{ name: 'Size', value: MARK }] },
  price: { price: AMOUNT },
  compareAt: { compareAt: AMOUNT },
  sku: { sku: MARK },
  barcode: { barcode: MARK },
  taxable: { taxable: false },
  trackStock: { trackStock: false },
  stock: { stock: 7 },
  stockWas: { stockWas: 1 },
  requiresShipping: { requiresShipping: false },
  weight: { weight: 87_654 },
  weightUnit: { weight: 87_654, weightUnit: 'GRAMS' },
  dimensions: { dimensions: { width: 87_654, height: 1, length: 1 } },
  localPickup: { localPickup: { enabled: true } },
  media: { media: MARK },
  metafields: { metafields: METAFIELD },
};
const variantKeys = (): string[] => {
  const { element } = productInput.shape.variants as unknown as { element: { shape: object } };
  return Object.keys(element.shape);
};

/** Ways of one call or several, for the calls that can change a product. The other calls are tried as they are meant. */
const EDITS: Record<string, Record<string, Edit>> = {
  'products.save': {
    ...Object.fromEntries(
      Object.entries(FIELDS).map(([name, over]): [string, Edit] => [
        `the field ${name}`,
        (product) => save({ ...product, version: undefined, ...over(product) }),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(VARIANT_FIELDS)
        .filter(([name]) => name !== 'price' && name !== 'compareAt')
        .map(([name, over]): [string, Edit] => [
          `a variant's ${name}`,
          (product) =>
            save({ ...product, version: undefined, variants: product.variants.map((one) => ({ ...one, ...over })) }),
        ]),
    ),
    'fields that say what state it is in': (product) =>
      save({ ...product, title: MARK, status: 'ACTIVE', submission: 'approved', published: true, isAdmin: true }),
    'variants deleted and made anew': async (product) => {
      await save({ ...product, variants: product.variants.slice(0, 1), options: [{ name: 'Size', values: ['S'] }] });
      const options = [{ name: 'Size', values: ['S', MARK] }];
      return save({ ...product, version: undefined, options, variants: [sized('S'), sized(MARK)] });
    },
    'the same held change saved again and again, by two people at once': async (product) => {
      const colleague = await buildUser({ vendor: world.mine.vendor });
      const wanted = { ...product, version: undefined, title: MARK, bodyHtml: `<p>${MARK}</p>` };
      await Promise.all([save(wanted), save(wanted, colleague), save(wanted)]);
      return save({ ...(await readDetail(product.id, vendor)).product, seo: { title: MARK, description: '' } });
    },
    'a batch of new products that name themselves live': async () => {
      const rows = [1, 2, 3].map(() => ({
        ...buildProductInput({ title: `${MARK} ${nextNumber()}` }),
        status: 'ACTIVE',
      }));
      return Promise.all(rows.map((row) => save(row)));
    },
  },
  'products.runAction': {
    'approving it oneself after it was sent back': async (product) => {
      await act(product, 'unapprove', admin);
      await save({ ...(await readDetail(product.id, vendor)).product, title: MARK });
      expect((await act(product, 'approve')).status).toBe(403);
    },
    'deleting it and making it anew': async (product) => {
      await act(product, 'delete');
      const { id: _id, version: _version, ...rest } = product;
      return save({ ...rest, title: MARK, variants: [sized('S'), sized('M')] });
    },
    'changing it while it is archived': async (product) => {
      // What was told of its making has arrived, and the second is another: within one nobody can say which word is the later.
      await program().sandbox?.control('POST', '/drain', {});
      await program().drain();
      program().clock.advance({ seconds: 1 });
      const sandbox = program().sandbox?.sandbox;
      const there = sandbox?.state.shops[world.mine.store.domain]?.products[product.id];
      // As the platform does it: a later moment, so that a delivery of before does not bring the old state back.
      const become = (status: 'ARCHIVED' | 'ACTIVE') => {
        if (sandbox && there) Object.assign(there, { status, updatedAt: sandbox.clock.iso() });
      };
      become('ARCHIVED');
      expect((await save({ ...product, title: MARK })).status).toBe(409);
      become('ACTIVE');
    },
  },
  'productChanges.decide': {
    'applying one’s own change': async (product) => {
      await save({ ...product, title: MARK });
      const { change } = await readDetail(product.id, vendor);
      const answer = await api(vendor).patch(`/products/changes/${change?.id}`, { action: 'apply' });
      expect(answer.status).toBe(403);
    },
    'an approval of the product while its change waits': async (product) => {
      await save({ ...product, title: MARK });
      await act(product, 'unapprove', admin);
      await act(product, 'approve', admin);
    },
  },
  'uploads.stage': {
    'a file of one’s own that a change waits for': async (product) => {
      const body = { filename: `${MARK}.png`, fileSize: 1024, mime: 'image/png' };
      const staged = (await api(vendor).put('/cdn/stage-upload', body)).as<{ stagedTarget: { resourceUrl: string } }>();
      return save({ ...product, media: [{ src: staged.stagedTarget.resourceUrl, alt: MARK }] });
    },
  },
};

/** Ways that no call is made by: the platform’s own word, told falsely or early. */
const REPORTED: Record<string, Edit> = {
  'a delivery that only the platform could sign': async (product) => {
    const payload = {
      ...buildProductPayload({
        id: Number(product.id),
        title: MARK,
        vendor: world.mine.vendor.name,
        status: 'active',
        updatedAt: new Date(program().clock.now().getTime() + 60_000),
      }),
    };
    await deliverWebhook({ shop: world.mine.store.domain, topic: 'products/update', payload });
    await program().drain();
    return save((await readDetail(product.id, vendor)).product);
  },
};

/** A proof tries every way under each policy; every day each way is tried under the one that it concerns more. */
function isTriedUnder(hold: string, edit: string): boolean {
  return isProof || edit.startsWith("a variant's") === (hold === 'everything');
}

const isVendors = ({ method, access }: AnyEndpoint): boolean => method !== 'GET' && access.kind !== 'admin';

describe('the review cannot be got round', () => {
  it('by a field that nobody thought of: each that a save takes is tried', () => {
    expect(Object.keys(FIELDS).sort()).toEqual(Object.keys(productInput.shape).sort());
    expect(Object.keys(VARIANT_FIELDS).sort()).toEqual(variantKeys().sort());
  });

  it('and this test would see it: what is free is in the store', async () => {
    await setProductRules(admin, { hold: 'free' });
    const product = await build();
    await save({ ...product, title: `${MARK} and free` });
    expect(await readStore(product)).toMatch(SHOWN);
    await act(product, 'delete', admin);
  });

  const edits = Object.entries({ ...EDITS, 'the platform': REPORTED }).flatMap(([call, named]) =>
    Object.entries(named).map(([way, attempt]) => [call, way, attempt] as const),
  );
  describe.each(HOLD_MODES.filter((mode) => mode !== 'free'))('where the marketplace holds %s', (hold) => {
    // A field leaves the product as it was, so that the next one is tried on the same.
    let shared: Product;
    beforeAll(async () => {
      await setProductRules(admin, { hold });
      shared = await build();
    });

    it.each(edits.filter(([, edit]) => isTriedUnder(hold, edit)))('by %s: %s', async (_call, edit, attempt) => {
      const product = /^(the field|a variant's)/.test(edit) ? shared : await build();
      await attempt(product, vendor);
      // Codes of variants are no content; they are held where everything is.
      const isShown = hold === 'content' && /variant's (sku|barcode)/.test(edit);
      expect(SHOWN.test(await readStore(product))).toBe(isShown);
    });

    it('by nothing that a save of text answers to: it is taken, and waits', async () => {
      for (const name of ['title', 'bodyHtml', 'options', 'variants', 'seo']) {
        const product = { ...shared, version: undefined, ...FIELDS[name]?.(shared) };
        const answer = await save(product);
        expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBe(200);
        expect((await readDetail(shared.id, admin)).change?.waiting).not.toEqual([]);
      }
    });

    it.each(['price', 'compareAt'])('by a variant’s %s, beyond the tolerance', async (field) => {
      await setProductRules(admin, { hold, priceTolerance: 10 });
      const variants = shared.variants.map((one) => ({ ...one, ...VARIANT_FIELDS[field] }));
      expect((await save({ ...shared, version: undefined, variants })).status).toBe(200);
      expect(await readStore(shared)).not.toMatch(SHOWN);
    });
  });

  describe('by a call as it is meant', () => {
    let product: Product;
    beforeAll(async () => {
      await setProductRules(admin, { hold: 'everything' });
      product = await build();
      await save({ ...product, title: MARK });
    });

    it.each(endpoints.filter((one) => isVendors(one) && !(one.name in EDITS)).map((one) => [one.name, one] as const))(
      '%s',
      async (name, endpoint) => {
        const probe = probes.find((one) => one.endpoint === name);
        expect(probe, 'a call that vendors may make has a probe').toBeDefined();
        const member = await buildUser({ vendor: world.mine.vendor });
        await sendProbe(endpoint, await probe!.request({ ...world.mine, member }), member);
        expect(await readStorefront(world.mine.store, product.handle)).not.toMatch(SHOWN);
        expect(await readStorefront(world.mine.store, product.handle)).toContain(product.title);
      },
    );
  });
});
