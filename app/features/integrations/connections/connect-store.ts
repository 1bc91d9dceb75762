import { z } from 'zod';
import { rule } from '#app/core/rules.ts';

const MAX_SHOP = 100;

/** The domain of a store of one's own at the platform, never any other host. */
const shop = z
  .string(rule('required_field'))
  .trim()
  .toLowerCase()
  .max(MAX_SHOP, { error: rule('max_characters', { maximum: MAX_SHOP }), abort: true })
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, rule('shop_domain'));
/** What is typed to connect a store of one's own. */
export const connectStoreForm = z.object({ shop });

/** What the link to the page says that asks whether a store is to be connected. */
export const connectionLink = z.object({ shop, token: z.string().min(1).max(2000) });

/** What is about to be connected to what, and where that begins. */
export type ConnectionRequest = { vendor: string; marketplace: string; shop: string; url: string };
