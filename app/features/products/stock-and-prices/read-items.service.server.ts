import { appendTo } from '#app/core/append-to.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { amountIssue, readAmount, type Currency } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { ItemInput } from './stock-and-prices.contract.ts';
import type { FoundVariant } from './stock-and-prices.repo.server.ts';

/** What an item wants of a variant; what it does not name stays. */
export type Wanted = {
  variant: FoundVariant;
  stock: number | undefined;
  priceMinor: bigint | undefined;
  compareAtMinor: bigint | null | undefined;
};

type Reading = { currency: Currency; locale: Locale; isCompareAtGiven: boolean };
type Values = Omit<Wanted, 'variant'>;

const MAX_STOCK = 1_000_000_000;

/** The values of an item. Throws invalid_input (422) with the field and its rule, feature_disabled (404) for one that vendors do not fill in. */
export function readValues({ stock, price, compareAtPrice }: ItemInput, o: Reading): Values {
  if (stock === undefined && price === undefined && compareAtPrice === undefined) throw refuse('stock', 'required');
  if (compareAtPrice !== undefined && !o.isCompareAtGiven) throw new AppError('feature_disabled');
  return {
    stock: stock === undefined ? undefined : readStock(stock),
    priceMinor: price === undefined ? undefined : readPrice(price, 'price', o),
    compareAtMinor:
      compareAtPrice === undefined || compareAtPrice === null
        ? compareAtPrice
        : readPrice(compareAtPrice, 'compareAtPrice', o),
  };
}

const refuse = (
  path: string,
  code: 'required' | 'whole_number' | 'sku_ambiguous' | 'listed_twice' | 'stock_untracked',
) => invalidInput([{ path, rule: code, message: rule(code) }]);

function readStock(typed: string | number): number {
  const stock = typed === '' ? Number.NaN : Number(typed);
  if (!Number.isInteger(stock) || Math.abs(stock) >= MAX_STOCK) throw refuse('stock', 'whole_number');
  return stock;
}

function readPrice(typed: string | number, path: string, { currency, locale }: Reading): bigint {
  if (typed === '') throw refuse('price', 'required');
  const parsed = readAmount(typed, currency, locale);
  if (!parsed.ok) throw invalidInput([amountIssue(path, parsed.refusal)]);
  if (parsed.value < 0n)
    throw invalidInput([{ path, rule: 'min_amount', message: rule('min_amount', { minimum: 0 }) }]);
  return parsed.value;
}

/** The variants that items can mean, by their ids and SKUs, and which an earlier item named. */
export class VariantIndex {
  private readonly byId = new Map<bigint, FoundVariant>();
  private readonly bySku = new Map<string, FoundVariant[]>();
  private readonly named = new Set<bigint>();

  constructor(variants: readonly FoundVariant[]) {
    for (const variant of variants) {
      this.byId.set(variant.id, variant);
      appendTo(this.bySku, variant.sku, variant);
    }
  }

  /**
   * The variant that an item names. Throws not_found (404) for one that is not the viewer's, invalid_input (422) for a SKU of
   * several, for one that an earlier item named and for an item that names none.
   */
  take({ sku, variantId }: ItemInput): FoundVariant {
    const folded = sku?.toLowerCase();
    if (variantId === undefined && !folded) throw refuse('sku', 'required');
    const found = variantId === undefined ? (this.bySku.get(folded ?? '') ?? []) : [this.byId.get(variantId)];
    const [variant] = found;
    if (!variant || (folded && variant.sku !== folded)) throw new AppError('not_found');
    if (found.length > 1) throw refuse('sku', 'sku_ambiguous');
    if (this.named.has(variant.id)) throw refuse('sku', 'listed_twice');
    this.named.add(variant.id);
    return variant;
  }
}

/** Throws where a variant takes no such change: invalid_state (409) for an archived product, invalid_input (422) for stock that nobody counts. */
export function requireChangeable({ status, trackStock }: FoundVariant, { stock }: Values): void {
  if (status === 'ARCHIVED') throw stateRefuses('product_archived');
  if (stock !== undefined && !trackStock) throw refuse('stock', 'stock_untracked');
}
