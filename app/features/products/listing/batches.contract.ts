import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { doneDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { batchDtoOf, namedBatch } from '#app/features/batches/batches.contract.ts';
import { BATCH_ACTIONS, MAX_IN_BATCH, MAX_TAGS } from './batch.ts';
import { listFilter } from './product-list.contract.ts';

const tag = z
  .string()
  .trim()
  .min(1, rule('required'))
  .max(255)
  .refine((text) => !text.includes(','), rule('comma'));

export const batchBody = z
  .object({
    action: z.enum(BATCH_ACTIONS),
    /** What vendors read who get their products back. */
    note: z.string().trim().max(2000).nullish(),
    tags: z.array(tag).max(MAX_TAGS).default([]),
    ids: z.array(idSchema).min(1, rule('required')).max(MAX_IN_BATCH).optional(),
    /** The first 250 products that a list finds, instead of ids. */
    matching: listFilter.optional(),
  })
  .refine((body) => body.ids !== undefined || body.matching !== undefined, { error: rule('required'), path: ['ids'] })
  .refine((body) => body.ids === undefined || body.matching === undefined, {
    error: rule('ids_or_matching'),
    path: ['matching'],
  })
  .refine((body) => body.tags.length > 0 || !['add_tags', 'remove_tags'].includes(body.action), {
    error: rule('required'),
    path: ['tags'],
  });
export type BatchInput = z.output<typeof batchBody>;

export const batchDto = batchDtoOf({ action: z.enum(BATCH_ACTIONS) }, { productId: z.string(), title: z.string() });
export type BatchDto = z.infer<typeof batchDto>;

export const startBatchEndpoint = endpoint({
  name: 'products.startBatch',
  method: 'POST',
  path: '/products/bulk',
  summary:
    'Approves, sends back, deletes or tags up to 250 products. It goes on by itself; the answer names it, and a foreign id refuses it whole.',
  access: { kind: 'vendor', permission: 'write_products' },
  body: batchBody,
  response: batchDto,
  status: 202,
  errors: ['invalid_input', 'not_found', 'missing_permission', 'invalid_state'],
  creates: true,
  limit: { perMinute: 60, by: 'viewer' },
});

export const readBatchEndpoint = endpoint({
  name: 'products.readBatch',
  method: 'GET',
  path: '/products/bulk/{batchId}',
  summary: 'How far a change of several products came, and why single ones were refused.',
  access: { kind: 'vendor', permission: 'read_products' },
  params: namedBatch,
  response: batchDto,
  errors: ['not_found'],
});

export const retryBatchEndpoint = endpoint({
  name: 'products.retryBatch',
  method: 'POST',
  path: '/products/bulk/{batchId}/retry',
  summary: 'Tries the products again that were refused. Without any, nothing happens.',
  access: { kind: 'vendor', permission: 'write_products' },
  params: namedBatch,
  response: batchDto,
  status: 202,
  errors: ['not_found', 'missing_permission', 'invalid_state'],
});

export const dismissBatchEndpoint = endpoint({
  name: 'products.dismissBatch',
  method: 'DELETE',
  path: '/products/bulk/{batchId}',
  summary: 'Puts the report of a change away that has ended.',
  access: { kind: 'vendor', permission: 'write_products' },
  params: namedBatch,
  response: doneDto,
  errors: ['not_found', 'invalid_state'],
});
