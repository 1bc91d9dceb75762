/** The most entries that a catalogue has. */
export const MAX_ENTRIES = 10_000;
export const TITLE_MAX = 255;
export const DESCRIPTION_MAX = 20_000;
export const TYPE_MAX = 255;
export const BARCODE_MAX = 64;
/** The most search words that are looked at. */
const MAX_WORDS = 8;

/** Which entries a list of the marketplace shows. */
export const ENTRY_VIEWS = ['all', 'active', 'archived'] as const;
export type EntryView = (typeof ENTRY_VIEWS)[number];

/** The kind of the store's copies of entries: the app's own, which the store's staff read and do not change. */
export const ENTRY_KIND = '$app:souk_catalog_entry';
/** Where a product says of which entry it is an offer, and where the platform reads that search engines and search pass it over. */
export const ENTRY_METAFIELD = { namespace: 'souk', key: 'entry', type: 'metaobject_reference' } as const;
export const HIDDEN_METAFIELD = { namespace: 'seo', key: 'hidden', type: 'number_integer' } as const;

/** Whether a field of a product is one of those by which it is an offer: ours alone to write. */
export function isOfferField({ namespace, key }: { namespace: string; key: string }): boolean {
  return [ENTRY_METAFIELD, HIDDEN_METAFIELD].some((own) => own.namespace === namespace && own.key === key);
}

/** How the store's copy of an entry is named within its kind: by our id, so that writing it again writes over it. */
export const entryHandle = (id: bigint): string => `entry-${id}`;

/** What a search looks through; the database folds it. */
export function formatSearchText(entry: { title: string; productType: string; barcode: string }): string {
  return [entry.title, entry.productType, entry.barcode].filter(Boolean).join(' ');
}

/** The words of a search, each to be found somewhere; no more than eight are looked at. */
export function searchWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}

/** A live offer of an entry, as prices are compared: amounts in minor units. */
export type LiveOffer = { productId: bigint; priceMinor: bigint; inStock: boolean };
/** Where a price stands: the lowest of the others, how many others there are, and the place among all from 1 on. */
export type PricePosition = { lowestMinor: bigint; others: number; place: number };

/** Where an offer's lowest price stands among the other live offers of its entry; undefined where there are no others. */
export function findPricePosition(
  own: { productId: bigint; priceMinor: bigint },
  live: readonly LiveOffer[],
): PricePosition | undefined {
  const others = live.filter(({ productId }) => productId !== own.productId);
  const [first, ...rest] = others.map(({ priceMinor }) => priceMinor);
  if (first === undefined) return undefined;
  const lowestMinor = rest.reduce((least, price) => (price < least ? price : least), first);
  return {
    lowestMinor,
    others: others.length,
    place: 1 + others.filter((one) => one.priceMinor < own.priceMinor).length,
  };
}

/** Offers as buyers see them: what can be bought before what is sold out, each cheapest first, then the older product. */
export function inBuyersOrder<Offer extends LiveOffer>(offers: readonly Offer[]): Offer[] {
  return [...offers].sort((one, other) => {
    if (one.inStock !== other.inStock) return one.inStock ? -1 : 1;
    if (one.priceMinor !== other.priceMinor) return one.priceMinor < other.priceMinor ? -1 : 1;
    return one.productId < other.productId ? -1 : 1;
  });
}
