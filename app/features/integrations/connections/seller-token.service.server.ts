import { z } from 'zod';
import type { Actor, Permission } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';

/** How long a vendor may take from asking to the platform's page. */
export const SELLER_SECONDS = 600;

/** What somebody needs to connect a store: its products come in under their name. */
export const CONNECT_PERMISSIONS = [
  'write_integrations',
  'read_products',
  'write_products',
] as const satisfies readonly Permission[];

/** Who connects a store, for whom. */
export type Seller = { vendorId: string; actor: Actor };

const actorSchema = z.object({
  kind: z.enum(['person', 'staff', 'platform', 'system', 'buyer']),
  id: z.string(),
  name: z.string(),
  role: z.string(),
});
export const sellerSchema = z.object({ vendorId: z.string().regex(/^\d+$/), actor: actorSchema });
const tokenSchema = sellerSchema.extend({ storeId: z.string(), endsAt: z.number() });

type Needs = Pick<Services, 'clock' | 'vault'>;

/** Names a seller to a page that has no session of theirs, for ten minutes. */
export function sealSeller(services: Needs, storeId: bigint, seller: Seller): string {
  const endsAt = services.clock.now().getTime() + SELLER_SECONDS * 1000;
  return services.vault.sealText(JSON.stringify({ ...seller, storeId: String(storeId), endsAt }));
}

/** The seller that a token names; undefined for another store's, an old one, or one that we did not make. */
export function openSeller(services: Needs, storeId: bigint, token: string): Seller | undefined {
  try {
    const { storeId: store, endsAt, ...seller } = tokenSchema.parse(JSON.parse(services.vault.openText(token)));
    return store === String(storeId) && endsAt > services.clock.now().getTime() ? seller : undefined;
  } catch {
    return undefined;
  }
}
