import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { countPendingApplications } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { countFailingIntegrations } from '#app/features/integrations/made/count-failing.service.server.ts';
import { countUnreadMessages } from '#app/features/messages/contact/contact-messages.service.server.ts';
import { countUnansweredConversations } from '#app/features/messages/conversations/conversations.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { hasMailServiceProblem } from '#app/platform/mails/integration/integration.service.server.ts';
import { readNotifications } from '#app/platform/mails/notification-settings.service.server.ts';
import { sumDue } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { countRemindedOrders } from '#app/features/orders/reminders/reminder.service.server.ts';
import { countWaitingProducts } from '#app/features/products/listing/pending-products.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { countDeadLetters } from '#app/features/system/system.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, hasOpenJob, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { dateDue, hasWork, nextHour, type DigestCounts } from './digest-due.ts';

/** The hourly look whether it is the hour of a store's summary. */
export const DIGEST = 'digest.send';

const KEEP_DONE_MS = DAY_MS;

/** Begins the looks of a store that was installed or came back. May run twice. */
export async function startDigests(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (!(await hasOpenJob(tx, DIGEST))) await scheduleNextSearch(tx, nextHour(services.clock.now()));
  });
}

function scheduleNextSearch(tx: SqlTx, dueAt: Date): Promise<void> {
  return scheduleJob(tx, { kind: DIGEST, key: dueAt.toISOString(), payload: {}, dueAt });
}

/**
 * Mails the admins what waits for them once the chosen hour began and anything does, and plans the next look. The key of the mail
 * is its date, so that a repeat, and a later hour on the same day, mail nothing a second time. An uninstalled store rests.
 */
export async function findDueDigests(services: Services, tx: SqlTx, storeId: StoreId, plannedFor: Date): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const now = services.clock.now();
  const { digestSendAtHourUtc } = await readNotifications(tx);
  const date = dateDue({ plannedFor, now, hourUtc: digestSendAtHourUtc });
  if (date !== undefined) {
    const counts = await countWork(tx, store.domain, now);
    if (hasWork(counts)) {
      await queueMails(tx, services, [
        {
          dedupeKey: `digest/${date}`,
          template: 'marketplace-duty-digest',
          audience: { kind: 'admins' },
          params: counts,
          dueAt: now,
          createdAt: now,
        },
      ]);
    }
  }
  await scheduleNextSearch(tx, nextHour(now));
  await deleteDoneJobs(tx, DIGEST, new Date(now.getTime() - KEEP_DONE_MS));
}

async function countWork(tx: SqlTx, domain: string, now: Date): Promise<DigestCounts> {
  return {
    applications: await countPendingApplications(tx),
    products: await countWaitingProducts(tx),
    orders: await countRemindedOrders(tx),
    payouts: (await sumDue(tx)).reduce((sum, { vendors }) => sum + vendors, 0),
    messages: (await countUnreadMessages(tx)) + (await countUnansweredConversations(tx)),
    integrations: await countFailingIntegrations(tx, now),
    failures: (await countDeadLetters(tx, domain)) + ((await hasMailServiceProblem(tx)) ? 1 : 0),
  };
}
