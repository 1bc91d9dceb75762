import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { notifyOfTurn } from './notify.service.server.ts';
import * as repo from './schedules.repo.server.ts';

/** The schedules of a vendor, each with whose rights bind it. */
export async function listScheduleMakers(
  tx: SqlTx,
  vendorId: bigint,
): Promise<{ id: bigint; name: string; maker: string }[]> {
  const rows = await repo.listSchedules(tx, vendorId);
  return rows.map(({ id, name, maker }) => ({ id, name, maker }));
}

/** Gives schedules of a vendor to another maker, whose rights bind them from their next run on. */
export const setScheduleMaker = (
  tx: SqlTx,
  vendorId: bigint,
  o: { ids: readonly bigint[]; maker: string },
): Promise<void> => repo.setMaker(tx, vendorId, o);

/** Switches a schedule of a vendor off because whoever made it goes, with a mail; off already, it stays so. */
export async function pauseSchedule(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: { id: bigint; vendorId: bigint; at: Date },
): Promise<void> {
  const row = await repo.findSchedule(tx, o.vendorId, o.id, { lock: true });
  if (row?.state !== 'on') return;
  const problem = 'maker' as const;
  await repo.markRun(tx, o.id, {
    ...row,
    state: 'off',
    problem,
    issue: null,
    failingSince: row.failingSince ?? o.at,
  });
  await notifyOfTurn(tx, services, { row, problem, isOff: true, at: o.at });
}

/** Ends the schedules of a vendor whose account is taken away. */
export const deleteSchedulesOf = (tx: SqlTx, vendorId: bigint): Promise<void> => repo.deleteOfVendor(tx, vendorId);

/** How many schedules of the scope import nothing until something is done. */
export const countFailingSchedules = (tx: SqlTx): Promise<number> => repo.countFailing(tx);
