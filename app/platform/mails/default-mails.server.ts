import type { Locale } from '#app/core/viewer.ts';
import { MAIL_TEXTS, type MailComposers } from './mail-texts.server.ts';
import type { MailTemplateName, MailText } from './mail.ts';
import { accountMails } from './templates/account.server.ts';
import { catalogMails } from './templates/catalog.server.ts';
import { marketplaceMails } from './templates/marketplace.server.ts';
import { messageMails } from './templates/messages.server.ts';
import { offerMails } from './templates/offers.server.ts';
import { orderMails } from './templates/orders.server.ts';
import { payoutMails } from './templates/payouts.server.ts';
import { vendorMails } from './templates/vendors.server.ts';

/** A mail of the registry without a structure does not compile. */
export const MAIL_COMPOSERS: MailComposers = {
  ...orderMails,
  ...offerMails,
  ...catalogMails,
  ...vendorMails,
  ...messageMails,
  ...payoutMails,
  ...marketplaceMails,
  ...accountMails,
};

/** The default subject and body of a mail in one language, as the template language reads them. */
export function composeMail<Name extends MailTemplateName>(name: Name, locale: Locale): MailText {
  const compose: MailComposers[Name] = MAIL_COMPOSERS[name];
  return compose(MAIL_TEXTS[locale][name]);
}
