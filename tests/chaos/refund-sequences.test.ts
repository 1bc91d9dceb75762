import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumMinor } from '#app/core/money/money.ts';
import { compareSettlements, thinkRefund } from '#app/features/orders/aftersales/refund.ts';
import { decideLiableParty, computeGoodwill } from '#app/features/orders/money/pending-refunds.ts';
import {
  NO_DECISIONS,
  splitOrder,
  type OrderDecisions,
  type SettledOrder,
} from '#app/features/orders/money/split-order.ts';
import type { OrderHistory } from '#app/features/orders/order.ts';
import { addVersion, addRefund } from '#app/features/orders/order-versions.ts';
import { computeRefundValue } from '#app/features/orders/money/refunded.ts';
import { parseOrder } from '#app/features/orders/ingest/parse-order.ts';
import { snapshotOrderTerms, type OrderTerms } from '#app/features/orders/money/order-terms.ts';
import type { Order } from '#sandbox/core/state.ts';
import { receivedOf, refundedOf } from '#sandbox/platform/store/order-amounts.ts';
import type { RefundInput } from '#sandbox/platform/store/refunds.ts';
import { buildBareShop, type BareShop } from '#sandbox/testing-shop.ts';
import {
  drawRefund,
  makeDrawn,
  placeDrawn,
  refundScenarios,
  restOf,
  suggestionOf,
  buildScenarioTerms,
  type RefundScenarioDraw,
} from '#tests/factories/orders/refund-scenarios.ts';
import { scaled, SEED } from '#tests/support/scale.ts';

const RUNS = { numRuns: scaled(6_000, 60), seed: SEED };

type Books = { known: OrderHistory; decisions: OrderDecisions };

/** One order at the platform and in our books, refunded step by step as an admin does it. */
class OrderScenario {
  readonly bare: BareShop;
  readonly order: Order;
  readonly orderTerms: OrderTerms;
  books: Books;

  constructor(draw: RefundScenarioDraw) {
    this.bare = buildBareShop('refunds.myshopify.com');
    this.order = placeDrawn(this.bare, draw);
    const known = this.#learn(null);
    this.orderTerms = snapshotOrderTerms(known, buildScenarioTerms(draw));
    this.books = { known, decisions: NO_DECISIONS };
  }

  settle({ known, decisions }: Books = this.books): SettledOrder {
    return splitOrder(known, this.orderTerms, decisions);
  }

  #learn(known: OrderHistory | null): OrderHistory {
    for (const { topic, payload } of this.bare.sent.splice(0)) {
      if (!topic.startsWith('orders/')) continue;
      const facts = parseOrder(payload);
      if (!facts.ok) throw new Error(JSON.stringify(facts.refusal));
      known = addVersion(known, facts.value);
    }
    if (!known) throw new Error('the platform told of the order');
    return known;
  }

  /** What the preview shows: the books as they would be. */
  preview(input: RefundInput, vendorId: string | null): SettledOrder {
    const suggestion = suggestionOf(this.order, input);
    const amountMinor = BigInt(input.amountMinor ?? 0);
    const thought = thinkRefund(suggestion, amountMinor, []);
    const beyondMinor = amountMinor - computeRefundValue(suggestion, this.order.taxesIncluded);
    const { known, decisions } = this.books;
    return this.settle({
      known: addRefund(known, thought),
      decisions: decideLiableParty(
        decisions,
        { id: thought.id, shippingMinor: suggestion.shippingMinor, goodwillMinor: beyondMinor > 0n ? beyondMinor : 0n },
        vendorId,
      ),
    });
  }

  /** The refund is made, and learnt from what the platform tells of it. */
  refund(input: RefundInput, vendorId: string | null): SettledOrder {
    this.bare.wait(60);
    makeDrawn(this.bare, this.order, input);
    const before = new Set(this.books.known.refunds.map((refund) => refund.id));
    const known = this.#learn(this.books.known);
    const made = known.refunds.find((refund) => !before.has(refund.id));
    if (!made) throw new Error('the platform told of the refund');
    const goodwillMinor = computeGoodwill(made, this.order.taxesIncluded);
    const { id, shippingMinor } = made;
    this.books = {
      known,
      decisions: decideLiableParty(this.books.decisions, { id, shippingMinor, goodwillMinor }, vendorId),
    };
    return this.settle();
  }
}

