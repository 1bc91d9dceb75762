import { button, choose, heading, paragraph, small, when } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** Mails about payouts and where they go. */
export const payoutMails = {
  'marketplace-automated-payments': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) +
      paragraph(choose([['params.payouts > 0', t.introPaid]], t.introNonePaid)) +
      paragraph(when('params.refused > 0', `${t.refused} `) + when('params.skipped > 0', t.skipped)) +
      button(t.button),
  }),
  'marketplace-payout-failed': (t) => ({
    subject: `⚠️ ${choose([['params.is_part', t.subjectPart]], t.subjectWhole)}`,
    body:
      heading(t.heading) +
      paragraph(
        choose(
          [
            ['params.is_part', t.introPart],
            ["params.state == 'unclaimed'", t.introUnclaimed],
            ["params.state == 'reversed'", t.introReversed],
          ],
          t.introFailed + when('params.is_stopped', ` ${t.introStopped}`),
        ),
      ) +
      button(t.button),
  }),
  'vendor-payout-unclaimed': (t) => ({
    subject: `💸 ${choose([['params.is_returned', t.subjectReturned]], t.subjectUnclaimed)}`,
    body:
      heading(choose([['params.is_returned', t.headingReturned]], t.headingUnclaimed)) +
      paragraph(choose([['params.is_returned', t.introReturned]], t.introUnclaimed)) +
      button(t.button),
  }),
  'vendor-payouts-on-hold': (t) => ({
    subject: `💸 ${choose([['params.is_released', t.subjectReleased]], t.subjectHeld)}`,
    body:
      heading(choose([['params.is_released', t.headingReleased]], t.headingHeld)) +
      paragraph(choose([['params.is_released', t.introReleased]], t.introHeld)) +
      button(t.button),
  }),
  'vendor-payout-details-changed': (t) => {
    const detail = choose(
      [
        ['params.is_bank_account', t.bankAccountChanged],
        ["params.way == ''", t.methodRemoved],
      ],
      t.methodChanged,
    );
    return {
      subject: t.subject,
      body: heading(t.heading) + paragraph(`${t.intro} ${detail}`) + button(t.button) + small(t.footnote),
    };
  },
} satisfies Partial<MailComposers>;
