import { createHash } from 'node:crypto';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, money, sumMinor, toWire, type Currency } from '#app/core/money.ts';
import type { MoneyWire } from '#app/core/wire.ts';
import { PAYOUT_METHODS } from '#app/features/ledger/ledger.ts';
import {
  methodRefusal,
  PAY_REFUSAL_TEXTS,
  preparationToken,
  preparePayouts,
  type PayRefusal,
  type PreparedPayout,
} from './payout.ts';
import type { PayableRow } from './payable.repo.server.ts';
import type { AllocationWire, Preparation } from './payouts.contract.ts';

/** A payout as it would be made now, with the rows behind it. */
export type Allocation = PreparedPayout & { vendor: string; rows: ReadonlyMap<string, PayableRow> };

/** Groups rows by vendor and currency: the chosen ones that are due, and every overpaid one of their vendors. */
export function allocate(rows: readonly PayableRow[], chosen: ReadonlySet<bigint>): Allocation[] {
  const orders = rows.map((row) => ({
    orderId: String(row.orderId),
    vendorId: String(row.vendorId),
    currency: asCurrency(row.currency),
    postedMinor: row.postedMinor,
    settledMinor: row.paidOutMinor,
    isPaidByBuyer: row.payoutState !== 'unpaid' && row.payoutState !== 'none',
    isHeld: row.held !== null,
  }));
  const picked = orders.filter((_, index) => chosen.has(rows[index]?.id ?? 0n));
  return preparePayouts(orders, picked, 'manual').map((payout) => {
    const own = rows.filter((row) => String(row.vendorId) === payout.vendorId && row.currency === payout.currency);
    const vendor = own[0]?.vendor;
    invariant(vendor !== undefined, 'a payout has rows of its vendor');
    return { ...payout, vendor, rows: new Map(own.map((row) => [String(row.orderId), row])) };
  });
}

/** The token of some allocations: the same for the same amounts, and nothing can be read from it. */
export function tokenOf(allocations: readonly Allocation[]): string {
  return createHash('sha256').update(preparationToken(allocations)).digest('hex');
}

/** The answer of `prepare`. */
export function toPreparation(allocations: readonly Allocation[], storeCurrency: string): Preparation {
  const currencies = new Set<Currency>([asCurrency(storeCurrency), ...allocations.map((one) => one.currency)]);
  const totals = [...currencies].map((currency) => totalOf(allocations, currency));
  const [total] = totals;
  invariant(total, 'the currency of the store comes first');
  return {
    stripeBalance: null,
    total,
    totals,
    allocations: allocations.map(toAllocationWire),
    token: tokenOf(allocations),
  };
}

/** A refusal with its text in English. */
export function reasonOf(code: PayRefusal): { code: PayRefusal; message: string } {
  return { code, message: PAY_REFUSAL_TEXTS[code] };
}

function totalOf(allocations: readonly Allocation[], currency: Currency): MoneyWire {
  const payable = allocations.filter((one) => one.currency === currency && one.refusal === null);
  return toWire(money(sumMinor(payable.map((one) => one.totalMinor)), currency));
}

function toAllocationWire(allocation: Allocation): AllocationWire {
  const { currency, refusal } = allocation;
  return {
    vendor: allocation.vendor,
    vendorId: allocation.vendorId,
    amount: toWire(money(allocation.totalMinor, currency)),
    lines: allocation.lines.map((line) => {
      const row = allocation.rows.get(line.orderId);
      invariant(row, 'a line of an allocation has its row');
      return {
        orderId: line.orderId,
        orderName: row.orderName,
        orderedAt: row.orderedAt.toISOString(),
        amount: toWire(money(line.amountMinor, currency)),
        joined: line.joined,
        fulfilled: row.fulfilment === 'fulfilled' || row.fulfilment === 'cancelled',
        held: row.held,
      };
    }),
    methods: PAYOUT_METHODS.map((method) => {
      const reason = methodRefusal(method);
      return { method, usable: reason === null, reason: reason && reasonOf(reason) };
    }),
    blocked: refusal && reasonOf(refusal),
  };
}
