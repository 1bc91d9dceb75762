import { invalidInput, type Issue } from '#app/core/errors.ts';
import { formatAmount } from '#app/core/money/money.ts';
import type { SourceProduct, SourceVariant } from '#app/core/own-store.ts';
import { rule } from '#app/core/rules.ts';
import { isPublicLink } from '#app/features/products/import/read-cells.service.server.ts';
import { NO_VALUES, type RowValues } from '#app/features/products/import/row-values.ts';
import { cleanHtml } from '#app/features/products/editing/description.server.ts';
import { WEIGHT_UNITS } from '#app/features/products/product.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { computePrice, type ComparedProduct, type SyncPlan, type SyncSettings } from './connection.ts';

/** The SKU of a variant of another store; one without has that of its id there, which stays the same. */
export const formatSku = ({ sku, id }: Pick<SourceVariant, 'sku' | 'id'>): string => sku.trim() || `SHOP-${id}`;
const buildKey = (variant: SourceVariant): string => formatSku(variant).toLowerCase();

/** A product without the variants whose SKU an earlier one has, and the SKUs of these. */
export function apartFromRepeated(source: SourceProduct): { source: SourceProduct; repeated: string[] } {
  const seen = new Set<string>();
  const [variants, repeated]: [SourceVariant[], string[]] = [[], []];
  for (const variant of source.variants) {
    if (seen.has(buildKey(variant))) repeated.push(formatSku(variant));
    else variants.push(variant);
    seen.add(buildKey(variant));
  }
  return { source: { ...source, variants }, repeated };
}

/** A product there, whose SKUs differ, with its prices as they are here. Throws invalid_input (422) where it cannot be sold here. */
export function compareThere(source: SourceProduct, settings: SyncSettings): ComparedProduct {
  const issues: Issue[] = [];
  const prices = source.variants.map((variant) => {
    const price = priceHere(variant.price, settings);
    if (price === undefined) issues.push({ path: 'price', rule: '', message: rule('required_field') });
    return [buildKey(variant), `${price ?? ''}/${priceHere(variant.compareAt, settings) ?? ''}`] as const;
  });
  if (issues.length > 0) throw invalidInput(issues);
  return {
    title: source.title,
    description: cleanHtml(source.bodyHtml),
    images: listImages(source).join('\n'),
    prices: Object.fromEntries(prices),
    stocks: Object.fromEntries(source.variants.map((variant) => [buildKey(variant), computeStock(variant)])),
  };
}

/** Untracked stays untracked; what was sold beyond the stock is none. */
const computeStock = ({ trackStock, stock }: SourceVariant): number | null => (trackStock ? Math.max(0, stock) : null);

function priceHere(source: string | null, settings: SyncSettings): string | undefined {
  const minor = source === null ? undefined : computePrice(source, settings);
  return minor === undefined ? undefined : formatAmount(minor, settings.currency);
}

/** Pictures on the public internet alone: their addresses are another store's word. */
const listImages = ({ images }: SourceProduct): string[] =>
  images.filter((src) => URL.canParse(src) && isPublicLink(src));

/** A product here, with what of the vendor's changes waits for approval. */
export function compareHere({ title, bodyHtml, media, variants }: ProductDto): ComparedProduct {
  const key = ({ sku }: { sku: string }): string => sku.trim().toLowerCase();
  return {
    title,
    description: bodyHtml,
    images: media.map(({ id }) => id).join('\n'),
    prices: Object.fromEntries(variants.map((one) => [key(one), `${one.price}/${one.compareAt ?? ''}`])),
    stocks: Object.fromEntries(variants.map((one) => [key(one), one.trackStock ? one.stock : null])),
  };
}

/** Rows, as tables have them, of what a plan takes over; empty where that is nothing. */
export function toRows(
  source: SourceProduct,
  o: { plan: SyncPlan; there: ComparedProduct; here: ComparedProduct | null; overwrites: boolean },
): RowValues[] {
  const { plan, there, here, overwrites } = o;
  const rows = source.variants.map((variant, index): RowValues => {
    const key = buildKey(variant);
    const isNew = !here || !(key in here.prices);
    const [price = '', compareAt = ''] = (there.prices[key] ?? '').split('/');
    const isFirst = index === 0;
    return {
      ...NO_VALUES,
      line: index + 1,
      sku: formatSku(variant),
      ...(isFirst && plan.texts.has('title') ? { title: there.title } : {}),
      ...(isFirst && plan.texts.has('description') ? { description: there.description } : {}),
      ...(isFirst && plan.texts.has('images') ? { images: listImages(source) } : {}),
      ...(plan.prices.has(key) ? { price, compareAt: compareAt === '' ? null : compareAt } : {}),
      ...(plan.stocks.has(key) ? { stock: there.stocks[key] } : {}),
      ...(isNew ? { options: toOptions(variant) } : {}),
      ...(isNew || overwrites ? { barcode: variant.barcode, weight: toWeight(variant) } : {}),
    };
  });
  return rows.filter((row) => Object.entries(row).some(([field, value]) => !OWN.has(field) && value !== undefined));
}

const OWN: ReadonlySet<string> = new Set(['line', 'sku', 'isVariant', 'isSkuMade', 'isStockUnknown']);

/** Rows that say that none is left of these SKUs. */
export const toEmptyRows = (skus: readonly string[], fromLine = 1): RowValues[] =>
  skus.map((sku, index) => ({ ...NO_VALUES, line: fromLine + index, sku, stock: 0 }));

/** A product without options has one that the platform names itself. */
function toOptions({ options }: SourceVariant): { name: string; value: string }[] {
  const [first, second] = options;
  return first?.name === 'Title' && first.value === 'Default Title' && !second ? [] : options;
}

function toWeight({ weight }: SourceVariant): RowValues['weight'] {
  const unit = WEIGHT_UNITS.find((one) => one === weight?.unit);
  return weight && unit ? { value: weight.value, unit } : undefined;
}
