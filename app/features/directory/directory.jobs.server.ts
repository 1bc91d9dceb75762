import { showPageWork } from '#app/features/vendor-page/show-page.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import { RENAME_STEP, runRenameStep } from './rename-vendor.service.server.ts';

/** Work of vendors that becomes due: the steps of a rename, and pages on their way to the storefront. */
export function directoryDueWork(services: Services): DueWorkHandler[] {
  return [
    {
      kind: RENAME_STEP,
      handle: (tx, storeId, work) => runRenameStep(services, tx, storeId, work.payload),
    },
    showPageWork(services),
  ];
}
