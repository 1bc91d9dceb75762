import { AppError, invalidInput } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import type { OutputOf } from '#app/core/endpoint.ts';
import { scopeOf, type Locale } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { randomToken } from '#app/server/crypto.server.ts';
import { documentSample } from './document-sample.server.ts';
import { DOCUMENT_TEMPLATES, isDocumentTemplate } from './documents.ts';
import { isMailTemplate, MAIL_TEMPLATES, type RenderedMail } from './mail.ts';
import * as repo from './mails.repo.server.ts';
import { isReminder } from './reminder-delays.ts';
import { readReminderDelays, saveReminderDelay } from './reminder-delays.service.server.ts';
import { checkWording, defaultMail, renderMail, unknownVariables, type MailOverride } from './render.server.ts';
import { defaultDocument, renderDocuments } from './render-document.server.ts';
import { readNotifications } from './notification-settings.service.server.ts';
import { findSuppressionKind } from './suppressions/suppressions.service.server.ts';
import { senderOf, type MailSources } from './sending.service.server.ts';
import type { readTemplate as readContract, TemplateName } from './templates.contract.ts';

type Template = OutputOf<typeof readContract>;
type Look = MailSources['look'];
type Wording = {
  htmlBody: string;
  subject?: string | null | undefined;
  defaultHtml?: string | null | undefined;
  delayInHours?: number | null | undefined;
};

/** One template with the wording in use, its default in a language, and a preview. An unknown name is not_found (404). */
export function readTemplate(ctx: Ctx, look: Look, input: { template: string; locale: Locale | undefined }) {
  const name = requireTemplate(input.template);
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => describe(ctx, look, tx, name, input.locale ?? ctx.viewer.locale));
}

/**
 * Saves the store's own wording; an empty one and the default itself remove it, so that later changes of the default are
 * followed again. A wording that cannot be read or rendered is invalid_input (422) at its field.
 */
export async function saveTemplate(
  ctx: Ctx,
  look: Look,
  input: Wording & { template: string; locale: Locale | undefined },
): Promise<Template> {
  const name = requireTemplate(input.template);
  const locale = input.locale ?? ctx.viewer.locale;
  const standard = standardOf(name, locale);
  const subject = input.subject?.trim() ?? '';
  const wording: MailOverride = {
    htmlBody: input.htmlBody.trim() === '' ? standard.htmlBody : input.htmlBody,
    subject: subject === '' || subject === standard.subject ? null : subject,
  };
  const isDefault = wording.subject === null && [standard.htmlBody, input.defaultHtml].includes(wording.htmlBody);
  checkWording(wording);
  if (typeof input.delayInHours === 'number' && !isReminder(name)) {
    throw invalidInput([{ path: 'delayInHours', rule: 'no_reminder', message: 'only reminders have one' }]);
  }
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await saveDelay(ctx, tx, name, input.delayInHours);
    const before = await repo.findOverride(tx, name);
    if (isDefault) await repo.deleteOverride(tx, name);
    else {
      await requireRenderable(ctx, look, tx, name, locale, wording);
      await repo.saveOverride(tx, name, { ...wording, at: ctx.clock.now(), by: ctx.viewer.actor.name });
    }
    const changed = isDefault ? before !== undefined : JSON.stringify(before) !== JSON.stringify(wording);
    if (changed) {
      await recordAudit(tx, [
        {
          subject: 'settings',
          subjectId: name,
          vendorId: null,
          action: isDefault ? 'mail_template.reset' : 'mail_template.saved',
          actor: ctx.viewer.actor,
          detail: { subject: [before?.subject ?? null, isDefault ? null : wording.subject] },
          at: ctx.clock.now(),
        },
      ]);
    }
    return describe(ctx, look, tx, name, locale);
  });
}

async function saveDelay(ctx: Ctx, tx: SqlTx, template: TemplateName, hours: number | null | undefined): Promise<void> {
  if (!isReminder(template) || typeof hours !== 'number') return;
  const at = ctx.clock.now();
  const { actor } = ctx.viewer;
  const before = await saveReminderDelay(tx, { template, hours, at, actor });
  if (before === hours) return;
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: template,
      vendorId: null,
      action: 'mail_template.delay_saved',
      actor,
      detail: { delayInHours: [before, hours] },
      at,
    },
  ]);
}

