import { HOUR_MS } from '#app/core/durations.ts';

/** Where an account at Stripe stands. Only an active one can be paid. */
export const ACCOUNT_STATES = ['pending', 'active', 'restricted', 'rejected'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** What an account needs next, for whoever looks at it. `renew`: the key is of another platform or mode than the account. */
export const PHASES = ['questions', 'review', 'active', 'restricted', 'rejected', 'renew', 'disconnected'] as const;
export type Phase = (typeof PHASES)[number];

/** What of Stripe's view of an account decides on its state. */
export type AccountView = {
  transfers: 'active' | 'pending' | 'inactive';
  isRejected: boolean;
  isSubmitted: boolean | null;
  isUnderReview: boolean;
};

/**
 * The state that Stripe's words come to. Accounts of v2 do not say whether their onboarding was ever handed in: it was, once the
 * account has been looked at or active. An account that lacks something before that is pending, after that restricted.
 */
export function computeState(view: AccountView, wasSubmitted: boolean): { state: AccountState; isSubmitted: boolean } {
  const isSubmitted = view.isSubmitted ?? (wasSubmitted || view.isUnderReview);
  if (view.isRejected) return { state: 'rejected', isSubmitted };
  if (view.transfers === 'active') return { state: 'active', isSubmitted: true };
  if (view.isUnderReview) return { state: 'pending', isSubmitted: true };
  return { state: isSubmitted ? 'restricted' : 'pending', isSubmitted };
}

/** What comes next for a known account. */
export function toPhase(account: { state: AccountState; isSubmitted: boolean }): Phase {
  if (account.state !== 'pending') return account.state;
  return account.isSubmitted ? 'review' : 'questions';
}

/** Among these, accounts may be paid across borders: the European Economic Area, the United Kingdom, Switzerland, Canada, the United States. */
const AMONG_EACH_OTHER =
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(' ');
/** Elsewhere an account is paid from its own country only. */
const AT_HOME = 'AE AU BR HK JP MX MY NZ SG TH'.split(' ');

/** The countries whose accounts a platform of a country may pay, as far as we know; Stripe has the last word. */
export function payableCountries(platformCountry: string): string[] {
  if (AMONG_EACH_OTHER.includes(platformCountry)) return AMONG_EACH_OTHER;
  return AT_HOME.includes(platformCountry) ? [platformCountry] : [];
}

export const RECEIVER_TYPES = ['EMAIL', 'USER_HANDLE'] as const;
export type ReceiverType = (typeof RECEIVER_TYPES)[number];

const HANDLE = /^@?([\w-]{3,30})$/;

/** A Venmo handle as it is kept, with its sign in front; undefined for what is none. */
export function readHandle(typed: string): string | undefined {
  const name = HANDLE.exec(typed)?.[1];
  return name && `@${name}`;
}

/** Venmo pays in this currency only. */
export const VENMO_CURRENCY = 'USD';

/** What changes where a vendor's money goes is waited for that long before anybody is paid there. */
const HOLD_HOURS = 72;

/** Until when details that changed at a moment are waited for. */
export const toOnHoldUntil = (detailsChangedAt: Date): Date =>
  new Date(detailsChangedAt.getTime() + HOLD_HOURS * HOUR_MS);
