import { DAY_MS } from '#app/core/durations.ts';
import type { KeyScope } from '#app/core/viewer.ts';

export const MAX_KEY_NAME = 60;
/** Keys that a vendor, or the marketplace, may have at a time. */
export const MAX_KEYS = 10;
/** Networks that a key may name. */
export const MAX_NETWORKS = 20;
/** Signs of an address with a prefix. */
export const MAX_NETWORK_LENGTH = 50;
/** Calls that one key may make in a minute, and all keys of a vendor or of the marketplace together. */
export const MAX_CALLS_A_MINUTE = { key: 300, vendor: 1_000 } as const;

/** A key has these only where somebody chose them: what spends or gives away money, or shows it, and what goes on telling others. */
export const CHOSEN_SCOPES: ReadonlySet<KeyScope> = new Set<KeyScope>([
  'labels:buy',
  'offers:answer',
  'discounts:write',
  'money:read',
  'reconciliation:read',
  'webhooks',
]);

/** What is chosen at first: nothing of those above, and for the marketplace, whose keys reach every vendor, what only reads. */
export const suggestScopes = (allowed: readonly KeyScope[], { isVendor }: { isVendor: boolean }): KeyScope[] =>
  allowed.filter((scope) => !CHOSEN_SCOPES.has(scope) && (isVendor || scope.endsWith(':read')));

/** The role of a program with a key, where a product's log says who did something. */
export const KEY_ROLE = 'api_key';

/** For how many days a key can be made; without any it lasts until it is revoked. */
export const EXPIRY_DAYS = [30, 90, 365] as const;
export type ExpiryDays = (typeof EXPIRY_DAYS)[number];

/** Whether a key is over by its expiry: it is refused, and listed until somebody removes it. */
export const isExpired = (key: { expiresAt: Date | null }, at: Date): boolean =>
  key.expiresAt !== null && key.expiresAt <= at;

/** When a key that is made at a moment expires. */
export const computeExpiry = (days: number | null, at: Date): Date | null =>
  days === null ? null : new Date(at.getTime() + days * DAY_MS);
