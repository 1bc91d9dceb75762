import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, scheduleJobNow } from '#app/server/scheduled-jobs.server.ts';

/** The job that follows a label: a purchase or a void whose outcome is open, a shipment to make, a package on its way. */
export const LABEL_JOB = 'shipping.label';

/**
 * Schedules a look at a label. Each has a key of its own, so that one that runs can schedule the next; one that `repeats` does so
 * until the package has arrived.
 */
export async function planLabelJob(
  tx: SqlTx,
  labelId: bigint,
  dueAt: Date,
  { repeats = false }: { repeats?: boolean } = {},
): Promise<void> {
  const key = `${String(labelId)}:${dueAt.toISOString()}`;
  await scheduleJob(tx, { kind: LABEL_JOB, key, payload: { labelId: String(labelId), repeats }, dueAt });
}

/** Schedules a look at the refund of a package of a label; the package of a label for one is the first. */
export async function planRefundJob(
  tx: SqlTx,
  { labelId, position, dueAt }: { labelId: bigint; position: number; dueAt: Date },
): Promise<void> {
  const key = `${String(labelId)}:${String(position)}:${dueAt.toISOString()}`;
  await scheduleJob(tx, { kind: LABEL_JOB, key, payload: { labelId: String(labelId), position }, dueAt });
}

/** Schedules a look at a label's package now, because it was reported to have moved; however many reports, one look waits. */
export async function planLabelReport(tx: SqlTx, labelId: bigint, now: Date): Promise<void> {
  const payload = { labelId: String(labelId), repeats: false };
  await scheduleJobNow(tx, { kind: LABEL_JOB, key: `${String(labelId)}:report`, payload, now });
}
