import { typedAmount, optionalTypedAmount } from '#app/core/dto.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rule.ts';
import { z } from 'zod';
import { MAX_SPECIFICATIONS } from '#app/features/specifications/specification.ts';
import { MEDIA_TYPES, LENGTH_UNITS, MAX_OPTIONS, WEIGHT_UNITS, MAX_MEDIA, MAX_VARIANTS } from './product.ts';

export const REQUIRED = rule('required');
const required = { error: REQUIRED };
export const text = (max: number) => z.string().trim().max(max);
const optionalNumber = z
  .union([z.string().trim().max(24), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined || value === '' ? null : Number(value)))
  .refine((value) => value === null || (Number.isFinite(value) && value >= 0 && value < 1000000), rule('number'));
const stockIn = z
  .union([z.string().trim().max(12), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined || value === '' ? null : Number(value)))
  .refine((value) => value === null || (Number.isInteger(value) && Math.abs(value) < 1000000000), rule('whole_number'));
const metafieldIn = z.object({
  id: z.string().max(200).optional(),
  namespace: text(255).min(2, REQUIRED),
  key: text(64).min(2, REQUIRED),
  value: z.string().max(65000),
  type: text(100).default('single_line_text_field'),
});
const mediumIn = z.object({
  id: z
    .string()
    .max(200)
    .regex(/^gid:\/\/shopify\/[A-Za-z0-9]+\/\d+$/, rule('not_a_medium'))
    .optional(),
  src: text(2048)
    .nullable()
    .transform((src) => src ?? undefined)
    .optional(),
  alt: text(512).default(''),
  contentType: z.enum(MEDIA_TYPES).default('IMAGE'),
});
const dimensionsIn = z.object({
  width: optionalNumber,
  height: optionalNumber,
  length: optionalNumber,
  dimUnit: z.enum(LENGTH_UNITS).default('cm'),
});
const variantIn = z
  .object({
    /** Empty for one that only waits as part of a change yet. */
    id: z
      .literal('')
      .transform(() => undefined)
      .or(idSchema)
      .optional(),
    options: z
      .array(z.object({ name: text(255).min(1, REQUIRED), value: text(255).min(1, REQUIRED) }))
      .max(MAX_OPTIONS)
      .default([]),
    price: typedAmount,
    compareAt: optionalTypedAmount,
    sku: text(255).default(''),
    barcode: text(255).default(''),
    taxable: z.boolean().default(true),
    trackStock: z.boolean().default(true),
    stock: stockIn,
    /** What the editor showed: then the difference is applied, so that what was sold meanwhile stays sold. */
    stockWas: stockIn,
    requiresShipping: z.boolean().default(true),
    weight: optionalNumber,
    weightUnit: z.enum(WEIGHT_UNITS).default('KILOGRAMS'),
    dimensions: dimensionsIn.nullish(),
    localPickup: z.object({ enabled: z.boolean() }).nullish(),
    media: z.string().max(2048).nullish(),
    metafields: z.array(metafieldIn).max(MAX_SPECIFICATIONS).default([]),
  })
  .refine((variant) => !variant.trackStock || variant.stock !== null, { error: REQUIRED, path: ['stock'] });

/** A product as the editor and the API send it. `version` is what `GET products-v2/{id}` answered, to notice another's change. */
export const productInput = z.object({
  id: idSchema.optional(),
  version: z.string().max(64).optional(),
  vendor: text(255).optional(),
  /** The entry of the catalogue that a new product offers: its title and description are then the entry's. */
  entryId: idSchema.optional(),
  title: z.string(required).trim().min(3, REQUIRED).max(255),
  bodyHtml: z.string().max(100000).default(''),
  media: z.array(mediumIn).max(MAX_MEDIA).default([]),
  options: z
    .array(
      z.object({
        id: z.string().max(200).optional(),
        name: text(255).min(1, REQUIRED),
        values: z.array(text(255).min(1, REQUIRED)).min(1, REQUIRED).max(MAX_VARIANTS),
      }),
    )
    .max(MAX_OPTIONS)
    .default([]),
  variants: z.array(variantIn).min(1, REQUIRED).max(MAX_VARIANTS),
  metafields: z.array(metafieldIn).max(MAX_SPECIFICATIONS).default([]),
  seo: z
    .object({ title: text(255).default(''), description: text(2000).default('') })
    .default({ title: '', description: '' }),
});
export type ProductInput = z.output<typeof productInput>;
export const saveProductBody = z.object({ product: productInput });
