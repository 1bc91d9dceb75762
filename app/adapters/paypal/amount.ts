import { formatAmount, placesOf, type Currency } from '#app/core/money/money.ts';

/** Currencies that PayPal pays in whole units only, although they have smaller ones. */
const WHOLE_UNITS: ReadonlySet<string> = new Set(['HUF', 'TWD']);

/** An amount as PayPal writes it ("12.34"); null where PayPal pays no fraction of this currency's unit. */
export function toPaypalValue(amountMinor: bigint, currency: Currency): string | null {
  if (!WHOLE_UNITS.has(currency)) return formatAmount(amountMinor, currency);
  const unit = 10n ** BigInt(placesOf(currency));
  return amountMinor % unit === 0n ? String(amountMinor / unit) : null;
}
