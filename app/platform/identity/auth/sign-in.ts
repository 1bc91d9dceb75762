/** Bounds of what a sign-in form takes; the specification's minimum for passwords is eight. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 200;

/** A refresh token that was just replaced stays valid this long, for tabs at the same moment and for a lost answer. */
const GRACE_SECONDS = 30;

export type RefreshRow = { createdAt: Date; expiresAt: Date; usedAt: Date | null; revokedAt: Date | null };

/**
 * What a presented refresh token is worth. `reused`: it was replaced more than 30 seconds ago, so somebody else may hold
 * it, and its whole family ends.
 */
export function judgeRefresh(row: RefreshRow, now: Date): 'good' | 'reused' | 'void' {
  if (row.revokedAt || row.expiresAt <= now) return 'void';
  if (!row.usedAt) return 'good';
  return now.getTime() - row.usedAt.getTime() <= GRACE_SECONDS * 1000 ? 'good' : 'reused';
}

/**
 * Whether a session or token that was issued at a moment is void since: its person's password changed after it, or the
 * person signed out everywhere at that moment or later. The session that a new password begins has the password's moment.
 */
export function isRevoked(
  issuedAt: Date,
  since: { passwordChangedAt?: Date | null | undefined; signedOutAt: Date | null },
): boolean {
  if (since.passwordChangedAt && issuedAt < since.passwordChangedAt) return true;
  return since.signedOutAt !== null && issuedAt <= since.signedOutAt;
}

/** Whether the sign-in that a session came with was ended by itself, on another device or because it was stolen. */
export function isEnded(sid: string | undefined, holder: { endedSessions: readonly string[] }): boolean {
  return sid !== undefined && holder.endedSessions.includes(sid);
}

/**
 * What a right password, an invitation or a code leads to: a session, the second step, or setting one up first because the
 * store demands it.
 */
export const SIGN_IN_STEPS = ['second-factor', 'enrol'] as const;
export type SignInStep = (typeof SIGN_IN_STEPS)[number];

export function nextStep(o: { hasSecondFactor: boolean; isDemanded: boolean }): SignInStep | undefined {
  if (o.hasSecondFactor) return 'second-factor';
  return o.isDemanded ? 'enrol' : undefined;
}

/** What a ticket of sign-in is for: one of the steps, or handing a sign-in in a frame over to a tab of its own. */
export const CHALLENGE_PURPOSES = [...SIGN_IN_STEPS, 'handover'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** How long a ticket holds: time to find a phone, or for a tab to open. */
export const CHALLENGE_SECONDS: Readonly<Record<ChallengePurpose, number>> = {
  'second-factor': 600,
  enrol: 1800,
  handover: 60,
};
/** A ticket takes this many wrong codes. */
export const MAX_CHALLENGE_TRIES = 5;

/** A sign-in through the platform lasts a day, as long as the platform's own proof of a person. */
export const PLATFORM_SIGN_IN_HOURS = 24;

/**
 * Where somebody goes on after signing in: a page of the portal, given as a path with its query. Anything else (another
 * site, another scheme, the login itself, what a browser would read as either) is the portal's home.
 */
export function safeNext(requested: string | null | undefined): string {
  const home = '/app';
  if (!requested || requested.length > 2000 || !/^\/app(?:[/?#]|$)/.test(requested) || hasStrayCharacter(requested))
    return home;
  const base = 'https://portal.invalid';
  if (!URL.canParse(requested, base)) return home;
  const url = new URL(requested, base);
  const isPortal = url.pathname === '/app' || url.pathname.startsWith('/app/');
  const isLogin = /^\/app\/login(\/|$)/.test(url.pathname);
  // A path that begins with two slashes after its dots are resolved would be another host.
  if (url.origin !== base || !isPortal || isLogin || url.pathname.includes('//')) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Backslashes, blanks and control characters, which browsers drop from an address or read as a slash. */
function hasStrayCharacter(text: string): boolean {
  return Array.from(text).some((char) => char === '\\' || char <= ' ' || char === '\u007f');
}
