import { z } from 'zod';
import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { listFailingSources } from '#app/features/integrations/connections/vendor-connections.service.server.ts';
import { readStoreHealth } from '#app/features/system/store-health.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, hasOpenJob, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { findNewlyUnhealthy, nameSources, nextCheck, UNHEALTHY_MS } from './sync-health.ts';

/** The look, four times an hour, whether the platform and vendors' connections are in step. */
export const HEALTH_CHECK = 'sync-health.check';
const payloadSchema = z.object({
  /** When it was looked before, and whether the platform was out of step then. */
  before: z.iso.datetime().optional(),
  wasBehind: z.boolean().default(false),
});

/** Begins the looks of a store that was installed or came back. May run twice. */
export async function startHealthChecks(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (!(await hasOpenJob(tx, HEALTH_CHECK))) await planCheck(tx, services.clock.now(), false);
  });
}

/** The key is the moment of the next look: a repeat plans none beside it. */
function planCheck(tx: SqlTx, now: Date, isBehind: boolean): Promise<void> {
  const dueAt = nextCheck(now);
  const payload = { before: now.toISOString(), wasBehind: isBehind };
  return scheduleJob(tx, { kind: HEALTH_CHECK, key: dueAt.toISOString(), payload, dueAt });
}

/**
 * Mails the admins once what has been out of step for an hour: each connection as it passes that hour, and the platform where its
 * reports wait for so long or it withholds something. An uninstalled store rests.
 */
export async function checkHealth(
  services: Services,
  tx: SqlTx,
  storeId: StoreId,
  job: { payload: unknown; dueAt: Date },
): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const now = services.clock.now();
  const { before = job.dueAt.toISOString(), wasBehind } = payloadSchema.parse(job.payload);
  const { waitingSince, withheldSince } = await readStoreHealth(tx, store.domain);
  const isBehind = [waitingSince, withheldSince].some((since) => since !== null && isTooLong(since, now));
  const sources = findNewlyUnhealthy(await listFailingSources(tx), { before: new Date(before), now });
  if ((isBehind && !wasBehind) || sources.length > 0) {
    await queueMails(tx, services, [
      {
        dedupeKey: `sync-health/${job.dueAt.toISOString()}`,
        template: 'marketplace-sync-unhealthy',
        audience: { kind: 'admins' },
        params: { isBehind: isBehind && !wasBehind, ...nameSources(sources) },
        dueAt: now,
        createdAt: now,
      },
    ]);
  }
  await planCheck(tx, now, isBehind);
  await deleteDoneJobs(tx, HEALTH_CHECK, new Date(now.getTime() - DAY_MS));
}

const isTooLong = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= UNHEALTHY_MS;
