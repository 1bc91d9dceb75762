import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { MAX_BIGINT } from '#app/core/ids.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { rule } from '#app/core/rules.ts';
import { OWNERS } from './specification.ts';
import { keySchema, namespaceSchema, specificationDto } from './specifications.contract.ts';

const path = '/products/metafields/entries';
const MAX_IDS = 128;
const MAX_FIELDS = 60;

/** Names the specification that entries are chosen for. */
const place = {
  owner: z.enum(OWNERS).default('PRODUCT'),
  namespace: namespaceSchema.default('custom'),
  key: keySchema,
};
export const placeQuery = z.object(place);
export type Place = z.output<typeof placeQuery>;

export const entriesQuery = z.object({
  ...place,
  q: z.string().trim().max(255).overwrite(storedText).default('').meta({ description: 'How words of the name begin' }),
  after: z
    .string()
    .regex(/^[\w+/=-]{1,500}$/, rule('cursor_of_list'))
    .optional(),
});
export type EntriesQuery = z.output<typeof entriesQuery>;

export const chosenQuery = z.object({
  ...place,
  ids: z
    .string()
    .regex(/^\d{1,19}(,\d{1,19})*$/, rule('entry_numbers'))
    .max(MAX_IDS * 20)
    .transform((text) => text.split(','))
    .refine((ids) => ids.length <= MAX_IDS, rule('max_number', { maximum: MAX_IDS }))
    .refine((ids) => ids.every((id) => BigInt(id) <= MAX_BIGINT), rule('entry_numbers')),
});
export type ChosenQuery = z.output<typeof chosenQuery>;

export const entryInput = z.strictObject({
  ...place,
  /** Made by the client, the same for each try of one entry: however often it is sent, one entry is made. */
  requestId: z.string(rule('required_field')).regex(/^[\w-]{8,64}$/, rule('handle_format', { minimum: 8 })),
  values: z
    .array(
      z.strictObject({
        key: z.string().trim().min(1).max(64).overwrite(storedText),
        value: z.string().max(65_000).overwrite(storedText),
      }),
    )
    .max(MAX_FIELDS)
    .refine((values) => new Set(values.map(({ key }) => key)).size === values.length, rule('field_repeated')),
});
export type EntryInput = z.output<typeof entryInput>;

const entryDto = z.object({
  id: z.string().meta({ description: 'The platform’s reference, which is the value of the specification' }),
  name: z.string(),
  image: z.string().nullable(),
});
export type EntryDto = z.infer<typeof entryDto>;
const chosenDto = entryDto.extend({
  state: z.enum(['active', 'inactive', 'gone']).meta({ description: 'Only active ones can be chosen anew' }),
});
export type ChosenDto = z.infer<typeof chosenDto>;
const kindDto = z.object({ id: z.string(), type: z.string(), name: z.string() });
const kindsDto = z.object({
  granted: z.boolean().meta({ description: 'Whether the store lets its entries be read and added' }),
  kinds: z.array(kindDto),
});
export type KindsDto = z.infer<typeof kindsDto>;

const errors = ['not_found', 'feature_disabled', 'invalid_state', 'platform_failed', 'platform_throttled'] as const;

export const listKindsEndpoint = endpoint({
  name: 'specifications.kinds',
  method: 'GET',
  path: '/products/metafields/kinds',
  summary: 'The kinds of entries (metaobjects) that the store has, for specifications that are chosen from them',
  access: { kind: 'admin' },
  response: kindsDto,
  errors: ['feature_disabled', 'platform_failed', 'platform_throttled'],
});

export const searchEntriesEndpoint = endpoint({
  name: 'specifications.entries',
  method: 'GET',
  path,
  summary: 'The active entries of the store that a specification can be chosen from, by name',
  access: { kind: 'vendor', permission: 'read_products' },
  query: entriesQuery,
  response: z.object({ entries: z.array(entryDto), cursor: z.string().nullable() }),
  errors: ['invalid_input', ...errors],
  limit: { perMinute: 240, by: 'viewer' },
});

export const readChosenEndpoint = endpoint({
  name: 'specifications.chosenEntries',
  method: 'GET',
  path: `${path}/chosen`,
  summary: 'What chosen entries are called, and whether they are still there and active',
  access: { kind: 'vendor', permission: 'read_products' },
  query: chosenQuery,
  response: z.object({ entries: z.array(chosenDto) }),
  errors: ['invalid_input', ...errors],
  limit: { perMinute: 600, by: 'viewer' },
});

export const readEntryFormEndpoint = endpoint({
  name: 'specifications.entryForm',
  method: 'GET',
  path: `${path}/form`,
  summary: 'The fields of an entry, for adding one',
  access: { kind: 'vendor', permission: 'write_products' },
  query: placeQuery,
  response: z.object({ name: z.string(), fields: z.array(specificationDto) }),
  errors: ['invalid_input', ...errors],
});

export const addEntryEndpoint = endpoint({
  name: 'specifications.addEntry',
  method: 'POST',
  path,
  summary: 'Adds an entry to the store, where the marketplace lets vendors do so; the same request makes one',
  access: { kind: 'vendor', permission: 'write_products' },
  body: entryInput,
  response: z.object({ entry: entryDto }),
  status: 201,
  creates: true,
  errors: ['invalid_input', 'platform_refused', ...errors],
  limit: { perMinute: 30, by: 'viewer' },
});
