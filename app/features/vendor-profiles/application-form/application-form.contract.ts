import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { rule } from '#app/core/rules.ts';
import { LOGO_CHOICES } from '#app/platform/settings/branding/branding.ts';
import { wordingsSchema } from '#app/platform/settings/branding/branding.contract.ts';
import { FIELD_TYPES, TEXT_MAX, type FieldDefinition, MAX_FIELDS } from './field-definition.ts';

const MAX_OPTIONS = 100;

export const fieldKey = z.string().regex(/^[\w$][\w$-]{0,63}$/, rule('key_characters', { maximum: 64 }));

/** What comes back from the client as an answer: a text, yes or no, or several options. */
export const answerSchema = z
  .strictObject({
    key: fieldKey,
    name: z.string().max(200).transform(storedText).default(''),
    value: z.union([
      z.string().max(TEXT_MAX).transform(storedText),
      z.boolean(),
      z.array(z.string().max(2_200).transform(storedText)).max(MAX_OPTIONS),
    ]),
  })
  .meta({ id: 'FieldAnswer' });
export const answersSchema = z.array(answerSchema).max(MAX_FIELDS);

/** What an answer looks like when it leaves us. */
export const answerDto = z.object({
  key: z.string(),
  name: z.string(),
  value: z.union([z.string(), z.boolean(), z.array(z.string())]),
});

export const fieldSchema = z
  .strictObject({
    key: fieldKey,
    name: z.string().trim().min(1, rule('required_field')).max(200),
    type: z.enum(FIELD_TYPES).default('text'),
    required: z.boolean().default(false),
    description: z.string().max(2000).default(''),
    options: z.array(z.string().trim().min(1).max(200)).max(MAX_OPTIONS).default([]),
    link: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: rule('valid_url') }).max(2048)]).default(''),
    showOnVendorPage: z.boolean().default(false),
    registration: z.boolean().default(false),
  })
  .superRefine((field, ctx) => {
    const refuse = (path: string, message: string) => {
      ctx.addIssue({ code: 'custom', path: [path], message });
    };
    if (field.type === 'terms' && field.link === '') refuse('link', rule('valid_url'));
    if (field.type === 'checkbox' && field.options.length < 1) refuse('options', rule('one_choice'));
    if (field.type === 'select' && field.options.length < 2) refuse('options', rule('two_choices'));
    if (new Set(field.options).size !== field.options.length) refuse('options', rule('choice_repeated'));
  })
  .meta({ id: 'FieldDefinition' });

export const formSettingsSchema = z.strictObject({
  enableApproval: z.boolean(),
  fields: z
    .array(fieldSchema)
    .max(MAX_FIELDS)
    .refine((fields) => new Set(fields.map((field) => field.key)).size === fields.length, rule('key_repeated')),
});
export type FormSettings = { enableApproval: boolean; fields: FieldDefinition[] };

export const fieldDto = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  description: z.string().meta({ description: 'May end with display properties: {show:…|showWhen:…|required:…}' }),
  options: z.array(z.string()),
  link: z.string(),
});

export const readFormEndpoint = endpoint({
  name: 'registration.read',
  method: 'GET',
  path: '/store/registration',
  summary: 'What the application form of a store asks, and how the store looks',
  access: { kind: 'public' },
  response: z.object({
    requireApproval: z.boolean(),
    registrationFields: z.array(fieldDto),
    store: z.string(),
    shopName: z.string(),
    wordings: wordingsSchema,
    logo: z.object({ value: z.string(), src: z.string(), selected: z.enum(LOGO_CHOICES) }),
  }),
  limit: { perMinute: 240, by: 'address' },
});

export const saveFieldsSchema = formSettingsSchema.extend({
  version: versionInput.optional().meta({ description: 'The version that was read; a stale one is 409' }),
});
