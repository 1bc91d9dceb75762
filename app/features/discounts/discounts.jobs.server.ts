import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { announceDiscount } from './announce-discount.service.server.ts';
import {
  DISCOUNT_ANNOUNCE,
  DISCOUNT_FINISH,
  DISCOUNT_NARROW,
  DISCOUNT_REFRESH,
  DISCOUNT_SWEEP,
} from './discount-jobs.server.ts';
import { finishLater } from './finish-discount.service.server.ts';
import { narrowDiscount } from './refuse-discount.service.server.ts';
import { refreshDiscount, sweepDiscounts } from './refresh-discounts.service.server.ts';

const ofDiscount = z.object({ discountId: idSchema });
const ofVendor = ofDiscount.extend({ vendorId: idSchema });

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
    {
      kind: DISCOUNT_NARROW,
      deletesDone: true,
      run: (store, job) => narrowDiscount(services, store, ofVendor.parse(job.payload)),
    },
    {
      kind: DISCOUNT_ANNOUNCE,
      deletesDone: true,
      run: (store, job) => announceDiscount(services, store, ofDiscount.parse(job.payload).discountId),
    },
    { kind: DISCOUNT_SWEEP, run: (store) => sweepDiscounts(services, store) },
  ];
}
