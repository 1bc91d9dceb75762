import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { doneDto, timeDto } from '#app/core/dto.ts';
import { CHANGE_FIELDS } from './review/differences.ts';
import { LOGGED_FIELDS, LOGGED_TEXTS } from './log/logged-fields.ts';
import { CHANGE_OUTCOMES } from './review/product-change.ts';
import {
  LENGTH_UNITS,
  MEDIA_PROBLEMS,
  MEDIA_TYPES,
  PRODUCT_ACTIONS,
  PRODUCT_STATUSES,
  SUBMISSIONS,
  WEIGHT_UNITS,
} from './product.ts';
import { text, REQUIRED, saveProductBody } from './product-input.contract.ts';

const decimalDto = z.string().meta({ description: 'A decimal string in the currency of the store' });
export const actionDto = z.enum([...PRODUCT_ACTIONS, 'edit']);
export const statusDto = z.enum(PRODUCT_STATUSES);
export const submissionDto = z.enum(SUBMISSIONS);

const metafieldDto = z.object({
  id: z
    .string()
    .meta({ description: 'What tells it apart from the others of its product or variant: `namespace.key`' }),
  namespace: z.string(),
  key: z.string(),
  value: z.string(),
  type: z.string(),
});

export const variantDto = z.object({
  id: z.string(),
  title: z.string(),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
  price: decimalDto,
  compareAt: decimalDto.nullable(),
  sku: z.string(),
  barcode: z.string(),
  taxable: z.boolean(),
  trackStock: z.boolean(),
  stock: z.number().int(),
  requiresShipping: z.boolean(),
  weight: z.number().nullable(),
  weightUnit: z.enum(WEIGHT_UNITS),
  dimensions: z
    .object({ width: z.number(), height: z.number(), length: z.number(), dimUnit: z.enum(LENGTH_UNITS) })
    .nullable(),
  localPickup: z.object({ enabled: z.boolean() }),
  media: z.string().nullable(),
  metafields: z.array(metafieldDto),
});

export const productDto = z.object({
  id: z.string(),
  handle: z.string(),
  title: z.string(),
  vendor: z.string(),
  status: statusDto,
  submission: submissionDto,
  submittedAt: timeDto.nullable(),
  bodyHtml: z.string(),
  productType: z.string(),
  media: z.array(
    z.object({
      id: z.string(),
      src: z.string().nullable(),
      alt: z.string(),
      contentType: z.enum(MEDIA_TYPES),
      problem: z.enum(MEDIA_PROBLEMS).nullable().meta({ description: 'Why it did not arrive at the platform' }),
    }),
  ),
  options: z.array(z.object({ id: z.string(), name: z.string(), values: z.array(z.string()) })),
  variants: z.array(variantDto),
  metafields: z.array(metafieldDto),
  seo: z.object({ title: z.string(), description: z.string() }),
  currency: z.string(),
  updatedAt: timeDto,
  version: z.string(),
  allowedActions: z.array(actionDto),
});
export type ProductDto = z.infer<typeof productDto>;

export const noteDto = z.object({
  id: z.string(),
  author: z.string(),
  role: z.string(),
  text: z.string(),
  createdAt: timeDto,
});
export const logDto = z.object({
  id: z.string(),
  action: z.string(),
  actor: z.object({
    name: z.string(),
    role: z.string(),
    kind: z.string().meta({ description: 'person, staff of the store, platform or system' }),
  }),
  note: z.string().nullable(),
  at: timeDto,
  changes: z
    .array(
      z.object({
        field: z.enum(LOGGED_FIELDS),
        old: z.string().nullable(),
        new: z.string().nullable(),
        translation: z
          .object({ locale: z.string(), text: z.enum(LOGGED_TEXTS), name: z.string() })
          .optional()
          .meta({ description: 'Of a translation: its language, which text, and what of the product that belongs to' }),
      }),
    )
    .meta({ description: 'What it changed, from what to what' }),
});
export const productDetailDto = z.object({
  product: productDto,
  notes: z.array(noteDto),
  logs: z.array(logDto),
  /** Where the log goes on with what is older; null where that is all of it. */
  logsNext: z.string().nullable(),
  /** What of the vendor's change to the live product waits, and how the last of it was decided. */
  change: z
    .object({
      id: z.string(),
      waiting: z.array(z.enum(CHANGE_FIELDS)),
      since: timeDto,
      last: z
        .object({
          outcome: z.enum(CHANGE_OUTCOMES),
          fields: z.array(z.enum(CHANGE_FIELDS)),
          note: z.string().nullable(),
          at: timeDto,
        })
        .nullable(),
    })
    .nullable(),
  /** The entry of the catalogue that the product offers: its title and description are the entry's. */
  entry: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** How many drafts wait for approval, and the ids before and after this one among them. */
  queue: z.object({ waiting: z.number().int(), previous: z.string().nullable(), next: z.string().nullable() }),
});
export type ProductDetail = z.infer<typeof productDetailDto>;

export const noteBody = z.object({ note: text(2000).nullish() });
export const commentBody = z.object({ text: text(2000).min(1, REQUIRED) });

export const saveProductEndpoint = endpoint({
  name: 'products.save',
  method: 'PUT',
  path: '/products-v2',
  summary: 'Creates a product as a draft that waits for approval, or changes one (with its id).',
  access: { kind: 'vendor', permission: 'write_products' },
  body: saveProductBody,
  response: z.object({ productId: z.string(), handle: z.string() }),
  errors: ['invalid_input', 'not_found', 'conflict', 'invalid_state', 'platform_refused', 'platform_failed'],
  creates: true,
  // 2,048 variants with everything that can be said of them.
  maxBodyBytes: 8_000_000,
  limit: { perMinute: 120, by: 'viewer' },
});

export const commentEndpoint = endpoint({
  name: 'products.comment',
  method: 'POST',
  path: '/products-v2/{productId}/comments',
  summary: 'Adds a comment that only the vendor and the marketplace read. Comments are never changed.',
  access: { kind: 'vendor', permission: 'write_products' },
  params: z.object({ productId: idSchema }),
  body: commentBody,
  response: doneDto,
  errors: ['not_found', 'invalid_input', 'feature_disabled'],
  creates: true,
  limit: { perMinute: 60, by: 'viewer' },
});

export const readProductEndpoint = endpoint({
  name: 'products.read',
  method: 'GET',
  path: '/products-v2/{productId}',
  summary: 'One product whole, with its comments, what happened to it, and its neighbours among those that wait.',
  access: { kind: 'vendor', permission: 'read_products' },
  params: z.object({ productId: idSchema }),
  response: productDetailDto,
  errors: ['not_found'],
});

export const runProductActionEndpoint = endpoint({
  name: 'products.runAction',
  method: 'PATCH',
  path: '/product-v2/{productId}/{action}',
  summary: 'Approves a product, sends it back with a note, or deletes it.',
  access: { kind: 'vendor', permission: 'write_products' },
  params: z.object({ productId: idSchema, action: z.string().max(40) }),
  body: noteBody,
  response: z.object({ productId: z.string(), status: z.enum([...PRODUCT_STATUSES, 'DELETED']) }),
  errors: ['not_found', 'missing_permission', 'invalid_state', 'platform_refused', 'platform_failed'],
});
