import { describe, expect, test } from 'vitest';
import { ERRORS } from '#app/core/errors.ts';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { refusalText, issueText } from './error-text.ts';
import { chooseLocale } from './locale.ts';
import { translate } from './translate.server.ts';
import { isWording } from './wordings.ts';

const files: Record<string, object> = import.meta.glob('../../locales/*/*.json', { eager: true, import: 'default' });

/** Every text of a file by its whole key. */
function flatten(node: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flatten(value, `${prefix}${key}.`))
        : [[`${prefix}${key}`, String(value)]],
    ),
  );
}

/** The store's own words may stand in one language and not in another; every other variable must stand in all. */
function variablesOf(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !isWording(name.replace(/^words\./, '')))
    .sort();
}

const english = Object.entries(files).filter(([path]) => path.includes('/locales/en/'));

describe.each(LOCALES.filter((locale): locale is Exclude<Locale, 'en'> => locale !== 'en'))(
  'the texts in %s',
  (locale) => {
    test.each(english.map(([path]) => path.replace(/^.*\/en\//, '')))(
      '%s has exactly the English keys and variables',
      (name) => {
        const source = flatten(files[`../../locales/en/${name}`] ?? {});
        const other = flatten(files[`../../locales/${locale}/${name}`] ?? {});
        expect(Object.keys(other).sort()).toEqual(Object.keys(source).sort());
        for (const [key, text] of Object.entries(other)) {
          expect(text.trim(), key).not.toBe('');
          expect(variablesOf(text), key).toEqual(variablesOf(source[key] ?? ''));
        }
      },
    );

    test('has no file that English has not', () => {
      const own = Object.keys(files).filter((path) => path.includes(`/locales/${locale}/`)).length;
      expect(own).toBe(english.length);
    });
  },
);

test('French texts break no line before a sign that stands after a space, nor inside of quotes', () => {
  const found = Object.entries(files)
    .filter(([path]) => path.includes('/locales/fr/'))
    .flatMap(([path, texts]) => Object.entries(flatten(texts)).map(([key, text]) => [`${path} ${key}`, text] as const))
    // What a template says to the program is no text.
    .filter(([, text]) => / [:;!?»](?!\/)|« /.test(text.replace(/\{[{%].*?[%}]\}/g, 'x')));
  expect(found.map(([key]) => key)).toEqual([]);
});

test('no Dutch sentence begins with a word of the store in small letters', () => {
  const found = Object.entries(files)
    .filter(([path]) => path.includes('/locales/nl/'))
    .flatMap(([path, texts]) => Object.entries(flatten(texts)).map(([key, text]) => [`${path} ${key}`, text] as const))
    .filter(([, text]) => /^\{\{(?:things|vendors|products)\}\} /.test(text));
  expect(found.map(([key]) => key)).toEqual([]);
});

test.each(LOCALES)('every refusal of the API has a text in %s', (locale) => {
  const t = translate(locale);
  for (const [code, { text }] of Object.entries(ERRORS)) {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const params = Object.fromEntries(names.map((name) => [name, 'X7']));
    const said = refusalText(t, { code, message: 'untranslated', params });
    expect(said, code).not.toBe('untranslated');
    expect(said, code).not.toMatch(/\{|errors:/);
    expect(said.split('X7').length - 1, code).toBe(names.length);
  }
});

test('a refusal: its words are made of its parameters, and one of a newer server stays as it came', () => {
  const t = translate('de');
  const params = { seconds: 40 };
  expect(refusalText(t, { code: 'rate_limited', params, message: 'Too many tries' })).toBe(
    'Zu viele Versuche. Versuchen Sie es in 40 Sekunden erneut',
  );
  expect(refusalText(t, { code: 'from_tomorrow', message: 'Said by a newer server' })).toBe('Said by a newer server');
});

test("a field's issue: its rule is worded with its parameters, and one that is not known stays as it came", () => {
  const t = translate('de');
  expect(issueText(t, { path: 'a', rule: 'required_field', message: 'Required field' })).toBe('Pflichtfeld');
  expect(issueText(t, { path: 'a', rule: 'too_small_string', message: 'Too small: …', params: { minimum: 8 } })).toBe(
    'Mindestens 8 Zeichen',
  );
  expect(issueText(t, { path: 'a', rule: 'custom', message: 'Must be of a kind' })).toBe('Must be of a kind');
});

test('locales: puts the own words of a store into every text', () => {
  const t = translate('en', { vendor: 'maker', vendors: 'makers' });
  expect(t('shell:places.vendors')).toBe('Makers');
  expect(t('shell:switcher.all', { count: 36 })).toBe('All 36 makers');
  expect(translate('nl')('shell:places.vendors')).toBe('Verkopers');
});

test('locales: knows the plural of a million in French and Spanish', () => {
  expect(translate('fr')('home:things', { count: 1_000_000 })).toBe('1000000 tâches');
});

test.each([
  [{ acceptLanguage: 'de-AT,de;q=0.9,en;q=0.5' }, 'de'],
  [{ acceptLanguage: 'pl,fr;q=0.8,en;q=0.9' }, 'en'],
  [{ acceptLanguage: 'pl,fr;q=0.8' }, 'fr'],
  [{ acceptLanguage: 'en-US', host: 'portal.store.nl:443' }, 'nl'],
  [{ acceptLanguage: 'es', host: 'store.nl' }, 'es'],
  [{ chosen: 'en', acceptLanguage: 'de', host: 'store.nl' }, 'en'],
  [{ acceptLanguage: 'ja' }, 'en'],
  [{}, 'en'],
] as const)('chooses for %j the language %s', (from, locale) => {
  expect(chooseLocale(from)).toBe(locale);
});
