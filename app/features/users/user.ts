import type { Permission } from '#app/core/viewer.ts';

/** `admin`: of the marketplace, without a vendor. `manager` and `staff`: of one vendor. */
export const USER_ROLES = ['admin', 'manager', 'staff'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** An invitation holds 128 bits and lives 14 days; the others have six digits, 24 hours and five tries. */
export const CODE_PURPOSES = ['invitation', 'reset', 'verify'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
export const INVITATION_DAYS = 14;
export const RESET_HOURS = 24;
export const RESET_TRIES = 5;

const HOUR_MS = 3_600_000;

/** When a code that is made now stops being valid. */
export function codeExpiry(purpose: CodePurpose, now: Date): Date {
  const hours = purpose === 'invitation' ? INVITATION_DAYS * 24 : RESET_HOURS;
  return new Date(now.getTime() + hours * HOUR_MS);
}

/** Whether a code of this purpose may still be tried. */
export function maySpendTry(code: { purpose: CodePurpose; tries: number }): boolean {
  return code.purpose === 'invitation' || code.tries < RESET_TRIES;
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
