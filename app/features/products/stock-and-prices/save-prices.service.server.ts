import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { saveProduct } from '../editing/save-product.service.server.ts';
import { toSentProduct } from '../import/merge-product.service.server.ts';
import { productInput } from '../product-input.contract.ts';
import { readProduct } from '../products.service.server.ts';
import { MAX_PRICED_PRODUCTS, type ItemOutcome } from './item-limits.ts';
import type { Wanted } from './read-items.service.server.ts';
import * as repo from './stock-and-prices.repo.server.ts';

type PriceResult = Exclude<ItemOutcome, 'refused'> | AppError;
export type PriceResults = Map<bigint, PriceResult>;

/** How often a product is read again that somebody else changed at the same moment. */
const MAX_CONFLICTS = 3;
/** Products that are saved at the same time. */
const MAX_PARALLEL = 4;

/**
 * Saves the prices of products, with what else is wanted of them, by the editor's own save: its rules hold what they hold, and its
 * log names it. One whose prices are as wanted is not saved. After some products the rest is refused, to be sent in another call.
 */
export async function savePrices(ctx: Ctx, products: readonly (readonly Wanted[])[]): Promise<PriceResults> {
  const results: PriceResults = new Map();
  let saves = 0;
  const claim = (): void => {
    if (saves >= MAX_PRICED_PRODUCTS) throw stateRefuses('prices_next_call', { limit: MAX_PRICED_PRODUCTS });
    saves += 1;
  };
  for (let from = 0; from < products.length; from += MAX_PARALLEL) {
    await Promise.all(
      products.slice(from, from + MAX_PARALLEL).map(async (changes) => {
        try {
          await saveOne(ctx, changes, claim);
          for (const [id, outcome] of await readOutcomes(ctx, changes)) results.set(id, outcome);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          for (const { variant } of changes) results.set(variant.id, error);
        }
      }),
    );
  }
  return results;
}

async function saveOne(ctx: Ctx, changes: readonly Wanted[], claim: () => void): Promise<void> {
  const currency = asCurrency(ctx.viewer.store.currency);
  const productId = changes[0]?.variant.productId ?? 0n;
  const wanted = new Map(changes.map((change) => [String(change.variant.id), change]));
  for (let attempt = 1; ; attempt += 1) {
    // As its vendor goes on editing it: what waits stays wanted.
    const sent = toSentProduct((await readProduct(ctx, productId)).product);
    const variants = sent.variants.map((variant) => {
      const change = wanted.get(variant.id ?? '');
      if (!change) return variant;
      const { priceMinor, compareAtMinor, stock } = change;
      return {
        ...variant,
        ...(priceMinor === undefined ? {} : { price: formatAmount(priceMinor, currency) }),
        ...(compareAtMinor === undefined
          ? {}
          : { compareAt: compareAtMinor === null ? null : formatAmount(compareAtMinor, currency) }),
        ...(stock === undefined || stock === variant.stock ? {} : { stock, stockWas: null }),
      };
    });
    if (JSON.stringify(variants) === JSON.stringify(sent.variants)) return;
    if (attempt === 1) claim();
    try {
      await saveProduct(ctx, productInput.parse({ ...sent, variants }));
      return;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict' || attempt === MAX_CONFLICTS) throw error;
    }
  }
}

/** What became of the changes: prices that are not live after the save wait for the marketplace. */
async function readOutcomes(ctx: Ctx, changes: readonly Wanted[]): Promise<PriceResults> {
  const ids = changes.map(({ variant }) => variant.id);
  const live = new Map(
    (await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listVariants(tx, { skus: [], ids }))).map((one) => [
      one.id,
      one,
    ]),
  );
  return new Map(changes.map((change) => [change.variant.id, toOutcome(change, live.get(change.variant.id))]));
}

function toOutcome(change: Wanted, now: repo.FoundVariant | undefined): PriceResult {
  const { variant: before, stock } = change;
  if (!now) return new AppError('not_found');
  if (differsInPrice(change, now)) return 'held';
  return differsInPrice(change, before) || (stock !== undefined && stock !== before.stock) ? 'changed' : 'unchanged';
}

/** Whether a variant has another price than is wanted. */
export function differsInPrice({ priceMinor, compareAtMinor }: Wanted, variant: repo.FoundVariant): boolean {
  return (
    (priceMinor !== undefined && priceMinor !== variant.priceMinor) ||
    (compareAtMinor !== undefined && compareAtMinor !== variant.compareAtMinor)
  );
}
