import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { ORDER_CANCELLED } from '#app/features/orders/cancelled-orders.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { followLabel } from './follow-label.service.server.ts';
import { LABEL_JOB } from './label-job.service.server.ts';
import { notifyOfUnusedLabels } from './unused-labels.service.server.ts';
import { REPORT_TRACKING_JOB, reportTracking } from './tracking/report-tracking.service.server.ts';

const cancelledSchema = z.object({ orderId: idSchema });

/** What goes on with labels by itself. */
export function labelScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: LABEL_JOB, deletesDone: true, run: (store, job) => followLabel(services, store, job) },
    {
      kind: ORDER_CANCELLED,
      deletesDone: true,
      run: (_store, job) => {
        const { orderId } = cancelledSchema.parse(job.payload);
        return Promise.resolve((tx: SqlTx) => notifyOfUnusedLabels(services, tx, [orderId]));
      },
    },
    { kind: REPORT_TRACKING_JOB, deletesDone: true, run: (store, job) => reportTracking(services, store, job) },
  ];
}
