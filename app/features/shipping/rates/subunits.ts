import { placesOf, type Currency } from '#app/core/money.ts';

/** An amount as the platform's carrier calls state it: minor units, and hundredths for a currency that has none. */
export function toSubunits(amountMinor: bigint, currency: Currency): bigint {
  return placesOf(currency) === 0 ? amountMinor * 100n : amountMinor;
}

/** The minor units of such an amount; hundredths of a currency that has none are cut off. */
export function fromSubunits(subunits: bigint, currency: Currency): bigint {
  return placesOf(currency) === 0 ? subunits / 100n : subunits;
}
