import { parse, serialize, type CookieSerializeOptions } from 'cookie';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '#app/core/clock.ts';
import { DAY_SECONDS } from '#app/core/durations.ts';

/** The session's claims, as the specification names them: readable as JSON in the token's second segment. */
const claimsSchema = z.object({
  sub: z.string(),
  email: z.string(),
  store: z.string(),
  /** The store's id here, so that it and the person are asked for at once. */
  storeId: z.string().regex(/^\d{1,18}$/),
  vendor: z.string(),
  name: z.string(),
  admin: z.boolean(),
  /** The family of refresh tokens that it came with: which device this is. */
  sid: z.string().optional(),
  /** When it was issued, in milliseconds: a sign-out everywhere must not spare what began in the same second. */
  at: z.number(),
  iat: z.number(),
  exp: z.number(),
});
export type SessionClaims = z.infer<typeof claimsSchema>;

export const SESSION_MINUTES = 15;
export const REFRESH_DAYS = 30;
export const SESSION_COOKIE = 'souk_session';
export const FRAME_COOKIE = 'souk_frame';
export const REFRESH_COOKIE = 'souk_refresh';
export const STORE_COOKIE = 'souk_store';
/** The store in whose admin this frame is; it grants nothing. */
export const SHOP_COOKIE = 'souk_shop';
/** The language chosen in this browser; the page's own script writes it. */
export const LOCALE_COOKIE = 'souk_locale';
/** What a right password earned while a second step is open; it opens nothing by itself. */
export const STEP_COOKIE = 'souk_step';
/** Binds the way to the platform and back to the browser that began it. */
export const OAUTH_COOKIE = 'souk_oauth';
/** Tells pages that a refresh cookie exists, which they cannot see: it holds nothing else. */
export const RESUME_COOKIE = 'souk_resume';

export type Sessions = {
  /** Signs a session of 15 minutes. */
  sign(claims: Omit<SessionClaims, 'at' | 'iat' | 'exp'>): Promise<string>;
  /** The claims of a session that we signed and that has not expired; anything else is undefined. */
  verify(token: string): Promise<SessionClaims | undefined>;
  /** Cookies that begin a session, for normal and for frame use, and the refresh cookie. */
  cookies(o: { session: string; refresh: string; refreshSeconds?: number; secure: boolean }): [string, string][];
  /** The two session cookies alone, when only what the session says has changed. */
  sessionCookies(o: { session: string; secure: boolean }): [string, string][];
  /** Cookies that end it. */
  clearing(secure: boolean): [string, string][];
};

/** Sessions signed with HMAC-SHA256 under our own secret. */
export function createSessions(o: { secret: string; clock: Clock }): Sessions {
  const key = new TextEncoder().encode(o.secret);
  const cookie = (name: string, value: string, more: CookieSerializeOptions): [string, string] => [
    'set-cookie',
    serialize(name, value, { httpOnly: true, path: '/', ...more }),
  ];
  const access = (session: string, secure: boolean, maxAge: number) => [
    cookie(SESSION_COOKIE, session, { secure, sameSite: 'lax', maxAge }),
    cookie(FRAME_COOKIE, session, { secure: true, sameSite: 'none', partitioned: true, maxAge }),
  ];
  const all = (session: string, refresh: string, secure: boolean, ages: { session: number; refresh: number }) => {
    const kept = { secure, sameSite: 'lax' as const };
    return [
      ...access(session, secure, ages.session),
      cookie(REFRESH_COOKIE, refresh, { ...kept, path: '/api/auth', maxAge: ages.refresh }),
      cookie(RESUME_COOKIE, refresh === '' ? '' : '1', { ...kept, maxAge: ages.refresh }),
    ];
  };
  return {
    sign: async (claims) => {
      const at = o.clock.now().getTime();
      const now = Math.floor(at / 1000);
      return new SignJWT({ ...claims, at })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(now + SESSION_MINUTES * 60)
        .sign(key);
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: o.clock.now() });
        return claimsSchema.parse(payload);
      } catch {
        return undefined;
      }
    },
    cookies: ({ session, refresh, refreshSeconds = REFRESH_DAYS * DAY_SECONDS, secure }) =>
      all(session, refresh, secure, { session: SESSION_MINUTES * 60, refresh: refreshSeconds }),
    sessionCookies: ({ session, secure }) => access(session, secure, SESSION_MINUTES * 60),
    clearing: (secure) => all('', '', secure, { session: 0, refresh: 0 }),
  };
}

/** Reads one cookie of a request. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const value = parse(headers.get('cookie') ?? '')[name];
  return value === '' ? undefined : value;
}
