import { buildProductInput } from '#tests/factories/products.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { grantTranslations } from '#tests/factories/translations.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';
import type { ProductTranslations } from '#app/features/products/translations/translations.contract.ts';

/** A draft of the side's vendor in a store that translates. */
async function buildTranslatable(side: Side): Promise<string> {
  await grantTranslations(side.store);
  await api(side.admin).patch('/app/info/features', { features: { translations: { enabled: true } } });
  const product = buildProductInput({ title: `Probed cup ${nextNumber()}` });
  return (await api(side.member).put('/products-v2', { product })).as<{ productId: string }>().productId;
}

export const probes = defineProbes([
  {
    endpoint: 'translations.read',
    request: async (side) => ({ params: { productId: await buildTranslatable(side) }, query: { locale: 'de' } }),
    ids: ['params.productId'],
  },
  {
    endpoint: 'translations.save',
    request: async (side) => {
      const productId = await buildTranslatable(side);
      const { texts } = (
        await api(side.member).get(`/products/${productId}/translations`, { query: { locale: 'de' } })
      ).as<ProductTranslations>();
      const [title] = texts;
      const { resourceId = '', key = '', digest = '' } = title ?? {};
      const value = `Tasse ${nextNumber()}`;
      return { params: { productId }, body: { translations: [{ locale: 'de', resourceId, key, value, digest }] } };
    },
    ids: ['params.productId', 'body.translations.*.resourceId'],
  },
]);
