import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { DIFFERENT_FIELDS } from './difference.ts';

const differenceDto = z.object({
  field: z.enum(DIFFERENT_FIELDS).meta({ description: '`variant`: one that is on one side only' }),
  sku: z.string().nullable().meta({ description: 'The variant; null for what is the product’s' }),
  there: z.string().nullable().meta({ description: 'As it is in the own store; a price as `price/compareAt`' }),
  here: z.string().nullable(),
});
export type DifferenceDto = z.infer<typeof differenceDto>;

const differingProductDto = z
  .object({
    id: z.string().meta({ description: 'The product’s id in its own store' }),
    title: z.string(),
    productId: z.string().nullable().meta({ description: 'The product here' }),
    vendorId: z.string(),
    vendor: z.string(),
    checkedAt: timeDto
      .nullable()
      .meta({ description: 'When both sides were compared last; null: they are about to be' }),
    fields: z.array(differenceDto).meta({ description: 'At most 20' }),
    more: z.number().int().meta({ description: 'How many fields differ besides' }),
  })
  .meta({ id: 'DifferingProduct' });
export type DifferingProductDto = z.infer<typeof differingProductDto>;

export const differencesDto = z
  .object({
    products: z.array(differingProductDto),
    currency: z.string(),
    next: z.string().nullable().meta({ description: 'Where the next page begins; null on the last one' }),
    canDecide: z.boolean(),
  })
  .meta({ id: 'Differences' });
export type DifferencesDto = z.infer<typeof differencesDto>;

const CURSOR = rule('cursor');
export const differencesQuery = z.object({
  after: z
    .string(CURSOR)
    .max(40, { error: CURSOR, abort: true })
    .regex(/^\d{1,18}-\d{1,18}$/, CURSOR)
    .optional(),
});
export type DifferencesQuery = z.output<typeof differencesQuery>;

export const listDifferencesEndpoint = endpoint({
  name: 'integrations.listDifferences',
  method: 'GET',
  path: '/integrations/differences',
  summary:
    'Products that differ from the vendor’s own store, 25 a page, each with its fields as they were compared last: once an hour, and at once where the store reports a change.',
  access: { kind: 'vendor', permission: 'read_integrations' },
  query: differencesQuery,
  response: differencesDto,
  errors: ['feature_disabled', 'invalid_input'],
  limit: { perMinute: 60, by: 'viewer' },
});

const productParams = z.object({ productId: idSchema });

export const keepDifferencesEndpoint = endpoint({
  name: 'integrations.keepDifferences',
  method: 'POST',
  path: '/integrations/differences/{productId}/keep',
  summary:
    'Leaves a product as it is here. It is listed again when something that differs changes in the own store. Stock follows the store all the same. Again is the same.',
  access: { kind: 'vendor', permission: 'write_products' },
  params: productParams,
  response: z.object({ ok: z.literal(true) }),
  errors: ['feature_disabled', 'invalid_state', 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});

/** A decision as a screen sends it: what stands there is taken over, or what stands here is kept. */
export const decideForm = z.object({ productId: idSchema, take: z.enum(['theirs', 'ours']) });
