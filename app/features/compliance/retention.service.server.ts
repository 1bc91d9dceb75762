import { marketplaceScope } from '#app/core/viewer.ts';
import type { StoreId } from '#app/core/ids.ts';
import { NOTICE_DAYS } from '#app/platform/notices/notice.ts';
import { forgetNotices } from '#app/platform/notices/record-notices.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import {
  addDays,
  BODY_DAYS,
  DECIDED_CHANGE_DAYS,
  DECISION_DAYS,
  EXPORT_DAYS,
  MESSAGE_DAYS,
  QUOTE_DAYS,
  UNATTACHED_HOURS,
  UNCONFIRMED_DAYS,
  UNSUBSCRIBED_DAYS,
  USAGE_DAYS,
} from './compliance.ts';
import * as repo from './retention.repo.server.ts';

/** The kind of job that forgets what was kept long enough, once a day for each store. */
export const SWEEP = 'deliveries.sweep';
export const REMOVE_FILES_JOB = 'files.remove';

const MAX_FILES_AT_ONCE = 500;
const KEEP_DONE_DAYS = 7;

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
 * Forgets what was kept long enough: raw bodies after 30 days, files that nothing refers to after 24 hours, stored answers
 * after a day, messages of visitors after two years, reported usage and notices of the bell after 90 days. Files are deleted by a job, so that a storage that is away holds up nothing.
 */
export async function sweepStore(services: Services, tx: SqlTx, storeId: StoreId): Promise<void> {
  const now = services.clock.now();
  const bodies = await repo.eraseOldBodies(tx, addDays(now, -BODY_DAYS));
  const keys = await repo.deleteUnattached(tx, addDays(now, -UNATTACHED_HOURS / 24), MAX_FILES_AT_ONCE);
  await repo.deleteStale(tx, {
    answersBefore: addDays(now, -1),
    exportsBefore: addDays(now, -EXPORT_DAYS),
    workBefore: addDays(now, -KEEP_DONE_DAYS),
    now,
    kind: SWEEP,
  });
  const pictures = await repo.deleteOldContacts(tx, {
    messagesBefore: addDays(now, -MESSAGE_DAYS),
    unconfirmedBefore: addDays(now, -UNCONFIRMED_DAYS),
    unsubscribedBefore: addDays(now, -UNSUBSCRIBED_DAYS),
  });
  await repo.deleteOldQuotes(tx, addDays(now, -QUOTE_DAYS));
  await repo.deleteOldChanges(tx, addDays(now, -DECIDED_CHANGE_DAYS));
  await repo.deleteOldDecisions(tx, addDays(now, -DECISION_DAYS));
  await repo.deleteOldUsage(tx, addDays(now, -USAGE_DAYS));
  await forgetNotices(tx, addDays(now, -NOTICE_DAYS));
  const files = [...keys, ...pictures];
  if (files.length > 0) {
    await services.jobs.enqueue(tx, REMOVE_FILES_JOB, { storeId: String(storeId), keys: files });
  }
  await planSweep(tx, now);
  services.log.info({ store: String(storeId), bodies, files: files.length }, 'what was kept long enough is forgotten');
}

/** Deletes files of the storage. One that is gone already is no error. */
export async function removeFiles(services: Services, keys: readonly string[]): Promise<void> {
  for (const key of keys) await services.adapters.files.remove(key);
}
