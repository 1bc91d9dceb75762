import { marketplaceScope } from '#app/core/viewer.ts';
import type { StoreId } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { addDays, MESSAGE_DAYS, UNATTACHED_HOURS } from './compliance.ts';
import { LIFETIMES } from './lifetimes.ts';
import * as repo from './retention.repo.server.ts';

/** The kind of job that forgets what was kept long enough, once a day for each store. */
export const SWEEP = 'deliveries.sweep';
export const REMOVE_FILES_JOB = 'files.remove';

const MAX_ROWS_AT_ONCE = 1_000;
const MAX_FILES_AT_ONCE = 500;
const MAX_CONVERSATIONS_AT_ONCE = 50;
const MAX_STEPS = 2_000;

/** Plans the next sweep for tomorrow, once a day however often it is called. */
export async function planSweep(tx: SqlTx, now: Date): Promise<void> {
  const dueAt = addDays(now, 1);
  await scheduleJob(tx, { kind: SWEEP, key: dueAt.toISOString().slice(0, 10), payload: {}, dueAt });
}

/** The part of an installation that begins the daily sweeps. */
export async function startRetention(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => planSweep(tx, services.clock.now()));
}

/**
 * Forgets what was kept long enough (see LIFETIMES), files that nothing refers to after 24 hours, and conversations after two years.
 * Each step is a transaction of a bounded number of rows, so that none of them holds up anybody. Files are deleted by a job, so that
 * a storage that is away holds up nothing. Returns what plans the next day.
 */
export async function sweepStore(services: Services, storeId: StoreId): Promise<JobEnd> {
  const now = services.clock.now();
  const inStore = <T>(work: (tx: SqlTx) => Promise<T>) => services.db.fast(marketplaceScope(storeId), work);
  const removeLater = async (tx: SqlTx, keys: readonly string[]) => {
    if (keys.length > 0)
      await services.jobs.enqueue(tx, REMOVE_FILES_JOB, { storeId: String(storeId), keys: [...keys] });
  };
  const ended: Record<string, number> = {};
  for (const life of LIFETIMES) {
    const before = addDays(now, -life.days);
    const step = { before, limit: MAX_ROWS_AT_ONCE };
    const record = (count: number) => {
      if (count > 0) ended[life.table] = (ended[life.table] ?? 0) + count;
      return count === MAX_ROWS_AT_ONCE;
    };
    await inSteps(async () => record(await inStore((tx) => repo.endLifetimes(tx, life, step))));
    if (life.of === 'domain')
      await inSteps(async () => record(await services.db.queue((query) => repo.endStrays(query, life, step))));
  }
  await inSteps(() =>
    inStore(async (tx) => {
      const before = addDays(now, -MESSAGE_DAYS);
      const { count, keys } = await repo.deleteOldConversations(tx, { before, limit: MAX_CONVERSATIONS_AT_ONCE });
      await removeLater(tx, keys);
      return count === MAX_CONVERSATIONS_AT_ONCE;
    }),
  );
  await inSteps(() =>
    inStore(async (tx) => {
      const keys = await repo.deleteUnattached(tx, addDays(now, -UNATTACHED_HOURS / 24), MAX_FILES_AT_ONCE);
      await removeLater(tx, keys);
      return keys.length === MAX_FILES_AT_ONCE;
    }),
  );
  services.log.info({ store: String(storeId), ended }, 'what was kept long enough is forgotten');
  return (tx) => planSweep(tx, now);
}

/** Repeats a step while there may be more, up to a limit: the rest of an enormous day is the next day's. */
async function inSteps(step: () => Promise<boolean>): Promise<void> {
  for (let at = 0; at < MAX_STEPS; at++) if (!(await step())) return;
}

/** Deletes files of the storage. One that is gone already is no error. */
export async function removeFiles(services: Services, keys: readonly string[]): Promise<void> {
  for (const key of keys) await services.adapters.files.remove(key);
}
