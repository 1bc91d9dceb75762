import { toIssues } from '#app/core/issues.ts';
import { randomUUID } from 'node:crypto';
import { AppError, invalidInput } from '#app/core/errors.ts';
import type { OutputOf } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf, type Locale } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';
import { isDocumentTemplate } from './documents.ts';
import { sendByService, type ReadyMail } from './integration/deliver.service.server.ts';
import { isServiceMail } from './integration/integration.ts';
import { findMailService, type MailServiceRow } from './integration/integration.repo.server.ts';
import { readNotifications } from './notification-settings.service.server.ts';
import { findOverride } from './overrides.repo.server.ts';
import { buildSender, buildServiceSender } from './sender.ts';
import { findSuppressionKind } from './suppressions/suppressions.service.server.ts';
import type { sendTestMailEndpoint as testContract, TemplateName } from './templates.contract.ts';
import {
  render,
  requireStore,
  requireTemplate,
  getSample,
  getTemplate,
  type TemplateSources,
} from './templates.service.server.ts';

type TestResult = OutputOf<typeof testContract>;

/** Sends one template at once to an address that takes mails. Values that do not fit its variables are invalid_input (422) below `params`. */
export async function sendTestMail(
  ctx: Ctx,
  sources: TemplateSources,
  input: {
    template: string;
    email: string;
    params?: Record<string, unknown> | null | undefined;
    locale: Locale | undefined;
  },
): Promise<TestResult> {
  const name = requireTemplate(input.template);
  const { variables } = getTemplate(name);
  const locale = input.locale ?? ctx.viewer.locale;
  const parsed = variables.safeParse({ ...getSample(name, locale), ...input.params });
  if (!parsed.success) {
    throw invalidInput(
      toIssues(parsed.error).map((issue) => ({
        ...issue,
        path: issue.path === '' ? 'params' : `params.${issue.path}`,
      })),
    );
  }
  const { service, mail } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    if (await findSuppressionKind(tx, input.email)) {
      throw invalidInput([{ path: 'email', rule: 'address_suppressed', message: rule('address_suppressed') }]);
    }
    const store = await requireStore(ctx);
    const rendered = await render(ctx, sources, tx, name, locale, {
      params: parsed.data,
      override: await findOverride(tx, name, locale),
    });
    const sender = await readNotifications(tx);
    const messageId = `test.${randomToken(12)}@souk`;
    const outgoing = { ...rendered, to: input.email, ...buildSender(ctx.env.MAIL_FROM, store, sender), messageId };
    const from = buildServiceSender(ctx.env.MAIL_FROM, store, sender);
    return {
      service: await findMailService(tx),
      mail: { outgoing, from, params: { ...parsed.data, is_test: true }, store: store.name },
    };
  });
  try {
    return { ok: true, sentBy: await sendNow(ctx, name, mail, service) };
  } catch (error) {
    ctx.log.warn({ err: error, template: name }, 'a test mail was not sent');
    throw new AppError('unavailable');
  }
}

/** Sends a test by whom a real mail of the template would go: the store's service, or our own mail server. */
async function sendNow(
  ctx: Ctx,
  name: TemplateName,
  mail: Omit<ReadyMail, 'template'>,
  service: MailServiceRow | undefined,
): Promise<TestResult['sentBy']> {
  if (!service || isDocumentTemplate(name) || !isServiceMail(name)) {
    await ctx.adapters.mailer.send(mail.outgoing);
    return 'own';
  }
  await sendByService(ctx, service, { ...mail, template: name }, { key: randomUUID(), at: ctx.clock.now() });
  return service.service;
}
