import { z } from 'zod';
import { dateFormat } from '#app/core/intl.ts';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { HOLD_REASONS } from './hold.ts';

const paramsSchema = z.object({
  reason: z.enum(HOLD_REASONS),
  by: z.string(),
  at: z.iso.datetime().transform((text) => new Date(text)),
});

/** What the mail about a held store says; nothing once it goes on again. */
export const holdMails: readonly MailVariables[] = [
  mailVariables('marketplace-store-held', async (services, { storeId, params, locale }) => {
    const { reason, by, at } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (store?.onHoldSince?.getTime() !== at.getTime()) return undefined;
    const day = dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: store.timezone });
    return {
      is_restored: reason === 'restored',
      held_by: by,
      held_since: day.format(at),
      url: portalUrl(services, store, '/app/deliveries'),
    };
  }),
];
