/** What a text of a product is: it decides its limit, its input and its name on the screen. */
export const TEXT_KINDS = [
  'title',
  'description',
  'seoTitle',
  'seoDescription',
  'option',
  'optionValue',
  'specification',
  'variantSpecification',
] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** How many characters a translation may have, by what it translates: as many as the text itself. */
export const TEXT_MAX: Readonly<Record<TextKind, number>> = {
  title: 255,
  description: 100_000,
  seoTitle: 255,
  seoDescription: 2_000,
  option: 255,
  optionValue: 255,
  specification: 65_000,
  variantSpecification: 65_000,
};

/** The form in which a text is written: plain, HTML, formatted as the platform keeps it (JSON), a list of lines (JSON). */
export const TEXT_FORMATS = ['text', 'html', 'rich', 'lines'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** Texts of variants that are translated on one screen; a product with more has the first of them there. */
export const MAX_VARIANT_TEXTS = 500;
/** Translations of one save, terms of a dictionary, languages that a store may choose. */
export const MAX_TRANSLATIONS = 250;
export const MAX_TERMS = 2_000;
export const MAX_LOCALES = 50;
export const TERM_MAX = 255;

const KINDS_OF_PRODUCT: Readonly<Record<string, TextKind>> = {
  title: 'title',
  body_html: 'description',
  meta_title: 'seoTitle',
  meta_description: 'seoDescription',
};

/** What the texts of a resource are by their key, or undefined for those that are not translated here (address, type). */
export function kindOfText(resourceType: string, key: string): TextKind | undefined {
  if (resourceType === 'Product') return KINDS_OF_PRODUCT[key];
  if (resourceType === 'ProductOption' && key === 'name') return 'option';
  if (resourceType === 'ProductOptionValue' && key === 'name') return 'optionValue';
  return resourceType === 'Metafield' && key === 'value' ? 'specification' : undefined;
}

/** The types of metafields whose texts people read, and the form of each. */
const TEXT_TYPES: Readonly<Record<string, TextFormat>> = {
  single_line_text_field: 'text',
  multi_line_text_field: 'text',
  rich_text_field: 'rich',
  'list.single_line_text_field': 'lines',
};

/** The form of a metafield's text by the type of the metafield. */
export const formatOf = (type: string): TextFormat => TEXT_TYPES[type] ?? 'text';
/** The type of metafields that have their texts in a form that is no plain text, or undefined. */
export const typeOfFormat = (format: TextFormat): string | undefined =>
  format === 'rich' ? 'rich_text_field' : format === 'lines' ? 'list.single_line_text_field' : undefined;

/** Whether a metafield holds a text for buyers: not one of an app's own, which programs read. */
export function isTranslatedMetafield(field: { namespace: string; type: string }): boolean {
  return field.type in TEXT_TYPES && !/^(app--|souk$|shopify--|\$app)/.test(field.namespace);
}

type OfVariant<F> = { id: bigint; title: string; fields: F[] };

/** The variants whose texts are translated, as many as a screen takes, and how many texts are left out. */
export function variantsWithTexts<F extends { namespace: string; type: string }>(
  variants: readonly OfVariant<F>[],
  isShown: (field: F) => boolean,
): { variants: OfVariant<F>[]; leftOut: number } {
  const all = variants
    .map((variant) => ({
      ...variant,
      fields: variant.fields.filter((one) => isTranslatedMetafield(one) && isShown(one)),
    }))
    .filter(({ fields }) => fields.length > 0);
  const taken: OfVariant<F>[] = [];
  let count = 0;
  for (const variant of all) {
    if (count + variant.fields.length > MAX_VARIANT_TEXTS) break;
    count += variant.fields.length;
    taken.push(variant);
  }
  return { variants: taken, leftOut: all.reduce((sum, { fields }) => sum + fields.length, 0) - count };
}

/** The `Product` of `gid://shopify/Product/1`. */
export function toResourceType(resourceId: string): string {
  return /^gid:\/\/shopify\/(\w+)\/\d+$/.exec(resourceId)?.[1] ?? '';
}

export type StoreLanguage = { locale: string; name: string; primary: boolean; published: boolean };

/** The languages that products are translated into: those that the marketplace chose, or all, without the store's own. */
export function targetLanguages(languages: readonly StoreLanguage[], chosen: readonly string[]): StoreLanguage[] {
  return languages.filter(({ locale, primary }) => !primary && (chosen.length === 0 || chosen.includes(locale)));
}

/** How far a product is in a language; `outdated` are translations whose source has changed since, part of `translated`. */
export type Progress = { total: number; translated: number; outdated: number };

export function toProgress(texts: readonly { translation: string | null; outdated: boolean }[]): Progress {
  const translated = texts.filter((text) => text.translation !== null);
  return {
    total: texts.length,
    translated: translated.length,
    outdated: translated.filter((text) => text.outdated).length,
  };
}

/** A term of the store's dictionary: how `key`, in the store's language, is said in a language. */
export type Term = { locale: string; key: string; value: string };

const termKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** What the dictionary says for a text in a language; a term counts whichever way its letters and spaces are written. */
export function buildLookup(terms: readonly Term[], locale: string): (source: string) => string | null {
  const known = new Map(terms.filter((term) => term.locale === locale).map((term) => [termKey(term.key), term.value]));
  return (source) => known.get(termKey(source)) ?? null;
}

/** The places of terms that stand twice for the same language. */
export function repeatedTerms(terms: readonly Term[]): number[] {
  const seen = new Set<string>();
  return terms.flatMap(({ locale, key }, index) => {
    const name = JSON.stringify([locale, termKey(key)]);
    if (seen.has(name)) return [index];
    seen.add(name);
    return [];
  });
}
