import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { LOOK, refreshAccount, SWEEP, sweepAccounts } from './refresh-account.service.server.ts';

const payload = z.object({ accountId: z.string() });

/** Looking at vendors' accounts: each after a word of Stripe, and all of them once a day. */
export function payoutMethodScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: LOOK, run: (store, job) => refreshAccount(services, store, payload.parse(job.payload).accountId) },
    { kind: SWEEP, handle: (tx, store) => sweepAccounts(services, tx, store) },
  ];
}
