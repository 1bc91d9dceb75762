import { buildGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type { DefineEntryReferenceMutation, SetProductTextsMutation } from '../operations.generated.ts';

const DEFINE = `#graphql
  mutation DefineEntryReference($definition: MetafieldDefinitionInput!) {
    metafieldDefinitionCreate(definition: $definition) { createdDefinition { id } userErrors { field message code } }
  }`;

const SET_TEXTS = `#graphql
  mutation SetProductTexts($product: ProductUpdateInput!) {
    productUpdate(product: $product) { product { updatedAt } userErrors { field message } }
  }`;

/**
 * Makes the field by which products refer to entries of a kind, which themes may read. One that is there stays. Throws
 * platform_refused (422).
 */
export async function ensureEntryReference(
  platform: PlatformClient,
  o: { namespace: string; key: string; name: string; kindId: bigint },
): Promise<void> {
  const { metafieldDefinitionCreate } = await platform.mutate<DefineEntryReferenceMutation>(
    DEFINE,
    {
      definition: {
        namespace: o.namespace,
        key: o.key,
        name: o.name,
        ownerType: 'PRODUCT',
        type: 'metaobject_reference',
        access: { storefront: 'PUBLIC_READ' },
        validations: [{ name: 'metaobject_definition_id', value: buildGid('MetaobjectDefinition', o.kindId) }],
      },
    },
    { idempotent: true },
  );
  const { userErrors } = requireAnswer(metafieldDefinitionCreate);
  refuseUserErrors(userErrors.filter(({ code }) => code !== 'TAKEN'));
}

/**
 * Writes title and description of a product. Returns when the platform changed it; undefined when it no longer has the product.
 * May be repeated. Throws platform_refused (422).
 */
export async function setProductTexts(
  platform: PlatformClient,
  id: bigint,
  texts: { title: string; bodyHtml: string },
): Promise<Date | undefined> {
  const { productUpdate } = await platform.mutate<SetProductTextsMutation>(
    SET_TEXTS,
    { product: { id: buildGid('Product', id), title: texts.title, descriptionHtml: texts.bodyHtml } },
    { idempotent: true },
  );
  const { product, userErrors } = requireAnswer(productUpdate);
  if (product) return new Date(product.updatedAt);
  if (userErrors.some((error) => /not exist|not found/i.test(error.message))) return undefined;
  refuseUserErrors(userErrors);
  return undefined;
}
