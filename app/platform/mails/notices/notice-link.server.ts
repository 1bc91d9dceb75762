import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { EMAIL_MAX } from '#app/core/text/email-address.ts';
import { portalUrl } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { NOTICES, type Notice } from './notice.ts';

const contentSchema = z.object({
  purpose: z.literal('notice'),
  store: idSchema,
  email: z.string().max(EMAIL_MAX),
  notice: z.enum(NOTICES),
});
const ENCRYPTED = 'sealed:';
export const MAX_NOTICE_TOKEN = 1_000;

/**
 * The address by which one person leaves one kind of mails. Only we can have made it, the address of the person cannot be read from
 * it, and it never ends: whoever wants to leave may leave by any old mail.
 */
export function noticeUrl(
  services: Pick<Services, 'env' | 'vault'>,
  store: { id: bigint; portalHost: string | null; domain: string },
  o: { email: string; notice: Notice },
): string {
  const url = new URL(portalUrl(services, store, '/contact/notices'));
  const content = { purpose: 'notice', store: String(store.id), ...o };
  url.searchParams.set('token', services.vault.sealText(JSON.stringify(content)).slice(ENCRYPTED.length));
  return url.toString();
}

/** Whose notice a link's token is about; undefined where we did not make it, or for another store or purpose. */
export function readNoticeToken(
  { vault }: Pick<Services, 'vault'>,
  token: string,
  storeId: bigint,
): { email: string; notice: Notice } | undefined {
  if (token.length === 0 || token.length > MAX_NOTICE_TOKEN) return undefined;
  try {
    const parsed = contentSchema.safeParse(JSON.parse(vault.openText(`${ENCRYPTED}${token}`)));
    if (!parsed.success || parsed.data.store !== storeId) return undefined;
    const { email, notice } = parsed.data;
    return { email, notice };
  } catch {
    return undefined;
  }
}
