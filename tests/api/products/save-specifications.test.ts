import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

/** One more than the platform writes in one call. */
const MANY = 26;
const KEYS = Array.from({ length: MANY }, (_, at) => `field_${String(at).padStart(2, '0')}`);
let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  if (!found) throw new Error('the sandbox has the store');
  return found;
};
const fault = (operation: string) =>
  program().sandbox?.sandbox.faults.add({
    target: 'shopify',
    operation,
    kind: 'error',
    status: 500,
    remaining: null,
    delayMs: 0,
  });
const calm = () => program().sandbox?.sandbox.faults.clear();
const field = (key: string, value: string) => ({ namespace: 'custom', key, value });
const put = (product: object, by = seller) => api(by).put('/products-v2', { product });
const make = async (metafields: object[], over: object = {}): Promise<ProductDto> => {
  const answer = await put(buildProductInput({ metafields, ...over }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (await readDetail(answer.as<{ productId: string }>().productId, seller)).product;
};
const valueOf = (id: string, key: string) =>
  shop().metafields.find((one) => one.ownerGid === `gid://shopify/Product/${id}` && one.key === key)?.value;
const definitionOf = (key: string) => shop().metafieldDefinitions.find((one) => one.key === key);
/** The last one is of another type at the platform than anybody looked at. */
const refuseLast = (type: string) => Object.assign(definitionOf(KEYS.at(-1) ?? '') ?? {}, { type });

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  admin = await buildAdmin({ store });
  await api(admin).patch('/app/info/features', { features: { specifications: { enabled: true } } });
  for (const key of KEYS) {
    const answer = await api(admin).post('/products/metafields', { key, name: key, type: 'single_line_text_field' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
});
afterEach(() => {
  calm();
  refuseLast('single_line_text_field');
});
afterAll(() => program().stop());

describe('a save that broke off after its specifications', () => {
  const broken = async () => {
    const bowl = await make([field('field_00', 'Oak'), field('field_01', 'Oil')]);
    const wanted = { ...bowl, title: 'Broken off', metafields: [field('field_00', 'Ash')] };
    fault('productSet');
    expect((await put(wanted)).status).toBe(502);
    calm();
    expect(valueOf(bowl.id, 'field_00')).toBe('Ash');
    return { bowl, wanted };
  };
  const saveAgain = async (id: string, metafields: object[]) => {
    const { product } = await readDetail(id, admin);
    return (await put({ ...product, metafields }, admin)).status;
  };

  it('goes on when it is sent again', async () => {
    const { bowl, wanted } = await broken();
    expect((await put(wanted)).status).toBe(200);
    expect((await readDetail(bowl.id, seller)).product.title).toBe('Broken off');
  });

  it('does not go on over a specification that somebody else has changed since then (409)', async () => {
    for (const [key, value] of [
      ['field_00', 'Beech'],
      ['field_01', 'Wax'],
    ] as const) {
      const { bowl, wanted } = await broken();
      // What the merchant writes in the store admin, of which no webhook tells.
      const theirs = shop().metafields.find(
        (one) => one.ownerGid === `gid://shopify/Product/${bowl.id}` && one.key === key,
      );
      Object.assign(theirs ?? {}, { value });
      expect((await put(wanted)).status).toBe(409);
      expect(valueOf(bowl.id, key)).toBe(value);
    }
  });

  it('is another’s change for everybody else, whose own save is kept', async () => {
    const { bowl, wanted } = await broken();
    // What was broken off is news for whoever read the product before anybody asked the platform again.
    expect(await saveAgain(bowl.id, [field('field_00', 'Elm')])).toBe(409);
    expect(await saveAgain(bowl.id, [field('field_00', 'Elm')])).toBe(200);
    expect((await put(wanted)).status).toBe(409);
    expect(valueOf(bowl.id, 'field_00')).toBe('Elm');
  });
});

describe('more specifications than the platform takes in one call', () => {
  it('are all taken back where the last one is refused, and all written by the corrected save', async () => {
    const bowl = await make([field('field_00', 'Before')]);
    const wanted = { ...bowl, title: 'Many', metafields: KEYS.map((key) => field(key, `Value of ${key}`)) };
    refuseLast('number_integer');
    const answer = await put(wanted);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'platform_refused' });
    expect(KEYS.map((key) => valueOf(bowl.id, key)).filter((value) => value !== undefined)).toEqual(['Before']);
    expect(shop().products[bowl.id]?.title).toBe(bowl.title);
    refuseLast('single_line_text_field');
    const corrected = { ...wanted, metafields: wanted.metafields.map((one) => ({ ...one, value: `${one.value}!` })) };
    expect((await put(corrected)).status).toBe(200);
    expect(KEYS.map((key) => valueOf(bowl.id, key))).toEqual(KEYS.map((key) => `Value of ${key}!`));
  });

  it('are named one by one where they cannot be taken back, and the same save goes on', async () => {
    const bowl = await make([field('field_00', 'Before')]);
    const wanted = { ...bowl, title: 'Many', metafields: KEYS.map((key) => field(key, `Value of ${key}`)) };
    refuseLast('number_integer');
    fault('metafieldsDelete');
    const answer = await put(wanted);
    expect(answer.status).toBe(422);
    const issues = answer.as<{ issues: { path: string; message: string }[] }>().issues;
    // The first had a value before and got it back; the others had none, and could not be emptied.
    const kept = KEYS.slice(1, -1);
    expect(issues.map((issue) => issue.path)).toEqual(kept.map((key) => `product.metafields.custom.${key}`));
    expect(new Set(issues.map((issue) => issue.message))).toEqual(new Set(['This one is saved already']));
    expect(KEYS.filter((key) => valueOf(bowl.id, key) === `Value of ${key}`)).toEqual(kept);
    calm();
    refuseLast('single_line_text_field');
    expect((await put(wanted)).status).toBe(200);
    expect(KEYS.map((key) => valueOf(bowl.id, key))).toEqual(KEYS.map((key) => `Value of ${key}`));
  });

  it('are taken back where the product itself is refused afterwards', async () => {
    const medium = { src: 'https://youtu.be/dQw4w9WgXcQ', alt: '', contentType: 'EXTERNAL_VIDEO' };
    const [bowl, other] = [await make([field('field_00', 'Before')]), await make([], { media: [medium] })];
    // A medium of another product that goes from the store's files before anybody hears of it.
    const [shared] = other.media;
    Reflect.deleteProperty(shop().files, /\d+$/.exec(shared?.id ?? '')?.[0] ?? '');
    const wanted = { ...bowl, title: 'Refused', metafields: [field('field_00', 'After')], media: [shared] };
    const answer = await put(wanted);
    expect([answer.status, answer.as<{ code: string }>().code]).toEqual([422, 'platform_refused']);
    expect(valueOf(bowl.id, 'field_00')).toBe('Before');
    expect(shop().products[bowl.id]?.title).toBe(bowl.title);
  });
});
