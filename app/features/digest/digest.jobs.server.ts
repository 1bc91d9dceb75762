import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { DIGEST, findDueDigests } from './digest.service.server.ts';

export function digestScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: DIGEST, handle: (tx, store, job) => findDueDigests(services, tx, store, job.dueAt) }];
}
