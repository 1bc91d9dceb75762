import { z } from 'zod';

/** The settings of mails: whether all but sign-in's are held back, and the address that answers go to. */
export const notificationsSchema = z.object({
  disableAll: z.boolean(),
  sendingEmail: z.union([z.literal(''), z.email().max(254)]),
});
export const notificationsDefaults: z.output<typeof notificationsSchema> = { disableAll: false, sendingEmail: '' };
