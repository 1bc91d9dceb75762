import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';
import type { ProductRules } from '#app/features/products/form/product-rules.contract.ts';

/** A change of the side's vendor that waits. */
async function buildChange(side: Side): Promise<string> {
  await setProductRules(side.admin, { hold: 'content' });
  const product = await buildLiveProduct(side.member, side.admin, { title: `Probed change ${nextNumber()}` });
  await api(side.member).put('/products-v2', { product: { ...product, title: `${product.title}, changed` } });
  const { change } = await readDetail(product.id, side.member);
  return change?.id ?? '';
}

/** A draft of the side's vendor. */
async function buildDraft(side: Side): Promise<string> {
  const product = buildProductInput({ title: `Probed draft ${nextNumber()}` });
  return (await api(side.member).put('/products-v2', { product })).as<{ productId: string }>().productId;
}

export const probes = defineProbes([
  { endpoint: 'productChanges.list', request: () => ({ query: { state: 'open' } }) },
  {
    endpoint: 'productChanges.read',
    request: async (side) => ({ params: { changeId: await buildChange(side) } }),
    ids: ['params.changeId'],
  },
  {
    endpoint: 'productChanges.decide',
    request: async (side) => ({ params: { changeId: await buildChange(side) }, body: { action: 'withdraw' } }),
    ids: ['params.changeId'],
  },
  {
    endpoint: 'products.review',
    request: async (side) => ({ params: { productId: await buildDraft(side) } }),
    ids: ['params.productId'],
  },
  {
    endpoint: 'logs.product',
    request: async (side) => ({ params: { productId: await buildDraft(side) } }),
    ids: ['params.productId'],
  },
  {
    endpoint: 'products.comment',
    request: async (side) => ({ params: { productId: await buildDraft(side) }, body: { text: 'Is it glazed?' } }),
    ids: ['params.productId'],
  },
  { endpoint: 'productRules.read', request: () => ({}) },
  {
    endpoint: 'productRules.save',
    request: async (side) => {
      const known = (await api(side.admin).get('/settings/product-rules')).as<{
        rules: ProductRules;
        version: number;
      }>();
      return { body: known };
    },
  },
]);
