import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { showEntryWork, type Acting } from './show-entry.service.server.ts';

/** Work of the catalogue that becomes due: entries on their way to the store and to their offers. */
export function catalogScheduledJobs(services: Services, acting: Acting): ScheduledJobHandler[] {
  return [showEntryWork(services, acting)];
}
