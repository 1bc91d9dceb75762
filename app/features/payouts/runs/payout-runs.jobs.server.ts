import { z } from 'zod';
import { PAYOUT_TICK } from '#app/features/payouts/rules/next-runs.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { performRun, RUN, tick } from './payout-runs.service.server.ts';

const ofRun = z.object({ runId: z.string().transform((id) => BigInt(id)) });
const ofTick = z.object({ version: z.number().int() });

/** What a schedule begins, and the runs themselves. */
export function payoutRunScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: RUN, run: (store, job) => performRun(services, store, ofRun.parse(job.payload).runId) },
    {
      kind: PAYOUT_TICK,
      handle: (tx, store, { payload, dueAt }) => tick(services, tx, store, { ...ofTick.parse(payload), dueAt }),
    },
  ];
}
