/** The genders a word can have; Dutch says "het" to a neuter and "de" to the others, French and Spanish know no neuter. */
export const GENDERS = ['masculine', 'feminine', 'neuter'] as const;
export type Gender = (typeof GENDERS)[number];

/** The store's words that stand in sentences with articles and endings. */
export const NOUNS = ['vendor', 'product', 'specification', 'commission', 'marketplace'] as const;
export type Noun = (typeof NOUNS)[number];

/** A word with what its language has to know of it. `plural` and `pluralDative` are missing where no text uses them. */
export type NounGrammar = { singular: string; gender: Gender; plural?: string; pluralDative?: string };

type Forms = Record<string, string>;
export type ByGender = readonly [masculine: string, feminine: string, neuter: string];

/**
 * The forms in which texts use a word, by the names of their variables: `theVendor`, `aVendor`, `ofTheVendor`. Every language has all
 * names, with what stands for them in it, so that a text can be moved from one to another. `vendorGender` lets a text choose an ending:
 * `{{vendorGender, pick(masculine: nouveau; feminine: nouvelle)}}`.
 */
export function nounForms(rules: NounRules, noun: Noun, grammar: NounGrammar): Forms {
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  const { singular, plural, gender } = grammar;
  const forms: Forms = { [`${noun}Gender`]: gender };
  for (const [form, text] of Object.entries(rules.singular(singular, gender))) forms[`${form}${name}`] = text;
  if (plural === undefined) return forms;
  const dative = grammar.pluralDative ?? toDativePlural(plural);
  for (const [form, text] of Object.entries(rules.plural(plural, gender, dative))) forms[`${form}${name}s`] = text;
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

export const choose = (gender: Gender, forms: ByGender): string => forms[GENDERS.indexOf(gender)] ?? forms[0];

/** A French word that begins with a vowel or a silent h takes the elided article. Accents do not count. */
export const startsWithVowel = (word: string): boolean =>
  /^[aeiouhœæ]/i.test(word.normalize('NFD').replaceAll(/\p{Mark}/gu, ''));

/** The German dative plural ends in n, unless the plural ends in n or s already. */
const toDativePlural = (plural: string): string => (/[nsa]$/i.test(plural) ? plural : `${plural}n`);

type PluralName = 'the' | 'ofThe' | 'of' | 'toThe' | 'new' | 'all' | 'other';

/** The forms of a language (`nouns/`): each is a file of its own, so that a page loads its own alone. */
export type NounRules = {
  singular: (word: string, gender: Gender) => Record<FormName, string>;
  plural: (word: string, gender: Gender, dative: string) => Record<PluralName, string>;
};
