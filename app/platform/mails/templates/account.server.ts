import { bigCode, button, choose, heading, paragraph, small } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** A code to type, for a new password or for a new address. */
const composeCode: MailComposers['auth-change-password' | 'auth-verify'] = (t) => ({
  subject: t.subject,
  body: heading(t.heading) + paragraph(t.intro) + bigCode() + button(t.button) + small(t.footnote),
});

/** Mails about signing in; each goes to one person. */
export const accountMails = {
  'auth-invite': (t) => ({
    subject: choose([['params.approved', t.subjectApproved]], t.subject),
    body:
      heading(t.heading) +
      paragraph(
        choose(
          [
            ['params.approved', t.introApproved],
            ['params.vendor_name', t.introVendor],
          ],
          t.introMarketplace,
        ),
      ) +
      button(t.button) +
      small(t.footnote),
  }),
  'auth-change-password': composeCode,
  'auth-verify': composeCode,
  'auth-second-factor-reset': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + button(t.button) + small(t.footnote),
  }),
} satisfies Partial<MailComposers>;
