import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { SENDER_DOMAIN_CHECK } from './sender-domain.ts';
import { refreshSenderDomain } from './sender-domain.service.server.ts';

export function senderDomainScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: SENDER_DOMAIN_CHECK, deletesDone: true, run: (store) => refreshSenderDomain(services, store) }];
}
