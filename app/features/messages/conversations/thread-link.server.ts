import { z } from 'zod';
import { DAY_MS } from '#app/core/durations.ts';
import { idSchema } from '#app/core/ids.ts';
import { portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { MAX_TOKEN } from './buyer-token.ts';
import { LINK_DAYS } from './conversation.ts';

const contentSchema = z.object({
  purpose: z.literal('conversation'),
  side: z.literal('buyer'),
  store: idSchema,
  conversation: idSchema,
  generation: z.number().int(),
  /** The mailbox gave it, or the platform vouched for the customer; else whoever typed the address has it. */
  isProven: z.boolean(),
  until: z.iso.datetime(),
});
const ENCRYPTED = 'sealed:';

type Linked = { id: bigint; storeId: bigint; generation: number; isProven: boolean };
export type ThreadClaim = Pick<Linked, 'id' | 'generation' | 'isProven'>;

/** What lets a buyer into one conversation, for 30 days. Only we can have made it, and nothing of a person can be read from it. */
export function createThreadToken(
  services: Pick<Services, 'vault' | 'clock'>,
  { id, storeId, generation, isProven }: Linked,
): string {
  const until = new Date(services.clock.now().getTime() + LINK_DAYS * DAY_MS).toISOString();
  const content = {
    purpose: 'conversation',
    side: 'buyer',
    store: String(storeId),
    conversation: String(id),
    generation,
    isProven,
    until,
  };
  return services.vault.sealText(JSON.stringify(content)).slice(ENCRYPTED.length);
}

/** The page of a buyer's conversation as mails lead to it. */
export function threadUrl(
  services: Pick<Services, 'env' | 'vault' | 'clock'>,
  store: { id: bigint; portalHost: string | null; domain: string },
  conversation: { id: bigint; generation: number },
): string {
  const url = new URL(portalUrl(services, store, '/chat'));
  url.searchParams.set('token', createThreadToken(services, { ...conversation, storeId: store.id, isProven: true }));
  return url.toString();
}

/** The conversation of a token; undefined where we did not make it, it is over, or it is for another store, side or purpose. */
export function readThreadToken(
  { vault, clock }: Pick<Services, 'vault' | 'clock'>,
  token: string,
  storeId: bigint,
): ThreadClaim | undefined {
  if (token.length === 0 || token.length > MAX_TOKEN) return undefined;
  try {
    const parsed = contentSchema.safeParse(JSON.parse(vault.openText(`${ENCRYPTED}${token}`)));
    if (!parsed.success || parsed.data.store !== storeId) return undefined;
    if (Date.parse(parsed.data.until) <= clock.now().getTime()) return undefined;
    const { conversation: id, generation, isProven } = parsed.data;
    return { id, generation, isProven };
  } catch {
    return undefined;
  }
}
