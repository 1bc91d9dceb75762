import { HOUR_MS } from '#app/core/durations.ts';
import type { Permission } from '#app/core/viewer.ts';

/** `admin`: of the marketplace, without a vendor. `manager` and `staff`: of one vendor. */
export const USER_ROLES = ['admin', 'manager', 'staff'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/**
 * An invitation holds 128 bits and lives 14 days. `reset` and `verify` have six digits, 24 hours and five tries; `reset_link` is
 * what the link beside the digits holds: 128 bits, which no guess voids.
 */
export const CODE_PURPOSES = ['invitation', 'reset', 'reset_link', 'verify'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
export const INVITATION_DAYS = 14;
export const RESET_HOURS = 24;
export const RESET_TRIES = 5;

/** When a code that is made now stops being valid. */
export function codeExpiry(purpose: CodePurpose, now: Date): Date {
  const hours = purpose === 'invitation' ? INVITATION_DAYS * 24 : RESET_HOURS;
  return new Date(now.getTime() + hours * HOUR_MS);
}

/**
 * Whether a code of this purpose may still be tried. Devices that signed in to the account before have tries of their own, so that
 * a stranger's guesses do not take the code from its owner.
 */
export function maySpendTry(
  code: { purpose: CodePurpose; tries: number; knownTries: number },
  isKnownDevice = false,
): boolean {
  if (code.purpose === 'invitation' || code.purpose === 'reset_link') return true;
  return (isKnownDevice ? code.knownTries : code.tries) < RESET_TRIES;
}

/** A person as lists show them. */
export type UserRow = {
  id: bigint;
  vendorId: bigint | null;
  email: string;
  name: string;
  role: UserRole;
  permissions: readonly Permission[];
  hasPassword: boolean;
  disabledAt: Date | null;
  createdAt: Date;
};
