import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumMinor } from '#app/core/money/money.ts';
import { decodeExact, encodeExact } from '#app/core/exact-json.ts';
import { assertBalanced, postingsToReach, type Posting } from '#app/platform/ledger/ledger.ts';
import { returnedScenarios, scenarios, type Scenario } from '#tests/factories/orders/scenarios.ts';
import { settleScenario } from '#tests/factories/orders/settled-orders.ts';
import { computeExpectedLedger } from '#tests/model/expected-ledger.ts';
import type { SettledOrder } from './split-order.ts';
import { explainVendorOrder } from './explain.ts';
import { targetPostings, vendorOrderPostings } from './postings.ts';

const RUNS = { numRuns: Number(process.env['MONEY_RUNS'] ?? 300) };

function accountsOf(postings: readonly Posting[]): Record<string, bigint> {
  const accounts: Record<string, bigint> = {};
  for (const { account, vendorId, amountMinor } of postings) {
    const key = `${account}|${vendorId ?? ''}`;
    accounts[key] = (accounts[key] ?? 0n) + amountMinor;
  }
  return Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0n));
}

function partsOf(order: SettledOrder): bigint {
  const { marketplace } = order;
  return (
    sumMinor(order.vendorOrders.map((vendorOrder) => vendorOrder.totalMinor)) +
    marketplace.remainderMinor +
    marketplace.cashRoundingMinor +
    marketplace.channelTaxMinor -
    marketplace.goodwillMinor
  );
}

const sold = (scenario: Scenario): SettledOrder => settleScenario(scenario, scenario.versions.slice(0, 1));

/** The same order where one of its refunds gave back one minor unit less, in every version. */
function payOneUnitLess(scenario: Scenario, index: number): Scenario {
  const unit = 10 ** -scenario.places;
  const versions = scenario.versions.map((version) => ({
    ...version,
    refunds: version.refunds.map((refund, at) =>
      at === index
        ? {
            ...refund,
            transactions: refund.transactions.map((one) => ({
              ...one,
              amount: (Number(one.amount) - unit).toFixed(scenario.places),
            })),
          }
        : refund,
    ),
  }));
  return { ...scenario, versions };
}

