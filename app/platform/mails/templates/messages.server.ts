import { answers, button, formatLetter, heading, leave, messageRows, paragraph, small, when } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** The marketplace and a vendor get the same mail about a visitor's message, each in words of its own. */
const composeContactMessage: MailComposers['vendor-contact-message' | 'marketplace-contact-message'] = (t) => ({
  subject: t.subject,
  body:
    heading(t.heading) +
    when('params.vendor_name', paragraph(t.forVendor)) +
    formatLetter(t.message) +
    answers() +
    button(t.button) +
    when('params.email', small(t.reply)),
});

/** A vendor and a buyer read the same messages, each with a note of its own. */
const composeNewMessage: MailComposers['vendor-new-message' | 'buyer-new-message'] = (t) => ({
  subject: t.subject,
  body:
    heading(t.heading) +
    messageRows({ buyer: t.buyer, marketplace: t.byMarketplace, picture: t.picture }) +
    button(t.button) +
    small(t.footnote),
});

/** Mails about messages, and those to visitors who asked for news. */
export const messageMails = {
  'marketplace-contact-message': composeContactMessage,
  'vendor-contact-message': composeContactMessage,
  'vendor-new-message': composeNewMessage,
  'buyer-new-message': composeNewMessage,
  'marketplace-new-message': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) +
      messageRows({ buyer: t.buyer, marketplace: t.byMarketplace, picture: t.picture }) +
      button(t.button),
  }),
  'subscriber-confirm': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + button(t.button) + small(t.footnote) + leave(t.unsubscribe),
  }),
  'subscriber-welcome': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + button(t.button) + leave(t.unsubscribe),
  }),
} satisfies Partial<MailComposers>;
