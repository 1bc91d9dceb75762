import { appendTo } from '#app/core/append-to.ts';
import { AppError, describeRefusal } from '#app/core/errors.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { getProductForm } from '../form/product-form.service.server.ts';
import type { ItemOutcome } from './item-limits.ts';
import { moveStockOfVariants } from './move-stock.service.server.ts';
import { readValues, requireChangeable, VariantIndex, type Wanted } from './read-items.service.server.ts';
import { differsInPrice, savePrices } from './save-prices.service.server.ts';
import type { ItemInput, StockAndPricesDto, StockAndPricesInput } from './stock-and-prices.contract.ts';
import * as repo from './stock-and-prices.repo.server.ts';

type Result = Exclude<ItemOutcome, 'refused'> | AppError;

/**
 * Sets stock and prices of variants of the scope, each item by itself. Stock moves in calls of 250 variants; products whose prices
 * change are saved as the editor saves them. Throws missing_scope (403) for prices by a key that only sets stock.
 */
export async function setStockAndPrices(ctx: Ctx, { items }: StockAndPricesInput): Promise<StockAndPricesDto> {
  requirePriceScope(ctx, items);
  const { wanted, refused } = await readWanted(ctx, items);
  const results = await applyWanted(ctx, [...wanted.values()]);
  const shown = items.map((item, index) => {
    const change = wanted.get(index);
    const result: Result = refused.get(index) ?? results.get(change?.variant.id ?? 0n) ?? 'unchanged';
    return toItemDto(item, change, result);
  });
  const count = (outcome: ItemOutcome): number => shown.filter((one) => one.outcome === outcome).length;
  return {
    changed: count('changed'),
    unchanged: count('unchanged'),
    held: count('held'),
    refused: count('refused'),
    items: shown,
  };
}

function requirePriceScope({ viewer }: Ctx, items: readonly ItemInput[]): void {
  const hasPrices = items.some(({ price, compareAtPrice }) => price !== undefined || compareAtPrice !== undefined);
  if (hasPrices && viewer.scopes && !viewer.scopes.has('products:write'))
    throw new AppError('missing_scope', { scope: 'products:write' });
}

type Read = { wanted: Map<number, Wanted>; refused: Map<number, AppError> };

/** What each item wants of which variant, or why it is refused, by its place in the call. */
async function readWanted(ctx: Ctx, items: readonly ItemInput[]): Promise<Read> {
  const { viewer } = ctx;
  const skus = [...new Set(items.flatMap(({ sku }) => sku?.toLowerCase() ?? []))].filter((sku) => sku !== '');
  const ids = [...new Set(items.flatMap(({ variantId }) => variantId ?? []))];
  const found = await ctx.db.fast(scopeOf(viewer), (tx) => repo.listVariants(tx, { skus, ids }));
  const { comparePrice } = (await getProductForm(ctx)).variants;
  const reading = {
    currency: asCurrency(viewer.store.currency),
    locale: viewer.locale,
    isCompareAtGiven: comparePrice || viewer.isAdmin,
  };
  const index = new VariantIndex(found);
  const read: Read = { wanted: new Map(), refused: new Map() };
  for (const [place, item] of items.entries()) {
    try {
      const variant = index.take(item);
      const values = readValues(item, reading);
      requireChangeable(variant, values);
      read.wanted.set(place, { variant, ...values });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      read.refused.set(place, error);
    }
  }
  return read;
}

/** A product of which a price differs, or of which something waits, is saved; of all others only the stock moves. */
async function applyWanted(ctx: Ctx, wanted: readonly Wanted[]): Promise<Map<bigint, Result>> {
  const byProduct = new Map<bigint, Wanted[]>();
  for (const change of wanted) appendTo(byProduct, change.variant.productId, change);
  const isPriced = ({ variant, ...values }: Wanted): boolean => {
    const namesPrice = values.priceMinor !== undefined || values.compareAtMinor !== undefined;
    return namesPrice && (variant.isWaiting || differsInPrice({ variant, ...values }, variant));
  };
  const products = [...byProduct.values()];
  const priced = products.filter((changes) => changes.some(isPriced));
  const stocked = products.filter((changes) => !changes.some(isPriced)).flat();
  const moved = await moveStockOfVariants(
    ctx,
    stocked.flatMap(({ variant, stock }) => (stock === undefined ? [] : [{ variant, stock }])),
  );
  const results = new Map<bigint, Result>(await savePrices(ctx, priced));
  for (const [id, result] of moved) {
    results.set(id, result instanceof AppError ? result : result ? 'changed' : 'unchanged');
  }
  return results;
}

function toItemDto(
  { sku, variantId }: ItemInput,
  change: Wanted | undefined,
  result: Result,
): StockAndPricesDto['items'][number] {
  const id = change?.variant.id ?? variantId;
  return {
    sku: sku ?? null,
    variantId: id === undefined ? null : String(id),
    outcome: result instanceof AppError ? 'refused' : result,
    refusal: result instanceof AppError ? describeRefusal(result) : null,
  };
}
