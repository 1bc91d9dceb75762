import { z } from 'zod';
import { AppError, REASONS, stateRefuses, type ErrorCode } from '#app/core/errors.ts';
import { asVendorId, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { findStoreById, type Store } from '#app/features/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { forgetDoneWork, hasOpenWork, planDueWork } from '#app/server/due-work.server.ts';
import * as repo from './bulk-fulfil.repo.server.ts';
import { listHolds } from './hold.repo.server.ts';
import * as orders from './orders.repo.server.ts';
import { sendParcels } from './parcel-sending.service.server.ts';

/** The kind of due work that ships some orders of many. */
export const BULK_STEP = 'orders.bulk_fulfil';
const stepSchema = z.object({
  batchId: z.string().transform((id) => BigInt(id)),
  round: z.number().int(),
  step: z.number().int(),
  troubles: z.number().int(),
});

const ITEMS_A_STEP = 20;
/** How many orders are on their way to the platform at once: enough to use its allowance, few enough to leave some of it. */
const AT_ONCE = 4;
/** An order that the platform fails on so often is reported as failed. */
const MOST_TRIES = 5;
/** A turn that was cut off ends by itself, later than the pauses of a few tries. */
const MOST_TRIES_FOR_TURN = 10;
const LONGEST_PAUSE_MS = 5 * 60_000;
const KEEP_DAYS = 30;
const DAY_MS = 86_400_000;

type Step = { batchId: bigint; round: number; step: number; troubles: number };

/** Plans the next step, and wakes a worker for it once this is committed. */
export async function planBulkStep(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: Step & { dueAt: Date },
): Promise<void> {
  const { batchId, round, step, troubles } = o;
  await planDueWork(tx, {
    kind: BULK_STEP,
    key: `${batchId}:${round}:${step}`,
    payload: { batchId: String(batchId), round, step, troubles },
    dueAt: o.dueAt,
  });
  tx.afterCommit(() => {
    services.jobs.wake('due');
  });
}

/**
 * Ships some orders, and plans the rest, which commits with this step: a worker that is killed leaves the step to the next
 * one. Each order is noted by itself as begun and as done, and its parcel before it is sent, so that nothing is shipped twice
 * and nothing is lost.
 */
export async function runBulkStep(services: Services, tx: SqlTx, storeId: StoreId, payload: unknown): Promise<void> {
  const { batchId, round, step, troubles } = stepSchema.parse(payload);
  const batch = await repo.lockAnyBatch(tx, batchId);
  if (!batch || batch.finishedAt !== null || batch.round !== round) return;
  const store = await findStoreById(services, storeId);
  // It goes on when the store comes back (resumeBulkFulfils).
  if (!store || store.uninstalledAt) return;
  const ctx: Ctx = { ...services, viewer: viewerOf(store, batch) };
  const items = await repo.listOpenItems(tx, batchId, ITEMS_A_STEP);
  const trouble = await runItems(ctx, batch, items);
  const now = services.clock.now();
  if (trouble === null && items.length < ITEMS_A_STEP) {
    await repo.markBatch(tx, batchId, { trouble: null, finishedAt: now });
    await repo.deleteOldBatches(tx, new Date(now.getTime() - KEEP_DAYS * DAY_MS));
    await forgetDoneWork(tx, BULK_STEP, new Date(now.getTime() - DAY_MS));
    return;
  }
  await repo.markBatch(tx, batchId, { trouble, finishedAt: null });
  const pauseMs = trouble === null ? 0 : Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** troubles);
  await planBulkStep(tx, services, {
    batchId,
    round,
    step: step + 1,
    troubles: trouble === null ? 0 : troubles + 1,
    dueAt: new Date(now.getTime() + pauseMs),
  });
}

/** Ships orders in lanes. Returns what holds them up when one cannot be shipped yet, else null. */
async function runItems(ctx: Ctx, batch: repo.BatchRow, items: readonly repo.ItemRow[]): Promise<string | null> {
  const rest = [...items];
  let trouble: string | null = null;
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      const error = await runItem(ctx, batch, item);
      trouble = error?.message ?? trouble;
      // Who is asked to slow down, or is not answered, does not go on asking; another's turn holds up its own order alone.
      if (error && PASSING.has(error.code)) rest.length = 0;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
  return trouble;
}

/** What may be over in a moment, and leaves open whether a parcel was made; everything else is an answer. */
export const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'platform_throttled',
  'platform_failed',
  'unavailable',
  'internal',
]);

