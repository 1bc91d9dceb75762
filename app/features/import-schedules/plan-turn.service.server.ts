import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './schedules.repo.server.ts';

/** The kind of job that fetches and imports one file. */
export const SCHEDULED_IMPORT = 'import-schedules.run';

/** Plans the next run of a schedule in the place of every one that was planned before. One that is off gets none. */
export async function scheduleRun(tx: SqlTx, services: Pick<Services, 'jobs'>, id: bigint, dueAt: Date): Promise<void> {
  const turn = await repo.planTurn(tx, id, dueAt);
  if (turn === undefined) return;
  await services.jobs.schedule(tx, {
    kind: SCHEDULED_IMPORT,
    key: `${id}:${turn}`,
    payload: { scheduleId: String(id), turn },
    dueAt,
  });
}

/** Plans the runs of a store whose feature was turned on, or that came back: what was due meanwhile runs now. */
export async function resumeSchedules(tx: SqlTx, services: Pick<Services, 'jobs' | 'clock'>): Promise<void> {
  if (!(await readSwitches(tx)).integrations) return;
  const now = services.clock.now();
  for (const { id, dueAt } of await repo.listActive(tx)) {
    await scheduleRun(tx, services, id, dueAt !== null && dueAt > now ? dueAt : now);
  }
}

/** Plans the runs of a store that was installed or came back. */
export async function startSchedules(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => resumeSchedules(tx, services));
}
