import { asCurrency, parseAmount, sumMinor, toWire } from '#app/core/money.ts';
import type { MoneyWire } from '#app/core/wire.ts';

/** The sum of amounts of one currency; zero of it where there are none. */
export function sumWire(amounts: readonly MoneyWire[], named: string): MoneyWire {
  const currency = asCurrency(named);
  const minor = amounts.map(({ amount }) => parseAmount(amount, currency));
  return toWire({ amountMinor: sumMinor(minor.map((read) => (read.ok ? read.value : 0n))), currency });
}
