import { createHash } from 'node:crypto';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, money, sumMinor, toDto, type Currency } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { PAYOUT_METHODS } from '#app/platform/ledger/ledger.ts';
import type { ProviderKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import { listVendorMethods } from '#app/features/payouts/methods/vendor-methods.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  methodRefusal,
  PAY_REFUSAL_TEXTS,
  preparationToken,
  preparePayouts,
  toPayoutGroup,
  type PayRefusal,
  type PreparedPayout,
} from '../payout.ts';
import { findHold } from '#app/platform/hold/hold.service.server.ts';
import { listStopped } from '../unknown/unknown-transfers.service.server.ts';
import { computeLinesKey } from './send-keys.server.ts';
import type { PayableRow } from './payable.repo.server.ts';
import type { AllocationDto, Preparation } from '../payouts.contract.ts';
import { maskDestination, type ProviderMethods } from '../provider-method.ts';

/** A payout as it would be made now, with the rows behind it. */
export type Allocation = PreparedPayout & { vendor: string; rows: ReadonlyMap<string, PayableRow> };

/** Groups rows by vendor and currency: the chosen ones that are due, and every overpaid one of their vendors. */
export function allocate(
  rows: readonly PayableRow[],
  chosen: ReadonlySet<bigint>,
  run: 'manual' | 'automatic',
): Allocation[] {
  const orders = rows.map((row) => ({
    orderId: String(row.orderId),
    vendorId: String(row.vendorId),
    currency: asCurrency(row.currency),
    postedMinor: row.postedMinor,
    settledMinor: row.paidOutMinor,
    isPaidByBuyer: row.payoutState !== 'unpaid' && row.payoutState !== 'none',
    isHeld: row.held !== null,
    isDeleted: row.held === 'order_deleted',
    isInFlight: row.isInFlight,
    isTest: row.isTest,
    isVendorOnHold: row.isVendorOnHold,
  }));
  const picked = orders.filter((_, index) => {
    const row = rows[index];
    invariant(row, 'an order is made of its row');
    return chosen.has(row.id);
  });
  const byVendor = new Map<string, PayableRow[]>();
  for (const row of rows) {
    const own = byVendor.get(String(row.vendorId));
    if (own) own.push(row);
    else byVendor.set(String(row.vendorId), [row]);
  }
  return preparePayouts(orders, picked, run).map((payout) => {
    const own = (byVendor.get(payout.vendorId) ?? []).filter((row) => row.currency === payout.currency);
    const vendor = own[0]?.vendor;
    invariant(vendor !== undefined, 'a payout has rows of its vendor');
    return { ...payout, vendor, rows: new Map(own.map((row) => [String(row.orderId), row])) };
  });
}

/** The token of some allocations: the same for the same amounts, and nothing can be read from it. */
export function computeToken(allocations: readonly Allocation[]): string {
  return createHash('sha256').update(preparationToken(allocations)).digest('hex');
}

/** How the vendors of some allocations could be paid by a provider, by their ids. */
export async function listProviderMethods(
  tx: SqlTx,
  keys: ProviderKeys,
  allocations: readonly Allocation[],
  now: Date,
): Promise<ProviderMethods> {
  const vendorIds = [...new Set(allocations.map((one) => BigInt(one.vendorId)))];
  const methods = await listVendorMethods(tx, keys, vendorIds, now);
  const linesOf = await listStopped(tx, vendorIds);
  const isStopped = (one: Allocation): boolean => {
    const lines = linesOf.get(BigInt(one.vendorId));
    return lines !== undefined && !lines.has(computeLinesKey(tx.scope.storeId, one));
  };
  return {
    connected: new Set((['stripe', 'paypal'] as const).filter((method) => keys[method])),
    of: new Map([...methods].map(([vendorId, method]) => [String(vendorId), method])),
    isHeld: (await findHold(tx)) !== undefined,
    stopped: new Set(allocations.filter(isStopped).map(toPayoutGroup)),
  };
}

type Known = Pick<Preparation, 'stripeBalance' | 'approval'> & { storeCurrency: string; methods: ProviderMethods };

/** The answer of `prepare`. */
export function toPreparation(
  allocations: readonly Allocation[],
  { storeCurrency, methods, stripeBalance, approval }: Known,
): Preparation {
  const currencies = new Set<Currency>([asCurrency(storeCurrency), ...allocations.map((one) => one.currency)]);
  const totals = [...currencies].map((currency) => computeTotal(allocations, currency));
  const [total] = totals;
  invariant(total, 'the currency of the store comes first');
  return {
    stripeBalance,
    total,
    totals,
    allocations: allocations.map((one) => toAllocationDto(one, methods)),
    token: computeToken(allocations),
    approval,
  };
}

/** A refusal with its text in English. */
export function toReason(code: PayRefusal): { code: PayRefusal; message: string } {
  return { code, message: PAY_REFUSAL_TEXTS[code] };
}

function computeTotal(allocations: readonly Allocation[], currency: Currency): MoneyDto {
  const payable = allocations.filter((one) => one.currency === currency && one.refusal === null);
  return toDto(money(sumMinor(payable.map((one) => one.totalMinor)), currency));
}

function toAllocationDto(allocation: Allocation, methods: ProviderMethods): AllocationDto {
  const { currency, refusal } = allocation;
  const vendorMethod = methods.of.get(allocation.vendorId);
  return {
    vendor: allocation.vendor,
    vendorId: allocation.vendorId,
    amount: toDto(money(allocation.totalMinor, currency)),
    lines: allocation.lines.map((line) => {
      const row = allocation.rows.get(line.orderId);
      invariant(row, 'a line of an allocation has its row');
      return {
        orderId: line.orderId,
        orderName: row.orderName,
        orderedAt: row.orderedAt.toISOString(),
        amount: toDto(money(line.amountMinor, currency)),
        joined: line.joined,
        fulfilled: row.fulfillment === 'fulfilled' || row.fulfillment === 'cancelled',
        held: row.held,
      };
    }),
    test: allocation.isTest,
    methods: PAYOUT_METHODS.map((method) => {
      const reason = methodRefusal(allocation, method, methods);
      return {
        method,
        usable: reason === null,
        reason: reason && toReason(reason),
        to: vendorMethod?.method === method && vendorMethod.destination !== '' ? maskDestination(vendorMethod) : null,
      };
    }),
    // What the vendor chose, where it can be used now.
    preferred:
      vendorMethod && methodRefusal(allocation, vendorMethod.method, methods) === null ? vendorMethod.method : 'manual',
    blocked: refusal && toReason(refusal),
  };
}
