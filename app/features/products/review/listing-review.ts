import { maskText } from '#app/core/contact-masking/masking.ts';

/** What is checked before a person looks at a listing or at a change of one, in the order in which it is shown. */
export const REVIEW_CHECKS = ['pictures', 'description', 'prices', 'contact', 'rise'] as const;
export type ReviewCheck = { check: (typeof REVIEW_CHECKS)[number]; isMet: boolean };

/** A price that rose by more than this is pointed out, percent. */
export const PRICE_RISE_PERCENT = 10n;
/** So much of a text is searched for contact details; a description has at most as many characters of markup. */
const MAX_CHECKED_CHARACTERS = 100_000;

type Listing = {
  /** Pictures, and whether each arrived at the platform. */
  media: readonly { hasProblem: boolean }[];
  /** Title and description without formatting. */
  texts: readonly string[];
  description: string;
  prices: readonly { priceMinor: bigint; compareAtMinor: bigint | null }[];
};

/** The checks of a listing as it would be sold. A change of prices adds whether one rose by more than 10 percent. */
export function checkListing(listing: Listing, prices: readonly PriceChange[] = []): ReviewCheck[] {
  const { media, texts, description } = listing;
  const checks: ReviewCheck[] = [
    { check: 'pictures', isMet: media.length > 0 && media.every(({ hasProblem }) => !hasProblem) },
    { check: 'description', isMet: description.trim() !== '' },
    { check: 'prices', isMet: listing.prices.every(isPlausible) },
    { check: 'contact', isMet: texts.every((text) => maskText(text.slice(0, MAX_CHECKED_CHARACTERS)).hits === 0) },
  ];
  return prices.length === 0 ? checks : [...checks, { check: 'rise', isMet: !prices.some(roseMuch) }];
}

/** A price is above zero, and what it is compared with is above it. */
const isPlausible = ({ priceMinor, compareAtMinor }: Listing['prices'][number]): boolean =>
  priceMinor > 0n && (compareAtMinor === null || compareAtMinor > priceMinor);

export type PriceChange = { oldMinor: bigint; newMinor: bigint };

/** Whether a price rose by more than 10 percent. */
const roseMuch = ({ oldMinor, newMinor }: PriceChange): boolean =>
  (newMinor - oldMinor) * 100n > oldMinor * PRICE_RISE_PERCENT;

/** The change of a price in percent with one place, half up: 10.3 for 58 to 64; null where there was no price before. */
export function risePercent({ oldMinor, newMinor }: PriceChange): string | null {
  if (oldMinor <= 0n) return null;
  const difference = newMinor - oldMinor;
  const size = difference < 0n ? -difference : difference;
  const tenths = (size * 2000n + oldMinor) / (oldMinor * 2n);
  return `${difference < 0n ? '-' : ''}${tenths / 10n}.${tenths % 10n}`;
}