/** What of a settlement a preview promises: each vendor's money and the buyer's money that is still held. */
function promised(order: SettledOrder) {
  return {
    held: order.heldMinor,
    marketplace: order.marketplace,
    vendors: order.vendorOrders.map(({ vendorId, payoutMinor, commissionMinor, totalMinor }) => ({
      vendorId,
      payoutMinor,
      commissionMinor,
      totalMinor,
    })),
  };
}

describe('random refunds of random orders', { timeout: 600_000 }, () => {
  it('do just what their preview says; losses add up to what the buyer gets, and never more goes back than was paid', () => {
    fc.assert(
      fc.property(refundScenarios, (draw) => {
        const scenario = new OrderScenario(draw);
        for (const request of draw.refunds) {
          const input = drawRefund(scenario.order, request);
          if (!input) continue;
          // A vendor without a part cannot be named.
          const hasPart = scenario.settle().vendorOrders.some(({ vendorId }) => vendorId === request.vendorId);
          const vendorId = hasPart ? request.vendorId : null;
          const before = scenario.settle();
          const shown = scenario.preview(input, vendorId);
          const after = scenario.refund(input, vendorId);
          expect(promised(after)).toEqual(promised(shown));
          const losses = compareSettlements(before, after);
          const lostMinor = sumMinor(losses.vendors.map((one) => one.losesMinor)) + losses.marketplace.losesMinor;
          expect(lostMinor).toBe(BigInt(input.amountMinor ?? 0));
          expect(after.heldMinor).toBe(BigInt(receivedOf(scenario.order) - refundedOf(scenario.order)));
          expect(after.heldMinor).toBeGreaterThanOrEqual(0n);
          expect(after.marketplace.otherMinor).toBe(0n);
        }
      }),
      RUNS,
    );
  });

  it('leave nothing with anybody once everything went back, in however many steps', () => {
    fc.assert(
      fc.property(refundScenarios, (draw) => {
        const scenario = new OrderScenario(draw);
        for (const request of draw.refunds) {
          const input = drawRefund(scenario.order, request);
          if (input) scenario.refund(input, null);
        }
        const rest = restOf(scenario.order);
        if (rest) scenario.refund(rest, null);
        const end = scenario.settle();
        expect(end.heldMinor).toBe(0n);
        expect(end.marketplace.remainderMinor).toBe(0n);
        expect(end.marketplace.goodwillMinor).toBe(0n);
        for (const part of end.vendorOrders) {
          expect([part.payoutMinor, part.commissionMinor, part.totalMinor, part.taxMinor]).toEqual([0n, 0n, 0n, 0n]);
          expect(part.lines.every(({ line }) => line.quantity === 0)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('by parts leave every vendor with what one refund of the same units and shipping leaves', () => {
    fc.assert(
      fc.property(refundScenarios, (draw) => {
        const byParts = new OrderScenario(draw);
        for (const request of draw.refunds) {
          const input = drawRefund(byParts.order, { ...request, beyond: 0 });
          if (input) byParts.refund(input, null);
        }
        const atOnce = new OrderScenario(draw);
        const lines = atOnce.order.lines.flatMap((line, index) => {
          const quantity = line.quantity - (byParts.order.lines[index]?.currentQuantity ?? 0);
          return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
        });
        const amountMinor = byParts.order.refunds
          .flatMap((one) => one.shipping)
          .reduce((sum, one) => sum + one.subtotalMinor, 0);
        const shipping = amountMinor > 0 ? { shipping: { amountMinor } } : {};
        if (lines.length === 0 && amountMinor === 0) return;
        atOnce.refund({ lines, ...shipping, amountMinor: refundedOf(byParts.order) }, null);
        const [left, right] = [byParts.settle(), atOnce.settle()];
        expect(left.vendorOrders.map((part) => part.goodsMinor - part.discountMinor)).toEqual(
          right.vendorOrders.map((part) => part.goodsMinor - part.discountMinor),
        );
        expect(left.vendorOrders.map((part) => part.shippingMinor)).toEqual(
          right.vendorOrders.map((part) => part.shippingMinor),
        );
      }),
      RUNS,
    );
  });
});
