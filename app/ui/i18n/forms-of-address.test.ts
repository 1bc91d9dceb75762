import { expect, test } from 'vitest';
import { LOCALES, type Locale } from '#app/core/viewer.ts';

/** Words that address a reader in the form that a language does not use here: German Sie, French vous, Dutch je, Spanish usted. */
const OTHER_FORM: Readonly<Record<Exclude<Locale, 'en'>, RegExp>> = {
  de: /(?<![\p{L}])(du|dich|dir|dein(e|er|em|en|es)?|bist|hast|kannst|willst|musst|darfst|sollst|möchtest)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(tu|toi|ton|tes|peux-tu|veux-tu)(?![\p{L}])|(?<![\p{L}])[tT]['’](es|as)(?![\p{L}])/iu,
  nl: /(?<![\p{L}])(u|uw|uzelf)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(tú|tu|tus|ti|contigo|eres|tienes|puedes|quieres|debes|has|estás)(?![\p{L}])/iu,
};

const files: Record<string, object> = {
  ...import.meta.glob<object>('../../locales/*/*.json', { eager: true, import: 'default' }),
  ...import.meta.glob<object>('../../../extensions/souk-theme/locales/*.json', { eager: true, import: 'default' }),
};

/** Every text of a tree by its whole key. */
function flatten(node: unknown, prefix: string): [key: string, text: string][] {
  if (typeof node === 'string') return [[prefix, node]];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => flatten(value, `${prefix}.${key}`));
}

const isOf = (path: string, locale: Locale): boolean =>
  path.includes(`/locales/${locale}/`) || new RegExp(`/${locale}(\\.default)?(\\.schema)?\\.json$`).test(path);

test.each(LOCALES.filter((locale): locale is keyof typeof OTHER_FORM => locale !== 'en'))(
  'texts in %s address the reader in one form: screens, theme blocks, emails and documents',
  (locale) => {
    const texts = Object.entries(files)
      .filter(([path]) => isOf(path, locale))
      .flatMap(([path, tree]) => flatten(tree, path));
    expect(texts.length).toBeGreaterThan(3_000);
    expect(texts.filter(([, text]) => OTHER_FORM[locale].test(text.replace(/\{[{%][^}]*\}/g, '')))).toEqual([]);
  },
);
