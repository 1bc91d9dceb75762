import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { CHANGE_FIELDS } from './differences.ts';
import { CHANGE_ACTIONS, CHANGE_OUTCOMES, CHANGE_STATES } from './product-change.ts';
import { MEDIA_TYPES } from '../product.ts';

const fieldName = z.enum(CHANGE_FIELDS);
const person = z.object({ name: z.string(), role: z.string() });
const mediumDto = z.object({
  id: z.string(),
  src: z.string().nullable(),
  alt: z.string(),
  contentType: z.enum(MEDIA_TYPES),
});

/** One value, or one variant's value, before and after, as people read it; amounts are decimals of the store's currency. */
const rowDto = z.object({
  label: z.string().meta({ description: 'The variant, option or specification; empty for a field that has one value' }),
  old: z.string().nullable(),
  new: z.string().nullable(),
  live: z
    .string()
    .nullable()
    .meta({ description: 'What is live now, where that is neither the old nor the new value' }),
});
export const changeFieldDto = z.object({
  field: fieldName,
  rows: z.array(rowDto),
  media: z.object({ old: z.array(mediumDto), new: z.array(mediumDto) }).nullable(),
  by: person,
  at: timeDto,
  moved: z.boolean().meta({ description: 'The live product changed here since: applying writes over it' }),
});
export type ChangeFieldDto = z.output<typeof changeFieldDto>;

const decidedDto = z.object({
  field: fieldName,
  outcome: z.enum(CHANGE_OUTCOMES),
  note: z.string().nullable(),
  by: person,
  at: timeDto,
});

const head = {
  id: z.string(),
  productId: z.string(),
  title: z.string(),
  vendor: z.string(),
  imageUrl: z.string().nullable(),
  state: z.enum(CHANGE_STATES),
  openedAt: timeDto,
  changedAt: timeDto,
};
export const changeRowDto = z
  .object({ ...head, fields: z.array(fieldName).meta({ description: 'What waits, or what was decided on' }) })
  .meta({ id: 'ProductChangeRow' });
export type ChangeRow = z.output<typeof changeRowDto>;

export const changeDto = z
  .object({
    ...head,
    fields: z.array(changeFieldDto),
    decided: z.array(decidedDto).meta({ description: 'Newest first' }),
    seen: z
      .string()
      .meta({ description: 'Names this state of the change and of the live product; send it back to apply' }),
    allowedActions: z.array(z.enum(CHANGE_ACTIONS)),
  })
  .meta({ id: 'ProductChange' });
export type ChangeDto = z.output<typeof changeDto>;

export const changesQuery = z.object({
  state: z.enum(CHANGE_STATES).default('open'),
  after: idSchema.optional(),
});
export type ChangesQuery = z.output<typeof changesQuery>;

export const changeListDto = z.object({
  changes: z.array(changeRowDto),
  counts: z.object({ open: z.number().int(), closed: z.number().int(), closedIsExact: z.boolean() }),
  /** Goes on after the last row, as `after`. */
  cursor: z.string().nullable(),
});
export type ChangeList = z.output<typeof changeListDto>;

export const decideChangeBody = z.strictObject({
  action: z.enum(CHANGE_ACTIONS),
  fields: z
    .array(fieldName)
    .min(1, rule('one'))
    .max(CHANGE_FIELDS.length)
    .optional()
    .meta({ description: 'Only these; left out, all that waits' }),
  note: z.string().trim().max(2000).nullish(),
  seen: z.string().max(80).optional().meta({ description: 'What was looked at; a later state is a conflict' }),
});

const params = z.object({ changeId: idSchema });

export const listChangesEndpoint = endpoint({
  name: 'productChanges.list',
  method: 'GET',
  path: '/products/changes',
  summary: 'Changes to live products that wait for the marketplace, oldest first, or were decided, newest first',
  access: { kind: 'vendor', permission: 'read_products' },
  query: changesQuery,
  response: changeListDto,
  errors: ['invalid_input'],
});

export const readChangeEndpoint = endpoint({
  name: 'productChanges.read',
  method: 'GET',
  path: '/products/changes/{changeId}',
  summary: 'A change with the old, the wanted and the live value of each field',
  access: { kind: 'vendor', permission: 'read_products' },
  params,
  response: z.object({ change: changeDto }),
  errors: ['not_found'],
});

export const decideChangeEndpoint = endpoint({
  name: 'productChanges.decide',
  method: 'PATCH',
  path: '/products/changes/{changeId}',
  summary: 'Admins apply or decline a change, as a whole or by field; its vendor withdraws it',
  access: { kind: 'vendor', permission: 'write_products' },
  params,
  body: decideChangeBody,
  response: z.object({ change: changeDto }),
  errors: [
    'not_found',
    'missing_permission',
    'invalid_input',
    'conflict',
    'invalid_state',
    'platform_refused',
    'platform_failed',
  ],
});