async function runItem(ctx: Ctx, batch: repo.BatchRow, item: repo.ItemRow): Promise<AppError | undefined> {
  const { orderId, partVendorId } = item;
  const note = (state: 'begun' | 'done' | 'failed', error?: AppError) =>
    ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      repo.markItem(tx, {
        batchId: batch.id,
        orderId,
        partVendorId,
        state,
        refusal: error && refusalOf(error),
      }),
    );
  await note('begun');
  try {
    await shipPart(ctx, batch, item);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) ctx.log.error({ err: thrown, orderId: String(orderId) }, 'shipping met a bug');
    const error = thrown instanceof AppError ? thrown : new AppError('internal', { reference: String(batch.id) });
    const most = PASSING.has(error.code) ? MOST_TRIES : isTaken(error) ? MOST_TRIES_FOR_TURN : 0;
    // It stays begun: the platform may have made the parcel although its answer was lost.
    if (item.tries + 1 < most) return error;
    await note('failed', error);
    return undefined;
  }
  await note('done');
  return undefined;
}

const refusalOf = ({ code, message, params }: AppError) => ({ code, message, params });
const isTaken = (error: AppError): boolean => error.params.reason === REASONS.fulfilment_running;

/** Ships everything that is left of a part in one parcel for each location. A part that was begun may be shipped already. */
async function shipPart(ctx: Ctx, batch: repo.BatchRow, item: repo.ItemRow): Promise<void> {
  const { orderId, partVendorId: vendorId, carrier, tracking, url } = item;
  const { store, actor } = ctx.viewer;
  const lines = await findLeft(ctx, batch, item);
  if (lines.length === 0 && item.state !== 'begun') throw stateRefuses('part_shipped');
  // With nothing left, what a request that was cut off has made is still looked for, so that it counts as this vendor's.
  const parcels = lines.length === 0 ? [] : [{ carrier, tracking, url, location: null, lines }];
  const sent = await sendParcels(
    ctx,
    {
      domain: store.domain,
      part: { storeId: store.id, orderId, vendorId, actor },
      // The quantities were read a moment ago; the store has the last word on them.
      checkLeft: () => Promise.resolve(),
    },
    { parcels, notify: batch.notify },
  );
  const [failed] = sent.failed;
  if (failed) throw failed.error;
}

/** What can be shipped of a part. What must not be shipped now is state_refuses (409), and nothing of it is. */
async function findLeft(
  ctx: Ctx,
  batch: repo.BatchRow,
  { orderId, partVendorId }: repo.ItemRow,
): Promise<{ lineId: string; quantity: number }[]> {
  const { lines, isHeld } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const part = (await orders.findParts(tx, orderId)).find(({ vendorId }) => vendorId === partVendorId);
    if (!part) throw new AppError('not_found');
    if (part.fulfilment === 'cancelled') throw stateRefuses('part_cancelled');
    const holds = await listHolds(tx, orderId);
    return {
      lines: await orders.listLines(tx, orderId),
      isHeld: holds.some(({ vendorId }) => vendorId === partVendorId),
    };
  });
  const left = lines.flatMap(({ id, vendorId, remaining, fulfilled }) =>
    vendorId === partVendorId && remaining > fulfilled ? [{ lineId: String(id), quantity: remaining - fulfilled }] : [],
  );
  if (left.length === 0) return left;
  if (isHeld) throw stateRefuses('on_hold');
  const paid = batch.unpaid || (await isPaid(ctx, orderId));
  if (!paid) throw stateRefuses('part_unpaid');
  return left;
}

async function isPaid(ctx: Ctx, orderId: bigint): Promise<boolean> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  return (await ctx.db.fast(scope, (tx) => orders.findPaidTimes(tx, [orderId]))).has(orderId);
}

/** Who an order is shipped as: whoever asked for it, with what they might then. */
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

/**
 * Goes on with what stood still while the store was gone. What was asked for longer ago than a day is ended instead: who asked
 * may have lost the right to it, and shipped by hand; what is open of it can be tried again. Part of what follows an
 * installation; may run twice.
 */
export async function resumeBulkFulfils(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const now = services.clock.now();
    for (const { id, round, startedAt } of await repo.listRunning(tx)) {
      // Asked first: a step that runs holds its work before it holds its batch, and so does this.
      const isPlanned = await hasOpenWork(tx, BULK_STEP, `${id}:${round}:`);
      const batch = await repo.lockAnyBatch(tx, id);
      if (!batch || batch.finishedAt !== null || batch.round !== round) continue;
      if (now.getTime() - startedAt.getTime() > DAY_MS) {
        await repo.failOpen(tx, id, {
          waiting: refusalOf(new AppError('store_uninstalled')),
          begun: refusalOf(new AppError('platform_failed')),
        });
        await repo.markBatch(tx, id, { trouble: null, finishedAt: now });
      } else if (!isPlanned) {
        await planBulkStep(tx, services, { batchId: id, round, step: -now.getTime(), troubles: 0, dueAt: now });
      }
    }
  });
}
