import { answers, button, choose, formatNote, heading, paragraph, when } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** Both sides get the same mail about a membership, each in words of its own. */
const composeMembership: MailComposers['vendor-membership' | 'marketplace-membership'] = (t) => {
  const byState = (endsSoon: string, unpaid: string, ended: string): string =>
    choose(
      [
        ["params.state == 'ending'", endsSoon],
        ["params.state == 'unpaid'", unpaid],
      ],
      ended,
    );
  return {
    subject: `🪪 ${byState(t.subjectEnding, t.subjectUnpaid, t.subjectEnded)}`,
    body:
      heading(byState(t.headingEnding, t.headingUnpaid, t.headingEnded)) +
      paragraph(
        byState(
          t.introEnding + when('params.takes_products_off', ` ${t.endingTakesProductsOff}`),
          t.introUnpaid,
          `${t.introEnded} ${choose([['params.takes_products_off', t.endedTakesProductsOff]], t.endedKeepsProducts)}`,
        ),
      ) +
      button(t.button),
  };
};

/** Mails about applications, accounts, memberships and connections of vendors. */
/** Both sides get the same mail about an endpoint that was switched off. */
const composeWebhookOff: MailComposers['vendor-webhook-off' | 'marketplace-webhook-off'] = (t) => ({
  subject: `🔌 ${t.headline}`,
  body:
    heading(t.headline) +
    paragraph(
      choose(
        [
          ["params.problem == 'gone'", t.introGone],
          ["params.problem == 'maker'", t.introMaker],
        ],
        t.introFailing,
      ),
    ) +
    button(t.button),
});

/** Both sides get the same mail about a scheduled import. */
const composeImportSchedule: MailComposers['vendor-import-schedule' | 'marketplace-import-schedule'] = (t) => {
  const headline = choose(
    [
      ["params.state == 'working'", t.headlineWorking],
      ["params.state == 'off'", t.headlineOff],
    ],
    t.headlineFailing,
  );
  return {
    subject: `📥 ${headline}`,
    body:
      heading(headline) +
      paragraph(
        choose(
          [
            ["params.state == 'working'", t.introWorking],
            ["params.reason == 'address'", t.introAddress],
            ["params.reason == 'login'", t.introLogin],
            ["params.reason == 'host_key'", t.introHostKey],
            ["params.reason == 'file'", t.introFile],
            ["params.reason == 'maker'", t.introMaker],
          ],
          t.introServer,
        ),
      ) +
      button(t.button),
  };
};

export const vendorMails = {
  'marketplace-vendor-request': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph('{{ params.email }}') + answers() + button(t.button),
  }),
  'marketplace-new-vendor': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + button(t.button),
  }),
  'vendor-pending-approval': (t) => ({ subject: t.subject, body: heading(t.heading) + paragraph(t.intro) }),
  'vendor-rejection': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + formatNote(t.note),
  }),
  'vendor-membership': composeMembership,
  'marketplace-membership': composeMembership,
  'vendor-webhook-off': composeWebhookOff,
  'marketplace-webhook-off': composeWebhookOff,
  'vendor-import-schedule': composeImportSchedule,
  'marketplace-import-schedule': composeImportSchedule,
  'vendor-integration-lost': (t) => {
    const headline = choose([['params.is_sheet', t.headlineSheet]], t.headlineStore);
    return {
      subject: `🔌 ${headline}`,
      body:
        heading(headline) +
        paragraph(
          choose(
            [
              ["params.reason == 'maker'", t.introMaker],
              ["params.reason == 'rights'", t.introRights],
              ["params.reason == 'cells'", t.introCells],
              ["params.reason == 'vanished'", t.introVanished],
              ["params.reason == 'silent'", t.introSilent],
            ],
            t.introAccess,
          ),
        ) +
        button(t.button),
    };
  },
} satisfies Partial<MailComposers>;
