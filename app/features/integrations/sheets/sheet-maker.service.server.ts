import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { notifyPaused } from './run-sync.service.server.ts';
import * as repo from './sheets.repo.server.ts';

/** In whose name a vendor's spreadsheet is synced. */
export async function findSheetMaker(
  tx: SqlTx,
  vendorId: bigint,
): Promise<{ name: string; maker: string | null } | undefined> {
  const found = await repo.findConnection(tx, vendorId, { lock: true });
  return found && { name: found.title, maker: found.maker };
}

/** The spreadsheets of vendors, for the marketplace's list of connections. */
export const listConnectedSheets = repo.listSheets;

/** Syncs a vendor's spreadsheet in another person's name from the next run on. */
export const setSheetMaker = (tx: SqlTx, vendorId: bigint, maker: string): Promise<void> =>
  repo.setMaker(tx, vendorId, maker);

/** Stops the syncs of a vendor's spreadsheet because whoever connected it goes, with a notice and a mail; paused already, it stays so. */
export async function pauseSheet(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  vendorId: bigint,
  at: Date,
): Promise<void> {
  const found = await repo.findConnection(tx, vendorId, { lock: true });
  if (found?.state !== 'active') return;
  const problem = 'maker' as const;
  await repo.markRun(tx, vendorId, { state: 'paused', problem, tries: 0, at, isWhole: false });
  await notifyPaused(tx, services, found, { problem, at });
}

/** How many spreadsheets of the scope's vendors are not synced until a person does something. */
export const countFailingSheets = (tx: SqlTx): Promise<number> => repo.countFailing(tx);
