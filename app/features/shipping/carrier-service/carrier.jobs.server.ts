import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { CARRIER_JOB, syncCarrier } from './sync-carrier.service.server.ts';

/** The look at our carrier service: after every change, and once a day. */
export function carrierScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: CARRIER_JOB, deletesDone: true, run: (store) => syncCarrier(services, store) }];
}
