import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import { runRefresh } from './mirror.service.server.ts';
import { BATCH_STEP, runBatchStep } from './run-batch.service.server.ts';

/** The jobs of products. A reading may be repeated; it writes what the platform says at that moment. */
export const productJobs = [
  { name: 'products.refresh', retryLimit: 5, retryDelaySeconds: 5, expireSeconds: 300, run: runRefresh },
] as const;

/** Work of products that becomes due: the steps of what is done with several at once. */
export function productDueWork(services: Services): DueWorkHandler[] {
  return [{ kind: BATCH_STEP, handle: (tx, store, work) => runBatchStep(services, tx, store, work.payload) }];
}
