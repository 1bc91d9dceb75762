import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefund, openCorrections, type Correction } from '#app/features/documents/corrections.ts';
import {
  computeDifference,
  sheetAfter,
  type OrderKnowledge,
  type Sheet,
} from '#app/features/documents/invoice-amounts.ts';
import { NO_DECISIONS, splitOrder } from '#app/features/orders/money/split-order.ts';
import type { OrderHistory } from '#app/features/orders/order.ts';
import { addVersion } from '#app/features/orders/order-versions.ts';
import { parseOrder } from '#app/features/orders/ingest/parse-order.ts';
import { snapshotOrderTerms } from '#app/features/orders/money/order-terms.ts';
import { Refusal } from '#sandbox/core/kernel.ts';
import { markOrderPaid } from '#sandbox/platform/store/orders.ts';
import { editOrder } from '#sandbox/platform/store/edits.ts';
import { cancelOrder } from '#sandbox/platform/store/refunds.ts';
import { buildBareShop } from '#sandbox/testing-shop.ts';
import {
  drawRefund,
  makeDrawn,
  placeDrawn,
  refundScenarios,
  buildScenarioTerms,
  type RefundScenarioDraw,
} from '#tests/factories/orders/refund-scenarios.ts';
import { scaled, SEED } from '#tests/support/scale.ts';

const RUNS = { numRuns: scaled(5_000, 150), seed: SEED };
const STEPS = ['refund', 'less', 'more', 'pay', 'issue', 'cancel', 'cancel without money'] as const;
const scenarios = fc.record({
  draw: refundScenarios,
  steps: fc.array(fc.record({ what: fc.constantFrom(...STEPS), line: fc.nat(4), refund: fc.nat(5) }), {
    maxLength: 10,
  }),
});

type OrderScenario = {
  draw: RefundScenarioDraw;
  steps: { what: (typeof STEPS)[number]; line: number; refund: number }[];
};
type Documents = { invoice: { sheet: Sheet; refundIds: string[] }; issued: Correction[] };

/** Lives an order step by step; `issue` is called when its papers are asked for, and at its end. */
function live({ draw, steps }: OrderScenario, issue: (order: OrderKnowledge) => void): void {
  const bare = buildBareShop('papers.myshopify.com');
  const order = placeDrawn(bare, draw);
  let known: OrderHistory | null = null;
  const ingest = (): OrderHistory => {
    for (const { topic, payload } of bare.sent.splice(0)) {
      if (!topic.startsWith('orders/') || topic === 'orders/edited') continue;
      const facts = parseOrder(payload);
      if (!facts.ok) throw new Error(JSON.stringify(facts.refusal));
      known = addVersion(known, facts.value);
    }
    if (!known) throw new Error('the platform told of the order');
    return known;
  };
  const orderTerms = snapshotOrderTerms(ingest(), buildScenarioTerms(draw));
  const ask = () => {
    issue({ known: ingest(), orderTerms, decisions: NO_DECISIONS });
  };
  ask();
  const acts: Record<(typeof STEPS)[number], (step: OrderScenario['steps'][number]) => void> = {
    refund: (step) => {
      const request = draw.refunds[step.refund];
      const input = request && drawRefund(order, request);
      if (input) makeDrawn(bare, order, input);
    },
    less: (step) => {
      edit(step.line, -1);
    },
    more: (step) => {
      edit(step.line, 2);
    },
    pay: () => {
      markOrderPaid(bare.sandbox, bare.shop, order);
    },
    issue: ask,
    cancel: () => {
      cancelOrder(bare.sandbox, bare.shop, order, { reason: 'other', refund: true, restock: false });
    },
    'cancel without money': () => {
      cancelOrder(bare.sandbox, bare.shop, order, { reason: 'other', refund: false, restock: false });
    },
  };
  function edit(index: number, by: number): void {
    const line = order.lines[index];
    if (!line) return;
    editOrder(bare.sandbox, bare.shop, order, {
      lines: [{ lineId: line.id, quantity: Math.max(0, line.currentQuantity + by) }],
    });
  }
  for (const step of steps) {
    bare.wait(60);
    try {
      acts[step.what](step);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  ask();
}

/** Invoice less credit notes plus additional invoices. */
function balanceOf({ invoice, issued }: Documents): Sheet {
  return issued.reduce((balance, { kind, sheet }) => {
    const nothing = computeDifference(sheet, sheet);
    return computeDifference(balance, kind === 'credit_note' ? sheet : computeDifference(nothing, sheet));
  }, invoice.sheet);
}

/** What a paper is for, so that the lives are seen to have had them all. */
const correctionOf = ({ id, kind }: Correction): string =>
  kind === 'invoice' ? 'added' : isRefund(id) ? 'refund' : 'edit';

/** A sheet to compare: its sums, and its lines and taxes in one order. */
function sumsOf(sheet: Sheet) {
  const { totalMinor, taxMinor, shippingMinor, goodsMinor, discountMinor } = sheet;
  const lines = sheet.lines
    .map((line) => [line.id, line.quantity, line.totalMinor, line.discountMinor].join(' '))
    .sort();
  const taxes = sheet.taxes
    .filter((tax) => tax.amountMinor !== 0n || tax.netMinor !== 0n)
    .map((tax) => [tax.title, tax.rateNano, tax.byChannel, tax.netMinor, tax.amountMinor].join(' '))
    .sort();
  return { totalMinor, taxMinor, shippingMinor, goodsMinor, discountMinor, lines, taxes };
}

describe('the documents of random orders', { timeout: 600_000 }, () => {
  it('add up to what the buyer owes after every edit, refund and cancellation, by line and tax, and are never below zero', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const documents = new Map<string, Documents>();
        live(scenario, (order) => {
          const { vendorOrders } = splitOrder(order.known, order.orderTerms, order.decisions);
          const all = new Set(order.known.refunds.map((refund) => refund.id));
          for (const { vendorId } of vendorOrders) {
            const now = sheetAfter(order, vendorId, all);
            if (!now) throw new Error('the vendor has a part');
            const own = documents.get(vendorId);
            if (!own) {
              documents.set(vendorId, { invoice: { sheet: now, refundIds: [...all] }, issued: [] });
              continue;
            }
            for (const open of openCorrections(order, vendorId, own.invoice, own.issued, new Date(0))) {
              expect(open.sheet.totalMinor).toBeGreaterThanOrEqual(0n);
              own.issued.push(open);
              seen.add(correctionOf(open));
              expect(balanceOf(own).totalMinor).toBeGreaterThanOrEqual(0n);
            }
            const owed = order.known.latest.cancelledAt === null ? now : computeDifference(now, now);
            expect(sumsOf(balanceOf(own))).toEqual(sumsOf(owed));
            expect(openCorrections(order, vendorId, own.invoice, own.issued, new Date(0))).toEqual([]);
            expect(new Set(own.issued.map(({ id }) => id)).size).toBe(own.issued.length);
          }
        });
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual(['added', 'edit', 'refund']);
  });
});
