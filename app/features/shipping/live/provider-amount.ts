import { parseAmount, type Currency } from '#app/core/money/money.ts';

type Amounts = { amount: string; currency: string; amountLocal: string | null; currencyLocal: string | null };

/** What a rate costs in a currency, minor units rounded up; null where the provider does not state it in that currency. */
export function amountIn(rate: Amounts, currency: Currency): bigint | null {
  if (rate.currency === currency) return readUp(rate.amount, currency);
  if (rate.currencyLocal === currency && rate.amountLocal !== null) return readUp(rate.amountLocal, currency);
  return null;
}

/** A decimal in minor units. More places than the currency has round up, so that a cost is never booked too low. */
function readUp(text: string, currency: Currency): bigint | null {
  const exact = parseAmount(text, currency);
  if (exact.ok) return exact.value >= 0n ? exact.value : null;
  const match = /^(\d{1,12})\.(\d{1,12})$/.exec(text);
  if (!match || exact.refusal.rule !== 'too_many_places') return null;
  const { places } = exact.refusal;
  return BigInt((match[1] ?? '') + (match[2] ?? '').slice(0, places)) + 1n;
}
