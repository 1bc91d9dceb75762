import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { bundle as de } from './bundles/de.ts';
import { bundle as en } from './bundles/en.ts';
import { bundle as es } from './bundles/es.ts';
import { bundle as fr } from './bundles/fr.ts';
import { bundle as nl } from './bundles/nl.ts';
import { holdLocale, type LocaleBundle } from './catalog.ts';
import type { Translate } from './keys.ts';
import { findTranslator } from './translator.ts';
import type { OwnWordings } from './wordings.ts';

const bundles: Record<Locale, LocaleBundle> = { en, nl, de, fr, es };
for (const locale of LOCALES) holdLocale(locale, bundles[locale]);

/** Texts outside React (mails, errors, titles) in one language, with the store's own words in place. */
export function translate(locale: Locale, ownWordings: OwnWordings = {}): Translate {
  return findTranslator(locale, ownWordings);
}
