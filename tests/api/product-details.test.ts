import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Detail & Co' }) });
  admin = await buildAdmin({ store });
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

describe('a save over what a colleague changed of a variant meanwhile', () => {
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
