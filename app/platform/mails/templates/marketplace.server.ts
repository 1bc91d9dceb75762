import { button, choose, heading, owedRows, paragraph, small, when } from '../layout.ts';
import type { MailComposers } from '../mail-texts.server.ts';

/** Mails to the marketplace about its own running. */
export const marketplaceMails = {
  'marketplace-plan-limit': (t) => {
    const headline = choose([['params.is_reached', t.headlineReached]], t.headlineNearlyReached);
    const stopped = choose(
      [
        ["params.limit == 'vendors'", t.stopsVendors],
        ["params.limit == 'products'", t.stopsProducts],
      ],
      t.stopsOrderImports,
    );
    return {
      subject: `📈 ${headline}`,
      body:
        heading(headline) +
        paragraph(
          `${choose([['params.is_reached', `${t.stopsNow} `]], `${t.stopsAtLimit} `)}${stopped} ${t.nothingTakenAway}`,
        ) +
        button(t.button),
    };
  },
  'marketplace-sync-unhealthy': (t) => ({
    subject: `🔌 ${t.headline}`,
    body:
      heading(t.headline) +
      when('params.is_behind', paragraph(t.introBehind)) +
      when("params.names != ''", paragraph(t.introSources)) +
      button(t.button),
  }),
  'marketplace-store-held': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) +
      paragraph(choose([['params.is_restored', t.introRestored]], t.introPaused)) +
      button(t.button),
  }),
  'marketplace-duty-digest': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) +
      paragraph(
        when('params.applications > 0', `${t.applications}<br>`) +
          when('params.products > 0', `${t.products}<br>`) +
          when('params.orders > 0', `${t.orders}<br>`) +
          when('params.payouts > 0', `${t.payouts}<br>`) +
          when('params.messages > 0', `${t.messages}<br>`) +
          when('params.integrations > 0', `${t.integrations}<br>`) +
          when('params.failures > 0', `${t.failures}<br>`),
      ) +
      button(t.button),
  }),
  'marketplace-integration-set': (t) => ({
    subject: `🔌 ${choose([['params.service', t.subjectConnected]], t.subjectOwnServer)}`,
    body:
      heading(choose([['params.service', t.headingConnected]], t.headingOwnServer)) +
      paragraph(
        `${choose(
          [
            ['params.sends_events', t.introEvents],
            ['params.service', t.introMails],
          ],
          t.introOwnServer,
        )} ${t.alwaysFromUs}`,
      ) +
      small(t.changedBy) +
      button(t.button),
  }),
  'marketplace-data-request': (t) => ({
    subject: t.subject,
    body: heading(t.heading) + paragraph(t.intro) + button(t.button),
  }),
  'marketplace-uninstalled': (t) => ({
    subject: t.subject,
    body:
      heading(t.heading) +
      paragraph(t.intro) +
      choose([['params.owed.size > 0', paragraph(t.owed) + owedRows(t.total)]], paragraph(t.nothingOwed)) +
      when('params.is_cut', small(t.moreOwed)),
  }),
} satisfies Partial<MailComposers>;
