import { describe, expect, it } from 'vitest';
import { buildBareShop, type BareShop } from '#sandbox/testing-shop.ts';
import type { Order } from '../../core/state.ts';
import { orderPayload } from '../payloads/order.ts';
import { fulfillOrder, openUnits } from './fulfillments.ts';
import { holdFulfillmentOrder, prepareForPickup, releaseFulfillmentOrder, splitFulfillmentOrder } from './holds.ts';
import { outstandingOf, shippingLeft, totalsOf } from './order-amounts.ts';
import { placeOrder } from './orders.ts';
import { refundOrder, suggestRefund } from './refunds.ts';
import {
  approveReturn,
  cancelReturn,
  closeReturn,
  declineReturn,
  makeReturn,
  processReturn,
  reopenReturn,
  returnableUnits,
} from './returns.ts';

const order = ({ sandbox, shop }: BareShop, o: { pickup?: boolean } = {}): Order =>
  placeOrder(sandbox, shop, {
    email: 'ann@example.test',
    lines: [{ title: 'Mug', unitPriceMinor: 2_420, quantity: 3 }],
    shippingPriceMinor: 1_210,
    taxesIncluded: true,
    taxes: [{ title: 'VAT', rate: 0.21 }],
    ...o,
  });
const topics = (bare: BareShop): string[] => bare.sent.splice(0).map((one) => one.topic);

describe('a refund of shipping whose price includes tax', () => {
  it('states it without tax and its tax beside it, and leaves the line quoted with tax', () => {
    const bare = buildBareShop('refund.myshopify.com');
    const sold = order(bare);
    expect(suggestRefund(sold, { lines: [], shipping: { full: true } })).toMatchObject({
      shipping: [{ subtotalMinor: 1_000, taxMinor: 210 }],
      suggestedMinor: 1_210,
    });
    refundOrder(bare.sandbox, bare.shop, sold, { lines: [], shipping: { amountMinor: 500 } });
    const [line] = sold.shippingLines;
    expect(line && shippingLeft(sold, line)).toEqual({ subtotalMinor: 500, taxMinor: 105 });
    expect(sold.refunds[0]?.totalMinor).toBe(605);
    expect(totalsOf(sold, 'current').totalMinor).toBe(3 * 2_420 + 605);
    expect(outstandingOf(sold)).toBe(0);
    expect(orderPayload(bare.shop, sold)).toMatchObject({
      shipping_lines: [{ current_discounted_price_set: { shop_money: { amount: '6.05' } } }],
      refunds: [
        {
          refund_shipping_lines: [
            {
              subtotal_amount_set: { shop_money: { amount: '5.00' } },
              tax_amount_set: { shop_money: { amount: '1.05' } },
            },
          ],
          order_adjustments: [{ kind: 'shipping_refund', amount: '-5.00', tax_amount: '-1.05' }],
        },
      ],
    });
    expect(() => refundOrder(bare.sandbox, bare.shop, sold, { lines: [], shipping: { amountMinor: 501 } })).toThrow(
      /more than what is left/,
    );
  });
});

