import { z } from 'zod';

const gid = (type: string) => z.string().regex(new RegExp(`^gid://shopify/${type}/\\d+`));
const parseId = (text: string): bigint => BigInt(/\/(\d+)(\?.*)?$/.exec(text)?.[1] ?? '0');
/** An id as deliveries write it: a number, or its digits where it is too large for one. */
export const numberId = z.union([z.number().int().positive(), z.string().regex(/^\d+$/)]).transform((id) => BigInt(id));
const words = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const time = z.string().transform((text, ctx) => {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) ctx.addIssue({ code: 'custom', message: 'is not a time' });
  return at;
});

const variant = z.object({
  admin_graphql_api_id: gid('ProductVariant').transform(parseId),
  barcode: words,
  compare_at_price: z.string().nullish(),
  position: z.number().int().default(1),
  price: z.string(),
  sku: words,
  taxable: z.boolean().default(true),
  title: words,
  option1: z.string().nullish(),
  option2: z.string().nullish(),
  option3: z.string().nullish(),
  inventory_item_id: numberId.nullish(),
  inventory_quantity: z.number().int().nullish(),
});

/** The platform's `products/create` and `products/update`, as far as we read them. */
export const productPayload = z.object({
  admin_graphql_api_id: gid('Product').transform(parseId),
  title: z.string(),
  handle: z.string(),
  body_html: words,
  vendor: words,
  product_type: words,
  status: z.string(),
  /** Told as one text with commas between. */
  tags: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    )
    .optional(),
  created_at: time,
  updated_at: time,
  options: z.array(z.object({ id: numberId, name: z.string(), values: z.array(z.string()).default([]) })).default([]),
  /** Of a product with more than a hundred variants, the hundred that changed last; `variant_gids` names them all. */
  variants: z.array(variant).default([]),
  variant_gids: z.array(z.object({ admin_graphql_api_id: gid('ProductVariant').transform(parseId) })).optional(),
  /** There when the subscription asks for namespaces. */
  metafields: z
    .array(z.object({ namespace: z.string(), key: z.string(), value: z.string(), type: z.string() }))
    .optional(),
  images: z.array(z.object({ id: numberId, src: z.string().nullish(), alt: z.string().nullish() })).default([]),
  media: z
    .array(
      z.object({
        admin_graphql_api_id: z.string(),
        id: numberId,
        alt: z.string().nullish(),
        media_content_type: z.string(),
        status: z.string().nullish(),
      }),
    )
    .optional(),
});
export type ProductPayload = z.output<typeof productPayload>;

/** The platform's `products/delete`. */
export const deletedPayload = z
  .object({ admin_graphql_api_id: gid('Product').optional(), id: numberId })
  .transform((payload) => (payload.admin_graphql_api_id ? parseId(payload.admin_graphql_api_id) : payload.id));

/** The platform's `inventory_levels/update`. */
export const levelPayload = z.object({
  inventory_item_id: numberId,
  location_id: numberId,
  available: z.number().int().nullish(),
  updated_at: time.nullish(),
});

/** A published `inventory_levels/connect` names nothing at all. */
export const emptyPayload = z.strictObject({});

/** The platform's `inventory_levels/disconnect`: an item is no longer kept at a location. */
export const disconnectedPayload = z.object({ inventory_item_id: numberId, location_id: numberId });

/** The platform's `bulk_operations/finish`. */
export const bulkPayload = z.object({ admin_graphql_api_id: z.string().max(255) });
