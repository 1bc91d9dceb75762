import { asVendorId } from '#app/core/ids.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findProblemKind, type ScheduleProblem } from './import-schedule.ts';
import type { ScheduleRow } from './schedules.repo.server.ts';

/**
 * Tells whose a schedule is, by mail and in the bell, that its file is imported no more, and once that it is again: of each span of
 * failures the first and its end.
 */
export async function notifyOfTurn(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: {
    row: Pick<ScheduleRow, 'id' | 'vendorId' | 'failingSince'>;
    problem: ScheduleProblem | null;
    isOff: boolean;
    at: Date;
  },
): Promise<void> {
  const { row, problem, at } = o;
  const { id, vendorId, failingSince } = row;
  // What switches a schedule off is said also where it failed before for another reason.
  const isNew = problem === null ? failingSince !== null : failingSince === null || o.isOff;
  if (!isNew) return;
  await queueMails(tx, services, [
    {
      dedupeKey: `import-schedule/${String(id)}/${at.toISOString()}`,
      template: vendorId === null ? 'marketplace-import-schedule' : 'vendor-import-schedule',
      audience: vendorId === null ? { kind: 'admins' } : { kind: 'vendor', vendorId: asVendorId(vendorId) },
      params: {
        scheduleId: String(id),
        state: problem === null ? 'working' : o.isOff ? 'off' : 'failing',
        reason: problem === null ? null : findProblemKind(problem),
      },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
