import { z } from 'zod';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { LIMITED } from './plan.ts';

const count = z.number().int().min(0);
const paramsSchema = z.object({ limit: z.enum(LIMITED), isReached: z.boolean(), used: count, included: count });

/** What the mail about a limit of the app's plan says: the counts of the moment at which it was queued. */
export const planMails: readonly MailVariables[] = [
  mailVariables('marketplace-plan-limit', async (services, { storeId, params }) => {
    const { limit, isReached, used, included } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    return { limit, is_reached: isReached, used, included, url: portalUrl(services, store, '/app/settings/plan') };
  }),
];
