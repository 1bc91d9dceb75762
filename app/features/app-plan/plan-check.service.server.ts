import { HOUR_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, hasOpenJob, scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { countUsage } from './app-plan.repo.server.ts';
import { computeUsageStart, listWarnings, type Choice, type Limits } from './plan.ts';
import { PLAN_CHECK, readPlan } from './plan-limit.service.server.ts';
import { saveUsage } from './plan-readings.repo.server.ts';

const KEEP_DONE_MS = 24 * HOUR_MS;

/** Begins the checks of a store that was installed or came back. May run twice. */
export async function startPlanChecks(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (!(await hasOpenJob(tx, PLAN_CHECK))) await scheduleCheck(tx, services.clock.now());
  });
  services.jobs.wake('due');
}

const scheduleCheck = (tx: SqlTx, dueAt: Date): Promise<void> =>
  scheduleJob(tx, { kind: PLAN_CHECK, key: dueAt.toISOString(), payload: {}, dueAt });

/**
 * The job: reads the plan, counts what is in use, and warns admins of what is nearly used up. A platform that does not answer is asked
 * again with the next check, which every check of the hour plans. An uninstalled store rests.
 */
export async function checkPlan(
  services: Services,
  storeId: StoreId,
  { key }: { key: string },
): Promise<JobEnd | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const choice = await readPlan(services, store);
  return async (tx) => {
    const now = services.clock.now();
    if (choice) {
      const usage = await countUsage(tx, computeUsageStart(now));
      await saveUsage(tx, usage);
      await notifyOfLimits(services, tx, { choice, usage, at: now });
    }
    // A check in between plans none: those of the hour go on by themselves.
    if (key === 'near') return;
    await scheduleCheck(tx, new Date(now.getTime() + HOUR_MS));
    await deleteDoneJobs(tx, PLAN_CHECK, new Date(now.getTime() - KEEP_DONE_MS));
  };
}

/** Warns admins by notice and mail, once of each limit and level; a plan with another limit is warned of anew. */
async function notifyOfLimits(
  services: Services,
  tx: SqlTx,
  { choice, usage, at }: { choice: Choice; usage: Limits; at: Date },
): Promise<void> {
  await queueMails(
    tx,
    services,
    listWarnings(choice, usage).map(({ name, level, used, included }) => ({
      dedupeKey: `plan-limit/${name}/${level}/${included}`,
      template: 'marketplace-plan-limit' as const,
      audience: { kind: 'admins' as const },
      params: { storeId: String(tx.scope.storeId), limit: name, isReached: level === 'reached', used, included },
      dueAt: at,
      createdAt: at,
    })),
  );
}
