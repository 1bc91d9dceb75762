import { asCurrency, parseAmount, sumMinor, toDto } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';

/** The sum of amounts of one currency; zero of it where there are none. */
export function sumDto(amounts: readonly MoneyDto[], named: string): MoneyDto {
  const currency = asCurrency(named);
  const minor = amounts.map(({ amount }) => parseAmount(amount, currency));
  return toDto({ amountMinor: sumMinor(minor.map((read) => (read.ok ? read.value : 0n))), currency });
}
