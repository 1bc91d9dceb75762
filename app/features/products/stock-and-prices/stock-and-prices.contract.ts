import { z } from 'zod';
import { refusalShape } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { ITEM_OUTCOMES, MAX_ITEMS } from './item-limits.ts';

/** A value that is read and refused by itself, so that one that is wrong refuses its item and not the call. */
const typed = z.union([z.string().trim().max(40), z.number()]);

const itemInput = z.object({
  sku: z
    .string()
    .trim()
    .max(255)
    .optional()
    .meta({ description: 'Names the variant, whatever the case of its letters' }),
  variantId: idSchema.optional().meta({ description: 'Names the variant in place of its SKU' }),
  stock: typed.optional().meta({ description: 'What shall be available in all, a whole number' }),
  price: typed.optional().meta({ description: 'A decimal in the currency of the store' }),
  compareAtPrice: typed.nullable().optional().meta({ description: 'The price before; null takes it away' }),
});
export type ItemInput = z.output<typeof itemInput>;

export const stockAndPricesBody = z.object({
  items: z
    .array(itemInput)
    .min(1, rule('required'))
    .max(MAX_ITEMS, rule('max_at_once', { maximum: MAX_ITEMS })),
});
export type StockAndPricesInput = z.output<typeof stockAndPricesBody>;

const count = z.number().int();
export const stockAndPricesDto = z.object({
  changed: count,
  unchanged: count,
  held: count,
  refused: count,
  items: z
    .array(
      z.object({
        sku: z.string().nullable(),
        variantId: z.string().nullable(),
        outcome: z.enum(ITEM_OUTCOMES).meta({
          description: 'held: the price waits for the decision of the marketplace; stock never does',
        }),
        refusal: z.object(refusalShape).nullable(),
      }),
    )
    .meta({ description: 'In the order of the call' }),
});
export type StockAndPricesDto = z.infer<typeof stockAndPricesDto>;

export const setStockAndPricesEndpoint = endpoint({
  name: 'products.setStockAndPrices',
  method: 'POST',
  path: '/products/stock-and-prices',
  summary:
    'Sets stock and prices of up to 1,000 variants by their SKUs, with an answer for each; prices of at most 40 products a call. The same again changes nothing. Prices also need the scope products:write.',
  access: { kind: 'vendor', permission: 'write_products', scope: 'stock:write' },
  body: stockAndPricesBody,
  response: stockAndPricesDto,
  errors: ['invalid_input', 'missing_scope', 'platform_failed', 'platform_throttled', 'shop_access_revoked'],
  creates: true,
  limit: { perMinute: 30, by: 'viewer' },
});
