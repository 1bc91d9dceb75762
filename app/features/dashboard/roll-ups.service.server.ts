import { dayOf } from '#app/core/calendar.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { refreshOrderSums } from '#app/features/orders/sums/order-sums.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  deleteDoneJobs,
  hasOpenJob,
  scheduleJob,
  scheduleJobNow,
  type DueJob,
} from '#app/server/scheduled-jobs.server.ts';
import { addDays } from './dashboard.ts';
import * as repo from './sum-days.repo.server.ts';

/** The job that adds what changed to the days of a store, once an hour and whenever more is left to do. */
export const ROLL_UP = 'dashboard.roll-up';

/** A job ends with its own transaction, so that it cannot plan itself: two take turns. */
type Key = 'now' | 'next';

const KEEP_DONE_MS = 24 * HOUR_MS;
/** Changes that are taken at once. */
const MAX_CHANGES = 20_000;
/** Days of the past that are summed at once, so that no transaction takes long. */
const STEP_DAYS = 31;

/** Begins to sum the days of a store that was installed or came back. May run twice. */
export async function startRollUps(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (!(await hasOpenJob(tx, ROLL_UP))) await planRollUp(services, tx);
  });
}

/** Plans that the days of the scope's store are summed now: its time zone may have changed. */
export async function planRollUp(services: Pick<Services, 'clock'>, tx: SqlTx, key: Key = 'now'): Promise<void> {
  await scheduleJobNow(tx, { kind: ROLL_UP, key, payload: {}, now: services.clock.now() });
}

/**
 * Adds what changed since the last time, sums a step of the past that was not summed yet, and everything again step by step after the
 * store's time zone changed. Plans itself: at once while there is more to do, for the next hour otherwise. An uninstalled store rests.
 */
export async function refreshRollUps(
  services: Services,
  tx: SqlTx,
  storeId: StoreId,
  job: Pick<DueJob, 'key'>,
): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const now = services.clock.now();
  if (await sumStep(tx, store.timezone, now)) await planRollUp(services, tx, job.key === 'now' ? 'next' : 'now');
  const dueAt = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  await scheduleJob(tx, { kind: ROLL_UP, key: dueAt.toISOString(), payload: {}, dueAt });
  await deleteDoneJobs(tx, ROLL_UP, new Date(now.getTime() - KEEP_DONE_MS));
}

/** One step for the scope's store. Returns whether there is more to do. */
async function sumStep(tx: SqlTx, timezone: string, at: Date): Promise<boolean> {
  await repo.lockRollUp(tx);
  const found = await repo.findRollUp(tx);
  const started =
    found?.timezone === timezone ? found : await repo.startRollUp(tx, { timezone, today: dayOf(at, timezone), at });
  if (!started.hasStoreDays) await repo.sumStoreDays(tx);
  await refreshOrderSums(tx);
  const rollUp = await extend(tx, started, at);
  const sales = await repo.addChanges(tx, 'sales', rollUp, MAX_CHANGES);
  const products = await repo.addChanges(tx, 'products', rollUp, MAX_CHANGES);
  return rollUp.coversFrom !== repo.FIRST_DAY || Math.max(sales, products) === MAX_CHANGES;
}

/** Goes back by a step of days that have orders. */
async function extend(tx: SqlTx, rollUp: repo.RollUp, at: Date): Promise<repo.RollUp> {
  if (rollUp.coversFrom === repo.FIRST_DAY) return rollUp;
  const older = await repo.findOlderDay(tx, rollUp);
  if (older !== undefined) return repo.extendRollUp(tx, rollUp, { from: addDays(older, 1 - STEP_DAYS), at });
  const whole = { ...rollUp, coversFrom: repo.FIRST_DAY };
  await repo.setCoversFrom(tx, whole, at);
  return whole;
}
