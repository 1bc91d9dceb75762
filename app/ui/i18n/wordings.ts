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

/** The words as variables of every text: `{{vendor}}` inside a sentence, `{{Vendor}}` at its beginning. */
export function wordingVariables(wordings: Wordings): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const key of WORDING_KEYS) {
    variables[key] = wordings[key];
    variables[capitalise(key)] = capitalise(wordings[key]);
  }
  return variables;
}

/** Whether a variable of a text is one of the store's words, which every text has. */
export const isWording = (name: string): boolean => WORDING_KEYS.some((key) => key === name.toLowerCase());

/** The store's own words over the defaults; an empty word counts as not chosen. */
export function completeWordings(own: Partial<Wordings>, defaults: Wordings): Wordings {
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
