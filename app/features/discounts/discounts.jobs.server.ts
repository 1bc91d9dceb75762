import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { DISCOUNT_FINISH, DISCOUNT_REFRESH, DISCOUNT_SWEEP } from './discount-jobs.server.ts';
import { finishLater } from './finish-discount.service.server.ts';
import { refreshDiscount, sweepDiscounts } from './refresh-discounts.service.server.ts';

const ofDiscount = z.object({ discountId: idSchema });

/** Discounts whose answer was lost, and what happened to them in the store admin. */
export function discountScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    {
      kind: DISCOUNT_FINISH,
      run: (store, job) => finishLater(services, store, ofDiscount.parse(job.payload).discountId),
    },
    {
      kind: DISCOUNT_REFRESH,
      deletesDone: true,
      run: (store, job) => refreshDiscount(services, store, ofDiscount.parse(job.payload).discountId),
    },
    { kind: DISCOUNT_SWEEP, run: (store) => sweepDiscounts(services, store) },
  ];
}
