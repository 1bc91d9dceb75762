import { z } from 'zod';
import { changeProductTags } from '#app/adapters/shopify/product-tags.server.ts';
import { AppError, REASONS, type ErrorCode } from '#app/core/errors.ts';
import { asVendorId, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { findStoreById, type Store } from '#app/features/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { forgetDoneWork, planDueWork } from '#app/server/due-work.server.ts';
import * as repo from './batches.repo.server.ts';
import { actOnProduct } from './decide-product.service.server.ts';
import { beginActing, endActing, markDeletedElsewhere } from './elsewhere.service.server.ts';
import { requireProduct } from './products.service.server.ts';

/** The kind of due work that does some products of a batch. */
export const BATCH_STEP = 'products.batch';
const stepSchema = z.object({
  batchId: z.string().transform((id) => BigInt(id)),
  round: z.number().int(),
  step: z.number().int(),
  troubles: z.number().int(),
});

const ITEMS_A_STEP = 20;
/** How many products are on their way to the platform at once: enough to use its allowance, few enough to leave some of it. */
const AT_ONCE = 4;
/** A product that the platform fails on so often is reported as failed. */
const MOST_TRIES = 5;
const LONGEST_PAUSE_MS = 5 * 60_000;
const KEEP_DAYS = 30;
const DAY_MS = 86_400_000;

type Step = { batchId: bigint; round: number; step: number; troubles: number };

/** Plans the next step of a batch, and wakes a worker for it once this is committed. */
export async function planBatchStep(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: Step & { dueAt: Date },
): Promise<void> {
  const { batchId, round, step, troubles } = o;
  await planDueWork(tx, {
    kind: BATCH_STEP,
    key: `${batchId}:${round}:${step}`,
    payload: { batchId: String(batchId), round, step, troubles },
    dueAt: o.dueAt,
  });
  tx.afterCommit(() => {
    services.jobs.wake('due');
  });
}

/**
 * Some products of a batch, and the plan of the rest, which commits with this step: a worker that is killed leaves the step
 * to the next one. Each product is noted by itself as begun and as done, so that nothing is done twice and nothing is lost.
 */
export async function runBatchStep(services: Services, tx: SqlTx, storeId: StoreId, payload: unknown): Promise<void> {
  const { batchId, round, step, troubles } = stepSchema.parse(payload);
  const batch = await repo.lockAnyBatch(tx, batchId);
  if (!batch || batch.finishedAt !== null || batch.round !== round) return;
  const store = await findStoreById(services, storeId);
  // It goes on when the store comes back (resumeBatches).
  if (!store || store.uninstalledAt) return;
  const ctx: Ctx = { ...services, viewer: viewerOf(store, batch) };
  const items = await repo.listOpenItems(tx, batchId, ITEMS_A_STEP);
  const trouble = await runItems(ctx, batch, items);
  const now = services.clock.now();
  if (trouble === null && items.length < ITEMS_A_STEP) {
    await repo.markBatch(tx, batchId, { trouble: null, finishedAt: now });
    await repo.deleteOldBatches(tx, new Date(now.getTime() - KEEP_DAYS * DAY_MS));
    await forgetDoneWork(tx, BATCH_STEP, new Date(now.getTime() - DAY_MS));
    return;
  }
  await repo.markBatch(tx, batchId, { trouble, finishedAt: null });
  const pauseMs = trouble === null ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** troubles);
  await planBatchStep(tx, services, {
    batchId,
    round,
    step: step + 1,
    troubles: trouble === null ? 0 : troubles + 1,
    dueAt: new Date(now.getTime() + pauseMs),
  });
}

/** Runs products in lanes. Returns what holds them up when the platform does not do its part, else null. */
async function runItems(ctx: Ctx, batch: repo.BatchRow, items: readonly repo.ItemRow[]): Promise<string | null> {
  const rest = [...items];
  let trouble: string | null = null;
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      trouble = (await runItem(ctx, batch, item)) ?? trouble;
      // Who is asked to slow down, or is not answered, does not go on asking.
      if (trouble !== null) rest.length = 0;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
  return trouble;
}

