import { asCurrency, formatAmount, money, toDto } from '#app/core/money/money.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import { canEnd, buildDays, toLiableParty, computeStatus } from './discount.ts';
import type { SharedDiscountRow } from './discount-list.repo.server.ts';
import type { SharedDiscountDto, DiscountDto } from './discounts.contract.ts';
import type { DiscountRow } from './discounts.repo.server.ts';

type Seen = { now: Date; timezone: string; mayAct: boolean; names: ReadonlyMap<bigint, string> };

/** A discount as it is answered. `names` are those of the vendors that one of the marketplace is for. */
export function toDiscountDto(row: DiscountRow, { now, timezone, mayAct: canRun, names }: Seen): DiscountDto {
  const currency = asCurrency(row.currency);
  const { from, until } = buildDays(row, timezone);
  const minimum = row.minimumType === 'subtotal' ? formatAmount(row.minimumMinor ?? 0n, currency) : row.minimumQuantity;
  return {
    id: String(row.id),
    vendor: row.vendor,
    vendors: row.vendorIds.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id: String(id), name }];
    }),
    method: row.method,
    name: row.name,
    value: {
      type: row.valueType,
      fixed: row.amountMinor === null ? null : toDto(money(row.amountMinor, currency)),
      percentage: row.percent === null ? null : formatPercent(row.percent),
    },
    active: { from, until, withEndDate: until !== null },
    limit: { onePerCustomer: row.onePerCustomer, withUsage: row.usageLimit !== null, usage: row.usageLimit },
    minPurchase: {
      type: row.minimumType,
      value: row.minimumType === 'none' || minimum === null ? null : String(minimum),
    },
    currency: row.currency,
    liableParty: toLiableParty(row.vendorPercent),
    vendorPercent: formatPercent(row.vendorPercent),
    status: computeStatus(row, now),
    refusal: row.refusal,
    uses: row.usedCount,
    changedInStoreAt: row.changedInStoreAt?.toISOString() ?? null,
    removedInStore: row.state === 'removed',
    otherItems: row.scopeChanged,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    allowedActions: !canRun || !canEnd(row, now) ? [] : row.state === 'live' ? ['edit', 'delete'] : ['delete'],
  };
}

/** A discount of the marketplace as a vendor sees it that bears it: nothing of the other vendors, and nothing of how it is used. */
export function toSharedDiscountDto(
  row: SharedDiscountRow,
  o: { now: Date; timezone: string; vendorsMayRefuse: boolean; vendorId: bigint | number },
): SharedDiscountDto {
  const seen = { now: o.now, timezone: o.timezone, mayAct: false, names: new Map<bigint, string>() };
  const { id, method, name, value, active, limit, minPurchase, currency, vendorPercent, status } = toDiscountDto(
    row,
    seen,
  );
  const mayRefuse = o.vendorsMayRefuse && row.refusedAt === null && row.vendorIds.includes(BigInt(o.vendorId));
  return {
    id,
    method,
    name,
    value,
    active,
    limit,
    minPurchase,
    currency,
    vendorPercent,
    status,
    refusedAt: row.refusedAt?.toISOString() ?? null,
    allowedActions: mayRefuse ? ['refuse'] : [],
  };
}
