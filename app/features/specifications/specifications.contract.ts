import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { rule } from '#app/core/rules.ts';
import { checkDefinition } from './definition-rules.ts';
import { MAX_SECTIONS, MAX_SPECIFICATIONS, MAX_VALIDATIONS, OWNERS, type Curated } from './specification.ts';

const REQUIRED = rule('required_field');
const line = (max: number) => z.string().trim().max(max).overwrite(storedText);

export const namespaceSchema = z.string(REQUIRED).regex(/^[A-Za-z0-9_-]{3,255}$/, rule('long_key_format'));
export const keySchema = z.string(REQUIRED).regex(/^[A-Za-z0-9_-]{2,64}$/, rule('key_format'));

const validationSchema = z.object({
  name: z.string().regex(/^[a-z_.]{1,64}$/, rule('not_a_rule')),
  value: z.string().max(20_000).overwrite(storedText),
});
const showWhenSchema = z.object({
  key: z.string().trim().min(1, REQUIRED).max(320).overwrite(storedText),
  values: z.array(line(500)).min(1, REQUIRED).max(50),
});
const sectionKey = z.string().trim().min(1, REQUIRED).max(320).overwrite(storedText);

/** The groups of the editor, by the specification's name. */
export const sectionsSchema = z
  .array(
    z.strictObject({
      name: line(100).refine((name) => name !== '', REQUIRED),
      keys: z.array(sectionKey).max(MAX_SPECIFICATIONS * 2),
    }),
  )
  .max(MAX_SECTIONS)
  .refine((sections) => new Set(sections.map(({ name }) => name)).size === sections.length, {
    error: rule('name_repeated'),
  })
  .meta({ id: 'Sections' });

const entrySwitches = z.strictObject({ add: z.boolean(), own: z.boolean(), variants: z.boolean() }).meta({
  id: 'EntrySwitches',
  description: 'Of a specification of entries: vendors add some, see each its own only, make variants',
});

const common = {
  owner: z.enum(OWNERS).default('PRODUCT'),
  namespace: namespaceSchema.default('custom'),
  key: keySchema,
  name: z.string(REQUIRED).trim().min(1, REQUIRED).max(255).overwrite(storedText),
  description: line(255).default(''),
  validations: z.array(validationSchema).max(MAX_VALIDATIONS).default([]),
  required: z.boolean().default(false),
  show: z.boolean().default(true),
  upload: z.boolean().default(false),
  showWhen: showWhenSchema.nullable().default(null),
  entries: entrySwitches.optional(),
};

/** A specification as it is kept: of any type, because the store has others than can be filled in. */
export const curatedSchema = z.object({
  specifications: z.array(z.object({ ...common, type: z.string().max(100) })).max(MAX_SPECIFICATIONS * 2),
  sections: sectionsSchema,
}) satisfies z.ZodType<Curated>;

/** What makes a specification, or changes the one of the same owner, namespace and key. */
export const specificationInput = z
  .strictObject({
    ...common,
    type: z.string(REQUIRED).regex(/^[a-z_.]{2,100}$/, rule('not_a_type')),
    /** The section of the editor; '' is the last one without a name. */
    section: line(100).default(''),
    version: versionInput.optional(),
  })
  .superRefine((input, ctx) => {
    for (const { path, message, rule, params } of checkDefinition(input)) {
      ctx.addIssue({ code: 'custom', path: path.split('.'), message, params: { rule, ...params } });
    }
  });
export type SpecificationInput = z.output<typeof specificationInput>;

export const specificationDto = z.object({
  owner: z.enum(OWNERS),
  namespace: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  validations: z.array(z.object({ name: z.string(), value: z.string() })),
  required: z.boolean(),
  show: z.boolean().meta({ description: 'Whether vendors see it and fill it in' }),
  upload: z.boolean().meta({ description: 'A short text that is the address of a file which the form sends' }),
  showWhen: z.object({ key: z.string(), values: z.array(z.string()) }).nullable(),
  entries: entrySwitches.optional(),
});

export const specificationsDto = z.object({
  specifications: z.array(specificationDto),
  sections: z.array(z.object({ name: z.string(), keys: z.array(z.string()) })),
  available: z
    .array(specificationDto)
    .meta({ description: 'Definitions of the store that are no specifications yet; for admins' }),
  version: z.number().int(),
});
export type SpecificationsDto = z.infer<typeof specificationsDto>;

/** What the screen saves beside the specifications themselves. */
export const settingsSchema = z.object({
  enabled: z.boolean(),
  sections: sectionsSchema,
  version: versionInput,
});

export const deleteQuery = z.object({
  owner: z.enum(OWNERS).default('PRODUCT'),
  namespace: namespaceSchema.default('custom'),
  key: keySchema,
  definition: z
    .enum(['keep', 'delete'])
    .default('keep')
    .meta({ description: 'Whether the store’s own definition goes too; values of products stay in either case' }),
});
export type DeleteQuery = z.output<typeof deleteQuery>;

const path = '/products/metafields';

export const listSpecificationsEndpoint = endpoint({
  name: 'specifications.list',
  method: 'GET',
  path,
  summary: 'The specifications of products and variants that the viewer fills in, and the sections of the editor',
  access: { kind: 'vendor', permission: 'read_products' },
  response: specificationsDto,
  errors: ['feature_disabled', 'platform_failed', 'platform_throttled', 'store_uninstalled', 'shop_access_revoked'],
});

export const saveSpecificationEndpoint = endpoint({
  name: 'specifications.save',
  method: 'POST',
  path,
  summary:
    'Makes a specification and its definition in the store, takes a definition of the store over, or changes either',
  access: { kind: 'admin' },
  body: specificationInput,
  response: z.object({ specification: specificationDto, version: z.number().int() }),
  errors: ['invalid_input', 'conflict', 'feature_disabled', 'platform_refused', 'platform_failed'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const deleteSpecificationEndpoint = endpoint({
  name: 'specifications.delete',
  method: 'DELETE',
  path,
  summary: 'Takes a specification away; products keep the values that they have',
  access: { kind: 'admin' },
  query: deleteQuery,
  response: z.object({ version: z.number().int() }),
  errors: ['invalid_input', 'not_found', 'conflict', 'feature_disabled', 'platform_refused', 'platform_failed'],
});
