import { z } from 'zod';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { AppError, type ErrorCode } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, isJobScheduled, scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { findRequester, requirePermissions } from './requester.service.server.ts';
import * as repo from './batches.repo.server.ts';
import type { AnyKind } from './kind.server.ts';

/** The kind of job that does some items of a batch. */
export const BATCH_STEP = 'batches.step';
const stepSchema = z.object({
  batchId: z.string().transform((id) => BigInt(id)),
  round: z.number().int(),
  step: z.number().int(),
  /** Payloads of the release before have this name. */
  troubles: z.number().int(),
});

const ITEMS_A_STEP = 20;
/** How many items are on their way to the platform at once: enough to use its allowance, few enough to leave some of it. */
const AT_ONCE = 4;
/** An item that the platform fails on so often is reported as failed. */
const MAX_TRIES = 5;
/** A turn that was cut off ends by itself, later than the pauses of a few tries. */
const MAX_TRIES_FOR_TURN = 10;
const KEEP_DAYS = 30;

type Step = { batchId: bigint; round: number; step: number; issues: number };

/** Plans the next step of a batch, and wakes a worker for it once this is committed. */
export async function planBatchStep(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: Step & { dueAt: Date },
): Promise<void> {
  const { batchId, round, step, issues } = o;
  await services.jobs.schedule(tx, {
    kind: BATCH_STEP,
    key: `${batchId}:${round}:${step}`,
    payload: { batchId: String(batchId), round, step, troubles: issues },
    dueAt: o.dueAt,
  });
}

/** A batch at work: its kind, its input as the kind reads it, and the context of whoever asked for it. */
type Work = { ctx: Ctx; kind: AnyKind; input: unknown; batchId: bigint; round: number };

/**
 * Some items of a batch, and the plan of the rest, which commits with this step's end: a worker that is killed leaves the step to
 * the next one. Each item is noted by itself as begun and as done, so that nothing is done twice and nothing is lost.
 */
export async function runBatchStep(
  services: Services,
  kinds: readonly AnyKind[],
  o: { storeId: StoreId; payload: unknown },
): Promise<JobEnd | undefined> {
  const { batchId, round, step, troubles: issues } = stepSchema.parse(o.payload);
  const scope = marketplaceScope(o.storeId);
  const batch = await services.db.fast(scope, (tx) => repo.lockAnyBatch(tx, batchId));
  if (!batch || batch.finishedAt !== null || batch.round !== round) return undefined;
  const store = await findStoreById(services, o.storeId);
  // It goes on when the store comes back (resumeBatches).
  if (!store || store.uninstalledAt) return undefined;
  /** What is written unless the batch has ended, or was begun anew, while this step ran. */
  const unlessEnded =
    (write: JobEnd): JobEnd =>
    async (tx) => {
      const now = await repo.lockAnyBatch(tx, batchId);
      if (now && now.finishedAt === null && now.round === round) await write(tx);
    };
  const kind = kinds.find(({ name }) => name === batch.kind);
  if (!kind) throw new Error(`No batch is of the kind ${batch.kind}`);
  const input = kind.input.parse(batch.input);
  const now = services.clock.now();
  let ctx: Ctx;
  try {
    ctx = { ...services, viewer: await findRequester(services, store, batch) };
    requirePermissions(ctx.viewer, kind.permissions(input));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return unlessEnded((tx) => endOpen(tx, batchId, error, now));
  }
  const items = await services.db.fast(scope, (tx) => repo.listOpenItems(tx, batchId, ITEMS_A_STEP));
  const issue = await runItems({ ctx, kind, input, batchId, round }, items);
  return unlessEnded(async (tx) => {
    if (issue === null && items.length < ITEMS_A_STEP) {
      await endBatch(tx, batchId, services.clock.now());
      return;
    }
    await repo.markBatch(tx, batchId, { trouble: issue, finishedAt: null });
    const pauseMs = issue === null ? 0 : computeBackoffMs(RETRIES.platformStep, issues + 1);
    await planBatchStep(tx, services, {
      batchId,
      round,
      step: step + 1,
      issues: issue === null ? 0 : issues + 1,
      dueAt: new Date(services.clock.now().getTime() + pauseMs),
    });
  });
}

async function endBatch(tx: SqlTx, batchId: bigint, at: Date): Promise<void> {
  await repo.markBatch(tx, batchId, { trouble: null, finishedAt: at });
  await deleteDoneJobs(tx, BATCH_STEP, new Date(at.getTime() - DAY_MS));
}

/** Ends a batch whose open items are not done any more. What was begun may have been done, and is looked for when it is tried again. */
async function endOpen(tx: SqlTx, batchId: bigint, why: AppError, at: Date): Promise<void> {
  await repo.failOpen(tx, batchId, { waiting: toRefusal(why), begun: toRefusal(new AppError('platform_failed')) });
  await endBatch(tx, batchId, at);
}

