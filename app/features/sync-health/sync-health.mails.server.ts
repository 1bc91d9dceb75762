import { z } from 'zod';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';

const paramsSchema = z.object({ isBehind: z.boolean(), names: z.string(), more: z.number().int() });

/** What the mail about connections that are out of step says. */
export const syncHealthMails: readonly MailVariables[] = [
  mailVariables('marketplace-sync-unhealthy', async (services, { storeId, params }) => {
    const { isBehind, names, more } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    const path = names === '' ? '/app/deliveries' : '/app/settings/integrations';
    return { is_behind: isBehind, names, more, url: portalUrl(services, store, path) };
  }),
];
