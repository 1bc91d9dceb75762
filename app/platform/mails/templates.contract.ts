import { z } from 'zod';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { MAIL_SERVICES } from '#app/core/mail-service.ts';
import { LOCALES } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { DOCUMENT_TEMPLATE_NAMES, type DocumentTemplateName } from './documents.ts';
import { delaySchema } from './reminder-delays.ts';
import { MAIL_TEMPLATE_NAMES, type MailTemplateName, PREVIEW_DATA } from './mail.ts';

/** A mail, or a document that is printed. */
export type TemplateName = MailTemplateName | DocumentTemplateName;

const MAX_HTML = 100_000;
const html = z.string().max(MAX_HTML, rule('max_characters', { maximum: MAX_HTML }));
const subject = z.string().max(250);
/** A name that is no template is not there (404), like any other thing that does not exist. */
const params = z.object({ template: z.string().max(60) });
const locale = z.enum(LOCALES).optional();

const previewDto = z.object({ subject: z.string(), html: z.string(), text: z.string() });

const templateDto = z
  .object({
    template: z.enum([...MAIL_TEMPLATE_NAMES, ...DOCUMENT_TEMPLATE_NAMES]),
    subject: z.string(),
    htmlBody: z.string(),
    /** The default in the language that was asked for, which recipients of that language get while nothing is edited. */
    defaultSubject: z.string(),
    defaultHtml: z.string(),
    /** True when the store has a wording of its own, which no longer follows changes of the default. */
    isEdited: z.boolean(),
    /** True when that wording is for the language that was asked for alone; else it is for all. */
    isOnlyLocale: z.boolean(),
    /** Whom a mail speaks to; `document` for what is printed. */
    to: z.enum(['person', 'vendor', 'admins', 'visitor', 'document']),
    /** How many hours after the order a reminder is sent; null for mails that are no reminders. */
    delayInHours: z.number().int().nullable(),
    /** Names below `params`, with the example's value. */
    variables: z.array(z.object({ name: z.string(), example: z.unknown() })),
    /** Names that the wording uses and the template does not have; they stay empty in the mail. */
    unknownVariables: z.array(z.string()),
    preview: previewDto,
  })
  .meta({ id: 'MailTemplate' });

export const readTemplateEndpoint = endpoint({
  name: 'mails.readTemplate',
  method: 'GET',
  path: '/notifications/templates/{template}',
  summary:
    'One template of a mail or a document: the wording in use, its default, its variables and a preview with examples.',
  access: { kind: 'admin' },
  params,
  query: z.object({ locale }),
  response: templateDto,
});

export const saveTemplateEndpoint = endpoint({
  name: 'mails.saveTemplate',
  method: 'PUT',
  path: '/notifications/templates/{template}',
  summary:
    'Saves the store’s own wording of a template. An empty wording, or the default itself, returns to the default.',
  access: { kind: 'admin' },
  params,
  body: z.object({
    htmlBody: html,
    subject: subject.nullish(),
    /** The default that the editor showed. A wording equal to it is no wording of the store’s own. */
    defaultHtml: html.nullish(),
    /** Of reminders only; what is sent from now on follows it. */
    delayInHours: delaySchema.nullish(),
    locale,
    /** Keeps the wording, or forgets it, for `locale` alone; the other languages keep theirs. */
    onlyLocale: z.boolean().default(false),
  }),
  response: templateDto,
});

export const previewTemplateEndpoint = endpoint({
  name: 'mails.previewTemplate',
  method: 'POST',
  path: '/notifications/templates/{template}/preview',
  summary:
    'What a wording would look like before it is saved, filled with examples or with the newest mail of the template. It saves nothing.',
  access: { kind: 'admin' },
  params,
  body: z.object({
    htmlBody: html,
    subject: subject.nullish(),
    locale,
    data: z.enum(PREVIEW_DATA).default('sample'),
  }),
  response: z.object({
    preview: previewDto,
    unknownVariables: z.array(z.string()),
    isReal: z.boolean().meta({ description: 'Filled with a real mail; false where none can be shown' }),
  }),
  limit: { perMinute: 240, by: 'viewer' },
});

export const sendTestMailEndpoint = endpoint({
  name: 'mails.sendTest',
  method: 'POST',
  path: '/notifications/templates/{template}/test-email',
  summary: 'Sends a template, filled with examples or the given values, to one address.',
  access: { kind: 'admin' },
  params,
  body: z.object({
    email: emailAddress,
    params: z.record(z.string().max(60), z.unknown()).nullish(),
    locale,
  }),
  response: z.object({
    ok: z.literal(true),
    sentBy: z
      .enum(['own', ...MAIL_SERVICES])
      .meta({ description: 'Our own mail server, or the service that was given it' }),
  }),
  limit: { perMinute: 10, by: 'viewer' },
  errors: ['unavailable'],
});
