import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';

/** The job that follows a label: a purchase or a void whose outcome is open, a shipment to make, a package on its way. */
export const LABEL_JOB = 'shipping.label';

/** Schedules a look at a label. Each has a key of its own, so that one that runs can schedule the next. */
export async function planLabelJob(tx: SqlTx, labelId: bigint, dueAt: Date): Promise<void> {
  const key = `${String(labelId)}:${dueAt.toISOString()}`;
  await scheduleJob(tx, { kind: LABEL_JOB, key, payload: { labelId: String(labelId) }, dueAt });
}
