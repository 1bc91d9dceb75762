import { serialize, type CookieSerializeOptions } from 'cookie';
import { DAY_SECONDS } from '#app/core/durations.ts';
import type { StoreView } from '#app/core/viewer.ts';
import type { StaffMember } from '#app/platform/stores/store-staff.service.server.ts';
import { normaliseEmail } from '#app/core/text/email-address.ts';
import type { Member } from '#app/platform/identity/users/users.service.server.ts';
import type { RequestInfo, Services } from '#app/server/context.server.ts';
import { createSessions, STEP_COOKIE, STORE_COOKIE, type Sessions } from '#app/server/session.server.ts';
import { DEVICE_COOKIE, DEVICE_DAYS, deviceMark } from './throttle.server.ts';

/** Headers of an answer, as pairs because there are several cookies. */
export type Headers = [string, string][];

/** Whose session it is: a person of ours, or a member of the store's staff. */
export type Bearer = { member: Member } | { staff: StaffMember };

const YEAR_SECONDS = 365 * DAY_SECONDS;
/** What stands before a staff member's subject in a session, where a person's id is plain. */
export const STAFF_SUBJECT = 'staff:';

function createSessionStore(services: Services): Sessions {
  return createSessions({ secret: services.env.SESSION_SECRET, clock: services.clock });
}

const isSecure = (info: RequestInfo): boolean => info.origin.startsWith('https:');

function buildClaims(store: StoreView, liableParty: Bearer, sid: string | undefined) {
  const { email, name } = 'member' in liableParty ? liableParty.member : liableParty.staff;
  const vendor =
    'member' in liableParty
      ? (liableParty.member.vendor ?? liableParty.member.activeVendor)
      : liableParty.staff.activeVendor;
  return {
    sub: 'member' in liableParty ? String(liableParty.member.id) : `${STAFF_SUBJECT}${liableParty.staff.subjectId}`,
    email,
    store: store.domain,
    storeId: String(store.id),
    vendor: vendor?.name ?? '*',
    name,
    admin: 'member' in liableParty ? liableParty.member.isAdmin : true,
    ...(sid ? { sid } : {}),
  };
}

/** The cookies of somebody who just signed in: session, refresh, the store for the next visit, and the device's mark. */
export async function signedInHeaders(
  services: Services,
  store: StoreView,
  liableParty: Bearer,
  refresh: { token: string; family: string; seconds?: number },
  info: RequestInfo,
): Promise<Headers> {
  const secure = isSecure(info);
  const sessions = createSessionStore(services);
  const session = await sessions.sign(buildClaims(store, liableParty, refresh.family));
  const kept = { httpOnly: true, secure, sameSite: 'lax' as const };
  const email = 'member' in liableParty ? liableParty.member.email : undefined;
  const mark = email && deviceMark(services, store.id, normaliseEmail(email));
  return [
    ...sessions.cookies({
      session,
      refresh: refresh.token,
      secure,
      ...(refresh.seconds === undefined ? {} : { refreshSeconds: refresh.seconds }),
    }),
    ['set-cookie', serialize(STORE_COOKIE, store.domain, { ...kept, path: '/', maxAge: YEAR_SECONDS })],
    ...(mark ? [cookie(DEVICE_COOKIE, mark, { ...kept, path: '/', maxAge: DEVICE_DAYS * DAY_SECONDS })] : []),
  ];
}

/** The session cookies alone, after what they say has changed. */
export async function renewedSessionHeaders(
  services: Services,
  store: StoreView,
  liableParty: Bearer,
  info: RequestInfo,
  sid: string | undefined,
): Promise<Headers> {
  const sessions = createSessionStore(services);
  const session = await sessions.sign(buildClaims(store, liableParty, sid));
  return sessions.sessionCookies({ session, secure: isSecure(info) });
}

/** The cookies that end a sign-in on this device. Store and device stay known. */
export function signedOutHeaders(services: Services, info: RequestInfo): Headers {
  return createSessionStore(services).clearing(isSecure(info));
}

/** Keeps the ticket of an open step in this browser; '' forgets it. */
export function stepHeaders(info: RequestInfo, token: string, seconds: number): Headers {
  const kept = { httpOnly: true, secure: isSecure(info), sameSite: 'lax' as const, path: '/' };
  return [cookie(STEP_COOKIE, token, { ...kept, maxAge: token === '' ? 0 : seconds })];
}

const cookie = (name: string, value: string, options: CookieSerializeOptions): [string, string] => [
  'set-cookie',
  serialize(name, value, options),
];
