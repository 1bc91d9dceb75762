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

/** The words that the store chose itself, for texts that have defaults of their own in each language. */
export function ownWordings(own: Readonly<Record<WordingName, string>>): Partial<Record<WordingName, string>> {
  return Object.fromEntries(WORDING_NAMES.filter((name) => own[name].trim() !== '').map((name) => [name, own[name]]));
}

/** What a logo shows by what is there: a picture, else the text, else the shop's name. */
export function selectLogo({ value, src }: { value: string; src: string }): (typeof LOGO_CHOICES)[number] {
  if (src !== '') return 'src';
  return value.trim() === '' ? 'default' : 'value';
}

/** Pictures that a browser shows as a logo, as a file picker takes them. */
export const LOGO_PICTURES = 'image/png,image/jpeg,image/webp,image/gif';
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
