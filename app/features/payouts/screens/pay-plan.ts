import { appendTo } from '#app/core/append-to.ts';
import { asCurrency, money, parseAmount, sumMinor, toDto } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { BankAccountDto } from '../methods/bank-account/bank-account.contract.ts';
import type { AllocationDto } from '../payouts.contract.ts';

/** What was chosen for a vendor where it can be used, else what is preferred. */
export function chooseMethod(allocation: AllocationDto, chosen: Readonly<Record<string, PayoutMethod>>): PayoutMethod {
  const wanted = chosen[allocation.vendorId];
  const isUsable = allocation.methods.some(({ method, usable }) => usable && method === wanted);
  return wanted && isUsable ? wanted : allocation.preferred;
}

/** What of a vendor's payout can be carried out: all of it, not to an account that is missing or withheld, or nothing. */
export const READINESS = ['ready', 'noAccount', 'withheld', 'blocked'] as const;
export type Readiness = (typeof READINESS)[number];

/** Whether an account's number is not shown at the moment. */
export const isWithheld = (account: BankAccountDto | undefined): boolean =>
  account !== undefined && (account.heldUntil !== null || account.waitsForApproval !== null);

/** How far a payout can be carried out by the method that is chosen for it. */
export function describeReadiness(
  allocation: AllocationDto,
  chosen: Readonly<Record<string, PayoutMethod>>,
  bankAccounts: Readonly<Record<string, BankAccountDto>>,
): Readiness {
  if (allocation.blocked !== null) return 'blocked';
  if (chooseMethod(allocation, chosen) !== 'manual') return 'ready';
  const account = bankAccounts[allocation.vendorId];
  if (!account) return 'noAccount';
  return isWithheld(account) ? 'withheld' : 'ready';
}

/** Where a payout goes by the method that is chosen for it, as it may be named; null where nobody knows. */
export function findDestination(
  allocation: AllocationDto,
  chosen: Readonly<Record<string, PayoutMethod>>,
  bankAccounts: Readonly<Record<string, BankAccountDto>>,
): string | null {
  const method = chooseMethod(allocation, chosen);
  if (method === 'manual') return bankAccounts[allocation.vendorId]?.masked ?? null;
  return allocation.methods.find((one) => one.method === method)?.to ?? null;
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