/** Runs items in lanes. Returns what holds them up when one cannot be done yet, else null. */
async function runItems(work: Work, items: readonly repo.ItemRow[]): Promise<string | null> {
  const rest = [...items];
  let issue: string | null = null;
  const lane = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      const error = await runItem(work, item);
      issue = error?.message ?? issue;
      // Who is asked to slow down, or is not answered, does not go on asking; another's turn holds up its own item alone.
      if (error && PASSING.has(error.code)) rest.length = 0;
    }
  };
  const concurrency = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const failed = concurrency.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return issue;
}

/** What may be over in a moment, and leaves open whether something was done; everything else is an answer. */
export const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'platform_throttled',
  'platform_failed',
  'unavailable',
  'internal',
]);

async function runItem({ ctx, kind, input, batchId, round }: Work, item: repo.ItemRow): Promise<AppError | undefined> {
  const { subjectId, partId } = item;
  const note = (state: 'begun' | 'done' | 'failed', error?: AppError) =>
    ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      repo.markItem(tx, { batchId, round, subjectId, partId, state, refusal: error && toRefusal(error) }),
    );
  const wasStarted = item.state === 'begun';
  // A worker that fell behind does nothing of a batch that has ended, or that others have begun anew.
  if (!(await note('begun'))) return undefined;
  try {
    await kind.run(ctx, input, {
      subjectId,
      partId,
      input: kind.item.parse(item.input),
      wasStarted,
      batchId,
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError))
      ctx.log.error({ err: thrown, kind: kind.name, subjectId: String(subjectId) }, 'a batch met a bug');
    const error = thrown instanceof AppError ? thrown : new AppError('internal', { reference: String(batchId) });
    const max = PASSING.has(error.code) ? MAX_TRIES : kind.waitsForTurn?.(error) ? MAX_TRIES_FOR_TURN : 0;
    // It stays begun: the platform may have done it although its answer was lost.
    if (item.tries + 1 < max) return error;
    const isDone = wasStarted && (kind.wasDone?.(input, error) ?? false);
    await (isDone ? note('done') : note('failed', error));
    return undefined;
  }
  await note('done');
  return undefined;
}

export const toRefusal = ({ code, reason, message, params }: AppError): repo.Refusal => ({
  code,
  message,
  params,
  ...(reason ? { reason } : {}),
});

/** The kind of job that looks after a store's batches, each hour. */
export const BATCH_SWEEP = 'batches.sweep';

/**
 * Goes on with what stood still while the store was gone, and begins to look after its batches. What was asked for longer ago
 * than a day is ended instead: the things may have been done by hand since; what is open of it can be tried again. Part of what
 * follows an installation; may run twice.
 */
export async function resumeBatches(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    await goOn(services, tx, { isBack: true });
    await planSweep(tx, services.clock.now());
  });
}

/**
 * Goes on with batches whose work was given up, as after long silence of the platform, so that none runs for ever; and forgets
 * those that ended long ago.
 */
export async function sweepBatches(services: Services, tx: SqlTx, storeId: StoreId): Promise<void> {
  const now = services.clock.now();
  const store = await findStoreById(services, storeId);
  // It begins again when the store comes back (resumeBatches).
  if (!store || store.uninstalledAt) return;
  await goOn(services, tx, { isBack: false });
  await repo.deleteOldBatches(tx, new Date(now.getTime() - KEEP_DAYS * DAY_MS));
  await deleteDoneJobs(tx, BATCH_SWEEP, new Date(now.getTime() - DAY_MS));
  await planSweep(tx, now);
}

/** Plans the next look, once an hour however often it is called. */
async function planSweep(tx: SqlTx, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + HOUR_MS);
  await scheduleJob(tx, { kind: BATCH_SWEEP, key: dueAt.toISOString().slice(0, 13), payload: {}, dueAt });
}

async function goOn(services: Services, tx: SqlTx, { isBack }: { isBack: boolean }): Promise<void> {
  const now = services.clock.now();
  for (const { id } of await repo.listRunning(tx)) {
    // A step whose end is being written holds its batch: it ends it, or schedules the next one.
    const batch = await repo.lockAnyBatch(tx, id, { isFree: true });
    if (!batch || batch.finishedAt !== null) continue;
    const isWaiting = await isJobScheduled(tx, BATCH_STEP, `${id}:${batch.round}:`);
    const isOld = now.getTime() - batch.startedAt.getTime() > DAY_MS;
    if (isOld && (isBack || !isWaiting)) {
      await endOpen(tx, id, new AppError(isBack ? 'store_uninstalled' : 'platform_failed'), now);
    } else if (!isWaiting) {
      const { round } = batch;
      await planBatchStep(tx, services, { batchId: id, round, step: -now.getTime(), issues: 0, dueAt: now });
    }
  }
}
