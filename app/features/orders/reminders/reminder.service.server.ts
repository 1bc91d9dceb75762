import { HOUR_MS } from '#app/core/durations.ts';
import { asVendorId, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { REMINDER_TEMPLATES } from '#app/platform/mails/reminder-delays.ts';
import { readReminderDelays } from '#app/platform/mails/reminder-delays.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, hasOpenJob, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { recordLateOrders } from './late-orders.service.server.ts';
import * as repo from './reminder.repo.server.ts';
import { decideReminders } from './reminder.ts';

/** The kind of job that looks which orders a vendor is to be reminded of. */
export const REMIND = 'orders.remind';

/** Payments, releases and changed hours are seen within this time; a reminder that is due by itself is looked for to the moment. */
const MAX_REST_MS = HOUR_MS / 4;
const KEEP_DONE_MS = 24 * HOUR_MS;
const BATCH = 500;

/** Begins the reminders of a store that was installed. May run twice: where a look is planned already, no second row of them begins. */
export async function startReminders(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (!(await hasOpenJob(tx, REMIND))) await scheduleNextSearch(tx, services.clock.now());
  });
}

function scheduleNextSearch(tx: SqlTx, dueAt: Date): Promise<void> {
  return scheduleJob(tx, { kind: REMIND, key: dueAt.toISOString(), payload: {}, dueAt });
}

/**
 * Mails every reminder that is due, each once, tells workflows of orders that are late, and plans the next look: at the moment the next one is due, or after a quarter
 * of an hour. An uninstalled store rests.
 */
export async function remindVendors(services: Services, tx: SqlTx, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const now = services.clock.now();
  const hours = await readReminderDelays(tx);
  const delays = REMINDER_TEMPLATES.map((template) => hours[template]);
  const placedBefore = new Date(now.getTime() - Math.min(...delays) * HOUR_MS);
  let after: repo.OpenVendorOrder | undefined;
  for (;;) {
    const vendorOrders = await repo.listToRemind(tx, { placedBefore, after, limit: BATCH });
    await sendReminder(services, tx, vendorOrders, { delays, now });
    after = vendorOrders.at(-1);
    if (vendorOrders.length < BATCH) break;
  }
  await recordLateOrders(services, tx, now);
  await scheduleNextSearch(tx, await findNextPoll(tx, delays, now));
  await deleteDoneJobs(tx, REMIND, new Date(now.getTime() - KEEP_DONE_MS));
}

async function sendReminder(
  services: Services,
  tx: SqlTx,
  vendorOrders: readonly repo.OpenVendorOrder[],
  o: { delays: readonly number[]; now: Date },
): Promise<void> {
  const decided = vendorOrders.map((vendorOrder) => ({
    part: vendorOrder,
    ...decideReminders(vendorOrder, { ...o, isBlocked: vendorOrder.isBlocked }),
  }));
  const changed = decided.filter(
    ({ part: vendorOrder, sent, waited }) => sent !== vendorOrder.sent || waited !== vendorOrder.waited,
  );
  await repo.saveReminders(
    tx,
    changed.map(({ part: vendorOrder, sent, waited }) => ({ id: vendorOrder.id, sent, waited })),
  );
  await queueMails(
    tx,
    services,
    changed.flatMap(({ part: { orderId, vendorId }, send }) =>
      send.flatMap((number) => {
        const template = REMINDER_TEMPLATES[number - 1];
        if (!template) return [];
        return [
          {
            dedupeKey: `${template}/${orderId}/${vendorId}`,
            template,
            audience: { kind: 'vendor' as const, vendorId: asVendorId(vendorId) },
            params: { orderId: String(orderId), vendorId: String(vendorId) },
            dueAt: o.now,
            createdAt: o.now,
          },
        ];
      }),
    ),
  );
}

async function findNextPoll(tx: SqlTx, delays: readonly number[], now: Date): Promise<Date> {
  let next = now.getTime() + MAX_REST_MS;
  for (const [index, hours] of delays.entries()) {
    const placed = await repo.findOldestAfter(tx, 1 << index, new Date(now.getTime() - hours * HOUR_MS));
    if (placed) next = Math.min(next, placed.getTime() + hours * HOUR_MS);
  }
  return new Date(next);
}

/** How many vendors' orders still wait for shipping after a reminder. */
export const countRemindedOrders = repo.countReminded;
