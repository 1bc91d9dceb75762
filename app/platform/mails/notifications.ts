import { z } from 'zod';
import { optionalEmailAddress } from '#app/core/text/email-schema.ts';
import { rule } from '#app/core/rules.ts';
import { MAIL_TEMPLATE_NAMES, MAIL_TEMPLATES, type MailTemplateName } from './mail.ts';

const HOUR_TEXT = rule('whole_number_between', { minimum: 0, maximum: 23 });
const SENDER_MAX = 80;

/** Mails that are sent whatever the store switched off: sign-in and the law depend on them. */
const isEssential = (name: MailTemplateName): boolean => MAIL_TEMPLATES[name].essential;

/** The settings of mails. Which service sends events instead of vendors' mails is kept elsewhere, with its key. */
export const notificationsSchema = z
  .strictObject({
    disableAll: z.boolean().meta({ description: 'Sends nothing but what sign-in and the law depend on' }),
    sendingEmail: optionalEmailAddress.meta({
      description: 'The address mails come from where it is of our domain; of another domain, answers go to it',
    }),
    senderName: z
      .string()
      .trim()
      .max(SENDER_MAX)
      .meta({ description: "The name beside the address; empty: the store's" }),
    replyTo: optionalEmailAddress.meta({ description: 'Where answers go; empty: to `sendingEmail`, else the store' }),
    templates: z
      .partialRecord(
        z.enum(MAIL_TEMPLATE_NAMES as [MailTemplateName, ...MailTemplateName[]]),
        z.strictObject({ enabled: z.boolean() }),
      )
      .superRefine((templates, ctx) => {
        for (const [name, one] of Object.entries(templates) as [MailTemplateName, { enabled: boolean }][])
          if (!one.enabled && isEssential(name))
            ctx.addIssue({ code: 'custom', path: [name], message: rule('always_sent') });
      })
      .meta({ description: 'Which mails are sent, by template; one that is left out is sent' }),
    digestSendAtHourUtc: z.number(HOUR_TEXT).int(HOUR_TEXT).min(0, HOUR_TEXT).max(23, HOUR_TEXT),
  })
  .meta({ id: 'Notifications' });
export type Notifications = z.output<typeof notificationsSchema>;
/** The same as the screen sends it. */
export const notificationsForm = z.strictObject({ notifications: notificationsSchema });

export const notificationsDefaults: Notifications = {
  disableAll: false,
  sendingEmail: '',
  senderName: '',
  replyTo: '',
  templates: {},
  digestSendAtHourUtc: 7,
};

/** Whether mails of a template are sent under these settings. */
export function isMailOn(settings: Notifications, name: MailTemplateName): boolean {
  return isEssential(name) || (!settings.disableAll && settings.templates[name]?.enabled !== false);
}
