import { serialize } from 'cookie';
import { z } from 'zod';
import {
  SELLER_SECONDS as FLOW_SECONDS,
  sellerSchema,
} from '#app/features/integrations/connections/seller-token.service.server.ts';
import type { RequestInfo, Services } from '#app/server/context.server.ts';
import { equalBytes, hmacSha256 } from '#app/server/crypto.server.ts';
import { OAUTH_COOKIE, readCookie } from '#app/server/session.server.ts';
import { FLOW_NAMES } from './oauth.contract.ts';

const flowSchema = z.object({
  state: z.string(),
  name: z.enum(FLOW_NAMES),
  shop: z.string(),
  next: z.string(),
  seller: sellerSchema.optional(),
  endsAt: z.number(),
});
export type OAuthFlow = z.infer<typeof flowSchema>;

type Needs = Pick<Services, 'env' | 'clock'>;

/** Keeps a begun way in this browser, signed and for ten minutes; the store stands in front, where requests look for it. */
export function rememberFlow(
  services: Needs,
  storeId: bigint,
  flow: Omit<OAuthFlow, 'endsAt'>,
  info: RequestInfo,
): [string, string] {
  const endsAt = services.clock.now().getTime() + FLOW_SECONDS * 1000;
  const body = Buffer.from(JSON.stringify({ ...flow, endsAt })).toString('base64url');
  return flowCookie(info, `${storeId}.${body}.${sign(services, `${storeId}.${body}`)}`, FLOW_SECONDS);
}

/** Forgets the way: it is walked once. */
export const forgetFlow = (info: RequestInfo): [string, string] => flowCookie(info, '', 0);

/** The way that this browser began in this store; undefined for none, an old one, or one that we did not sign. */
export function readFlow(services: Needs, storeId: bigint, info: RequestInfo): OAuthFlow | undefined {
  const [store = '', body = '', signature = ''] = (readCookie(info.headers, OAUTH_COOKIE) ?? '').split('.');
  if (store !== String(storeId)) return undefined;
  if (!equalBytes(Buffer.from(signature), Buffer.from(sign(services, `${store}.${body}`)))) return undefined;
  const parsed = flowSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return parsed.success && parsed.data.endsAt > services.clock.now().getTime() ? parsed.data : undefined;
}

const sign = (services: Needs, text: string): string =>
  hmacSha256(services.env.SESSION_SECRET, `way|${text}`).toString('base64url');

function flowCookie(info: RequestInfo, value: string, maxAge: number): [string, string] {
  const secure = info.origin.startsWith('https:');
  // Lax: the platform's pages lead back by a link that a person follows.
  return ['set-cookie', serialize(OAUTH_COOKIE, value, { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge })];
}
