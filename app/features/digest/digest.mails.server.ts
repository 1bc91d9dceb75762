import { z } from 'zod';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';

const count = z.number().int().min(0);
const paramsSchema = z.object({
  applications: count,
  products: count,
  orders: count,
  payouts: count,
  messages: count,
  // Summaries that were queued before it was counted have none.
  integrations: count.default(0),
  failures: count,
});

/** What the daily summary says: the counts of the moment at which it was queued. */
export const digestMails: readonly MailVariables[] = [
  mailVariables('marketplace-duty-digest', async (services, { storeId, params }) => {
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    return { ...paramsSchema.parse(params), url: portalUrl(services, store, '/app') };
  }),
];
