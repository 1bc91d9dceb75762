import { button, choose, formatNote, heading, paragraph, when } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** The decision about a product or about a change to one; the subject says what the heading does. */
const composeDecision =
  (emoji: string): MailComposers['product-approved' | 'product-unapproved'] =>
  (t) => {
    const headline = choose([['params.is_change', t.headlineChange]], t.headlineProduct);
    return {
      subject: `${emoji} ${headline}`,
      body:
        heading(headline) +
        paragraph(choose([['params.is_change', t.introChange]], t.introProduct)) +
        formatNote(t.note) +
        button(t.button),
    };
  };

/** Mails about products and about discounts on them. */
export const catalogMails = {
  'product-approved': composeDecision('✅'),
  'product-unapproved': composeDecision('✏️'),
  'marketplace-on-product-submitted': (t) => ({
    subject: t.subject,
    body:
      heading('{{ params.product_title }}') +
      paragraph(choose([['params.is_change', t.introChange]], t.introProduct)) +
      button(t.button),
  }),
  'vendor-discount': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) + paragraph(t.intro + when('params.can_refuse', ` ${t.introCanRefuse}`)) + button(t.button),
  }),
  'marketplace-discount-refused': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro + when('params.is_over', ` ${t.introIsOver}`)) + button(t.button),
  }),
} satisfies Partial<MailComposers>;
