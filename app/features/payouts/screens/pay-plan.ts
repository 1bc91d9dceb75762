import { appendTo } from '#app/core/append-to.ts';
import { asCurrency, money, parseAmount, sumMinor, toDto } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { AllocationDto } from '../payouts.contract.ts';

/** What was chosen for a vendor where it can be used, else what is preferred. */
export function chooseMethod(allocation: AllocationDto, chosen: Readonly<Record<string, PayoutMethod>>): PayoutMethod {
  const wanted = chosen[allocation.vendorId];
  const isUsable = allocation.methods.some(({ method, usable }) => usable && method === wanted);
  return wanted && isUsable ? wanted : allocation.preferred;
}

export type MethodSum = { method: PayoutMethod; amount: MoneyDto; vendors: number };

/** What goes which way, by method and currency, in the order in which they come. */
export function sumByMethod(
  allocations: readonly AllocationDto[],
  chosen: Readonly<Record<string, PayoutMethod>>,
): MethodSum[] {
  const groups = new Map<string, AllocationDto[]>();
  for (const allocation of allocations) {
    const key = `${chooseMethod(allocation, chosen)} ${allocation.amount.currency}`;
    appendTo(groups, key, allocation);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const currency = asCurrency(first.amount.currency);
    const total = sumMinor(group.map(({ amount }) => computeMinor(amount)));
    const vendors = new Set(group.map(({ vendorId }) => vendorId)).size;
    return [{ method: chooseMethod(first, chosen), amount: toDto(money(total, currency)), vendors }];
  });
}

/** Whether a balance does not cover what is to be sent in its currency. */
export function isShort(balance: MoneyDto, sums: readonly MethodSum[]): boolean {
  const wanted = sums.filter(({ method, amount }) => method === 'stripe' && amount.currency === balance.currency);
  return sumMinor(wanted.map(({ amount }) => computeMinor(amount))) > computeMinor(balance);
}

function computeMinor({ amount, currency }: MoneyDto): bigint {
  const parsed = parseAmount(amount, asCurrency(currency));
  return parsed.ok ? parsed.value : 0n;
}

/** What of the allocations is for orders that are not shipped yet, by currency; nothing is left out. */
export function sumUnshipped(allocations: readonly AllocationDto[]): MoneyDto[] {
  const sums = new Map<string, bigint>();
  for (const { lines } of allocations)
    for (const { fulfilled, amount } of lines)
      if (!fulfilled) sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + computeMinor(amount));
  return [...sums].flatMap(([currency, sum]) => (sum > 0n ? [toDto(money(sum, asCurrency(currency)))] : []));
}