/** What may be over in a moment; everything else is an answer. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'platform_throttled',
  'platform_failed',
  'unavailable',
  'internal',
]);

async function runItem(ctx: Ctx, batch: repo.BatchRow, item: repo.ItemRow): Promise<string | null> {
  const { productId } = item;
  const note = (state: 'begun' | 'waiting' | 'done' | 'failed', error?: AppError) =>
    ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      repo.markItem(tx, {
        batchId: batch.id,
        productId,
        state,
        refusal: error && { code: error.code, message: error.message, params: error.params },
      }),
    );
  await note('begun');
  try {
    await act(ctx, batch, productId);
  } catch (thrown) {
    if (!(thrown instanceof AppError))
      ctx.log.error({ err: thrown, productId: String(productId) }, 'a batch met a bug');
    const error = thrown instanceof AppError ? thrown : new AppError('internal', { reference: String(batch.id) });
    if (PASSING.has(error.code) && item.tries + 1 < MOST_TRIES) {
      // It stays begun: the platform may have done it although its answer was lost.
      return error.message;
    }
    const isDone = item.state === 'begun' && wasDoneBefore(batch, error);
    await (isDone ? note('done') : note('failed', error));
    return null;
  }
  await note('done');
  return null;
}

/** A product that was begun before and now refuses because it is what it should become was done by that beginning. */
function wasDoneBefore(batch: repo.BatchRow, error: AppError): boolean {
  if (batch.action === 'approve') return error.params.reason === REASONS.product_approved;
  return batch.action === 'delete' && error.code === 'not_found';
}

async function act(ctx: Ctx, batch: repo.BatchRow, productId: bigint): Promise<void> {
  const { action, note, tags } = batch;
  if (action !== 'add_tags' && action !== 'remove_tags') {
    await actOnProduct(ctx, { productId, action, note });
    return;
  }
  const { viewer } = ctx;
  const { vendorId } = await ctx.db.fast(scopeOf(viewer), (tx) => requireProduct(tx, productId));
  const platform = await ctx.adapters.platform(viewer.store.domain);
  await beginActing(ctx, productId);
  const changed = await changeProductTags(platform, productId, action === 'add_tags' ? 'add' : 'remove', tags);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
    if (!changed) {
      await markDeletedElsewhere(tx, [productId], at);
      return;
    }
    await endActing(tx, productId);
    const before = await repo.writeTags(tx, productId, changed.tags, changed.updatedAt);
    if (before.join() === changed.tags.join()) return;
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(productId),
        vendorId,
        action: 'tagged',
        actor: viewer.actor,
        detail: { tags: [before, changed.tags] },
        at,
      },
    ]);
  });
  if (!changed) throw new AppError('not_found');
}

/** Who a batch acts as: whoever asked for it, with what they might then. */
function viewerOf(store: Store, batch: repo.BatchRow): Viewer {
  const { asker } = batch;
  const { id, domain, name, currency, timezone } = store;
  return {
    store: { id, domain, name, currency, timezone },
    vendorScope: batch.vendorId === null ? '*' : asVendorId(batch.vendorId),
    vendorName: asker.vendorName,
    isAdmin: asker.isAdmin,
    isEmbedded: false,
    permissions: new Set(asker.permissions),
    locale: 'en',
    email: '',
    actor: asker.actor,
  };
}

/** Goes on with batches that stood still while the store was gone. Part of what follows an installation; may run twice. */
export async function resumeBatches(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const now = services.clock.now();
    for (const { id, round } of await repo.listRunning(tx)) {
      await planBatchStep(tx, services, { batchId: id, round, step: -now.getTime(), troubles: 0, dueAt: now });
    }
  });
}
