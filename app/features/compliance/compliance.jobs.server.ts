import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { ERASE_AGAIN, eraseAgain } from './requests.service.server.ts';
import { REMOVE_FILES_JOB, removeFiles, SWEEP, sweepStore } from './retention.service.server.ts';

const filesData = z.object({ keys: z.array(z.string().max(500)).max(100_000) });
const eraseData = z.object({ orderIds: z.array(idSchema).max(100_000) });

/** The job that deletes files of the storage. */
export const complianceJobs = [
  {
    name: REMOVE_FILES_JOB,
    run: (services: Services, data: unknown) => removeFiles(services, filesData.parse(data).keys),
  },
];

/** What becomes due: the daily sweep of each store, and the second look after a redaction. */
export function complianceScheduledJobs(services: Services): readonly ScheduledJobHandler[] {
  return [
    { kind: SWEEP, run: (storeId) => sweepStore(services, storeId) },
    {
      kind: ERASE_AGAIN,
      async handle(tx, storeId, work) {
        const store = await findStoreById(services, storeId);
        if (store) await eraseAgain(tx, store.domain, eraseData.parse(work.payload).orderIds);
      },
    },
  ];
}
