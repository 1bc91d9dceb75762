import { useEffect } from 'react';
import type { Locale } from '#app/core/viewer.ts';
import { holdLocale, holdsLocale, holdTexts, localeBundle, type LocaleBundle } from './catalog.ts';

type File = Record<string, unknown>;

/** Texts of mails and printed documents are read on the server alone, and no page can ask for them. */
const files = import.meta.glob<File>(['../../locales/*/*.json', '!../../locales/*/{mails,printedDocuments}.json'], {
  import: 'default',
});

const POLARIS: Record<Locale, () => Promise<{ default: LocaleBundle['polaris'] }>> = {
  en: () => import('@shopify/polaris/locales/en.json'),
  nl: () => import('@shopify/polaris/locales/nl.json'),
  de: () => import('@shopify/polaris/locales/de.json'),
  fr: () => import('@shopify/polaris/locales/fr.json'),
  es: async () => ({ default: (await import('./polaris/es.ts')).polaris }),
};

const NOUN_RULES: Record<Locale, () => Promise<Pick<LocaleBundle, 'nounRules'>>> = {
  en: () => import('./nouns/en.ts'),
  nl: () => import('./nouns/nl.ts'),
  de: () => import('./nouns/de.ts'),
  fr: () => import('./nouns/fr.ts'),
  es: () => import('./nouns/es.ts'),
};

/** The namespaces that the modules of the loaded pages name; `wordings` are the store's own words in every text. */
const needed = new Set(['wordings']);
const loading = new Map<Locale, Promise<void>>();
let failure: Error | undefined;
/** The page that stands, by its language and its routes. */
let shown = '';

/** Says what texts a module has a key of. The build writes the call into each module (`scripts/vite/needed-texts.ts`). */
export function needTexts(...namespaces: string[]): void {
  for (const namespace of namespaces) needed.add(namespace);
}

const missing = (locale: Locale): string[] =>
  holdsLocale(locale) ? [...needed].filter((namespace) => !(namespace in localeBundle(locale).texts)) : [...needed];

/** Loads what the loaded pages need of a language; the server holds everything from its start. */
export async function loadTexts(locale: Locale): Promise<void> {
  const wanted = missing(locale);
  const read = (namespace: string) => files[`../../locales/${locale}/${namespace}.json`]?.() ?? Promise.resolve({});
  const isThere = holdsLocale(locale);
  const [polaris, rules, ...texts] = await Promise.all([
    isThere ? undefined : POLARIS[locale](),
    isThere ? undefined : NOUN_RULES[locale](),
    ...wanted.map(read),
  ]);
  if (polaris && rules) holdLocale(locale, { texts: {}, polaris: polaris.default, nounRules: rules.nounRules });
  for (const [index, namespace] of wanted.entries()) holdTexts(locale, namespace, texts[index] ?? {});
}

/**
 * Waits for the texts of a page when it comes, before anything of it is drawn and while the page before it stays; never again, because
 * what stands may be drawn anew at any moment, when it must not wait. Throws what loading failed with.
 */
export function useTextsOfPage(page: string, locale: Locale): void {
  const drawn = `${locale} ${page}`;
  if (drawn !== shown) waitForTexts(locale);
  useEffect(() => {
    shown = drawn;
  }, [drawn]);
}

/** Throws the promise of the texts that are not here yet, by which React draws what waits for them once they are. */
export function waitForTexts(locale: Locale): void {
  if (failure) {
    const thrown = failure;
    failure = undefined;
    throw thrown;
  }
  if (missing(locale).length === 0) return;
  const under = loading.get(locale) ?? loadTexts(locale);
  loading.set(locale, under);
  // oxlint-disable-next-line typescript/only-throw-error
  throw under
    .catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error('the texts of a page did not load', { cause: error });
    })
    .finally(() => loading.delete(locale));
}
