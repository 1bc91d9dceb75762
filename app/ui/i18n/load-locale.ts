import type { Locale } from '#app/core/viewer.ts';
import { holdLocale, type LocaleBundle } from './catalog.ts';

type Loaders = Record<Locale, () => Promise<{ bundle: LocaleBundle }>>;

const WHOLE: Loaders = {
  en: () => import('./bundles/en.ts'),
  nl: () => import('./bundles/nl.ts'),
  de: () => import('./bundles/de.ts'),
  fr: () => import('./bundles/fr.ts'),
  es: () => import('./bundles/es.ts'),
};

const LOGIN: Loaders = {
  en: () => import('./bundles/login-en.ts'),
  nl: () => import('./bundles/login-nl.ts'),
  de: () => import('./bundles/login-de.ts'),
  fr: () => import('./bundles/login-fr.ts'),
  es: () => import('./bundles/login-es.ts'),
};

/**
 * Loads one language in the browser, each in its own chunk. The ways in need a small part of it; who goes on from there
 * loads a new document.
 */
export async function loadLocale(locale: Locale, isLogin: boolean): Promise<void> {
  holdLocale(locale, (await (isLogin ? LOGIN : WHOLE)[locale]()).bundle);
}
