import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { followLabel } from './follow-label.service.server.ts';
import { LABEL_JOB } from './label-job.service.server.ts';
import { TELL_STORE_JOB, tellStore } from './tracking/tell-store.service.server.ts';

/** What goes on with labels by itself. */
export function labelScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: LABEL_JOB, deletesDone: true, run: (store, job) => followLabel(services, store, job) },
    { kind: TELL_STORE_JOB, deletesDone: true, run: (store, job) => tellStore(services, store, job) },
  ];
}
