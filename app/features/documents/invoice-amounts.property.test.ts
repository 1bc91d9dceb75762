import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumMinor } from '#app/core/money/money.ts';
import { settledVersion } from '#app/features/orders/order.ts';
import { snapshotOrderTerms } from '#app/features/orders/money/order-terms.ts';
import { splitOrder } from '#app/features/orders/money/split-order.ts';
import { scenarios, type Scenario } from '#tests/factories/orders/scenarios.ts';
import { decisionsOf, ingestAll, termsOf } from '#tests/factories/orders/settled-orders.ts';
import { inOrderOfCredit } from './document.ts';
import { buildSheet, computeDifference, sheetAfter, type OrderKnowledge, type Sheet } from './invoice-amounts.ts';

const RUNS = { numRuns: Number(process.env['MONEY_RUNS'] ?? 300) };

function knowledgeOf(scenario: Scenario): OrderKnowledge {
  const known = ingestAll(scenario.versions);
  return { known, orderTerms: snapshotOrderTerms(known, termsOf(scenario)), decisions: decisionsOf(scenario) };
}

function sumOf(sheet: Sheet): bigint {
  return sheet.goodsMinor - sheet.discountMinor + sheet.shippingMinor + (sheet.taxesIncluded ? 0n : sheet.taxMinor);
}

describe('the invoice sheet of a vendor order', { timeout: 300_000 }, () => {
  it('adds up to exactly what the buyer paid for the vendor order: lines, sums and taxes', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { known, orderTerms, decisions } = knowledgeOf(scenario);
        for (const vendorOrder of splitOrder(known, orderTerms, decisions).vendorOrders) {
          const sheet = buildSheet(vendorOrder, settledVersion(known));
          expect(sumOf(sheet)).toBe(vendorOrder.totalMinor);
          expect(sumMinor(sheet.lines.map((line) => line.totalMinor))).toBe(sheet.goodsMinor - sheet.discountMinor);
          expect(sumMinor(sheet.taxes.map((tax) => tax.amountMinor))).toBe(sheet.taxMinor);
          for (const line of sheet.lines) {
            expect(line.unitPriceMinor * BigInt(line.quantity) - line.discountMinor).toBe(line.totalMinor);
          }
        }
      }),
      RUNS,
    );
  });

  it('less all that its refunds took, one after the other, is the sheet after all of them, line by line', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const order = knowledgeOf(scenario);
        const refunds = inOrderOfCredit(order.known.refunds).map((refund) => refund.id);
        for (const { vendorId } of splitOrder(order.known, order.orderTerms, order.decisions).vendorOrders) {
          const at = (count: number): Sheet => {
            const sheet = sheetAfter(order, vendorId, new Set(refunds.slice(0, count)));
            if (!sheet) throw new Error('the vendor has a part');
            return sheet;
          };
          const taken = refunds.map((_, index) => computeDifference(at(index), at(index + 1)));
          for (const one of taken) {
            expect(sumOf(one)).toBe(one.totalMinor);
            expect(sumMinor(one.lines.map((line) => line.totalMinor))).toBe(one.goodsMinor - one.discountMinor);
            expect(sumMinor(one.taxes.map((tax) => tax.amountMinor))).toBe(one.taxMinor);
          }
          expect(at(0).totalMinor - sumMinor(taken.map((one) => one.totalMinor))).toBe(at(refunds.length).totalMinor);
        }
      }),
      RUNS,
    );
  });
});
