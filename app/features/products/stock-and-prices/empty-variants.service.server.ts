import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { MAX_ITEMS } from './item-limits.ts';
import { setStockAndPrices } from './set-stock-and-prices.service.server.ts';
import * as repo from './stock-and-prices.repo.server.ts';

/**
 * Sets the stock of the viewer's variants to 0, but for those that `keeps` by their SKU in small letters. Returns how many changed. Done
 * again it changes what has stock by then.
 */
export async function emptyVariants(ctx: Ctx, keeps: (sku: string) => boolean): Promise<number> {
  let changed = 0;
  for (let after = 0n; ;) {
    const page = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listStocked(tx, { after, limit: MAX_ITEMS }));
    const items = page.filter(({ sku }) => !keeps(sku)).map(({ id }) => ({ variantId: id, stock: 0 }));
    if (items.length > 0) changed += (await setStockAndPrices(ctx, { items })).changed;
    const last = page.at(-1);
    if (!last || page.length < MAX_ITEMS) return changed;
    after = last.id;
  }
}
