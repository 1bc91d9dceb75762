import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';

const contentSchema = z.object({ purpose: z.literal('offer'), store: idSchema, offer: idSchema });
const ENCRYPTED = 'sealed:';
const MAX_TOKEN = 500;

/** The address at which a buyer answers an offer. Only we can have made it, and no address of a person can be read from it. */
export function offerUrl(
  services: Pick<Services, 'env' | 'vault'>,
  store: { id: bigint; portalHost: string | null; domain: string },
  offerId: bigint,
): string {
  const url = new URL(portalUrl(services, store, '/offer'));
  const content = { purpose: 'offer', store: String(store.id), offer: String(offerId) };
  url.searchParams.set('token', services.vault.sealText(JSON.stringify(content)).slice(ENCRYPTED.length));
  return url.toString();
}

/** The offer of a link's token; undefined where we did not make it, or for another store or purpose. */
export function readOfferToken({ vault }: Pick<Services, 'vault'>, token: string, storeId: bigint): bigint | undefined {
  if (token.length === 0 || token.length > MAX_TOKEN) return undefined;
  try {
    const parsed = contentSchema.safeParse(JSON.parse(vault.openText(`${ENCRYPTED}${token}`)));
    return parsed.success && parsed.data.store === storeId ? parsed.data.offer : undefined;
  } catch {
    return undefined;
  }
}
