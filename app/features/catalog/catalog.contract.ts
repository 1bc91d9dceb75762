import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { pageSchema } from '#app/core/paging.ts';
import { doneDto, optionalTypedAmount, timeDto, versionInput } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { BARCODE_MAX, DESCRIPTION_MAX, ENTRY_VIEWS, TITLE_MAX, TYPE_MAX } from './catalog.ts';

const REQUIRED = rule('required');
const access = { kind: 'admin' } as const;
const params = z.object({ entryId: idSchema });
const text = (max: number) => z.string().trim().max(max).default('');
const amountDto = z.string().nullable().meta({ description: 'A decimal string in the currency of the store' });

/** What an admin writes of an entry. `version` is what was read, to notice another's change. */
export const entryInput = z.object({
  title: z.string({ error: REQUIRED }).trim().min(3, REQUIRED).max(TITLE_MAX),
  description: z.string().max(DESCRIPTION_MAX).default(''),
  pictureUrl: z.string().trim().max(2048).default(''),
  productType: text(TYPE_MAX),
  barcode: text(BARCODE_MAX),
  priceMin: optionalTypedAmount,
  priceMax: optionalTypedAmount,
  active: z.boolean().default(true),
  version: versionInput.optional(),
});
export type EntryInput = z.output<typeof entryInput>;

export const entryDto = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    pictureUrl: z.string(),
    productType: z.string(),
    barcode: z.string(),
    priceMin: amountDto,
    priceMax: amountDto,
    active: z.boolean(),
    offers: z.number().int().meta({ description: 'How many products of vendors offer it' }),
    version: z.number().int(),
    updatedAt: timeDto,
  })
  .meta({ id: 'CatalogEntry' });
export type EntryDto = z.infer<typeof entryDto>;

export const entriesQuery = pageSchema.extend({
  view: z.enum(ENTRY_VIEWS).default('all'),
  q: z.string().trim().max(200).default(''),
});
export type EntriesQuery = z.output<typeof entriesQuery>;

export const catalogSettings = z.object({
  onlyEntries: z
    .boolean()
    .meta({ description: 'Vendors may only offer against entries, and make no products of their own' }),
  showPrices: z.boolean().meta({ description: 'Vendors see the lowest price of the others, and how many there are' }),
});
export type CatalogSettings = z.output<typeof catalogSettings>;
export const catalogSettingsDto = catalogSettings.extend({
  enabled: z.boolean(),
  version: versionInput,
});
export type CatalogSettingsDto = z.output<typeof catalogSettingsDto>;

export const listEntriesEndpoint = endpoint({
  name: 'catalog.entries',
  method: 'GET',
  path: '/catalog-entries',
  summary: 'The entries of the catalogue, the last changed first',
  access,
  query: entriesQuery,
  response: z.object({
    entries: z.array(entryDto),
    counts: z.record(z.enum(ENTRY_VIEWS), z.number()),
    count: z.number(),
    pageCount: z.number(),
    cursor: z.string().nullable(),
  }),
  errors: ['feature_disabled'],
});

export const createEntryEndpoint = endpoint({
  name: 'catalog.createEntry',
  method: 'POST',
  path: '/catalog-entries',
  summary: 'Makes an entry, which vendors may then offer',
  access,
  body: entryInput,
  response: z.object({ entry: entryDto }),
  status: 201,
  errors: ['feature_disabled', 'invalid_input', 'invalid_state', 'platform_failed'],
  creates: true,
});

export const readEntryEndpoint = endpoint({
  name: 'catalog.readEntry',
  method: 'GET',
  path: '/catalog-entries/{entryId}',
  summary: 'One entry as the marketplace edits it',
  access,
  params,
  response: z.object({ entry: entryDto }),
  errors: ['feature_disabled', 'not_found'],
});

export const saveEntryEndpoint = endpoint({
  name: 'catalog.saveEntry',
  method: 'PUT',
  path: '/catalog-entries/{entryId}',
  summary: 'Changes an entry, or archives it; title and description of its offers follow',
  access,
  params,
  body: entryInput,
  response: z.object({ entry: entryDto }),
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'conflict', 'invalid_state', 'platform_failed'],
});

export const readCatalogSettingsEndpoint = endpoint({
  name: 'catalog.settings',
  method: 'GET',
  path: '/settings/catalog',
  summary: 'Whether there is a catalogue, and what binds vendors by it',
  access,
  response: catalogSettingsDto,
});

export const saveCatalogSettingsEndpoint = endpoint({
  name: 'catalog.saveSettings',
  method: 'PUT',
  path: '/settings/catalog',
  summary: 'Switches the catalogue on or off, and says what binds vendors by it',
  access,
  body: catalogSettingsDto,
  response: doneDto,
  errors: ['conflict', 'invalid_state', 'platform_failed'],
});
