import { button, choose, formatNote, heading, orderLines, paragraph, pickupRows, shipTo, when } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** Both sides get the same mail about a label, each in words of its own. */
const composeLabelProblem: MailComposers['vendor-label-problem' | 'marketplace-label-problem'] = (t) => ({
  subject: `📦 ${choose([['params.is_refused', t.subjectRefused]], t.subjectUnused)}`,
  body:
    heading(choose([['params.is_refused', t.headingRefused]], t.headingUnused)) +
    paragraph(`${t.label} ${choose([['params.is_refused', t.introRefused]], t.introUnused)}`) +
    button(t.button),
});

/** Mails about an order that is ready to be sent differ in their words alone. */
const composeUnfulfilledOrder: MailComposers['order-paid' | `order-reminder-${1 | 2 | 3}`] = (t) => ({
  subject: t.subject,
  body: heading(t.heading) + paragraph(t.intro) + orderLines(t.total) + shipTo(t.shipTo) + button(t.button),
});

/** Mails about a vendor's order. */
export const orderMails = {
  'order-placed': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) +
      paragraph(choose([['params.is_paid', t.introPaid]], t.introUnpaid)) +
      orderLines(t.total) +
      shipTo(t.shipTo) +
      formatNote(t.note) +
      button(t.button),
  }),
  'order-paid': composeUnfulfilledOrder,
  'order-reminder-1': composeUnfulfilledOrder,
  'order-reminder-2': composeUnfulfilledOrder,
  'order-reminder-3': composeUnfulfilledOrder,
  'order-changed': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) +
      paragraph(`${t.placedOn} ${choose([['params.lines.size > 0', t.introLines]], t.introNoLines)}`) +
      when('params.lines.size > 0', orderLines(t.total)) +
      button(t.button),
  }),
  'order-cancelled': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + orderLines(t.total) + button(t.button),
  }),
  'order-delivery-problem': (t) => ({
    subject: `📦 ${choose([['params.is_returned', t.subjectReturned]], t.subjectUndelivered)}`,
    body:
      heading(choose([['params.is_returned', t.headingReturned]], t.headingUndelivered)) +
      paragraph(t.intro) +
      button(t.button),
  }),
  'vendor-label-problem': composeLabelProblem,
  'marketplace-label-problem': composeLabelProblem,
  'order-ready-for-pickup': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + pickupRows({ where: t.where, when: t.when }),
  }),
} satisfies Partial<MailComposers>;
