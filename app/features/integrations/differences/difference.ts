import type { ComparedProduct, KeptField, SavedSync, SyncSettings } from '../connections/connection.ts';

export const DIFFERENT_FIELDS = ['title', 'description', 'images', 'price', 'stock', 'variant'] as const;
/** `variant`: one that is on one side only. */
export type DifferentField = (typeof DIFFERENT_FIELDS)[number];

/** A value as it is there and here, null where there is none to show; `sku` in small letters, null for what is the product's. */
export type Difference = { field: DifferentField; sku: string | null; there: string | null; here: string | null };

/** What somebody left different, by field and SKU: the value that stood there then. */
export type Agreed = Readonly<Record<string, string>>;

/** A product as it was looked at last: both sides, what was kept, and what somebody left different. */
export type LookedAt = { saved: SavedSync | null; kept: readonly KeptField[]; agreed: Agreed | null };

type Ignored = Pick<SyncSettings, 'skipPriceUpdate' | 'skipContentUpdate'>;

/**
 * The fields of a product that differ from its own store. A difference that somebody left so counts no longer while nothing changes
 * there, and what the vendor's settings leave alone counts never. Pictures have other addresses on each side: they differ where both
 * were changed.
 */
export function listDifferences(looked: LookedAt, settings: Ignored): Difference[] {
  const { saved, agreed } = looked;
  if (!saved) return [];
  return listAll(looked, settings).filter((one) => agreed?.[nameField(one)] !== readThere(saved, one));
}

/** What is left different where somebody keeps a product as it is. */
export function agreeOn(looked: LookedAt, settings: Ignored): Agreed {
  const { saved } = looked;
  if (!saved) return {};
  return Object.fromEntries(listAll(looked, settings).map((one) => [nameField(one), readThere(saved, one)]));
}

/** What of an agreement still holds: a field that became the same on both sides, or changed there, is agreed on no longer. */
export function keepAgreed(looked: LookedAt, settings: Ignored): Agreed | null {
  const { agreed } = looked;
  if (!agreed) return null;
  const valid = Object.entries(agreeOn(looked, settings)).filter(([field, value]) => agreed[field] === value);
  return valid.length === 0 ? null : Object.fromEntries(valid);
}

/** The fields that stay as they are here once somebody kept them. Stock is none: it always follows its store. */
export function listKept(looked: LookedAt, settings: Ignored): KeptField[] {
  const fields = new Set(listAll(looked, settings).map(({ field }) => field));
  return KEEPABLE.filter((field) => looked.kept.includes(field) || fields.has(field));
}

function listAll({ saved, kept }: LookedAt, settings: Ignored): Difference[] {
  // A product that is not on sale there has no stock here, and nothing else of it is compared.
  if (!saved || Object.keys(saved.there.stocks).length === 0) return [];
  const { there, here } = saved;
  const variants = listSkus(there, here).flatMap((sku) => compareVariant(saved, sku));
  return [...compareTexts(there, here), ...(kept.includes('images') ? [IMAGES] : []), ...variants].filter(
    ({ field }) => {
      if (field === 'price') return !settings.skipPriceUpdate;
      return !(CONTENT.has(field) && settings.skipContentUpdate);
    },
  );
}

const nameField = ({ field, sku }: Difference): string => (sku === null ? field : `${field}/${sku}`);

function readThere({ there }: SavedSync, { field, sku }: Difference): string {
  const key = sku ?? '';
  if (field === 'price') return there.prices[key] ?? '';
  if (field === 'stock') return formatStock(there, key) ?? '';
  return field === 'variant' ? String(key in there.prices) : there[field];
}

const KEEPABLE = ['title', 'description', 'images', 'price'] as const satisfies readonly KeptField[];
const CONTENT: ReadonlySet<DifferentField> = new Set(['title', 'description', 'images']);
const IMAGES: Difference = { field: 'images', sku: null, there: null, here: null };

function compareTexts(there: ComparedProduct, here: ComparedProduct): Difference[] {
  return [
    ...(there.title === here.title
      ? []
      : [{ field: 'title', sku: null, there: there.title, here: here.title } as const]),
    // Too long to stand beside one another.
    ...(there.description === here.description
      ? []
      : [{ field: 'description', sku: null, there: null, here: null } as const]),
  ];
}

const listSkus = (there: ComparedProduct, here: ComparedProduct): string[] =>
  [...new Set([...Object.keys(there.prices), ...Object.keys(here.prices)])].sort();

function compareVariant({ there, here }: SavedSync, sku: string): Difference[] {
  const [priceThere, priceHere] = [there.prices[sku], here.prices[sku]];
  const [stockThere, stockHere] = [formatStock(there, sku), formatStock(here, sku)];
  // One that is gone there was emptied here, and stays as a variant without stock.
  if (priceThere === undefined) return stockHere === '0' ? [] : [{ field: 'variant', sku, there: null, here: sku }];
  if (priceHere === undefined) return [{ field: 'variant', sku, there: sku, here: null }];
  return [
    ...(priceThere === priceHere ? [] : [{ field: 'price', sku, there: priceThere, here: priceHere } as const]),
    ...(stockThere === stockHere ? [] : [{ field: 'stock', sku, there: stockThere, here: stockHere } as const]),
  ];
}

/** A stock in digits; null where it is not tracked. */
const formatStock = ({ stocks }: ComparedProduct, sku: string): string | null => {
  const stock = stocks[sku];
  return stock === undefined || stock === null ? null : String(stock);
};
