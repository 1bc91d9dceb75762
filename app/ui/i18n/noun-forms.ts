import type { Locale } from '#app/core/viewer.ts';

/** The genders a word can have; Dutch says "het" to a neuter and "de" to the others, French and Spanish know no neuter. */
export const GENDERS = ['masculine', 'feminine', 'neuter'] as const;
export type Gender = (typeof GENDERS)[number];

/** The store's words that stand in sentences with articles and endings. */
export const NOUNS = ['vendor', 'product', 'specification', 'commission', 'marketplace'] as const;
export type Noun = (typeof NOUNS)[number];

/** A word with what its language has to know of it. `plural` and `pluralDative` are missing where no text uses them. */
export type NounGrammar = { singular: string; gender: Gender; plural?: string; pluralDative?: string };

type Forms = Record<string, string>;
type ByGender = readonly [masculine: string, feminine: string, neuter: string];

/**
 * The forms in which texts use a word, by the names of their variables: `theVendor`, `aVendor`, `ofTheVendor`. Every language has all
 * names, with what stands for them in it, so that a text can be moved from one to another. `vendorGender` lets a text choose an ending:
 * `{{vendorGender, pick(masculine: nouveau; feminine: nouvelle)}}`.
 */
export function nounForms(locale: Locale, noun: Noun, grammar: NounGrammar): Forms {
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  const { singular, plural, gender } = grammar;
  const forms: Forms = { [`${noun}Gender`]: gender };
  for (const [form, text] of Object.entries(SINGULAR[locale](singular, gender))) forms[`${form}${name}`] = text;
  if (plural === undefined) return forms;
  const dative = grammar.pluralDative ?? toDativePlural(plural);
  for (const [form, text] of Object.entries(PLURAL[locale](plural, gender, dative))) forms[`${form}${name}s`] = text;
  forms[`${noun}sDative`] = dative;
  return forms;
}

/** Whether the name of a variable is one of a form of a noun, such as `theVendor` or `OfTheVendors`. */
export const isNounForm = (name: string): boolean => NOUN_FORM.test(name);

const FORM_NAMES = [
  'the',
  'theAcc',
  'theDat',
  'a',
  'aAcc',
  'aDat',
  'ofThe',
  'ofA',
  'of',
  'toThe',
  'this',
  'thisAcc',
  'no',
  'noAcc',
  'new',
  'newAcc',
] as const;
type FormName = (typeof FORM_NAMES)[number];

const NOUN_FORM = new RegExp(
  `^(?:(?:${[...FORM_NAMES, 'all', 'other'].join('|')})(?:${NOUNS.join('|')})s?|(?:${NOUNS.join('|')})(?:Gender|sDative))$`,
  'i',
);

type Build = (word: string, gender: Gender) => Record<FormName, string>;

const choose = (gender: Gender, forms: ByGender): string => forms[GENDERS.indexOf(gender)] ?? forms[0];

/** A French word that begins with a vowel or a silent h takes the elided article. Accents do not count. */
const startsWithVowel = (word: string): boolean =>
  /^[aeiouhœæ]/i.test(word.normalize('NFD').replaceAll(/\p{Mark}/gu, ''));

/** The German dative plural ends in n, unless the plural ends in n or s already. */
const toDativePlural = (plural: string): string => (/[nsa]$/i.test(plural) ? plural : `${plural}n`);

