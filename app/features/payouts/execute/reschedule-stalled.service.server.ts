import { appendTo } from '#app/core/append-to.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isJobScheduled, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { PAYOUT_WORK, type PayoutWork } from './send-payouts.service.server.ts';
import { buildReference } from './provider-payout.ts';
import { MAX_POLL_AGE_MS } from './retry-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';

/**
 * Plans the work of payouts anew that have not ended and that nobody carries on: a job that failed too often is given up.
 * Work that is planned or going on at the moment stays as it is. Returns how many payouts were taken up again.
 */
export async function rescheduleStalledPayouts(services: Pick<Services, 'clock' | 'jobs'>, tx: SqlTx): Promise<number> {
  const now = services.clock.now();
  const idsOf = new Map<string, bigint[]>();
  for (const payout of await repo.listOpen(tx, new Date(now.getTime() - MAX_POLL_AGE_MS))) {
    const reference = buildReference(payout);
    appendTo(idsOf, reference, payout.id);
  }
  let resumed = 0;
  for (const [reference, ids] of idsOf) {
    if (await isJobScheduled(tx, PAYOUT_WORK, `${reference}/`)) continue;
    const payload: PayoutWork = { ids: ids.map(String), looks: 0 };
    await scheduleJob(tx, { kind: PAYOUT_WORK, key: `${reference}/again/${now.toISOString()}`, payload, dueAt: now });
    resumed += ids.length;
  }
  if (resumed > 0) {
    services.jobs.wakeAfterCommit(tx, 'due');
  }
  return resumed;
}
