import { AppError, invalidInput } from '#app/core/errors.ts';
import type { OutputOf } from '#app/core/endpoint.ts';
import { asVendorId } from '#app/core/ids.ts';
import { marketplaceScope, scopeOf, type Locale } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { documentSample } from './document-sample.server.ts';
import { DOCUMENT_VARIABLES } from './document-variables.ts';
import { isDocumentTemplate } from './documents.ts';
import { MAIL_VARIABLES } from './mail-variables.ts';
import {
  hasRealPreview,
  isMailTemplate,
  MAIL_TEMPLATES,
  type MailTemplateName,
  type RenderedMail,
  type PreviewData,
} from './mail.ts';
import { findLatest } from './mails.repo.server.ts';
import * as overrides from './overrides.repo.server.ts';
import { isReminder } from './reminder-delays.ts';
import { readReminderDelays, saveReminderDelay } from './reminder-delays.service.server.ts';
import { checkWording, defaultMail, renderMail, unknownVariables, type MailOverride } from './render.server.ts';
import { defaultDocument, renderDocuments } from './render-document.server.ts';
import type { MailSources, MailVariables } from './sending.service.server.ts';
import type { readTemplateEndpoint as readContract, TemplateName } from './templates.contract.ts';

type Template = OutputOf<typeof readContract>;
/** How mails look, and where a template's real values come from. */
export type TemplateSources = {
  look: MailSources['look'];
  variablesOf(template: MailTemplateName): MailVariables | undefined;
};
type Wording = {
  htmlBody: string;
  subject?: string | null | undefined;
  defaultHtml?: string | null | undefined;
  delayInHours?: number | null | undefined;
};

/** One template with the wording in use, its default in a language, and a preview. An unknown name is not_found (404). */
export function readTemplate(
  ctx: Ctx,
  sources: TemplateSources,
  input: { template: string; locale: Locale | undefined },
) {
  const name = requireTemplate(input.template);
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => describe(ctx, sources, tx, name, input.locale ?? ctx.viewer.locale));
}

/**
 * Saves the store's own wording; an empty one and the default itself remove it, so that later changes of the default are
 * followed again. A wording that cannot be read or rendered is invalid_input (422) at its field.
 */
export async function saveTemplate(
  ctx: Ctx,
  sources: TemplateSources,
  input: Wording & { template: string; locale: Locale | undefined; onlyLocale: boolean },
): Promise<Template> {
  const name = requireTemplate(input.template);
  const locale = input.locale ?? ctx.viewer.locale;
  const language = input.onlyLocale ? locale : EVERY_LANGUAGE;
  const standard = getStandard(name, locale);
  const subject = input.subject?.trim() ?? '';
  const wording: MailOverride = {
    htmlBody: input.htmlBody.trim() === '' ? standard.htmlBody : input.htmlBody,
    subject: subject === '' || subject === standard.subject ? null : subject,
  };
  const isDefault = wording.subject === null && [standard.htmlBody, input.defaultHtml].includes(wording.htmlBody);
  checkWording(wording);
  if (typeof input.delayInHours === 'number' && !isReminder(name)) {
    throw invalidInput([{ path: 'delayInHours', rule: 'no_reminder', message: rule('no_reminder') }]);
  }
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await saveDelay(ctx, tx, name, input.delayInHours);
    const before = await overrides.findExactOverride(tx, name, language);
    // Where all languages have a wording of the store's own, one of them goes back to the default by keeping its text.
    const isKept = input.onlyLocale && input.htmlBody.trim() !== '';
    const isReset = isDefault && !(isKept && (await overrides.findExactOverride(tx, name, EVERY_LANGUAGE)));
    if (isReset) await overrides.deleteOverride(tx, name, language);
    else {
      await requireRenderable(ctx, sources, tx, name, locale, wording);
      const by = ctx.viewer.actor.name;
      await overrides.saveOverride(tx, name, { ...wording, locale: language, at: ctx.clock.now(), by });
    }
    const changed = isReset
      ? before !== undefined
      : before?.subject !== wording.subject || before.htmlBody !== wording.htmlBody;
    if (changed) {
      await recordAudit(tx, [
        {
          subject: 'settings',
          subjectId: language === EVERY_LANGUAGE ? name : `${name} (${language})`,
          vendorId: null,
          action: isReset ? 'mail_template.reset' : 'mail_template.saved',
          actor: ctx.viewer.actor,
          detail: { subject: [before?.subject ?? null, isReset ? null : wording.subject] },
          at: ctx.clock.now(),
        },
      ]);
    }
    return describe(ctx, sources, tx, name, locale);
  });
}

/** How a wording for all languages is kept. */
const EVERY_LANGUAGE = '';

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

