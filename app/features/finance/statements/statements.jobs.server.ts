import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { ISSUE_STATEMENTS, issueFinishedMonths } from './issue-finished-months.service.server.ts';

/** Statements of a finished month are issued by themselves. */
export function statementScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: ISSUE_STATEMENTS, run: (store, job) => issueFinishedMonths(services, store, job) }];
}
