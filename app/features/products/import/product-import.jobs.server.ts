import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { IMPORT_SWEEP, sweepImports } from './sweep-imports.service.server.ts';

/** Deletes uploaded tables and imports when their time is over. */
export function productImportScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: IMPORT_SWEEP, handle: (tx, _storeId, job) => sweepImports(services, tx, job.payload) }];
}
