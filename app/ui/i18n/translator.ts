import { createInstance, type i18n, type PostProcessorModule } from 'i18next';
import type { Locale } from '#app/core/viewer.ts';
import { localeBundle, type LocaleBundle } from './catalog.ts';
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
    interpolation: { escapeValue: false },
    postProcess: [ONE_STOP.name],
    // A part that is shown without its texts is a fault of ours: see `load-texts.ts`.
    saveMissing: true,
    missingKeyHandler: (_locales, namespace, key, _fallback, _update, { defaultValue }: { defaultValue?: string }) => {
      if (defaultValue === undefined) console.error(`There is no text ${namespace}:${key}`);
    },
  });
  // As the instance's own default variables they would be copied for every text, hundreds of them. The interpolator looks each up
  // where a text names it.
  const interpolation = { ...instance.options.interpolation, defaultVariables: variables };
  Object.assign(instance.services.interpolator, { options: { ...instance.options, interpolation } });
  instance.services.formatter?.add('pick', pickForm);
  return instance;
}

/** `{{vendorGender, pick(masculine: neu; feminine: neue)}}`: the form that is named like the value; a neuter falls back to the masculine. */
function pickForm(value: unknown, _locale: string | undefined, forms: Record<string, unknown>): string {
  const form = forms[String(value)] ?? forms.masculine;
  return typeof form === 'string' ? form : '';
}

/** Translators that are kept at most: the languages of the stores that one process meets, each with its own words. */
const MAX_KEPT = 200;
const KEPT = new WeakMap<LocaleBundle, Map<string, Translate>>();

/** The translating function alone. Making one costs far more than a text does, and a page asks for several: each is made once. */
export function findTranslator(locale: Locale, ownWordings: OwnWordings): Translate {
  const bundle = localeBundle(locale);
  const kept = KEPT.get(bundle) ?? new Map<string, Translate>();
  KEPT.set(bundle, kept);
  const key = JSON.stringify(ownWordings);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const made = keepPlainTexts(createTranslator(locale, ownWordings));
  kept.set(key, made);
  return made;
}

/** Texts without values are the same each time, and most texts of a page are: each is put together once. */
function keepPlainTexts(instance: i18n): Translate {
  const texts = new Map<string, string>();
  const translate = instance.t as unknown as (key: string | string[], values?: unknown) => string;
  const t = (key: string | string[], values?: unknown): string => {
    if (typeof key !== 'string' || values !== undefined) return translate(key, values);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = translate(key);
    // In a browser a missing text may still be loaded.
    if (instance.exists(key)) texts.set(key, text);
    return text;
  };
  return t as unknown as Translate;
}
