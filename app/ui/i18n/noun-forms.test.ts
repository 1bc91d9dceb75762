import { describe, expect, it, test } from 'vitest';
import { LOCALES, type Locale } from '#app/core/viewer.ts';
import { localeBundle } from './catalog.ts';
import { isNounForm, nounForms, NOUNS } from './noun-forms.ts';
import { translate } from './translate.server.ts';
import { isWording, wordingVariables, type DefaultWordings, type OwnWordings } from './wordings.ts';

const files: Record<string, DefaultWordings> = import.meta.glob('../../locales/*/wordings.json', {
  eager: true,
  import: 'default',
});

function variables(locale: Locale, own: OwnWordings = {}): Record<string, string> {
  const defaults = files[`../../locales/${locale}/wordings.json`];
  if (!defaults) throw new Error(`no wordings in ${locale}`);
  return wordingVariables(localeBundle(locale).nounRules, own, defaults);
}

describe('forms of the store’s words', () => {
  it.each([
    ['fr', 'le vendeur', 'du vendeur', 'au vendeur', 'un vendeur', 'de vendeurs'],
    ['de', 'der Verkäufer', 'vom Verkäufer', 'zum Verkäufer', 'ein Verkäufer', 'von Verkäufern'],
    ['es', 'el vendedor', 'del vendedor', 'al vendedor', 'un vendedor', 'de vendedores'],
    ['nl', 'de verkoper', 'van de verkoper', 'aan de verkoper', 'een verkoper', 'van verkopers'],
    ['en', 'the vendor', 'of the vendor', 'to the vendor', 'a vendor', 'of vendors'],
  ] as const)('the default vendor in %s has its articles', (locale, the, ofThe, toThe, a, ofMany) => {
    const { theVendor, ofTheVendor, toTheVendor, aVendor, ofVendors } = variables(locale);
    expect([theVendor, ofTheVendor, toTheVendor, aVendor, ofVendors]).toEqual([the, ofThe, toThe, a, ofMany]);
  });

  it('an own word with a gender takes its articles in each language', () => {
    const own: OwnWordings = {
      vendor: 'boutique',
      vendors: 'boutiques',
      grammar: { vendor: { gender: 'feminine', pluralDative: '' } },
    };
    expect(variables('fr', own)).toMatchObject({
      theVendor: 'la boutique',
      ofTheVendor: 'de la boutique',
      NewVendor: 'Nouvelle boutique',
      noVendor: 'aucune boutique',
      allVendors: 'toutes les boutiques',
    });
    expect(variables('es', own)).toMatchObject({ toTheVendor: 'a la boutique', theVendors: 'las boutiques' });
    expect(variables('de', own)).toMatchObject({ theAccVendor: 'die boutique', aDatVendor: 'einer boutique' });
    expect(variables('nl', { ...own, grammar: { vendor: { gender: 'neuter', pluralDative: '' } } })).toMatchObject({
      theVendor: 'het boutique',
      thisVendor: 'dit boutique',
    });
  });

  it('an own word without a gender takes the one of the word that it stands for', () => {
    expect(variables('de', { marketplace: 'Basar' })).toMatchObject({ theDatMarketplace: 'dem Basar' });
    expect(variables('fr', { marketplace: 'galerie' })).toMatchObject({ toTheMarketplace: 'à la galerie' });
  });

  it('French elides before a vowel, an accent and an h', () => {
    const own: OwnWordings = { vendor: 'éleveur', vendors: 'éleveurs', product: 'habit', products: 'habits' };
    expect(variables('fr', own)).toMatchObject({
      theVendor: 'l’éleveur',
      ofTheVendor: 'de l’éleveur',
      ofVendors: 'd’éleveurs',
      thisProduct: 'cet habit',
      newProduct: 'nouvel habit',
    });
  });

  it('the German dative plural follows the rule unless the store says another', () => {
    const own: OwnWordings = { vendor: 'Künstler', vendors: 'Künstler' };
    expect(variables('de', own)).toMatchObject({ vendorsDative: 'Künstlern' });
    expect(variables('de', { ...own, vendors: 'Ateliers' })).toMatchObject({ vendorsDative: 'Ateliers' });
    const grammar = { vendor: { gender: '', pluralDative: 'Studios' } } as const;
    expect(variables('de', { ...own, vendors: 'Studio', grammar })).toMatchObject({ vendorsDative: 'Studios' });
  });

  it('English says an before a vowel', () => {
    expect(variables('en', { vendor: 'artist', vendors: 'artists' })).toMatchObject({ AVendor: 'An artist' });
  });

  it.each(LOCALES)('every form has a name that texts may use, in %s', (locale) => {
    for (const noun of NOUNS) {
      const forms = nounForms(localeBundle(locale).nounRules, noun, { singular: 'a', plural: 'b', gender: 'feminine' });
      expect(Object.keys(forms).filter((name) => !isNounForm(name))).toEqual([]);
    }
  });
});

test('a text chooses an ending by the gender of a word', () => {
  const t = translate('fr', { vendor: 'boutique', grammar: { vendor: { gender: 'feminine', pluralDative: '' } } });
  expect(t('vendors:invite')).toBe('Inviter une boutique');
});

const texts: Record<string, object> = import.meta.glob('../../locales/*/*.json', { eager: true, import: 'default' });

function flatten(node: object, prefix: string): [key: string, text: string][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${prefix}.${key}`)
      : [[`${prefix}.${key}`, String(value)]],
  );
}

/** A noun of the store's beside a colon or in brackets: a sentence that avoids its article and its ending. */
const DODGES = [
  /^[^:{.]{1,40}\s?: \{\{\s?(words\.)?(vendor|product|commission|specification|marketplace)s?\s?\}\}/i,
  /^\{\{\s?(words\.)?(vendor|product|commission|specification|marketplace)s?\s?\}\}\s?:(?! \{\{)/i,
  /\((?:[^(){}]{0,20}: )?\{\{\s?(words\.)?(vendor|product|commission|specification|marketplace)s?\s?\}\}\)/i,
];

test.each(LOCALES.filter((locale) => locale !== 'en'))(
  'no text in %s dodges the grammar of the store’s words by a colon or brackets',
  (locale) => {
    const all = Object.entries(texts)
      .filter(([path]) => path.includes(`/locales/${locale}/`))
      .flatMap(([path, file]) => flatten(file, path.replace(/^.*\//, '').replace('.json', '')));
    expect(all.length).toBeGreaterThan(3_000);
    expect(all.filter(([, text]) => DODGES.some((dodge) => dodge.test(text)))).toEqual([]);
  },
);

test.each(LOCALES)('each form of a word that a text in %s names exists', (locale) => {
  const known = new Set(Object.keys(variables(locale)));
  const named = Object.entries(texts)
    .filter(([path]) => path.includes(`/locales/${locale}/`))
    .flatMap(([, file]) => flatten(file, ''))
    .flatMap(([key, text]) => [...text.matchAll(/\{\{\s?(?:words\.)?(\w+)/g)].map(([, name = '']) => ({ key, name })));
  expect(named.filter(({ name }) => isWording(name) && !known.has(name))).toEqual([]);
});
