import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './books.repo.server.ts';
import type { CheckSource, SourceComparison } from './check-source.server.ts';
import { amountFinding } from './finding.ts';
import { checkOrder, unsettledOrder } from './order-check.ts';
import { checkPayout } from './payout-check.ts';
import { paypalBatches, stripeTransfers } from './provider-sources.service.server.ts';

const ORDERS_A_STEP = 500;
const PAYOUTS_A_STEP = 200;
const VENDORS_A_STEP = 100;
const TRANSACTIONS_A_STEP = 5_000;

/** A list of our own books: nobody outside is asked. */
function ownBooks(o: {
  name: string;
  count: CheckSource['count'];
  look(tx: SqlTx, after: string | null, services: Services): Promise<SourceComparison>;
}): CheckSource {
  return {
    name: o.name,
    count: o.count,
    begin: (_storeId, after, services) => Promise.resolve((tx) => o.look(tx, after, services)),
  };
}

const orders = ownBooks({
  name: 'orders',
  count: (tx) => repo.countRows(tx, 'orders'),
  async look(tx, after, services) {
    const list = await repo.listOrders(tx, { after, limit: ORDERS_A_STEP });
    const findings = list.flatMap(({ orderId, read }) => {
      try {
        return checkOrder(read());
      } catch (error) {
        // One damaged order is told of, and keeps no other from being looked at.
        services.log.error({ err: error, order: orderId }, 'an order could not be settled anew');
        return [unsettledOrder(orderId)];
      }
    });
    return {
      findings,
      checked: list.length,
      after: list.length < ORDERS_A_STEP ? null : (list.at(-1)?.orderId ?? null),
    };
  },
});

const payouts = ownBooks({
  name: 'payouts',
  count: (tx) => repo.countRows(tx, 'payouts'),
  async look(tx, after) {
    const list = await repo.listPayouts(tx, { after, limit: PAYOUTS_A_STEP });
    return {
      findings: list.flatMap(checkPayout),
      checked: list.length,
      after: list.length < PAYOUTS_A_STEP ? null : (list.at(-1)?.payoutId ?? null),
    };
  },
});

const balances = ownBooks({
  name: 'balances',
  count: (tx) => repo.countRows(tx, 'vendors'),
  async look(tx, after) {
    const vendorIds = await repo.listVendorIds(tx, { after, limit: VENDORS_A_STEP });
    const differences = await findBalanceDifferences(tx, vendorIds);
    return {
      findings: differences.map(({ vendorId, currency, keptMinor, summedMinor }) =>
        amountFinding({
          kind: 'vendor_balance',
          reference: `vendor/${vendorId}/${currency}`,
          vendorId: String(vendorId),
          currency,
          expectedMinor: summedMinor,
          foundMinor: keptMinor,
        }),
      ),
      checked: vendorIds.length,
      after: vendorIds.length < VENDORS_A_STEP ? null : String(vendorIds.at(-1)),
    };
  },
});

const transactions = ownBooks({
  name: 'transactions',
  count: (tx) => repo.countRows(tx, 'ledger_transactions'),
  async look(tx, after) {
    const { count, last, odd } = await repo.findOddTransactions(tx, { after, limit: TRANSACTIONS_A_STEP });
    return {
      findings: odd.map((one) => {
        const isUnbalanced = one.sumMinor !== 0n;
        return amountFinding({
          kind: isUnbalanced ? 'unbalanced' : 'unknown_cause',
          reference: `${one.reference}/${one.currency}`,
          orderId: one.orderId === null ? null : String(one.orderId),
          vendorId: one.vendorId === null ? null : String(one.vendorId),
          currency: one.currency,
          expectedMinor: 0n,
          foundMinor: isUnbalanced ? one.sumMinor : one.movedMinor,
          detail: { transaction: one.reference },
        });
      }),
      checked: count,
      after: count < TRANSACTIONS_A_STEP ? null : last,
    };
  },
});

/** What a run looks at, in this order: our own books, then the lists of the providers. */
export const SOURCES: readonly CheckSource[] = [
  orders,
  payouts,
  balances,
  transactions,
  stripeTransfers,
  paypalBatches,
];
