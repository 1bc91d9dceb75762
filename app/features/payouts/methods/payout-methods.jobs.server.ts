import { z } from 'zod';
import { SUBSCRIBE, subscribeToEvents } from '#app/features/payment-providers/subscribe.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { REFRESH_ACCOUNT, refreshAccount, SWEEP, sweepAccounts } from './refresh-account.service.server.ts';

const payload = z.object({ accountId: z.string() });

/** Vendors' accounts are read after each event and once a day; once a day the events are subscribed that an update added. */
export function payoutMethodScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    {
      kind: REFRESH_ACCOUNT,
      run: (store, job) => refreshAccount(services, store, payload.parse(job.payload).accountId),
    },
    { kind: SUBSCRIBE, run: (store) => subscribeToEvents(services, store) },
    { kind: SWEEP, handle: (tx, store) => sweepAccounts(services, tx, store) },
  ];
}
