import { asCurrency, parseAmount, toDto } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { TYPED_ADJUSTMENT_KINDS } from '#app/features/orders/money/adjustment.ts';
import { computeVendorMinor } from './limits.ts';

/** An adjustment as it is being typed: amounts as plain decimals, empty for nothing. */
export type Typed = { kind: (typeof TYPED_ADJUSTMENT_KINDS)[number]; amount: string; borne: string };

/** What a vendor is owed before and after an adjustment as it is typed; undefined while that is no amount. */
export function previewOwed(due: MoneyDto, typed: Typed): { before: MoneyDto; after: MoneyDto } | undefined {
  const currency = asCurrency(due.currency);
  const [before, amount] = [parseAmount(due.amount, currency), parseAmount(typed.amount, currency)];
  const shares = typed.borne === '' ? amount : parseAmount(typed.borne, currency);
  if (!before.ok || !amount.ok || !shares.ok || amount.value === 0n) return undefined;
  const moved = computeVendorMinor({ kind: typed.kind, amountMinor: amount.value }, shares.value);
  return { before: due, after: toDto({ amountMinor: before.value + moved, currency }) };
}
