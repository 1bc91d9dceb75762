import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

const MAX_SHOP = 100;

/** What is typed to connect a store of one's own: its domain at the platform, never any other host. */
export const connectStoreForm = z.object({
  shop: z
    .string(rule('required_field'))
    .trim()
    .toLowerCase()
    .max(MAX_SHOP, { error: rule('max_characters', { maximum: MAX_SHOP }), abort: true })
    .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, rule('shop_domain')),
});
