import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBareShop } from '../../testing-shop.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Order, Shop } from '../../core/state.ts';
import { orderPayload } from '../payloads/order.ts';
import { cancelFulfillment, fulfillOrder, openUnits } from './fulfillments.ts';
import { outstandingOf, receivedOf, refundedOf, sumMinor, totalsOf } from './order-amounts.ts';
import { placeOrder } from './orders.ts';
import type { OrderInput } from './orders.ts';
import { cancelOrder, refundOrder } from './refunds.ts';
import { createProduct } from './products.ts';

/** A store with four products, and the topics that it told. */
function buildShop(): { sandbox: Sandbox; shop: Shop; listTopics: () => string[] } {
  const { sandbox, shop, sent } = buildBareShop('demo.myshopify.com', '2026-11-21T10:00:00Z');
  for (let index = 0; index < 4; index += 1)
    createProduct(sandbox, shop, {
      title: `Thing ${index}`,
      vendor: `Vendor ${index}`,
      variants: [
        {
          optionValues: ['Default Title'],
          sku: `T-${index}`,
          priceMinor: 1000 + index,
          stock: [{ locationId: shop.locations[0]?.id ?? 0, available: 100 }],
        },
      ],
    });
  return { sandbox, shop, listTopics: () => sent.map(({ topic }) => topic) };
}

const inputs = fc.record({
  lines: fc.array(
    fc.record({
      sku: fc.constantFrom('T-0', 'T-1', 'T-2', 'T-3'),
      quantity: fc.integer({ min: 1, max: 9 }),
      priceMinor: fc.integer({ min: 0, max: 99_999 }),
      discount: fc.nat(100),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  taxesIncluded: fc.boolean(),
  taxes: fc.subarray([
    { title: 'State', rate: 0.0725 },
    { title: 'City', rate: 0.0125 },
    { title: 'VAT', rate: 0.21 },
  ]),
  shipping: fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 2 }),
  shippingTaxed: fc.boolean(),
  codes: fc.subarray(['WELCOME10', 'FIVE']),
});

function toOrder(input: typeof inputs extends fc.Arbitrary<infer T> ? T : never): OrderInput {
  return {
    email: 'ann@example.test',
    currency: input.currency,
    taxesIncluded: input.taxesIncluded,
    taxes: input.taxes,
    shippingTaxed: input.shippingTaxed,
    discountCodes: input.codes,
    lines: input.lines.map(({ discount, ...line }) => ({
      ...line,
      discountMinor: Math.floor((line.priceMinor * line.quantity * discount) / 100),
    })),
    shippingLines: input.shipping.map((priceMinor) => ({ title: 'Post', priceMinor })),
  };
}

/** What the lines of the payload add up to, read as a consumer would. */
function sumOfPayload(shop: Shop, order: Order): bigint {
  const payload = orderPayload(shop, order) as { taxes_included: boolean; line_items: Part[]; shipping_lines: Part[] };
  type Part = {
    price: string;
    quantity?: number;
    tax_lines: { price: string }[];
    discount_allocations: { amount: string }[];
  };
  const minor = (text: string): bigint => BigInt(text.replace('.', ''));
  return [...payload.line_items, ...payload.shipping_lines].reduce((sum, part) => {
    const list = minor(part.price) * BigInt(part.quantity ?? 1);
    const discounts = part.discount_allocations.reduce((all, allocation) => all + minor(allocation.amount), 0n);
    const taxes = payload.taxes_included ? 0n : part.tax_lines.reduce((all, tax) => all + minor(tax.price), 0n);
    return sum + list - discounts + taxes;
  }, 0n);
}

describe('order arithmetic', () => {
  it('makes the parts of every order sum to its total, in the payload as in the totals', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { sandbox, shop } = buildShop();
        const order = placeOrder(sandbox, shop, toOrder(input));
        expect(sumOfPayload(shop, order)).toBe(BigInt(totalsOf(order, 'original').totalMinor));
        expect(receivedOf(order)).toBe(totalsOf(order, 'original').totalMinor);
        expect(outstandingOf(order)).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('gives back every cent, however the refund is cut', () => {
    fc.assert(
      fc.property(inputs, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (input, sizes) => {
        const { sandbox, shop } = buildShop();
        const order = placeOrder(sandbox, shop, toOrder(input));
        fc.pre(totalsOf(order, 'original').totalMinor > 0);
        for (const line of order.lines)
          while (line.currentQuantity > 0)
            refundOrder(sandbox, shop, order, {
              lines: [{ lineId: line.id, quantity: Math.min(line.currentQuantity, Number(sizes.next().value)) }],
            });
        if (totalsOf(order, 'current').discountedShippingMinor > 0)
          refundOrder(sandbox, shop, order, { lines: [], shipping: { full: true } });
        expect(refundedOf(order)).toBe(receivedOf(order));
        expect(totalsOf(order, 'current').totalMinor).toBe(0);
        expect(order.financialStatus).toBe('refunded');
        expect(
          sumMinor(
            order.refunds
              .flatMap((refund) => refund.adjustments)
              .filter((adjustment) => adjustment.kind === 'refund_discrepancy')
              .map((adjustment) => adjustment.amountMinor),
          ),
        ).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('ships no more than is left and opens the units again when a shipment is taken back', () => {
    const { sandbox, shop, listTopics } = buildShop();
    const order = placeOrder(sandbox, shop, { email: 'ann@example.test', lines: [{ sku: 'T-0', quantity: 3 }] });
    const [open] = openUnits(order);
    const fulfillmentOrder = order.fulfillmentOrders[0];
    const lines = [{ id: fulfillmentOrder?.lines[0]?.id ?? 0, quantity: 2 }];
    const fulfillment = fulfillOrder(sandbox, shop, order, {
      tracking: [],
      fulfillmentOrders: [{ id: fulfillmentOrder?.id ?? 0, lines }],
    });
    expect(() =>
      fulfillOrder(sandbox, shop, order, {
        tracking: [],
        fulfillmentOrders: [{ id: fulfillmentOrder?.id ?? 0, lines }],
      }),
    ).toThrow('quantity');
    fulfillOrder(sandbox, shop, order, { tracking: [], fulfillmentOrders: open ?? [] });
    expect(listTopics()).toContain('orders/fulfilled');
    expect(() => {
      cancelOrder(sandbox, shop, order, { reason: 'customer', refund: true, restock: true });
    }).toThrow('fulfilled items');
    cancelFulfillment(sandbox, shop, order, fulfillment);
    expect(order.lines[0]?.fulfillableQuantity).toBe(2);
  });

  it('cancels an order with everything given back and the stock on the shelf again', () => {
    const { sandbox, shop, listTopics } = buildShop();
    const order = placeOrder(sandbox, shop, {
      email: 'ann@example.test',
      lines: [{ sku: 'T-1', quantity: 4 }],
      shippingPriceMinor: 500,
    });
    cancelOrder(sandbox, shop, order, { reason: 'customer', refund: true, restock: true });
    expect(order.financialStatus).toBe('refunded');
    expect(order.lines[0]?.currentQuantity).toBe(0);
    expect(listTopics()).toEqual(expect.arrayContaining(['refunds/create', 'orders/cancelled']));
    const level = Object.values(shop.products)[1]?.variants[0]?.inventory.levels[0];
    expect(level).toMatchObject({ available: 100, committed: 0 });
  });
});
