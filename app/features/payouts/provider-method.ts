import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';

/** Why a way cannot be used for a payout. */
export const METHOD_REFUSALS = [
  'not_connected',
  'not_registered',
  'account_not_ready',
  'details_unapproved',
  'details_changed',
  'test_key',
  'live_key',
  'currency',
  'unknown_transfer',
  'after_restore',
] as const;
export type MethodRefusal = (typeof METHOD_REFUSALS)[number];

/** How a vendor could be paid by a provider now. `refusal` says why it cannot, whatever the amount. */
export type ProviderMethod = {
  method: Exclude<PayoutMethod, 'manual'>;
  /** Whose key pays: the platform at Stripe, the application at PayPal. */
  providerAccount: string;
  isTest: boolean;
  destination: string;
  destinationType: 'ACCOUNT' | 'EMAIL' | 'USER_HANDLE';
  refusal: MethodRefusal | null;
};

/** How vendors could be paid: by which providers at all, and how each vendor (by its id) that has said so. */
export type ProviderMethods = {
  connected: ReadonlySet<PayoutMethod>;
  of: ReadonlyMap<string, ProviderMethod>;
  /** Nothing is sent by a provider at the moment. */
  isHeld: boolean;
  /** The payouts (`toPayoutGroup`) that an unknown transfer of their vendor stops. */
  stopped: ReadonlySet<string>;
};

/** PayPal pays these alone (developer.paypal.com, currency codes); Venmo US dollars; Stripe whatever its platform holds. */
const PAYPAL_CURRENCIES: ReadonlySet<string> = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
);
/** In these PayPal pays whole units only, although they have smaller ones: such a payout is refused, not rounded (M64). */
const PAYPAL_WHOLE: ReadonlySet<string> = new Set(['HUF', 'TWD']);

/** Whether a way can carry an amount in a currency; a fraction that it does not know is never rounded. */
export function canPay(
  method: ProviderMethod,
  { currency, totalMinor }: { currency: string; totalMinor: bigint },
): boolean {
  if (method.method === 'stripe') return true;
  if (method.destinationType === 'USER_HANDLE') return currency === 'USD';
  return PAYPAL_CURRENCIES.has(currency) && !(PAYPAL_WHOLE.has(currency) && totalMinor % 100n !== 0n);
}

/** Where a provider pays, as it may be named without being told: “k…@example.com”, “@k…”, “… 1234”. */
export function maskDestination({ destination, destinationType }: ProviderMethod): string {
  if (destinationType === 'ACCOUNT') return `… ${destination.slice(-4)}`;
  if (destinationType === 'USER_HANDLE') return `${destination.slice(0, 2)}…`;
  const at = destination.lastIndexOf('@');
  return at < 1 ? '…' : `${destination.slice(0, 1)}…${destination.slice(at)}`;
}