/** Sends one template at once to an address that takes mails. Values that do not fit its variables are invalid_input (422) below `params`. */
export async function sendTestMail(
  ctx: Ctx,
  look: Look,
  input: {
    template: string;
    email: string;
    params?: Record<string, unknown> | null | undefined;
    locale: Locale | undefined;
  },
): Promise<{ ok: true }> {
  const name = requireTemplate(input.template);
  const { variables } = templateOf(name);
  const locale = input.locale ?? ctx.viewer.locale;
  const parsed = variables.safeParse({ ...sampleOf(name, locale), ...input.params });
  if (!parsed.success) {
    throw invalidInput(
      parsed.error.issues.map((issue) => ({
        path: ['params', ...issue.path].join('.'),
        rule: issue.code,
        message: issue.message,
      })),
    );
  }
  const mail = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    if (await findSuppressionKind(tx, input.email)) {
      throw invalidInput([{ path: 'email', rule: 'address_suppressed', message: rule('address_suppressed') }]);
    }
    const store = await requireStore(ctx);
    const rendered = await render(ctx, look, tx, name, locale, {
      params: parsed.data,
      override: await repo.findOverride(tx, name),
    });
    const sender = await readNotifications(tx);
    return { ...rendered, to: input.email, ...senderOf(ctx.env.MAIL_FROM, store, sender) };
  });
  try {
    await ctx.adapters.mailer.send({ ...mail, messageId: `test.${randomToken(12)}@souk` });
  } catch (error) {
    ctx.log.warn({ err: error, template: name }, 'a test mail was not sent');
    throw new AppError('unavailable');
  }
  return { ok: true };
}

/** A wording that is not saved yet, filled with examples. One that cannot be read or rendered is invalid_input (422). */
export async function previewTemplate(
  ctx: Ctx,
  look: Look,
  input: Wording & { template: string; locale: Locale | undefined },
): Promise<{ preview: RenderedMail; unknownVariables: string[] }> {
  const name = requireTemplate(input.template);
  const wording: MailOverride = { htmlBody: input.htmlBody, subject: input.subject?.trim() || null };
  checkWording(wording);
  const preview = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    requireRenderable(ctx, look, tx, name, input.locale ?? ctx.viewer.locale, wording),
  );
  return { preview, unknownVariables: unknownVariables(name, wording) };
}

function requireTemplate(name: string): TemplateName {
  if (isDocumentTemplate(name)) return name;
  if (!Object.hasOwn(MAIL_TEMPLATES, name) || !isMailTemplate(name)) throw new AppError('not_found');
  return name;
}

function templateOf(name: TemplateName) {
  return isDocumentTemplate(name) ? { ...DOCUMENT_TEMPLATES[name], to: 'document' as const } : MAIL_TEMPLATES[name];
}

function sampleOf(name: TemplateName, locale: Locale): object {
  return isDocumentTemplate(name) ? documentSample(name, locale) : templateOf(name).sample;
}

function standardOf(name: TemplateName, locale: Locale): { subject: string; htmlBody: string } {
  return isDocumentTemplate(name) ? defaultDocument(name, locale) : defaultMail(name, locale);
}

async function requireStore(ctx: Ctx) {
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  if (!store) throw new AppError('not_found');
  return store;
}

async function render(
  ctx: Ctx,
  look: Look,
  tx: SqlTx,
  template: TemplateName,
  locale: Locale,
  o: { params: object; override: MailOverride | undefined },
): Promise<RenderedMail> {
  const shown = await look(tx, await requireStore(ctx));
  return isDocumentTemplate(template)
    ? renderDocuments({ documents: [{ template, ...o }], locale, look: shown })
    : renderMail({ template, locale, ...o, look: shown });
}

/** A wording may be readable and still fail on values: a loop over what is no list, or one without an end. */
async function requireRenderable(
  ctx: Ctx,
  look: Look,
  tx: SqlTx,
  name: TemplateName,
  locale: Locale,
  override: MailOverride,
): Promise<RenderedMail> {
  try {
    return await render(ctx, look, tx, name, locale, { params: sampleOf(name, locale), override });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable';
    throw invalidInput([{ path: 'htmlBody', rule: 'template', message: `is not a readable template: ${reason}` }]);
  }
}

async function describe(ctx: Ctx, look: Look, tx: SqlTx, name: TemplateName, locale: Locale): Promise<Template> {
  const override = await repo.findOverride(tx, name);
  const standard = standardOf(name, locale);
  const { to } = templateOf(name);
  const sample = sampleOf(name, locale);
  return {
    template: name,
    subject: override?.subject ?? standard.subject,
    htmlBody: override?.htmlBody ?? standard.htmlBody,
    defaultSubject: standard.subject,
    defaultHtml: standard.htmlBody,
    isEdited: override !== undefined,
    to,
    delayInHours: isReminder(name) ? (await readReminderDelays(tx))[name] : null,
    variables: Object.entries(sample).map(([variable, example]) => ({ name: variable, example: example as unknown })),
    unknownVariables: override ? unknownVariables(name, override) : [],
    preview: await render(ctx, look, tx, name, locale, { params: sample, override }),
  };
}
