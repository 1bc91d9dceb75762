import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import { endOverdueRequests, REQUEST_ENDS } from './asking.service.server.ts';
import { carryPayouts, PAYOUT_WORK } from './executor.service.server.ts';

const payload = z.object({ ids: z.array(z.string()), looks: z.number().nullable(), batchRef: z.string().optional() });

/** Sending payouts and looking them up until they have ended; and the end of requests that nobody decided. */
export function payoutDueWork(services: Services): DueWorkHandler[] {
  return [
    {
      kind: PAYOUT_WORK,
      handle: (tx, storeId, work) => carryPayouts(services, tx, storeId, payload.parse(work.payload)),
    },
    { kind: REQUEST_ENDS, handle: (tx) => endOverdueRequests(tx, null, services.clock.now()) },
  ];
}
