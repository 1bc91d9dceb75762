import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { endOverdueRequests, EXPIRE_REQUESTS } from './approval/request-approval.service.server.ts';
import type { ReportUnknown } from './unknown/unknown-transfers.service.server.ts';
import { PAYOUT_WORK, processPayouts } from './execute/send-payouts.service.server.ts';

const payload = z.object({ ids: z.array(z.string()), looks: z.number().nullable(), batchRef: z.string().optional() });

/**
 * `report` makes an exception of the comparison of what a provider holds and no payout here has. Sending payouts and looking them up until they have ended; and the end of requests that nobody decided.
 */
export function payoutScheduledJobs(services: Services, report: ReportUnknown): ScheduledJobHandler[] {
  return [
    {
      kind: PAYOUT_WORK,
      run: (storeId, job) => processPayouts(services, storeId, payload.parse(job.payload), report),
    },
    { kind: EXPIRE_REQUESTS, handle: (tx) => endOverdueRequests(tx, null, services.clock.now()) },
  ];
}
