import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';

const keysSchema = z.object({ consumerKey: z.string(), consumerSecret: z.string() });
/** The keys of the REST API of a store of WooCommerce. */
export type WooKeys = z.output<typeof keysSchema>;

/** The keys of a store as they are kept. */
export const sealWooKeys = (vault: Services['vault'], { consumerKey, consumerSecret }: WooKeys): string =>
  vault.sealText(JSON.stringify({ consumerKey, consumerSecret }));

/** The keys of a store that were kept. */
export const openWooKeys = (vault: Services['vault'], encrypted: string): WooKeys =>
  keysSchema.parse(JSON.parse(vault.openText(encrypted)));
