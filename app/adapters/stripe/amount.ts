import { asCurrency, type Currency } from '#app/core/money/money.ts';

/** Currencies without places that Stripe still counts in hundredths. */
const IN_HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** An amount in minor units as Stripe counts it. Exact: everything that is paid out fits a JavaScript number. */
export function toStripeAmount(amountMinor: bigint, currency: Currency): number {
  return Number(IN_HUNDREDTHS.has(currency) ? amountMinor * 100n : amountMinor);
}

/** The other way; a fraction of the currency's smallest unit, which Stripe does not pay, is left out. */
export function fromStripeAmount(amount: number, code: string): { amountMinor: bigint; currency: Currency } {
  const currency = asCurrency(code.toUpperCase());
  return { amountMinor: IN_HUNDREDTHS.has(currency) ? BigInt(amount) / 100n : BigInt(amount), currency };
}
