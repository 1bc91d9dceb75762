import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { callOutside, type OutsideAnswer } from '#app/adapters/web/outside-call.server.ts';
import type { StaffIdentity } from './app.server.ts';

/** The app as the platform knows it. */
type App = { apiKey: string; apiSecret: string };

/** The platform's own signature is this old at most: the way back takes seconds. */
const MAX_AGE_SECONDS = 90;

/** Where the browser goes to ask a shop's people for leave; `perUser` for who is there, else for the app's own access. */
export function authorizationUrl(
  app: Pick<App, 'apiKey'>,
  o: { shop: string; scopes: string; back: string; state: string; perUser: boolean },
): string {
  const url = new URL(`https://${o.shop}/admin/oauth/authorize`);
  url.searchParams.set('client_id', app.apiKey);
  url.searchParams.set('scope', o.scopes);
  url.searchParams.set('redirect_uri', o.back);
  url.searchParams.set('state', o.state);
  if (o.perUser) url.searchParams.set('grant_options[]', 'per-user');
  return url.toString();
}

/**
 * Whether the platform itself sent this query just now: hex HMAC-SHA256 over the sorted pairs, and a fresh timestamp. Of what
 * the query holds, `store` is our own and not the platform's.
 */
export function isFromPlatform(
  secrets: readonly string[],
  query: Readonly<Record<string, string>>,
  now: Date,
): boolean {
  const { hmac = '', timestamp = '' } = query;
  const signed = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'store')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(hmac) ? hmac : '', 'hex');
  const isSigned = secrets.some((secret) => {
    const own = createHmac('sha256', secret).update(new URLSearchParams(signed).toString()).digest();
    return given.length === own.length && timingSafeEqual(given, own);
  });
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return isSigned && /^\d{1,12}$/.test(timestamp) && age <= MAX_AGE_SECONDS;
}

/** Access of the app to a shop, as a code yields it. */
export type ShopAccess = {
  token: string;
  expiresAt: Date | null;
  refreshToken: string | null;
  refreshExpires: Date | null;
  scopes: string[];
};

const staffAnswer = z.object({
  associated_user: z.object({
    id: z.number(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.string(),
    account_owner: z.boolean(),
    locale: z.string(),
  }),
});

/** Who a code of somebody of the shop's staff speaks for. The token that comes with the answer is not kept. */
export async function redeemForStaff(app: App, o: { shop: string; code: string }): Promise<StaffIdentity> {
  const { associated_user: user } = staffAnswer.parse(await redeem(app, o, {}));
  return {
    subjectId: String(user.id),
    name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email,
    email: user.email,
    isOwner: user.account_owner,
    locale: user.locale,
  };
}

const shopAnswer = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
});

/** The app's own access to a shop for a code: an expiring token with what renews it. */
export async function redeemForShop(app: App, o: { shop: string; code: string; now: Date }): Promise<ShopAccess> {
  const answer = shopAnswer.parse(await redeem(app, o, { expiring: '1' }));
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(o.now.getTime() + seconds * 1000);
  return {
    token: answer.access_token,
    expiresAt: after(answer.expires_in),
    refreshToken: answer.refresh_token ?? null,
    refreshExpires: after(answer.refresh_token_expires_in),
    scopes: answer.scope.split(',').filter(Boolean),
  };
}

/** Exchanges a code. A code that the platform does not take is way_refused (403), everything else platform_failed (502). */
async function redeem(app: App, o: { shop: string; code: string }, more: Record<string, string>): Promise<unknown> {
  const body = JSON.stringify({ client_id: app.apiKey, client_secret: app.apiSecret, code: o.code, ...more });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  let answer: OutsideAnswer;
  try {
    answer = await callOutside(`https://${o.shop}/admin/oauth/access_token`, {
      provider: 'shopify',
      method: 'POST',
      headers,
      body,
      limitMs: 10_000,
      maxBytes: 100_000,
    });
  } catch (error) {
    throw Object.assign(new AppError('platform_failed'), { cause: error });
  }
  if (answer.status === 400) throw new AppError('way_refused');
  if (!answer.ok) throw new AppError('platform_failed');
  return JSON.parse(answer.bytes.toString('utf8')) as unknown;
}
