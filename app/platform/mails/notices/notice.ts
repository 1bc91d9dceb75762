import type { MailTemplateName } from '../mail.ts';
import { REMINDER_TEMPLATES } from '../reminder-delays.ts';

/** Kinds of mails that a person may leave and take again: the daily summary of admins, and reminders of unshipped orders. */
export const NOTICES = ['digest', 'reminders'] as const;
export type Notice = (typeof NOTICES)[number];

const TEMPLATES: Record<Notice, readonly MailTemplateName[]> = {
  digest: ['marketplace-duty-digest'],
  reminders: REMINDER_TEMPLATES,
};

/** The notice that a template belongs to; undefined for mails that nobody can leave. */
export const findNotice = (template: MailTemplateName): Notice | undefined =>
  NOTICES.find((notice) => TEMPLATES[notice].includes(template));

/** The notices that somebody may get: the summary goes to admins, reminders to those of a vendor who read its orders. */
export function noticesFor(o: { isAdmin: boolean; readsOrders: boolean }): Notice[] {
  if (o.isAdmin) return ['digest'];
  return o.readsOrders ? ['reminders'] : [];
}
