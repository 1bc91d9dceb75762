import {
  isNounForm,
  nounForms,
  NOUNS,
  type Gender,
  type Noun,
  type NounGrammar,
  type NounRules,
} from './noun-forms.ts';

/** The words a store may choose itself, in small letters, as they stand in the middle of a sentence. */
export const WORDING_KEYS = [
  'vendor',
  'vendors',
  'product',
  'products',
  'specification',
  'commission',
  'finance',
  'marketplace',
] as const;
export type WordingKey = (typeof WORDING_KEYS)[number];
export type Wordings = Record<WordingKey, string>;

/** What a store says of its own word for German, French, Spanish and Dutch; empty is not said. */
export type OwnGrammar = Partial<Record<Noun, { gender: Gender | ''; pluralDative: string }>>;
/** The words that the store chose itself, and their grammar. */
export type OwnWordings = Partial<Wordings> & { grammar?: OwnGrammar };
/** The words of a language when the store chose none, with the grammar that they have there. */
export type DefaultWordings = Wordings & { grammar: Record<Noun, { gender: Gender; pluralDative?: string }> };

/**
 * The words as variables of every text: `{{vendor}}` inside a sentence, `{{Vendor}}` at its beginning, and their forms with articles,
 * such as `{{theVendor}}` (`noun-forms.ts`).
 */
export function wordingVariables(
  rules: NounRules,
  own: OwnWordings,
  defaults: DefaultWordings,
): Record<string, string> {
  const wordings = completeWordings(own, defaults);
  const forms: Record<string, string> = {};
  for (const key of WORDING_KEYS) forms[key] = wordings[key];
  for (const noun of NOUNS) Object.assign(forms, nounForms(rules, noun, toGrammar(noun, own, defaults)));
  const variables: Record<string, string> = {};
  for (const [name, text] of Object.entries(forms)) {
    variables[name] = text;
    variables[capitalise(name)] = capitalise(text);
  }
  return variables;
}

/** An own word without a gender of its own takes the gender of the word that it stands for. */
function toGrammar(noun: Noun, own: OwnWordings, defaults: DefaultWordings): NounGrammar {
  const wordings = completeWordings(own, defaults);
  const said = own.grammar?.[noun];
  const plural = noun === 'vendor' || noun === 'product' ? wordings[`${noun}s`] : undefined;
  const isDefaultPlural = plural !== undefined && plural === defaults[noun === 'vendor' ? 'vendors' : 'products'];
  const pluralDative = said?.pluralDative || (isDefaultPlural ? defaults.grammar[noun].pluralDative : undefined);
  const grammar: NounGrammar = { singular: wordings[noun], gender: said?.gender || defaults.grammar[noun].gender };
  if (plural !== undefined) grammar.plural = plural;
  if (pluralDative) grammar.pluralDative = pluralDative;
  return grammar;
}

/** Whether a variable of a text is one of the store's words or one of their forms, which every text has. */
export const isWording = (name: string): boolean =>
  WORDING_KEYS.some((key) => key === name.toLowerCase()) || isNounForm(name);

/** The store's own words over the defaults; an empty word counts as not chosen. */
function completeWordings(own: Partial<Wordings>, defaults: Wordings): Wordings {
  const complete = { ...defaults };
  for (const key of WORDING_KEYS) {
    const word = own[key]?.trim();
    if (word) complete[key] = word;
  }
  return complete;
}

function capitalise(word: string): string {
  const [first = '', ...rest] = word;
  return first.toLocaleUpperCase() + rest.join('');
}
