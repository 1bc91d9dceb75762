import { createInstance, type i18n, type PostProcessorModule } from 'i18next';
import type { Locale } from '#app/core/viewer.ts';
import { localeBundle } from './catalog.ts';
import type { Translate } from './keys.ts';
import { endOnce } from './sentences.ts';
import { wordingVariables, type DefaultWordings, type OwnWordings } from './wordings.ts';

/** A value that ends with a full stop, such as "14. Nov.", ends the sentence that it stands last in. */
const ONE_STOP: PostProcessorModule = {
  type: 'postProcessor',
  name: 'oneStop',
  process: (text: string, _key: string | string[], values: Record<string, unknown>) =>
    typeof text === 'string' ? endOnce(text, Object.values(values)) : text,
};

/** An own i18next instance for one viewer: texts in one language, with the store's own words in every text. */
export function createTranslator(locale: Locale, ownWordings: OwnWordings): i18n {
  const { texts, nounRules } = localeBundle(locale);
  const variables = wordingVariables(nounRules, ownWordings, texts.wordings as DefaultWordings);
  const instance = createInstance().use(ONE_STOP);
  void instance.init({
    lng: locale,
    resources: { [locale]: texts },
    ns: Object.keys(texts),
    defaultNS: 'common',
    fallbackLng: false,
    initAsync: false,
    returnNull: false,
    interpolation: { escapeValue: false, defaultVariables: variables },
    postProcess: [ONE_STOP.name],
    // A part that is shown without its texts is a fault of ours: see `load-texts.ts`.
    saveMissing: true,
    missingKeyHandler: (_locales, namespace, key, _fallback, _update, { defaultValue }: { defaultValue?: string }) => {
      if (defaultValue === undefined) console.error(`There is no text ${namespace}:${key}`);
    },
  });
  instance.services.formatter?.add('pick', pickForm);
  return instance;
}

/** `{{vendorGender, pick(masculine: neu; feminine: neue)}}`: the form that is named like the value; a neuter falls back to the masculine. */
function pickForm(value: unknown, _locale: string | undefined, forms: Record<string, unknown>): string {
  const form = forms[String(value)] ?? forms.masculine;
  return typeof form === 'string' ? form : '';
}

/** The translating function alone. */
export function translatorOf(locale: Locale, ownWordings: OwnWordings): Translate {
  return createTranslator(locale, ownWordings).t;
}