const SINGULAR: Record<Locale, Build> = {
  en: (word) => {
    const [the, a, of] = [`the ${word}`, `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`, `of ${word}`];
    return {
      the,
      theAcc: the,
      theDat: the,
      ofThe: `of ${the}`,
      toThe: `to ${the}`,
      a,
      aAcc: a,
      aDat: a,
      ofA: `of ${a}`,
      of,
      this: `this ${word}`,
      thisAcc: `this ${word}`,
      no: `no ${word}`,
      noAcc: `no ${word}`,
      new: `new ${word}`,
      newAcc: `new ${word}`,
    };
  },
  de: (word, gender) => {
    const by = (...forms: ByGender) => `${choose(gender, forms)} ${word}`;
    return {
      the: by('der', 'die', 'das'),
      theAcc: by('den', 'die', 'das'),
      theDat: by('dem', 'der', 'dem'),
      a: by('ein', 'eine', 'ein'),
      aAcc: by('einen', 'eine', 'ein'),
      aDat: by('einem', 'einer', 'einem'),
      ofThe: by('vom', 'von der', 'vom'),
      ofA: by('von einem', 'von einer', 'von einem'),
      of: `von ${word}`,
      toThe: by('zum', 'zur', 'zum'),
      this: by('dieser', 'diese', 'dieses'),
      thisAcc: by('diesen', 'diese', 'dieses'),
      no: by('kein', 'keine', 'kein'),
      noAcc: by('keinen', 'keine', 'kein'),
      new: by('neuer', 'neue', 'neues'),
      newAcc: by('neuen', 'neue', 'neues'),
    };
  },
  fr: (word, gender) => {
    const elides = startsWithVowel(word);
    const by = (masculine: string, feminine: string) => `${choose(gender, [masculine, feminine, masculine])} ${word}`;
    const the = elides ? `l’${word}` : by('le', 'la');
    const toThe = elides ? `à l’${word}` : by('au', 'à la');
    const [a, aNew] = [by('un', 'une'), by(elides ? 'nouvel' : 'nouveau', 'nouvelle')];
    return {
      the,
      theAcc: the,
      theDat: toThe,
      ofThe: elides ? `de l’${word}` : by('du', 'de la'),
      toThe,
      a,
      aAcc: a,
      aDat: `à ${a}`,
      ofA: `d’${a}`,
      of: elides ? `d’${word}` : `de ${word}`,
      this: by(elides ? 'cet' : 'ce', 'cette'),
      thisAcc: by(elides ? 'cet' : 'ce', 'cette'),
      no: by('aucun', 'aucune'),
      noAcc: by('aucun', 'aucune'),
      new: aNew,
      newAcc: aNew,
    };
  },
  nl: (word, gender) => {
    const by = (common: string, neuter: string) => `${choose(gender, [common, common, neuter])} ${word}`;
    const [the, a] = [by('de', 'het'), `een ${word}`];
    return {
      the,
      theAcc: the,
      theDat: the,
      ofThe: `van ${the}`,
      toThe: `aan ${the}`,
      a,
      aAcc: a,
      aDat: a,
      ofA: `van ${a}`,
      of: `van ${word}`,
      this: by('deze', 'dit'),
      thisAcc: by('deze', 'dit'),
      no: `geen ${word}`,
      noAcc: `geen ${word}`,
      new: by('nieuwe', 'nieuw'),
      newAcc: by('nieuwe', 'nieuw'),
    };
  },
  es: (word, gender) => {
    const by = (masculine: string, feminine: string) => `${choose(gender, [masculine, feminine, masculine])} ${word}`;
    const [the, a] = [by('el', 'la'), by('un', 'una')];
    return {
      the,
      theAcc: the,
      theDat: by('al', 'a la'),
      ofThe: by('del', 'de la'),
      toThe: by('al', 'a la'),
      a,
      aAcc: a,
      aDat: `a ${a}`,
      ofA: `de ${a}`,
      of: `de ${word}`,
      this: by('este', 'esta'),
      thisAcc: by('este', 'esta'),
      no: by('ningún', 'ninguna'),
      noAcc: by('ningún', 'ninguna'),
      new: by('nuevo', 'nueva'),
      newAcc: by('nuevo', 'nueva'),
    };
  },
};

type PluralName = 'the' | 'ofThe' | 'of' | 'toThe' | 'new' | 'all' | 'other';

const PLURAL: Record<Locale, (word: string, gender: Gender, dative: string) => Record<PluralName, string>> = {
  en: (word) => ({
    the: `the ${word}`,
    ofThe: `of the ${word}`,
    of: `of ${word}`,
    toThe: `to the ${word}`,
    new: `new ${word}`,
    all: `all ${word}`,
    other: `other ${word}`,
  }),
  de: (word, _gender, dative) => ({
    the: `die ${word}`,
    ofThe: `der ${word}`,
    of: `von ${dative}`,
    toThe: `den ${dative}`,
    new: `neue ${word}`,
    all: `alle ${word}`,
    other: `andere ${word}`,
  }),
  fr: (word, gender) => {
    const isFeminine = gender === 'feminine';
    const of = startsWithVowel(word) ? `d’${word}` : `de ${word}`;
    return {
      the: `les ${word}`,
      ofThe: `des ${word}`,
      of,
      toThe: `aux ${word}`,
      new: `${isFeminine ? 'nouvelles' : 'nouveaux'} ${word}`,
      all: `${isFeminine ? 'toutes' : 'tous'} les ${word}`,
      other: `d’autres ${word}`,
    };
  },
  nl: (word) => ({
    the: `de ${word}`,
    ofThe: `van de ${word}`,
    of: `van ${word}`,
    toThe: `aan de ${word}`,
    new: `nieuwe ${word}`,
    all: `alle ${word}`,
    other: `andere ${word}`,
  }),
  es: (word, gender) => {
    const [article, ending] = gender === 'feminine' ? ['las', 'as'] : ['los', 'os'];
    return {
      the: `${article} ${word}`,
      ofThe: `de ${article} ${word}`,
      of: `de ${word}`,
      toThe: `a ${article} ${word}`,
      new: `nuev${ending} ${word}`,
      all: `tod${ending} ${article} ${word}`,
      other: `otr${ending} ${word}`,
    };
  },
};
