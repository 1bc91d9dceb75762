import { buildGid, type PlatformClient } from '#app/adapters/shopify/client.server.ts';
import {
  listGrantedScopes,
  listLanguages,
  readTexts,
  readTranslatableParts,
  readVariantFields,
  type PlatformField,
  type PlatformText,
  type TranslatableParts,
} from '#app/adapters/shopify/products/translations.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { isLive } from '#app/features/products/policy.ts';
import { isOptionless } from '#app/features/products/mirror/mirror.service.server.ts';
import { readRules } from '#app/features/products/form/product-rules.service.server.ts';
import { getLinkedEntry } from '#app/features/catalog/offer-links.service.server.ts';
import { requireProduct } from '#app/features/products/products.service.server.ts';
import { listVariantFields } from '#app/features/products/editing/variant-texts.service.server.ts';
import { idOf, type Owner } from '#app/features/specifications/specification.ts';
import { readKept } from '#app/features/specifications/specifications.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { requireTranslations, TRANSLATIONS_SCOPE } from './translation-settings.service.server.ts';
import type { TranslationSettings } from './translations.contract.ts';
import {
  formatOf,
  isTranslatedMetafield,
  kindOfText,
  toResourceType,
  variantsWithTexts,
  type StoreLanguage,
  type TextFormat,
  type TextKind,
} from './translations.ts';

/** A product that is being translated, with all that has texts. */
export type Opened = {
  product: { id: bigint; title: string; vendorName: string; vendorId: bigint | null; status: string };
  settings: TranslationSettings;
  /** The marketplace looks at what is said of live products, so its own people translate them. */
  isHeld: boolean;
  /** Title and description are those of an entry of the catalogue: vendors say nothing else in another language either. */
  isBound: boolean;
  platform: PlatformClient;
  languages: StoreLanguage[];
  /** What has texts, by the platform's reference. */
  resources: Map<string, Resource>;
  /** Texts of variants that are too many for a screen. */
  leftOut: number;
};

/** What a text belongs to: its name, null where the kind of the text says all, and the specification that it is the value of. */
type Resource = { name: string | null; field?: SpecificationText };
type SpecificationText = { owner: Owner; namespace: string; key: string; format: TextFormat };

/** Opens a product of the viewer's for translating. Throws not_found, feature_disabled (404), invalid_state (409). */
export async function open(ctx: Ctx, productId: bigint): Promise<Opened> {
  const { product, settings, rules, entry, curated, known } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
    settings: await requireTranslations(tx),
    product: await requireProduct(tx, productId),
    rules: await readRules(tx),
    entry: await getLinkedEntry(tx, productId),
    curated: await readKept(tx),
    known: await listVariantFields(tx, productId),
  }));
  const isReserved = !ctx.viewer.isAdmin && rules.hold !== 'free' && isLive(product.status);
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const [granted, languages, parts] = await Promise.all([
    listGrantedScopes(platform),
    listLanguages(platform),
    readTranslatableParts(platform, productId),
  ]);
  if (!granted.has(TRANSLATIONS_SCOPE)) throw stateRefuses('translations_not_granted');
  if (!parts) throw new AppError('not_found');
  const isBound = entry !== null && !ctx.viewer.isAdmin;
  // Addresses of files are no texts, and what the marketplace keeps to itself is not read by vendors here either.
  const kept = curated.specifications.filter((one) => one.upload || !(one.show || ctx.viewer.isAdmin));
  const untranslated = (owner: Owner) => {
    const names = new Set(kept.filter((one) => one.owner === owner).map(idOf));
    return (field: { namespace: string; key: string }) => !names.has(idOf(field));
  };
  const { variants, leftOut } = variantsWithTexts(known, untranslated('PRODUCTVARIANT'));
  const fields = await readVariantFields(
    platform,
    variants.map((variant) => variant.id),
  );
  const ofVariants = variants.flatMap(({ id, title }) =>
    (fields.get(id) ?? [])
      .filter(untranslated('PRODUCTVARIANT'))
      .flatMap((field) => buildSpecification(field, 'PRODUCTVARIANT', title)),
  );
  const ofProduct = parts.metafields
    .filter(untranslated('PRODUCT'))
    .flatMap((field) => buildSpecification(field, 'PRODUCT'));
  return {
    product,
    settings,
    isHeld: isReserved,
    isBound,
    platform,
    languages,
    leftOut,
    resources: new Map([...buildResources(productId, parts), ...ofProduct, ...ofVariants]),
  };
}

function buildResources(productId: bigint, { options }: TranslatableParts): [string, Resource][] {
  const named = options.map((option) => ({ ...option, values: option.values.map((value) => value.name) }));
  const own = isOptionless(named) ? [] : options;
  return [
    [buildGid('Product', productId), { name: null }],
    ...own.flatMap((option): [string, Resource][] => [
      [option.id, { name: null }],
      ...option.values.map((value): [string, Resource] => [value.id, { name: option.name }]),
    ]),
  ];
}

/** A metafield that holds a text, by its reference; one of a variant is named with the variant. */
function buildSpecification(one: PlatformField, owner: Owner, title = ''): [string, Resource][] {
  if (!isTranslatedMetafield(one)) return [];
  const { id, namespace, key, type } = one;
  const name = [one.name ?? key, title].filter(Boolean).join(' – ');
  return [[id, { name, field: { owner, namespace, key, format: formatOf(type) } }]];
}

/** A text of a product with what it is and how it is written. */
export type Known = PlatformText & { kind: TextKind; format: TextFormat };

/** The texts of an opened product in a language, in the order of its parts. */
export async function readKnownTexts({ platform, resources, isBound }: Opened, locale: string): Promise<Known[]> {
  const texts = await readTexts(platform, [...resources.keys()], locale);
  return texts.flatMap((text) => {
    const field = resources.get(text.resourceId)?.field;
    const kind =
      field?.owner === 'PRODUCTVARIANT'
        ? 'variantSpecification'
        : kindOfText(toResourceType(text.resourceId), text.key);
    const isEntrys = isBound && (kind === 'title' || kind === 'description');
    const format = kind === 'description' ? 'html' : (field?.format ?? 'text');
    return kind && !isEntrys ? [{ ...text, kind, format }] : [];
  });
}
