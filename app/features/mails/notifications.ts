import { z } from 'zod';
import { optionalEmailAddress } from '#app/core/email-address.ts';

/** The settings of mails: whether all but sign-in's are held back, and the address that answers go to. */
export const notificationsSchema = z.object({
  disableAll: z.boolean(),
  sendingEmail: optionalEmailAddress,
});
export const notificationsDefaults: z.output<typeof notificationsSchema> = { disableAll: false, sendingEmail: '' };
