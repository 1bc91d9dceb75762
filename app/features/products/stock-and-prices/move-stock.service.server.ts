import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { findStockLocation, setStockTogether, type StockChange } from '#app/adapters/shopify/products/stock.server.ts';
import { appendTo } from '#app/core/append-to.ts';
import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { AuditEntry } from '#app/platform/audit/audit.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { reportLowStock } from '../low-stock/low-stock.service.server.ts';
import { saveLevels } from '../mirror/mirror-levels.repo.server.ts';
import { refreshProducts } from '../mirror/refresh.service.server.ts';
import { shorten } from '../review/product-change.ts';
import * as repo from './stock-and-prices.repo.server.ts';

export type StockTarget = { variant: repo.FoundVariant; stock: number };
/** What became of a target, by its variant: whether the stock moved, or why it was refused. */
export type StockResults = Map<bigint, boolean | AppError>;

/** Changes that the platform takes in one call. */
const AT_ONCE = 250;
/** How often what was sold or changed meanwhile is read again and planned anew. */
const MAX_ROUNDS = 12;

/**
 * Sets the stock of variants, 250 a call whatever their products: each over what we hold of it, so that the platform refuses what
 * was sold meanwhile, which is read again. Only what differs is sent, so that a repetition moves nothing.
 */
export async function moveStockOfVariants(ctx: Ctx, targets: readonly StockTarget[]): Promise<StockResults> {
  const results: StockResults = new Map();
  const open = await withLevels(ctx, targets, results);
  if (open.every(isMet)) {
    for (const { variant } of open) results.set(variant.id, false);
    return results;
  }
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const locationId = await findStockLocation(platform);
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const part = open.slice(from, from + AT_ONCE);
    try {
      await movePart(ctx, platform, { part, locationId, results });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const { variant } of part) if (!results.has(variant.id)) results.set(variant.id, error);
    }
  }
  return results;
}

const isMet = ({ variant, stock }: StockTarget): boolean => variant.stock === stock;

/** The targets with the levels of their variants, which are read where none are held. One that has none then is refused. */
async function withLevels(ctx: Ctx, targets: readonly StockTarget[], results: StockResults): Promise<StockTarget[]> {
  const hasLevels = ({ variant }: StockTarget): boolean =>
    variant.inventoryItemId !== null && Object.values(variant.levels).some(({ isGone }) => !isGone);
  const unread = targets.filter((target) => !hasLevels(target));
  const read = unread.length === 0 ? [] : await readAgain(ctx, unread, results);
  for (const { variant } of read.filter((target) => !hasLevels(target)))
    results.set(variant.id, new AppError('not_found'));
  return [...targets.filter(hasLevels), ...read.filter(hasLevels)];
}

/** Reads the products of targets from the platform again. What is gone there is refused as not_found (404). */
async function readAgain(ctx: Ctx, targets: readonly StockTarget[], results: StockResults): Promise<StockTarget[]> {
  const { store } = ctx.viewer;
  await refreshProducts(ctx, store.id, [...new Set(targets.map(({ variant }) => variant.productId))]);
  const ids = targets.map(({ variant }) => variant.id);
  const found = await ctx.db.fast(marketplaceScope(store.id), (tx) => repo.listVariants(tx, { skus: [], ids }));
  const byId = new Map(found.map((variant) => [variant.id, variant]));
  return targets.flatMap(({ variant: before, stock }) => {
    const variant = byId.get(before.id);
    if (!variant) results.set(before.id, new AppError('not_found'));
    return variant ? [{ variant, stock }] : [];
  });
}

type Part = { part: readonly StockTarget[]; locationId: bigint; results: StockResults };

async function movePart(ctx: Ctx, platform: PlatformClient, { part, locationId, results }: Part): Promise<void> {
  let open = [...part];
  for (let round = 1; open.length > 0; round += 1) {
    for (const { variant } of open.filter(isMet)) results.set(variant.id, results.get(variant.id) ?? false);
    open = open.filter((target) => !isMet(target));
    if (open.length === 0) return;
    const changes = open.map((target) => toChange(target, locationId));
    const refused = await setStockTogether(platform, crypto.randomUUID(), changes);
    if (refused.length === 0) {
      await recordMoves(ctx, open, changes);
      for (const { variant } of open) results.set(variant.id, true);
      return;
    }
    if (round === MAX_ROUNDS) throw new AppError('conflict');
    const stale: StockTarget[] = [];
    for (const { index, isStale, message } of refused) {
      const target = open[index];
      if (!target) continue;
      if (isStale) stale.push(target);
      else results.set(target.variant.id, new AppError('platform_refused', { reason: message }));
    }
    const named = new Set(refused.map(({ index }) => open[index]));
    const read = await readAgain(ctx, stale, results);
    open = [...open.filter((target) => !named.has(target)), ...read];
  }
}

/** The total that is wanted, reached at the location where the app puts stock, or else at the first that the variant has. */
function toChange({ variant, stock }: StockTarget, locationId: bigint): StockChange {
  const levels = Object.entries(variant.levels).filter(([, { isGone }]) => !isGone);
  const [chosen, level] = levels.find(([id]) => id === String(locationId)) ?? levels[0] ?? [];
  invariant(chosen !== undefined && level && variant.inventoryItemId !== null, 'variants without levels are refused');
  return {
    inventoryItemId: variant.inventoryItemId,
    locationId: BigInt(chosen),
    from: level.available,
    to: level.available + (stock - variant.stock),
  };
}

/** Takes in what was moved, and appends it to the log of each product. */
async function recordMoves(ctx: Ctx, moved: readonly StockTarget[], changes: readonly StockChange[]): Promise<void> {
  const at = ctx.clock.now();
  const byProduct = new Map<bigint, StockTarget[]>();
  for (const target of moved) appendTo(byProduct, target.variant.productId, target);
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { moved: movedStock } = await saveLevels(
      tx,
      changes.map(({ inventoryItemId, locationId, to }) => ({ inventoryItemId, locationId, available: to, at })),
    );
    await reportLowStock(ctx, tx, movedStock, at);
    await recordAudit(
      tx,
      [...byProduct].map(([productId, targets]): AuditEntry => {
        const old = Object.fromEntries(targets.map(({ variant }) => [String(variant.id), variant.stock]));
        const now = Object.fromEntries(targets.map(({ variant, stock }) => [String(variant.id), stock]));
        return {
          subject: 'product',
          subjectId: String(productId),
          vendorId: targets[0]?.variant.vendorId ?? null,
          action: 'updated',
          actor: ctx.viewer.actor,
          detail: { stock: [shorten(old), shorten(now)] },
          at,
        };
      }),
    );
  });
}
