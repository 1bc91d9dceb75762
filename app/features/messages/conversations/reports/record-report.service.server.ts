import { recordFlowEvents } from '#app/platform/flow-triggers/flow-triggers.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './reports.repo.server.ts';

/**
 * Keeps what a side reports of a conversation, and starts workflows for the first report of the side; a second one replaces its
 * reason. Needs the marketplace's scope.
 */
export async function recordReport(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  conversation: { id: bigint; vendorId: bigint },
  report: repo.ReportRow,
): Promise<void> {
  if (!(await repo.saveReport(tx, conversation, report))) return;
  const { id, vendorId } = conversation;
  const key = `${String(id)}/${report.side}/${report.reportedAt.toISOString()}`;
  const event = { trigger: 'souk-message-reported', subjectId: id, vendorId, key } as const;
  await recordFlowEvents(tx, services, [event], report.reportedAt);
}
