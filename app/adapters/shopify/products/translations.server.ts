import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  GrantedScopesQuery,
  LanguagesQuery,
  MoreVariantFieldsQuery,
  RegisterTranslationsMutation,
  RemoveTranslationsMutation,
  TextsQuery,
  TranslatablePartsQuery,
  VariantFieldsQuery,
} from '../operations.generated.ts';

export type PlatformLanguage = { locale: string; name: string; primary: boolean; published: boolean };

/** A metafield that may hold a text; `name` is that of its definition. */
export type PlatformField = { id: string; namespace: string; key: string; type: string; name: string | null };
/** What can be translated of a product: itself, its options, their values, its texts in metafields. */
export type TranslatableParts = {
  productId: string;
  options: { id: string; name: string; values: { id: string; name: string }[] }[];
  metafields: PlatformField[];
};

/** A text of a resource in the store's language, and what it is in another. `digest` names the text as it is now. */
export type PlatformText = {
  resourceId: string;
  key: string;
  source: string;
  digest: string;
  translation: string | null;
  outdated: boolean;
};

const LANGUAGES = `#graphql
  query Languages {
    shopLocales { locale name primary published }
  }`;

/** The languages of the store, those that buyers do not see yet among them. */
export async function listLanguages(platform: PlatformClient): Promise<PlatformLanguage[]> {
  const { shopLocales } = await platform.query<LanguagesQuery>(LANGUAGES);
  return shopLocales;
}

