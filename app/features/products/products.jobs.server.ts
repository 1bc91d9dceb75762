import { z } from 'zod';
import { asStoreId, idSchema } from '#app/core/ids.ts';
import { LAPSED_PRODUCTS_JOB } from '#app/features/memberships/lapsed-products.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { executeDecision } from './decisions/execute-decision.service.server.ts';
import { DECISION_JOB } from './decisions/open-decisions.service.server.ts';
import { runLapsedProducts } from './lapse/run-lapsed-products.service.server.ts';
import { LOAD_JOB, loadProducts } from './mirror/load.service.server.ts';
import { runRefresh } from './mirror/refresh.service.server.ts';
import { COMPARE_JOB, comparePage, startSweep, SWEEP } from './mirror/sweep.service.server.ts';

const storeId = idSchema.transform(asStoreId);
const moment = z.iso.datetime().transform((text) => new Date(text));
const loadData = z.object({ storeId });
const compareData = z.object({
  storeId,
  since: moment.optional(),
  cursor: z.string().optional(),
  beyond: idSchema.optional(),
});
const decisionData = z.object({ decisionId: idSchema });
const lapsedData = z.object({ vendorId: idSchema });
const sweepData = z.object({ sweptAt: moment.optional(), comparedAt: moment.optional() });

/** The jobs of products. A reading may be repeated; it writes what the platform says at that moment. */
export const productJobs = [
  { name: 'products.refresh', run: runRefresh },
  {
    name: COMPARE_JOB,
    run: async (services: Services, data: unknown): Promise<void> => {
      await comparePage(services, compareData.parse(data));
    },
  },
  {
    name: LOAD_JOB,
    run: async (services: Services, data: unknown): Promise<void> => {
      await loadProducts(services, loadData.parse(data).storeId);
    },
  },
];

/** Work of products that becomes due: the hourly search, and decisions whose time to be taken back has passed, and products of lapsed memberships. */
export function productScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: SWEEP, handle: (tx, store, work) => startSweep(services, tx, store, sweepData.parse(work.payload)) },
    {
      kind: DECISION_JOB,
      deletesDone: true,
      run: (store, job) => executeDecision(services, store, decisionData.parse(job.payload).decisionId),
    },
    {
      kind: LAPSED_PRODUCTS_JOB,
      run: (store, job) => runLapsedProducts(services, store, lapsedData.parse(job.payload).vendorId),
    },
  ];
}
