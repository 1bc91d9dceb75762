import { serialize } from 'cookie';
import type { StoreView } from '#app/core/viewer.ts';
import { normaliseEmail } from '#app/features/users/user.ts';
import type { Member } from '#app/features/users/users.service.server.ts';
import type { RequestInfo, Services } from '#app/server/context.server.ts';
import { createSessions, STORE_COOKIE, type Sessions } from '#app/server/session.server.ts';
import { DEVICE_COOKIE, DEVICE_DAYS, deviceMark } from './throttle.server.ts';

/** Headers of an answer, as pairs because there are several cookies. */
export type Headers = [string, string][];

const YEAR_SECONDS = 365 * 86_400;

function sessionsOf(services: Services): Sessions {
  return createSessions({ secret: services.env.SESSION_SECRET, clock: services.clock });
}

const isSecure = (info: RequestInfo): boolean => info.origin.startsWith('https:');

function claimsOf(store: StoreView, member: Member) {
  const vendor = member.vendor ?? member.activeVendor;
  return {
    sub: String(member.id),
    email: member.email,
    store: store.domain,
    vendor: vendor?.name ?? '*',
    name: member.name,
    admin: member.isAdmin,
  };
}

/** The cookies of somebody who just signed in: session, refresh, the store for the next visit, and the device's mark. */
export async function signedInHeaders(
  services: Services,
  store: StoreView,
  member: Member,
  refresh: string,
  info: RequestInfo,
): Promise<Headers> {
  const secure = isSecure(info);
  const sessions = sessionsOf(services);
  const session = await sessions.sign(claimsOf(store, member));
  const kept = { httpOnly: true, secure, sameSite: 'lax' as const };
  const mark = deviceMark(services, store.id, normaliseEmail(member.email));
  return [
    ...sessions.cookies({ session, refresh, secure }),
    ['set-cookie', serialize(STORE_COOKIE, store.domain, { ...kept, path: '/', maxAge: YEAR_SECONDS })],
    ['set-cookie', serialize(DEVICE_COOKIE, mark, { ...kept, path: '/', maxAge: DEVICE_DAYS * 86_400 })],
  ];
}

/** The session cookies alone, after what they say has changed. */
export async function renewedSessionHeaders(
  services: Services,
  store: StoreView,
  member: Member,
  info: RequestInfo,
): Promise<Headers> {
  const sessions = sessionsOf(services);
  return sessions.sessionCookies({ session: await sessions.sign(claimsOf(store, member)), secure: isSecure(info) });
}

/** The cookies that end a sign-in on this device. Store and device stay known. */
export function signedOutHeaders(services: Services, info: RequestInfo): Headers {
  return sessionsOf(services).clearing(isSecure(info));
}
