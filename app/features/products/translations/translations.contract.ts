import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { switchDto } from '#app/platform/settings/settings.contract.ts';
import {
  MAX_LOCALES,
  MAX_TERMS,
  MAX_TRANSLATIONS,
  repeatedTerms,
  TERM_MAX,
  TEXT_FORMATS,
  TEXT_KINDS,
  TEXT_MAX,
} from './translations.ts';

const REQUIRED = rule('required_field');

/** A language as the platform names it: `de`, `pt-BR`, `zh-Hant-TW`. */
export const localeSchema = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, rule('not_a_language'));

const term = (max: number) => z.string().trim().min(1, REQUIRED).max(max);
const termSchema = z.object({ locale: localeSchema, key: term(TERM_MAX), value: term(TERM_MAX) });
const localesSchema = z.array(localeSchema).max(MAX_LOCALES);
const dictSchema = z
  .array(termSchema)
  .max(MAX_TERMS)
  .superRefine((terms, context) => {
    for (const index of repeatedTerms(terms)) {
      context.addIssue({ code: 'custom', path: [index, 'key'], message: rule('term_repeated') });
    }
  });

/** What the marketplace settles about translations: its languages (none: all of the store's) and its dictionary. */
export const translationSettingsSchema = z.object({ locales: localesSchema, dict: dictSchema });
export type TranslationSettings = z.output<typeof translationSettingsSchema>;

/** The part of the features that is about translations: the switch, the languages, the dictionary. */
export const translationsFeatureDto = switchDto.extend({ locales: localesSchema, dict: dictSchema });

export const saveSettingsSchema = translationSettingsSchema.extend({ enabled: z.boolean() });

const progressDto = { total: z.number().int(), translated: z.number().int(), outdated: z.number().int() };
export const textDto = z.object({
  resourceId: z.string(),
  key: z.string(),
  kind: z.enum(TEXT_KINDS),
  format: z.enum(TEXT_FORMATS).meta({
    description:
      'How source and value are written: formatted texts and lists of lines as JSON, as the platform keeps them',
  }),
  /** What the text belongs to, where its kind does not say it: the option, the specification. */
  name: z.string().nullable(),
  source: z.string(),
  digest: z.string(),
  value: z.string().meta({ description: 'The translation; empty where there is none' }),
  outdated: z.boolean().meta({ description: 'The source has changed since it was translated' }),
  suggestion: z.string().nullable().meta({ description: 'What the dictionary of the store says for it' }),
});
export type TranslatedText = z.infer<typeof textDto>;

export const productTranslationsDto = z.object({
  product: z.object({ id: z.string(), title: z.string(), vendor: z.string(), status: z.string() }),
  held: z.boolean().meta({
    description: 'The marketplace holds what vendors change of this live product: only its people translate it',
  }),
  sourceLocale: z.string(),
  locale: z.string().nullable().meta({ description: 'The language of the values; null where the store has no other' }),
  languages: z.array(z.object({ locale: z.string(), name: z.string(), published: z.boolean(), ...progressDto })),
  texts: z.array(textDto),
  leftOut: z
    .number()
    .int()
    .meta({ description: 'Texts of variants that are not among these, because they are too many' }),
});
export type ProductTranslations = z.infer<typeof productTranslationsDto>;

export const saveTranslationsSchema = z.object({
  translations: z
    .array(
      z.object({
        locale: localeSchema,
        resourceId: z
          .string()
          .max(200)
          .regex(/^gid:\/\/shopify\/[A-Za-z]+\/\d{1,19}$/, rule('not_a_reference')),
        key: z.string().min(1, REQUIRED).max(64),
        value: z.string().max(TEXT_MAX.description).meta({ description: 'Empty takes the translation away' }),
        digest: z.string().min(1, REQUIRED).max(128).meta({ description: 'That of the source which was translated' }),
      }),
    )
    .min(1, REQUIRED)
    .max(MAX_TRANSLATIONS),
});
export type SaveTranslations = z.output<typeof saveTranslationsSchema>;

export const readTranslationsEndpoint = endpoint({
  name: 'translations.read',
  method: 'GET',
  path: '/products/{productId}/translations',
  summary:
    'The texts of a product with their translations into a language (the first where none is named), and how far each language is',
  access: { kind: 'vendor', permission: 'read_products' },
  params: z.object({ productId: idSchema }),
  query: z.object({ locale: localeSchema.optional() }),
  response: productTranslationsDto,
  errors: ['not_found', 'feature_disabled', 'invalid_state', 'invalid_input', 'platform_failed'],
});

export const saveTranslationsEndpoint = endpoint({
  name: 'translations.save',
  method: 'PATCH',
  path: '/products/{productId}/translations',
  summary:
    'Writes translations of a product, all or none where a source has changed since its digest was read (409 names each)',
  access: { kind: 'vendor', permission: 'write_products' },
  params: z.object({ productId: idSchema }),
  body: saveTranslationsSchema,
  response: z.object({ saved: z.number().int() }),
  errors: [
    'not_found',
    'feature_disabled',
    'invalid_state',
    'invalid_input',
    'conflict',
    'platform_refused',
    'platform_failed',
  ],
  maxBodyBytes: 4_000_000,
  limit: { perMinute: 120, by: 'viewer' },
});
