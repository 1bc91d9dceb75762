import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';

/** The one thing that a link of a mail may do. */
export type LinkPurpose = 'confirm' | 'unsubscribe';

const contentSchema = z.object({
  purpose: z.enum(['confirm', 'unsubscribe']),
  store: idSchema,
  subscriber: idSchema,
  generation: z.number().int(),
  /** When it ends, ISO 8601; null never does: whoever wants to leave may leave by any old mail. */
  until: z.iso.datetime().nullable(),
});
export type LinkContent = z.output<typeof contentSchema>;

const PATHS: Record<LinkPurpose, string> = { confirm: '/contact/confirm', unsubscribe: '/contact/unsubscribe' };
const ENCRYPTED = 'sealed:';

/** The address of a link that only we can have made. It carries no address of a person that could be read. */
export function subscriptionUrl(
  services: Pick<Services, 'env' | 'vault'>,
  store: { id: bigint; portalHost: string | null; domain: string },
  link: { purpose: LinkPurpose; subscriber: bigint; generation: number; until: Date | null },
): string {
  const url = new URL(portalUrl(services, store, PATHS[link.purpose]));
  const content = {
    ...link,
    store: String(store.id),
    subscriber: String(link.subscriber),
    until: link.until?.toISOString() ?? null,
  };
  url.searchParams.set('token', services.vault.sealText(JSON.stringify(content)).slice(ENCRYPTED.length));
  return url.toString();
}

/** What a token says; undefined where we did not make it, where it is for something else or another store, or is over. */
export function readToken(
  { vault }: Pick<Services, 'vault'>,
  token: string,
  wanted: { purpose: LinkPurpose; store: bigint; now: Date },
): LinkContent | undefined {
  const content = openToken(vault, token);
  if (content?.purpose !== wanted.purpose || content.store !== wanted.store) return undefined;
  if (content.until !== null && Date.parse(content.until) <= wanted.now.getTime()) return undefined;
  return content;
}

function openToken(vault: Services['vault'], token: string): LinkContent | undefined {
  try {
    const parsed = contentSchema.safeParse(JSON.parse(vault.openText(`${ENCRYPTED}${token}`)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
