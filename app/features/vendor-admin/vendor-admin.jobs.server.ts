import { showPageWork } from '#app/features/vendor-profiles/page/show-page.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { RENAME_STEP, runRenameStep } from './rename-vendor.service.server.ts';

/** Work of vendors that becomes due: the steps of a rename, and pages on their way to the storefront. */
export function vendorAdminScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    {
      kind: RENAME_STEP,
      run: (storeId, job) => runRenameStep(services, storeId, job.payload),
    },
    showPageWork(services),
  ];
}