describe('a return', () => {
  function shipped(): BareShop & { sold: Order; unit: number } {
    const bare = buildBareShop('returns.myshopify.com');
    const sold = order(bare);
    const [units] = openUnits(sold);
    fulfillOrder(bare.sandbox, bare.shop, sold, { fulfillmentOrders: units ?? [], tracking: [] });
    topics(bare);
    return { ...bare, sold, unit: returnableUnits(sold)[0]?.fulfillmentLineId ?? 0 };
  }

  it('is asked for, approved, received in parts, closed and opened again, with a webhook event each time', () => {
    const bare = shipped();
    const { sandbox, shop, sold, unit } = bare;
    const made = makeReturn(sandbox, shop, sold, {
      lines: [{ fulfillmentLineId: unit, quantity: 2 }],
      approved: false,
    });
    expect(returnableUnits(sold)).toMatchObject([{ quantity: 1 }]);
    approveReturn(sandbox, shop, sold, made);
    const line = made.lines[0]?.id ?? 0;
    processReturn(sandbox, shop, sold, made, { lines: [{ id: line, quantity: 1, restock: true }], amountMinor: 2_420 });
    expect([sold.lines[0]?.currentQuantity, sold.refunds[0]?.lines[0]?.restockType]).toEqual([2, 'return']);
    expect(() => {
      processReturn(sandbox, shop, sold, made, { lines: [{ id: line, quantity: 2, restock: true }] });
    }).toThrow(/processable/);
    expect(() => {
      cancelReturn(sandbox, shop, sold, made);
    }).toThrow(/processed/);
    closeReturn(sandbox, shop, sold, made);
    reopenReturn(sandbox, shop, sold, made);
    expect(made).toMatchObject({ status: 'OPEN', closedAt: null });
    const reported = topics(bare).filter((topic) => topic.startsWith('returns/'));
    expect(reported).toEqual(expect.arrayContaining(['returns/request', 'returns/approve', 'returns/process']));
    expect(reported.slice(-2)).toEqual(['returns/close', 'returns/reopen']);
  });

  it('that is declined or cancelled gives its units free again; more than was shipped is refused', () => {
    const { sandbox, shop, sold, unit } = shipped();
    const input = (quantity: number, approved: boolean) =>
      makeReturn(sandbox, shop, sold, { lines: [{ fulfillmentLineId: unit, quantity }], approved });
    declineReturn(sandbox, shop, sold, input(3, false), { reason: 'OTHER', note: null });
    cancelReturn(sandbox, shop, sold, input(3, true));
    expect(returnableUnits(sold)).toMatchObject([{ quantity: 3 }]);
    expect(() => input(4, true)).toThrow(/invalid quantity/);
  });
});

describe('a fulfillment order', () => {
  it('is held in part and released; one handle holds once', () => {
    const bare = buildBareShop('holds.myshopify.com');
    const { sandbox, shop } = bare;
    const sold = order(bare);
    topics(bare);
    const [target] = sold.fulfillmentOrders;
    if (!target) throw new Error('an order has a fulfillment order');
    const input = { reason: 'OTHER', notes: null, handle: 'ours', byApp: true };
    const lines = target.lines.map((line) => ({ id: line.id, quantity: 1 }));
    const { held, remaining } = holdFulfillmentOrder(sandbox, shop, sold, target, { ...input, lines });
    expect([held.lines[0]?.remainingQuantity, remaining?.lines[0]?.remainingQuantity]).toEqual([1, 2]);
    expect(() => holdFulfillmentOrder(sandbox, shop, sold, held, { ...input, lines: [] })).toThrow(/handle/);
    releaseFulfillmentOrder(sandbox, shop, held, null);
    expect(held.status).toBe('OPEN');
    expect(() => {
      releaseFulfillmentOrder(sandbox, shop, held, null);
    }).toThrow(/not on hold/);
    expect(topics(bare)).toEqual(['fulfillment_orders/placed_on_hold', 'fulfillment_orders/hold_released']);
  });

  it('is parted by units, and nothing of it is lost', () => {
    const bare = buildBareShop('splits.myshopify.com');
    const sold = order(bare);
    const [target] = sold.fulfillmentOrders;
    if (!target) throw new Error('an order has a fulfillment order');
    const parted = splitFulfillmentOrder(
      bare.sandbox,
      sold,
      target,
      target.lines.map((line) => ({ id: line.id, quantity: 1 })),
      false,
    );
    expect(parted?.lines[0]?.remainingQuantity).toBe(1);
    const units = sold.fulfillmentOrders
      .flatMap((one) => one.lines)
      .reduce((sum, one) => sum + one.remainingQuantity, 0);
    expect(units).toBe(3);
  });

  it('that the buyer collects is prepared once, and no other is', () => {
    const bare = buildBareShop('pickup.myshopify.com');
    const { sandbox, shop } = bare;
    const [collected, sent] = [order(bare, { pickup: true }), order(bare)];
    prepareForPickup(sandbox, shop, collected.fulfillmentOrders);
    expect(topics(bare)).toContain('fulfillment_orders/line_items_prepared_for_pickup');
    expect(() => {
      prepareForPickup(sandbox, shop, collected.fulfillmentOrders);
    }).toThrow(/no line items/);
    expect(() => {
      prepareForPickup(sandbox, shop, sent.fulfillmentOrders);
    }).toThrow(/invalid/);
  });
});
