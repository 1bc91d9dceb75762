import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listKnownKeys } from '#app/server/scheduled-jobs.server.ts';
import type { FlowEvent, FlowTrigger } from './flow-trigger.ts';
import * as repo from './flow-triggers.repo.server.ts';

/** The kind of job that starts the workflows of one event. */
export const START_WORKFLOWS = 'flow.start';

/**
 * Plans what starts workflows, in the transaction of its cause: one job for each event whose trigger the store uses. An event
 * whose key is known is not planned again.
 */
export async function recordFlowEvents(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  events: readonly FlowEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  const used = await repo.listUsed(
    tx,
    events.map(({ trigger }) => trigger),
  );
  for (const event of events) {
    const { trigger, subjectId, vendorId } = event;
    if (!used.some((one) => one.trigger === trigger)) continue;
    await services.jobs.schedule(tx, {
      kind: START_WORKFLOWS,
      key: toJobKey(event),
      payload: { trigger, subjectId: String(subjectId), vendorId: vendorId === null ? null : String(vendorId) },
      dueAt: at,
    });
  }
}

/** The same for events that are found again at each look: those that are known are left out at once. Needs the marketplace's scope. */
export async function recordNewFlowEvents(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  events: readonly FlowEvent[],
  at: Date,
): Promise<void> {
  const known = new Set(await listKnownKeys(tx, START_WORKFLOWS, events.map(toJobKey)));
  const fresh = events.filter((event) => !known.has(toJobKey(event)));
  await recordFlowEvents(tx, services, fresh, at);
}

const toJobKey = ({ trigger, key }: FlowEvent): string => `${trigger}/${key}`;

/** Since when workflows of the scope's store use a trigger; undefined where none does. */
export async function findUsedSince(tx: SqlTx, trigger: FlowTrigger): Promise<Date | undefined> {
  return (await repo.listUsed(tx, [trigger]))[0]?.usedSince;
}

/** Keeps what the platform says of the use of triggers; of two words the later one by its clock counts. */
export const saveTriggerUse = (
  services: Pick<Services, 'db'>,
  storeId: StoreId,
  o: { triggers: readonly FlowTrigger[]; isUsed: boolean; reportedAt: Date },
): Promise<void> => services.db.fast(marketplaceScope(storeId), (tx) => repo.saveUse(tx, o.triggers, o));
