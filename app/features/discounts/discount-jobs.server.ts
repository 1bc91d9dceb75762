import { HOUR_MS } from '#app/core/durations.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteUntriedJob, hasOpenJob, scheduleJob, scheduleJobNow } from '#app/server/scheduled-jobs.server.ts';

/** Brings a discount to where it was asked to be, after an answer of the platform that was lost. */
export const DISCOUNT_FINISH = 'discounts.finish';
/** Reads a discount again of which the platform told something. */
export const DISCOUNT_REFRESH = 'discounts.refresh';
/** Compares all discounts with the platform's, for what it told of and nobody heard. */
export const DISCOUNT_SWEEP = 'discounts.sweep';

/** Takes the goods of vendors who refused a discount of the marketplace out of it. */
export const DISCOUNT_NARROW = 'discounts.narrow';
/** Tells the vendors who bear a discount that somebody else made or changed. */
export const DISCOUNT_ANNOUNCE = 'discounts.announce';

/** Plans looking after a discount; making and ending it have a job each. */
export function planFinish(tx: SqlTx, o: { id: bigint; dueAt: Date; isEnd?: boolean }): Promise<void> {
  const key = `${o.id}/${o.isEnd ? 'end' : 'create'}`;
  return scheduleJob(tx, { kind: DISCOUNT_FINISH, key, payload: { discountId: String(o.id) }, dueAt: o.dueAt });
}

/** Plans taking the goods of a vendor who refused out of a discount. */
export function planNarrow(tx: SqlTx, o: { id: bigint; vendorId: bigint; now: Date }): Promise<void> {
  const payload = { discountId: String(o.id), vendorId: String(o.vendorId) };
  return scheduleJobNow(tx, { kind: DISCOUNT_NARROW, key: `${o.id}/${o.vendorId}`, payload, now: o.now });
}

/** Plans telling those who bear a discount of it. However often it changes, one telling waits; it says what holds then. */
export function planAnnouncement(tx: SqlTx, id: bigint, now: Date): Promise<void> {
  const payload = { discountId: String(id) };
  return scheduleJobNow(tx, { kind: DISCOUNT_ANNOUNCE, key: String(id), payload, now });
}

/** Plans reading a discount again whose change the platform may not answer. */
export function planEditRefresh(tx: SqlTx, o: { id: bigint; version: number; dueAt: Date }): Promise<void> {
  const payload = { discountId: String(o.id) };
  return scheduleJob(tx, { kind: DISCOUNT_REFRESH, key: buildEditKey(o), payload, dueAt: o.dueAt });
}

/** Takes that back once the platform has answered. */
export function cancelEditRefresh(tx: SqlTx, o: { id: bigint; version: number }): Promise<void> {
  return deleteUntriedJob(tx, DISCOUNT_REFRESH, buildEditKey(o));
}

const buildEditKey = (o: { id: bigint; version: number }): string => `${o.id}/edit/${o.version}`;

/** Plans the next hourly comparison of the store. */
export function planSweep(tx: SqlTx, now: Date): Promise<void> {
  const dueAt = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  return scheduleJob(tx, { kind: DISCOUNT_SWEEP, key: dueAt.toISOString(), payload: {}, dueAt });
}

/** Plans it unless it is planned: comparisons rest while a store has no discounts. */
export async function startSweep(tx: SqlTx, now: Date): Promise<void> {
  if (!(await hasOpenJob(tx, DISCOUNT_SWEEP))) await planSweep(tx, now);
}
