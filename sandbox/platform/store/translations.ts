import { readGid, toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Product, Shop, StoredTranslation } from '../../core/state.ts';
import { digestOf } from './metafields.ts';

/** A text that can be translated; null where there is none to translate. */
export type Translatable = { key: string; value: string | null; type: string };
export type TranslationWrite = { locale: string; key: string; value: string; digest: string };

const TEXT_TYPES: Record<string, string> = {
  single_line_text_field: 'SINGLE_LINE_TEXT_FIELD',
  multi_line_text_field: 'MULTI_LINE_TEXT_FIELD',
  rich_text_field: 'RICH_TEXT_FIELD',
  'list.single_line_text_field': 'LIST_SINGLE_LINE_TEXT_FIELD',
};
const MAX_KEYS = 100;

/** What can be translated of a record, or null where there is no such record or nothing of it can be. */
export function translatableOf(shop: Shop, gid: string): Translatable[] | null {
  const read = readGid(gid);
  if (!read) return null;
  const { type, id } = read;
  const line = (key: string, value: string | null): Translatable => ({
    key,
    value: value === '' ? null : value,
    type: 'SINGLE_LINE_TEXT_FIELD',
  });
  if (type === 'Product') {
    const product = shop.products[String(id)];
    if (!product) return null;
    return [
      line('title', product.title),
      { key: 'body_html', value: product.descriptionHtml || null, type: 'HTML' },
      { ...line('handle', product.handle), type: 'URI' },
      line('product_type', product.productType),
      line('meta_title', product.seo.title),
      line('meta_description', product.seo.description),
    ];
  }
  if (type === 'Metafield') {
    const metafield = shop.metafields.find((one) => one.id === id);
    const kind = metafield && TEXT_TYPES[metafield.type];
    return kind ? [{ key: 'value', value: metafield.value, type: kind }] : null;
  }
  if (type !== 'ProductOption' && type !== 'ProductOptionValue') return null;
  for (const { options } of Object.values(shop.products)) {
    const named = (type === 'ProductOption' ? options : options.flatMap((option) => option.values)).find(
      (one) => one.id === id,
    );
    if (named) return [line('name', named.name)];
  }
  return null;
}

/** The translations of a record in a language, each with whether its source has changed since. */
export function translationsOf(shop: Shop, gid: string, locale: string): (StoredTranslation & { outdated: boolean })[] {
  const digests = new Map(translatableOf(shop, gid)?.map(({ key, value }) => [key, digestOf(value ?? '')]));
  return (shop.translations ?? [])
    .filter((one) => one.gid === gid && one.locale === locale)
    .map((one) => ({ ...one, outdated: digests.get(one.key) !== one.digest }));
}

/** Writes translations of one record: all of them, or none with a refusal. */
export function registerTranslations(
  sandbox: Sandbox,
  shop: Shop,
  gid: string,
  writes: readonly TranslationWrite[],
): StoredTranslation[] {
  const texts = requireTranslatable(shop, gid);
  if (writes.length > MAX_KEYS)
    throw new Refusal('Too many translation keys for the resource', ['translations'], 'TOO_MANY_KEYS_FOR_RESOURCE');
  for (const [index, write] of writes.entries()) {
    const field = ['translations', String(index)];
    const text = texts.find((one) => one.key === write.key);
    if (!text)
      throw new Refusal(
        `Key ${write.key} is not a valid translatable field`,
        [...field, 'key'],
        'INVALID_KEY_FOR_MODEL',
      );
    checkLocale(shop, write.locale, [...field, 'locale']);
    if (write.value === '') throw new Refusal("Value can't be blank", [...field, 'value'], 'BLANK');
    if (write.digest !== digestOf(text.value ?? ''))
      throw new Refusal(
        'Translatable content hash is invalid',
        [...field, 'translatableContentDigest'],
        'INVALID_TRANSLATABLE_CONTENT',
      );
  }
  const at = sandbox.clock.iso();
  const kept = (shop.translations ?? []).filter(
    (one) => one.gid !== gid || !writes.some((write) => write.key === one.key && write.locale === one.locale),
  );
  const written = writes.map((write): StoredTranslation => ({ gid, ...write, updatedAt: at }));
  shop.translations = [...kept, ...written];
  sandbox.save();
  return written;
}

/** Takes translations away; those that there are not are passed over. */
export function removeTranslations(
  sandbox: Sandbox,
  shop: Shop,
  gid: string,
  o: { keys: readonly string[]; locales: readonly string[] },
): StoredTranslation[] {
  requireTranslatable(shop, gid);
  for (const locale of o.locales) checkLocale(shop, locale, ['locales']);
  const isMeant = (one: StoredTranslation): boolean =>
    one.gid === gid && o.keys.includes(one.key) && o.locales.includes(one.locale);
  const removed = (shop.translations ?? []).filter(isMeant);
  shop.translations = (shop.translations ?? []).filter((one) => !isMeant(one));
  sandbox.save();
  return removed;
}

/** A product as buyers read it in a language: what is translated in it, the rest as it is. */
export function inLanguage(shop: Shop, product: Product, locale: string | null): Product {
  if (locale === null || shop.locales.some((one) => one.locale === locale && one.primary)) return product;
  const translate = (gid: string, key: string, value: string): string =>
    translationsOf(shop, gid, locale).find((one) => one.key === key)?.value ?? value;
  const gid = toGid('Product', product.id);
  const options = product.options.map((option) => ({
    ...option,
    name: translate(toGid('ProductOption', option.id), 'name', option.name),
    values: option.values.map((value) => ({
      ...value,
      name: translate(toGid('ProductOptionValue', value.id), 'name', value.name),
    })),
  }));
  const spoken = (index: number, value: string): string => {
    const at = product.options[index]?.values.findIndex((one) => one.name === value) ?? -1;
    return options[index]?.values[at]?.name ?? value;
  };
  return {
    ...product,
    title: translate(gid, 'title', product.title),
    descriptionHtml: translate(gid, 'body_html', product.descriptionHtml),
    seo: {
      title: translate(gid, 'meta_title', product.seo.title ?? '') || null,
      description: translate(gid, 'meta_description', product.seo.description ?? '') || null,
    },
    options,
    variants: product.variants.map((variant) => {
      const optionValues = variant.optionValues.map((value, index) => spoken(index, value));
      return {
        ...variant,
        optionValues,
        title: variant.title === 'Default Title' ? variant.title : optionValues.join(' / '),
      };
    }),
  };
}

function requireTranslatable(shop: Shop, gid: string): Translatable[] {
  const texts = translatableOf(shop, gid);
  if (!texts) throw new Refusal('Resource does not exist', ['resourceId'], 'RESOURCE_NOT_FOUND');
  return texts;
}

function checkLocale(shop: Shop, locale: string, field: string[]): void {
  const known = shop.locales.find((one) => one.locale === locale);
  if (!known || known.primary)
    throw new Refusal('Locale is not a valid locale for the shop', field, 'INVALID_LOCALE_FOR_SHOP');
}
