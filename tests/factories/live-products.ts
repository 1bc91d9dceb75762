import { expect } from 'vitest';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import type { ProductRules } from '#app/features/products/form/product-rules.contract.ts';
import { api, program } from '#tests/support/program.ts';
import type { BuiltUser } from './people.ts';
import { buildProductInput } from './products.ts';
import type { BuiltStore } from './stores.ts';

/** Sets what the marketplace holds back of vendors' changes. */
export async function setProductRules(admin: BuiltUser, rules: Partial<ProductRules>): Promise<void> {
  const known = (await api(admin).get('/settings/product-rules')).as<{ rules: ProductRules; version: number }>();
  const answer = await api(admin).put('/settings/product-rules', {
    rules: { ...known.rules, hold: 'free', priceTolerance: null, ...rules },
    version: known.version,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** A product as somebody reads it. */
export async function readDetail(id: string, by: BuiltUser): Promise<ProductDetail> {
  const answer = await api(by).get(`/products-v2/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<ProductDetail>();
}

/** A product of a vendor that an admin approved: buyers see it. */
export async function buildLiveProduct(
  seller: BuiltUser,
  admin: BuiltUser,
  o: Parameters<typeof buildProductInput>[0] = {},
): Promise<ProductDetail['product']> {
  const saved = await api(seller).put('/products-v2', { product: buildProductInput(o) });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const { productId } = saved.as<{ productId: string }>();
  expect((await api(admin).patch(`/product-v2/${productId}/approve`)).status).toBe(200);
  return (await readDetail(productId, seller)).product;
}

/** What a buyer gets at the product's address in the store; an empty text where it is not sold. */
export async function readStorefront(store: BuiltStore, handle: string): Promise<string> {
  const shop = store.domain.split('.')[0] ?? '';
  const answer = await fetch(`${program().sandbox?.url ?? ''}/store/${shop}/products/${handle}`);
  return answer.ok ? answer.text() : '';
}
