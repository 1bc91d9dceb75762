import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { StoreProduct } from '#app/core/own-store.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { StoreProductDto, StoreProductsDto, SyncProductInput } from './connections.contract.ts';
import * as repo from './connections.repo.server.ts';
import { isSyncRunning, requireIntegrations, requireVendor } from './integration-keys.service.server.ts';
import { openOwnStore } from './open-store.service.server.ts';
import { scheduleStoreSync } from './schedule-sync.service.server.ts';

const PAGE = 25;

/** Throws invalid_state (409) in the marketplace view and where no store is connected, feature_disabled (404). */
async function requireConnection(
  tx: SqlTx,
  vendorId: bigint,
  o: { lock?: boolean } = {},
): Promise<repo.StoredConnection> {
  await requireIntegrations(tx);
  const found = await repo.findConnection(tx, vendorId, o);
  if (!found) throw stateRefuses('store_not_connected');
  if (found.state === 'paused') throw stateRefuses('store_paused');
  return found;
}

/** A page of the products of the vendor's own store. The store is asked outside of any transaction. */
export async function listOwnStoreProducts(
  ctx: Ctx,
  query: { q: string; after?: string | undefined },
): Promise<StoreProductsDto> {
  const vendorId = requireVendor(ctx);
  const scope = scopeOf(ctx.viewer);
  const connection = await ctx.db.fast(scope, (tx) => requireConnection(tx, vendorId));
  const ownStore = await openOwnStore(ctx, scope, connection);
  const { products, next } = await ownStore.listProducts({ q: query.q, after: query.after ?? null, limit: PAGE });
  const ids = products.map(({ id }) => id);
  const { rows, isRunning } = await ctx.db.fast(scope, async (tx) => ({
    rows: await repo.listSynced(tx, vendorId, ids),
    isRunning: await isSyncRunning(tx, connection, ctx.clock.now()),
  }));
  return {
    shop: connection.shop,
    products: products.map((product) =>
      toDto(
        product,
        rows.find(({ sourceId }) => sourceId === product.id),
      ),
    ),
    next,
    isRunning,
    canSync: can(ctx.viewer, 'write_products'),
  };
}

const toDto = ({ id, ...product }: StoreProduct, row: repo.SyncedProduct | undefined): StoreProductDto => ({
  ...product,
  id: String(id),
  sync: row ? toSync(row) : null,
});

function toSync({
  productId,
  outcome,
  kept,
  refusal,
  checkedAt,
}: repo.SyncedProduct): NonNullable<StoreProductDto['sync']> {
  const { code = 'invalid_input', message = '', reason, params, issues } = refusal ?? {};
  return {
    productId: productId === null ? null : String(productId),
    outcome: checkedAt === null ? 'waiting' : outcome,
    kept,
    refusal: refusal && {
      code,
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(params ? { params } : {}),
      ...(issues
        ? { issues: issues.map(({ params: named, ...issue }) => ({ ...issue, ...(named ? { params: named } : {}) })) }
        : {}),
    },
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

/**
 * Keeps a product of the vendor's own store in step from now on, has it taken over whole, or keeps it in step no longer; the sync
 * itself runs as a job. Throws not_found (404) for a product that the store does not have, invalid_state (409) without a store.
 */
export async function requestSync(
  ctx: Ctx,
  { productId, action }: SyncProductInput,
): Promise<{ sync: StoreProductDto['sync'] }> {
  const vendorId = requireVendor(ctx);
  const scope = scopeOf(ctx.viewer);
  if (action === 'stop') {
    await ctx.db.fast(scope, async (tx) => {
      await requireConnection(tx, vendorId, { lock: true });
      await repo.deleteSynced(tx, vendorId, productId);
    });
    return { sync: null };
  }
  const title = await readTitle(ctx, vendorId, productId);
  return ctx.db.fast(scope, async (tx) => {
    await requireConnection(tx, vendorId, { lock: true });
    await repo.requestSync(tx, vendorId, { sourceId: productId, title, overwrites: action === 'overwrite' });
    await scheduleStoreSync(tx, ctx, { vendorId, at: ctx.clock.now() });
    const [row] = await repo.listSynced(tx, vendorId, [productId]);
    return { sync: row ? toSync(row) : null };
  });
}

/**
 * Has every product that is kept in step looked at again now, and what differs listed, instead of within the hour. Where that is at
 * work already, it is the same. Throws invalid_state (409) without a store, and where its access was lost.
 */
export async function compareStore(ctx: Ctx): Promise<{ isRunning: true }> {
  const vendorId = requireVendor(ctx);
  const at = ctx.clock.now();
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const { roundAt } = await requireConnection(tx, vendorId, { lock: true });
    if (roundAt === null || roundAt > at) await scheduleStoreSync(tx, ctx, { vendorId, at, roundAt: at });
  });
  return { isRunning: true };
}

/** The product's title there; not_found (404) for one that the store does not have. One that is known is not read again. */
async function readTitle(ctx: Ctx, vendorId: bigint, sourceId: bigint): Promise<string> {
  const scope = scopeOf(ctx.viewer);
  const { connection, known } = await ctx.db.fast(scope, async (tx) => ({
    connection: await requireConnection(tx, vendorId),
    known: await repo.listSynced(tx, vendorId, [sourceId]),
  }));
  if (known[0]) return known[0].title;
  const [found] = await (await openOwnStore(ctx, scope, connection)).readProducts([sourceId]);
  if (!found) throw new AppError('not_found');
  return found.title;
}
