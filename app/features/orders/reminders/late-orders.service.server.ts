import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import type { FlowEvent } from '#app/platform/flow-triggers/flow-trigger.ts';
import { findUsedSince, recordNewFlowEvents } from '#app/platform/flow-triggers/flow-triggers.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { SHIP_WITHIN_HOURS } from '../ship-by.ts';
import * as repo from './reminder.repo.server.ts';

/** A part that waited for its payment or on hold is late once it can be shipped, but not after so long. */
const LATE_NEWS_MS = 30 * DAY_MS;
const MAX_LATE = 1_000;

/**
 * Starts workflows for parts that were to be shipped by now: paid, not on hold, not wholly shipped, each once. What was late before
 * a workflow used the trigger is told to none. Needs the marketplace's scope.
 */
export async function recordLateOrders(services: Pick<Services, 'jobs'>, tx: SqlTx, now: Date): Promise<void> {
  const usedSince = await findUsedSince(tx, 'souk-order-late');
  if (!usedSince) return;
  const dueFrom = Math.max(usedSince.getTime(), now.getTime() - LATE_NEWS_MS);
  const late = await repo.listLate(tx, {
    placedFrom: new Date(dueFrom - SHIP_WITHIN_HOURS * HOUR_MS),
    placedBefore: new Date(now.getTime() - SHIP_WITHIN_HOURS * HOUR_MS),
    limit: MAX_LATE,
  });
  await recordNewFlowEvents(tx, services, late.map(toEvent), now);
}

const toEvent = ({ orderId, vendorId }: { orderId: bigint; vendorId: bigint }): FlowEvent => ({
  trigger: 'souk-order-late',
  subjectId: orderId,
  vendorId,
  key: `${String(orderId)}/${String(vendorId)}`,
});
