import type { Locale } from '#app/core/viewer.ts';
import { holdLocale, type LocaleBundle } from './catalog.ts';

/** Loads one language in the browser, each in its own chunk. */
export async function loadLocale(locale: Locale): Promise<void> {
  const loaders: Record<Locale, () => Promise<{ bundle: LocaleBundle }>> = {
    en: () => import('./bundles/en.ts'),
    nl: () => import('./bundles/nl.ts'),
    de: () => import('./bundles/de.ts'),
    fr: () => import('./bundles/fr.ts'),
    es: () => import('./bundles/es.ts'),
  };
  holdLocale(locale, (await loaders[locale]()).bundle);
}
