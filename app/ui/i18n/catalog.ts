import type { AppProviderProps } from '@shopify/polaris';
import type { Locale } from '#app/core/viewer.ts';
import { invariant } from '#app/core/invariant.ts';
import type { NounRules } from './noun-forms.ts';

/** All texts of one language: namespace → (nested) key → text. */
export type LocaleTexts = Record<string, Record<string, unknown>>;
/** A language as the pages need it: our own texts, those of Polaris for its own parts, and how sentences use the store's words. */
export type LocaleBundle = {
  texts: LocaleTexts;
  polaris: Extract<AppProviderProps['i18n'], unknown[]>[number];
  nounRules: NounRules;
};

/**
 * The languages this process holds. The server holds all five from its start; a browser loads of one what its pages say
 * (`load-texts.ts`) before it draws them, so that rendering never has to wait for a text.
 */
const cached = new Map<Locale, LocaleBundle>();

export function holdLocale(locale: Locale, { texts, polaris, nounRules }: LocaleBundle): void {
  cached.set(locale, { texts: {}, polaris, nounRules });
  for (const [namespace, file] of Object.entries(texts)) holdTexts(locale, namespace, file);
}

/** Adds a namespace to a language that is held; translators that exist already find it. */
export function holdTexts(locale: Locale, namespace: string, file: Record<string, unknown>): void {
  localeBundle(locale).texts[namespace] = withManyForms(file) as Record<string, unknown>;
}

export function holdsLocale(locale: Locale): boolean {
  return cached.has(locale);
}

export function localeBundle(locale: Locale): LocaleBundle {
  const bundle = cached.get(locale);
  invariant(bundle, `the texts of "${locale}" are not loaded`);
  return bundle;
}

/**
 * French and Spanish have a plural form of their own for whole millions ("1 million de …"). We write counts in digits,
 * where it equals the ordinary plural, so the files hold the English forms only and this form is filled in.
 */
function withManyForms(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    filled[key] = withManyForms(value);
    if (key.endsWith('_other')) filled[key.replace(/_other$/, '_many')] = value;
  }
  return filled;
}
