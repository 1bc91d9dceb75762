import { z } from 'zod';
import { MAIL_SERVICE_NAMES } from '#app/core/mail-service.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { mailVariables, type MailVariables } from '../sending.service.server.ts';
import { SERVICE_CHOICES } from './integration.ts';

const paramsSchema = z.object({ service: z.enum(SERVICE_CHOICES), by: z.string(), at: z.coerce.date() });

/** What the admins read when another service sends the mails to vendors. */
export const mailServiceMails: readonly MailVariables[] = [
  mailVariables('marketplace-integration-set', async (services, { storeId, params, locale }) => {
    const { service, by, at } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    if (!store) return undefined;
    return {
      service: service === 'none' ? '' : MAIL_SERVICE_NAMES[service],
      sends_events: service === 'klaviyo',
      changed_by: by,
      changed_on: new Intl.DateTimeFormat(locale, {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: store.timezone,
      }).format(at),
      url: portalUrl(services, store, '/app/settings/notifications'),
    };
  }),
];