/** A wording that is not saved yet, filled with examples or a real mail. One that cannot be read or rendered is invalid_input (422). */
export async function previewTemplate(
  ctx: Ctx,
  sources: TemplateSources,
  input: Wording & { template: string; locale: Locale | undefined; data: PreviewData },
): Promise<{ preview: RenderedMail; unknownVariables: string[]; isReal: boolean }> {
  const name = requireTemplate(input.template);
  const locale = input.locale ?? ctx.viewer.locale;
  const wording: MailOverride = { htmlBody: input.htmlBody, subject: input.subject?.trim() || null };
  checkWording(wording);
  const latest = input.data === 'latest' ? await readLatest(ctx, sources, name, locale) : undefined;
  const preview = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    requireRenderable(ctx, sources, tx, name, locale, wording, latest),
  );
  return { preview, unknownVariables: unknownVariables(name, wording), isReal: latest !== undefined };
}

/**
 * What the newest mail of a template said, in the words of today; undefined where there is none, or its occasion is gone. Mails that
 * hold a person's own link or code are never shown: whoever reads it could act as that person.
 */
async function readLatest(
  ctx: Ctx,
  sources: TemplateSources,
  name: TemplateName,
  locale: Locale,
): Promise<object | undefined> {
  if (isDocumentTemplate(name) || !hasRealPreview(name)) return undefined;
  const { store } = ctx.viewer;
  const found = await ctx.db.fast(marketplaceScope(store.id), (tx) => findLatest(tx, name));
  const source = sources.variablesOf(name);
  if (!found || !source) return undefined;
  const vendorId = found.vendorId === null ? null : asVendorId(found.vendorId);
  try {
    const variables = await source.variables(ctx, { storeId: store.id, vendorId, params: found.params, locale });
    const parsed = getTemplate(name).variables.safeParse(variables);
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    ctx.log.info({ err: error, template: name }, 'the newest mail of a template cannot be shown');
    return undefined;
  }
}

/** The name of a template. Throws not_found (404) for any other text. */
export function requireTemplate(name: string): TemplateName {
  if (isDocumentTemplate(name)) return name;
  if (!Object.hasOwn(MAIL_TEMPLATES, name) || !isMailTemplate(name)) throw new AppError('not_found');
  return name;
}

/** What is registered of a template: its variables and to whom it goes. */
export function getTemplate(name: TemplateName) {
  return isDocumentTemplate(name)
    ? { ...DOCUMENT_VARIABLES[name], to: 'document' as const }
    : { ...MAIL_VARIABLES[name], to: MAIL_TEMPLATES[name].to };
}

/** The values that a template is filled with where there are no real ones. */
export function getSample(name: TemplateName, locale: Locale): object {
  return isDocumentTemplate(name) ? documentSample(name, locale) : getTemplate(name).sample;
}

function getStandard(name: TemplateName, locale: Locale): { subject: string; htmlBody: string } {
  return isDocumentTemplate(name) ? defaultDocument(name, locale) : defaultMail(name, locale);
}

/** The viewer's store. Throws not_found (404) where it is gone. */
export async function requireStore(ctx: Ctx) {
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  if (!store) throw new AppError('not_found');
  return store;
}

/** Renders a template with values, in the store's look. */
export async function render(
  ctx: Ctx,
  sources: TemplateSources,
  tx: SqlTx,
  template: TemplateName,
  locale: Locale,
  o: { params: object; override: MailOverride | undefined },
): Promise<RenderedMail> {
  const shown = await sources.look(tx, await requireStore(ctx));
  return isDocumentTemplate(template)
    ? renderDocuments({ documents: [{ template, ...o }], locale, look: shown })
    : renderMail({ template, locale, ...o, look: shown });
}

/** A wording may be readable and still fail on values: a loop over what is no list, or one without an end. */
async function requireRenderable(
  ctx: Ctx,
  sources: TemplateSources,
  tx: SqlTx,
  name: TemplateName,
  locale: Locale,
  override: MailOverride,
  params: object = getSample(name, locale),
): Promise<RenderedMail> {
  try {
    return await render(ctx, sources, tx, name, locale, { params, override });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable';
    throw invalidInput([{ path: 'htmlBody', rule: 'template', message: rule('template', { reason }) }]);
  }
}

async function describe(
  ctx: Ctx,
  sources: TemplateSources,
  tx: SqlTx,
  name: TemplateName,
  locale: Locale,
): Promise<Template> {
  const override = await overrides.findOverride(tx, name, locale);
  const standard = getStandard(name, locale);
  const { to } = getTemplate(name);
  const sample = getSample(name, locale);
  return {
    template: name,
    subject: override?.subject ?? standard.subject,
    htmlBody: override?.htmlBody ?? standard.htmlBody,
    defaultSubject: standard.subject,
    defaultHtml: standard.htmlBody,
    isEdited: override !== undefined,
    isOnlyLocale: override !== undefined && override.locale !== EVERY_LANGUAGE,
    to,
    delayInHours: isReminder(name) ? (await readReminderDelays(tx))[name] : null,
    variables: Object.entries(sample).map(([variable, example]) => ({ name: variable, example: example as unknown })),
    unknownVariables: override ? unknownVariables(name, override) : [],
    preview: await render(ctx, sources, tx, name, locale, { params: sample, override }),
  };
}