const PARTS = `#graphql
  query TranslatableParts($id: ID!, $after: String) {
    product(id: $id) {
      options(first: 3) { id name optionValues { id name } }
      metafields(first: 100, after: $after) {
        nodes { id namespace key type definition { name } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

type FieldPage = NonNullable<TranslatablePartsQuery['product']>['metafields'];
const toFields = ({ nodes }: FieldPage): PlatformField[] =>
  nodes.map(({ definition, ...node }) => ({ ...node, name: definition?.name ?? null }));

/** The parts of a product that may have texts; undefined when the platform no longer has it. */
export async function readTranslatableParts(
  platform: PlatformClient,
  productId: bigint,
): Promise<TranslatableParts | undefined> {
  const id = buildGid('Product', productId);
  const metafields: TranslatableParts['metafields'] = [];
  for (let after: string | null = null; ;) {
    const answer: TranslatablePartsQuery = await platform.query<TranslatablePartsQuery>(PARTS, { id, after });
    const { product } = answer;
    if (!product) return undefined;
    const { pageInfo } = product.metafields;
    metafields.push(...toFields(product.metafields));
    if (pageInfo.hasNextPage) {
      after = pageInfo.endCursor;
      continue;
    }
    const options = product.options.map(({ optionValues, ...option }) => ({ ...option, values: optionValues }));
    return { productId: id, options, metafields };
  }
}

const VARIANT_FIELDS = `#graphql
  query VariantFields($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on ProductVariant {
        id
        metafields(first: 20) {
          nodes { id namespace key type definition { name } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;

const MORE_VARIANT_FIELDS = `#graphql
  query MoreVariantFields($id: ID!, $after: String) {
    productVariant(id: $id) {
      metafields(first: 100, after: $after) {
        nodes { id namespace key type definition { name } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

/** Variants of one reading, so that it stays below the platform's limits. */
const VARIANTS_TOGETHER = 25;

/** The metafields of variants by the ids of those; a variant that the platform no longer has is left out. */
export async function readVariantFields(
  platform: PlatformClient,
  variantIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, PlatformField[]>> {
  const found = new Map<bigint, PlatformField[]>();
  for (let at = 0; at < variantIds.length; at += VARIANTS_TOGETHER) {
    const ids = variantIds.slice(at, at + VARIANTS_TOGETHER).map((id) => buildGid('ProductVariant', id));
    const { nodes } = await platform.query<VariantFieldsQuery>(VARIANT_FIELDS, { ids });
    for (const node of nodes) {
      if (node?.id !== undefined) found.set(idOfGid(node.id), await allFields(platform, node));
    }
  }
  return found;
}

async function allFields(
  platform: PlatformClient,
  { id, metafields }: { id: string; metafields: FieldPage },
): Promise<PlatformField[]> {
  const fields = toFields(metafields);
  for (let page = metafields.pageInfo; page.hasNextPage;) {
    const answer: MoreVariantFieldsQuery = await platform.query<MoreVariantFieldsQuery>(MORE_VARIANT_FIELDS, {
      id,
      after: page.endCursor,
    });
    if (!answer.productVariant) break;
    fields.push(...toFields(answer.productVariant.metafields));
    page = answer.productVariant.metafields.pageInfo;
  }
  return fields;
}

const TEXTS = `#graphql
  query Texts($ids: [ID!]!, $locale: String!) {
    translatableResourcesByIds(resourceIds: $ids, first: 100) {
      nodes {
        resourceId
        translatableContent { key value digest }
        translations(locale: $locale) { key value outdated }
      }
    }
  }`;

/** Resources of one reading, so that it stays below the platform's limits. */
const READ_TOGETHER = 100;

/** The texts of resources with their translations into a language; empty texts and resources without any are left out. */
export async function readTexts(
  platform: PlatformClient,
  resourceIds: readonly string[],
  locale: string,
): Promise<PlatformText[]> {
  const texts: PlatformText[] = [];
  for (let at = 0; at < resourceIds.length; at += READ_TOGETHER) {
    const ids = resourceIds.slice(at, at + READ_TOGETHER);
    const { translatableResourcesByIds } = await platform.query<TextsQuery>(TEXTS, { ids, locale });
    for (const { resourceId, translatableContent, translations } of translatableResourcesByIds.nodes) {
      for (const { key, value, digest } of translatableContent) {
        if (!value || !digest) continue;
        const found = translations.find((one) => one.key === key);
        texts.push({
          resourceId,
          key,
          source: value,
          digest,
          translation: found?.value ?? null,
          outdated: found?.outdated ?? false,
        });
      }
    }
  }
  return texts;
}

export type TranslationWrite = { key: string; locale: string; value: string; digest: string };

const REGISTER = `#graphql
  mutation RegisterTranslations($resourceId: ID!, $translations: [TranslationInput!]!) {
    translationsRegister(resourceId: $resourceId, translations: $translations) {
      userErrors { field message code }
    }
  }`;

/**
 * Writes translations of one resource. Returns the index of the first whose source has changed since its digest was read, or
 * undefined when all are written; the same write again changes nothing. Throws platform_refused (422).
 */
export async function registerTranslations(
  platform: PlatformClient,
  resourceId: string,
  writes: readonly TranslationWrite[],
): Promise<number | undefined> {
  const { translationsRegister } = await platform.mutate<RegisterTranslationsMutation>(
    REGISTER,
    {
      resourceId,
      translations: writes.map(({ digest, ...write }) => ({ ...write, translatableContentDigest: digest })),
    },
    { idempotent: true },
  );
  const { userErrors } = requireAnswer(translationsRegister);
  const stale = userErrors.find((error) => error.code === 'INVALID_TRANSLATABLE_CONTENT');
  if (stale) return Number(stale.field?.find((part) => /^\d+$/.test(part)) ?? 0);
  refuseUserErrors(userErrors);
  return undefined;
}

const REMOVE = `#graphql
  mutation RemoveTranslations($resourceId: ID!, $keys: [String!]!, $locales: [String!]!) {
    translationsRemove(resourceId: $resourceId, translationKeys: $keys, locales: $locales) {
      userErrors { field message code }
    }
  }`;

/** Takes translations of one resource away; what there is not is passed over. Throws platform_refused (422). */
export async function removeTranslations(
  platform: PlatformClient,
  resourceId: string,
  o: { keys: readonly string[]; locale: string },
): Promise<void> {
  const { translationsRemove } = await platform.mutate<RemoveTranslationsMutation>(
    REMOVE,
    { resourceId, keys: o.keys, locales: [o.locale] },
    { idempotent: true },
  );
  refuseUserErrors(requireAnswer(translationsRemove).userErrors);
}

const GRANTED = `#graphql
  query GrantedScopes {
    currentAppInstallation { accessScopes { handle } }
  }`;

/** What the store has granted the app, by the platform's names (`write_translations`). */
export async function listGrantedScopes(platform: PlatformClient): Promise<Set<string>> {
  const { currentAppInstallation } = await platform.query<GrantedScopesQuery>(GRANTED);
  return new Set(currentAppInstallation.accessScopes.map((scope) => scope.handle));
}