describe('the money of random orders', { timeout: 300_000 }, () => {
  it('M11 sums the vendor orders and the marketplace remainder to the order total at sale', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const order = sold(scenario);
        expect(partsOf(order)).toBe(order.totalMinor);
        expect(order.marketplace.otherMinor).toBe(0n);
        expect(order.marketplace.goodwillMinor).toBe(0n);
        expect(order.marketplace.notRefundedMinor).toBe(0n);
      }),
      RUNS,
    );
  });

  it('sums the parts to what is held after any refunds, removals, overrides and cancellation', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const order = settleScenario(scenario);
        expect(partsOf(order)).toBe(order.heldMinor);
      }),
      RUNS,
    );
  });

  it('pays out and keeps exactly what the buyer paid for each vendor order', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        for (const order of settleScenario(scenario).vendorOrders) {
          expect(order.payoutMinor + order.marketplaceMinor + order.channelTaxMinor).toBe(order.totalMinor);
        }
      }),
      RUNS,
    );
  });

  it('M31 keeps every commission between 0 and its base', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        for (const order of settleScenario(scenario).vendorOrders) {
          expect(order.commissionMinor >= 0n && order.commissionMinor <= order.baseMinor).toBe(true);
          for (const line of order.lines) {
            const cap = line.baseMinor > 0n ? line.baseMinor : 0n;
            expect(line.commissionMinor >= 0n && line.commissionMinor <= cap).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  it('returns every account to zero when refunds, in any portions, give everything back', () => {
    fc.assert(
      fc.property(returnedScenarios, (found) => {
        // What a vendor bears of a gesture is the vendor's, whatever went back of others (M54).
        const scenario = { ...found, goodwill: {}, gestureVendors: {} };
        expect(accountsOf(targetPostings(settleScenario(scenario)))).toEqual({});
      }),
      RUNS,
    );
  });

  it('M54 moves no more than a cent of any vendor’s part by one cent less of a refund', () => {
    fc.assert(
      fc.property(fc.oneof(scenarios, returnedScenarios), (found) => {
        const scenario = { ...found, goodwill: {} };
        const before = settleScenario(scenario);
        for (const [index, { transactions }] of (scenario.versions.at(-1)?.refunds ?? []).entries()) {
          if (transactions.every(({ status, amount }) => status === 'failure' || Number(amount) === 0)) continue;
          const after = settleScenario(payOneUnitLess(scenario, index));
          let moved = 0n;
          for (const [at, order] of after.vendorOrders.entries()) {
            const differenceMinor = order.payoutMinor - (before.vendorOrders[at]?.payoutMinor ?? 0n);
            moved += differenceMinor < 0n ? -differenceMinor : differenceMinor;
          }
          expect(moved <= 1n).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('M37 posts balanced differences whose sum is the target, and nothing for a repetition', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const posted: Posting[] = [];
        scenario.versions.forEach((_, index) => {
          const target = targetPostings(settleScenario(scenario, scenario.versions.slice(0, index + 1)));
          const step = postingsToReach(target, posted);
          assertBalanced({ reference: 'step', postings: step });
          posted.push(...step);
          expect(postingsToReach(target, posted)).toEqual([]);
        });
        expect(accountsOf(posted)).toEqual(accountsOf(targetPostings(settleScenario(scenario))));
      }),
      RUNS,
    );
  });

  it('ends in the same state when versions arrive shuffled and repeated', () => {
    const shuffled = scenarios.chain((scenario) =>
      fc.tuple(
        fc.constant(scenario),
        fc.shuffledSubarray([...scenario.versions, ...scenario.versions], {
          minLength: scenario.versions.length * 2,
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([scenario, versions]) => {
        expect(settleScenario(scenario, versions)).toEqual(settleScenario(scenario));
      }),
      RUNS,
    );
  });

  it('balances each vendor order by itself and explains it by sums of its own steps', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        for (const order of settleScenario(scenario).vendorOrders) {
          assertBalanced({ reference: 'vendor order', postings: vendorOrderPostings(order) });
          const { steps, postings } = explainVendorOrder(order);
          const total = (...keys: string[]): bigint =>
            sumMinor(
              steps.filter((step) => step.lineId === null && keys.includes(step.key)).map((step) => step.amountMinor),
            );
          expect(
            total('net_goods', 'commission', 'shipping_in_payout', 'tax_in_payout', 'discount_charged', 'goodwill'),
          ).toBe(total('payout'));
          expect(postings.every((posting) => posting.vendorId === order.vendorId)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('survives being kept as JSON', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const order = settleScenario(scenario);
        const text = JSON.stringify(encodeExact(order));
        expect(decodeExact(JSON.parse(text) as ReturnType<typeof encodeExact>)).toEqual(order);
      }),
      { numRuns: 50 },
    );
  });

  it('agrees with the independent model on every account and every vendor order', () => {
    fc.assert(
      fc.property(fc.oneof(scenarios, returnedScenarios), (scenario) => {
        const order = settleScenario(scenario);
        const expected = computeExpectedLedger(scenario);
        expect(order.heldMinor).toBe(expected.held);
        const vendors = order.vendorOrders.map((vendorOrder) => [
          vendorOrder.vendorId,
          {
            payout: vendorOrder.payoutMinor,
            marketplace: vendorOrder.marketplaceMinor,
            commission: vendorOrder.commissionMinor,
            paid: vendorOrder.totalMinor,
            channelTax: vendorOrder.channelTaxMinor,
          },
        ]);
        expect(Object.fromEntries(vendors)).toEqual(expected.vendors);
        expect(accountsOf(targetPostings(order))).toEqual(expected.accounts);
      }),
      { numRuns: 3 * RUNS.numRuns },
    );
  });
});
