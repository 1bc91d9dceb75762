import { countOrders } from '#app/adapters/shopify/orders/bulk-orders.server.ts';
import { cancelBulks } from '#app/adapters/shopify/bulk/bulk.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { listOrderIds, readOrder } from '#app/adapters/shopify/orders/orders.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { ingestReadOrders } from '#app/features/orders/ingest/read-orders.service.server.ts';
import { parseReadOrders } from '#app/features/orders/ingest/read-orders.ts';
import { assertImportBelowLimit, withinPlan, type PlanGate } from '#app/features/app-plan/plan-limit.service.server.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { bulkLoadPastOrders, MAX_FAILURES, type Reading } from './bulk-load.service.server.ts';
import type { PastOrdersDto } from './past-orders.contract.ts';
import * as repo from './past-orders.repo.server.ts';

/** The job that goes on with a reading that was stopped, or that waits for the platform. */
export const PAST_ORDERS_JOB = 'pastOrders.load';
/** Fewer orders than these are read one by one, which is done before the platform has begun to gather. */
const BULK_FROM = 100;
const SINCE_EVER = new Date('2000-01-01T00:00:00Z');

/**
 * Reads the orders that a store has from before its installation. They are ingested like any other; being older, they are
 * historical: nobody gets a mail and nothing is due. Many are gathered by the platform and read from its results, few one by
 * one. Goes on where an interrupted or stopped reading stood. Part of the job `stores.load`; may run twice.
 */
export async function loadPastOrders(services: Services, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const { installedAt } = store;
  const scope = marketplaceScope(storeId);
  const started = await services.db.fast(scope, (tx) => repo.startLoad(tx, { installedAt, now: services.clock.now() }));
  if (!started || started.stoppedAt !== null) return;
  const load = await stopAtLimit(services, store, started);
  if (!load) return;
  const platform = await services.adapters.platform(store.domain);
  if (await isWorthBulkLoading(platform, load)) {
    const outcome = await bulkLoadPastOrders(services, platform, { store, load });
    if (outcome === 'waits') {
      await services.db.fast(scope, (tx) => services.jobs.enqueue(tx, PAST_ORDERS_JOB, { storeId: String(storeId) }));
    }
    if (outcome !== 'impossible') return;
  }
  await readOneByOne(services, platform, { store, load });
}

/** Whether nothing was read or gathered by a reading yet. */
const isNew = ({ loaded, cursor, operation, isReady }: repo.Load): boolean =>
  loaded === 0 && cursor === null && operation === null && !isReady;

/** A reading that may go on; undefined where it is new and the app's plan has no room, so that it stands still until an admin lets it go on. */
async function stopAtLimit(services: Services, store: Store, load: repo.Load): Promise<repo.Load | undefined> {
  if (!isNew(load)) return load;
  const scope = marketplaceScope(store.id);
  const now = services.clock.now();
  try {
    await withinPlan(services, store, (gate) => services.db.fast(scope, (tx) => assertImportBelowLimit(gate, tx, now)));
    return load;
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'plan_orders_full') throw error;
    services.log.warn({ err: error }, 'past orders are not read: the plan of the app has no room for them');
    await services.db.fast(scope, (tx) => repo.markStopped(tx, now));
    return undefined;
  }
}

/** Whether the platform shall gather them: there are many, nothing was begun one by one, and it did not fail at it twice. */
async function isWorthBulkLoading(platform: PlatformClient, load: repo.Load): Promise<boolean> {
  if (load.cursor !== null || load.failures >= MAX_FAILURES) return false;
  if (load.operation !== null || load.phase === 'parcels') return true;
  return (await countOrders(platform, BULK_FROM)) >= BULK_FROM;
}

async function readOneByOne(services: Services, platform: PlatformClient, { store, load }: Reading): Promise<void> {
  let cursor = load.cursor ?? undefined;
  for (;;) {
    const page = await listOrderIds(platform, { updatedSince: SINCE_EVER, cursor });
    const payloads: object[] = [];
    for (const { id } of page.orders) {
      const payload = await readOrder(platform, id);
      if (payload) payloads.push(payload);
    }
    cursor = page.cursor;
    const read = parseReadOrders(payloads);
    const goesOn = await services.db.fast(marketplaceScope(store.id), async (tx) => {
      const resolveOutcome = await ingestReadOrders(services, tx, store, read);
      const ended = cursor === undefined ? { finishedAt: services.clock.now() } : {};
      return repo.recordLoad(tx, load.run, { cursor: cursor ?? null, more: resolveOutcome, ...ended });
    });
    if (cursor === undefined || !goesOn) return;
  }
}

/** How far the reading of past orders came. */
export async function readPastOrders(ctx: Ctx): Promise<PastOrdersDto> {
  return toDto(await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), repo.findLoad));
}

/** How far the reading came while it goes on or stands still; null once it has ended, and in a vendor's view. */
export async function readOpenPastOrders(ctx: Ctx): Promise<PastOrdersDto | null> {
  if (ctx.viewer.vendorScope !== '*') return null;
  const progress = await readPastOrders(ctx);
  return progress.state === 'none' || progress.state === 'finished' ? null : progress;
}

function toDto(load: repo.Load | undefined): PastOrdersDto {
  if (!load) return { state: 'none', phase: 'orders', loaded: 0, found: 0, total: null };
  const { phase, loaded, found, total } = load;
  const state = load.finishedAt
    ? 'finished'
    : load.stoppedAt
      ? 'stopped'
      : load.operation !== null && !load.isReady
        ? 'gathering'
        : 'reading';
  return { state, phase, loaded, found, total };
}

/**
 * Stops the reading of past orders, or lets it go on. What the platform is still gathering for it is cancelled there. Throws
 * invalid_state (409) when there is nothing to stop, or nothing that was stopped, and where the app's plan has no room for one that
 * has not begun.
 */
export async function controlPastOrders(ctx: Ctx, to: 'stop' | 'resume'): Promise<PastOrdersDto> {
  const { store } = ctx.viewer;
  const mark = async (tx: SqlTx, gate?: PlanGate) => {
    const load = gate && (await repo.findLoad(tx));
    if (gate && load && isNew(load)) await assertImportBelowLimit(gate, tx, ctx.clock.now());
    const marked = await repo.markStopped(tx, to === 'stop' ? ctx.clock.now() : null);
    if (!marked) throw stateRefuses('no_orders_are_read');
    if (to === 'resume') await ctx.jobs.enqueue(tx, PAST_ORDERS_JOB, { storeId: String(store.id) });
    return marked;
  };
  const scope = marketplaceScope(store.id);
  const { needless } = await (to === 'stop'
    ? ctx.db.fast(scope, (tx) => mark(tx))
    : withinPlan(ctx, store, (gate) => ctx.db.fast(scope, (tx) => mark(tx, gate))));
  if (needless !== null) await cancelBulks(await ctx.adapters.platform(store.domain), [needless]);
  return readPastOrders(ctx);
}
