/** Where a logo comes from: a picture (`src`), a text (`value`), or the marketplace's own mark (`default`). */
export const LOGO_CHOICES = ['value', 'src', 'default'] as const;

/** What holds until a store chooses its own look. */
export const DEFAULT_COLORS = {
  indigo600: '#4f46e5',
  indigo800: '#3730a3',
  orange800: '#9a3412',
  green800: '#166534',
} as const;

/** The words a store may choose itself, and what stands for a word that it left out. */
export const DEFAULT_WORDINGS = {
  vendor: 'vendor',
  vendors: 'vendors',
  product: 'product',
  products: 'products',
  specification: 'specification',
  commission: 'commission',
  finance: 'finance',
  marketplace: 'marketplace',
} as const;
export type WordingName = keyof typeof DEFAULT_WORDINGS;
export const WORDING_NAMES = Object.keys(DEFAULT_WORDINGS) as WordingName[];

/** The store's words over the defaults; an empty word counts as not chosen. */
export function fillWordings(own: Readonly<Record<WordingName, string>>): Record<WordingName, string> {
  return Object.fromEntries(
    WORDING_NAMES.map((name) => [name, own[name].trim() === '' ? DEFAULT_WORDINGS[name] : own[name]]),
  ) as Record<WordingName, string>;
}

/** The store's words that sentences use with articles and endings, so that other languages have to know their gender. */
export const WORDING_NOUNS = ['vendor', 'product', 'specification', 'commission', 'marketplace'] as const;
export type WordingNoun = (typeof WORDING_NOUNS)[number];
export const WORDING_GENDERS = ['masculine', 'feminine', 'neuter'] as const;
type NounGrammar = { gender: '' | (typeof WORDING_GENDERS)[number]; pluralDative: string };
type WordingGrammar = Record<WordingNoun, NounGrammar>;

/** What holds until a store says the gender of a word: the one of the word that it stands for. */
export const NO_GRAMMAR = Object.fromEntries(
  WORDING_NOUNS.map((noun) => [noun, { gender: '', pluralDative: '' }]),
) as WordingGrammar;

export type OwnWordings = Partial<Record<WordingName, string>> & { grammar?: Partial<WordingGrammar> };

/** The words that the store chose itself and what it said of their grammar, for texts that have defaults in each language. */
export function ownWordings(branding: {
  wordings: Readonly<Record<WordingName, string>>;
  wordingGrammar: Readonly<WordingGrammar>;
}): OwnWordings {
  const { wordings, wordingGrammar } = branding;
  const own: OwnWordings = Object.fromEntries(
    WORDING_NAMES.filter((name) => wordings[name].trim() !== '').map((name) => [name, wordings[name]]),
  );
  const said = WORDING_NOUNS.filter((noun) => own[noun] && Object.values(wordingGrammar[noun]).some(Boolean));
  if (said.length > 0) own.grammar = Object.fromEntries(said.map((noun) => [noun, wordingGrammar[noun]]));
  return own;
}

/** What a logo shows by what is there: a picture, else the text, else the shop's name. */
export function selectLogo({ value, src }: { value: string; src: string }): (typeof LOGO_CHOICES)[number] {
  if (src !== '') return 'src';
  return value.trim() === '' ? 'default' : 'value';
}

/** Pictures that a browser shows as a logo, as a file picker takes them. */
export const LOGO_PICTURES = 'image/png,image/jpeg,image/webp,image/gif';
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
