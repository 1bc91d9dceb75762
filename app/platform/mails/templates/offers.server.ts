import { button, choose, heading, offerRows, paragraph } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** Mails about a price that a buyer offers. */
export const offerMails = {
  'offer-requested': (t) => ({
    subject: t.subject,
    body:
      heading(choose([['params.is_answer', t.headingAnswer]], t.headingNew)) +
      paragraph(t.intro) +
      offerRows({ price: t.price, listed: t.listedPrice, total: t.total }) +
      button(t.button),
  }),
  'offer-received': (t) => ({
    subject: choose([['params.is_accepted', t.subjectAccepted]], t.subjectCounter),
    body:
      heading(choose([['params.is_accepted', t.headingAccepted]], t.headingCounter)) +
      paragraph(choose([['params.is_accepted', t.introAccepted]], t.introCounter)) +
      offerRows({ price: t.price, listed: t.listedPrice, total: t.total }) +
      button(choose([['params.is_accepted', t.buttonAccepted]], t.buttonCounter)),
  }),
  'offer-rejected': (t) => ({
    subject: choose([['params.is_expired', t.subjectExpired]], t.subjectRejected),
    body:
      heading(choose([['params.is_expired', t.headingExpired]], t.headingRejected)) +
      paragraph(choose([['params.is_expired', t.introExpired]], t.introRejected)) +
      offerRows({ price: t.price, listed: t.listedPrice, total: t.total }) +
      button(t.button),
  }),
} satisfies Partial<MailComposers>;
