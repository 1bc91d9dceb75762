/** Bounds of what a sign-in form takes; the specification's minimum for passwords is eight. */
export const EMAIL_MAX = 254;
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

/** Whether a session or token was issued before its person's password changed. Tokens tell time in whole seconds. */
export function isOlderThanPassword(issuedAt: Date, passwordChangedAt: Date | null): boolean {
  if (!passwordChangedAt) return false;
  return Math.floor(issuedAt.getTime() / 1000) < Math.floor(passwordChangedAt.getTime() / 1000);
}
