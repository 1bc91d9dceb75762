import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import { buildOrder, buildRefund, readRefund } from '#tests/factories/orders/platform-orders.ts';
import { readOrder } from '#tests/factories/orders/settled-orders.ts';
import { parseOrder, parseRefund } from './parse-order.ts';

const order = (more: object = {}) => ({
  ...buildOrder({ lines: [{ price: '10.00' }], shipping: [{ price: '5.00' }] }),
  ...more,
});
const firstLine = (more: object) => {
  const built = order();
  return { ...built, line_items: [{ ...built.line_items[0], ...more }] };
};
const refusedPaths = (payload: unknown): string[] => {
  const parsed = parseOrder(payload);
  return parsed.ok ? [] : parsed.refusal.map((issue) => issue.path);
};

describe('reading a platform order', () => {
  it('reads shop_money, never what was shown to the buyer', () => {
    const price_set = {
      shop_money: { amount: '10.00', currency_code: 'EUR' },
      presentment_money: { amount: '11.90', currency_code: 'USD' },
    };
    expect(readOrder(firstLine({ price: '11.90', price_set })).lines[0]?.unitPriceMinor).toBe(10_00n);
  });

  it('refuses a set in another currency than the order, naming the field', () => {
    const price_set = { shop_money: { amount: '10.00', currency_code: 'USD' } };
    expect(refusedPaths(firstLine({ price_set }))).toEqual(['line_items.0.price']);
  });

  it('takes ids from the global id, where JSON has rounded the number', () => {
    const id = 820982911946154500;
    const admin_graphql_api_id = 'gid://shopify/Order/820982911946154508';
    expect(readOrder(order({ id, admin_graphql_api_id })).id).toBe('820982911946154508');
    expect(refusedPaths(order({ id, admin_graphql_api_id: null }))).toEqual(['admin_graphql_api_id']);
  });

  it('takes missing lists as empty and ignores unknown fields', () => {
    const facts = readOrder(order({ something_new: { nested: true }, shipping_lines: undefined, refunds: null }));
    expect(facts).toMatchObject({ shipping: [], refunds: [], discountApplications: [] });
  });

  it('holds no personal data', () => {
    const email = 'buyer@example.test';
    const address = { name: 'Ada Buyer', address1: 'Canal 1', phone: '+31 6 1234' };
    const facts = readOrder(
      order({
        email,
        phone: address.phone,
        customer: { email },
        shipping_address: address,
        billing_address: address,
        note: 'Ada',
      }),
    );
    const text = JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [email, 'Ada', 'Canal', '1234']) expect(text).not.toContain(secret);
  });

  it('leaves out tips that stand as lines and shipping lines that were removed', () => {
    const built = order({ total_tip_received: '2.00' });
    const [line] = built.line_items;
    const [shipping] = built.shipping_lines;
    const facts = readOrder({
      ...built,
      line_items: [line, { ...line, id: 77, admin_graphql_api_id: null, tip: { payment_gateway: 'card' } }],
      shipping_lines: [{ ...shipping, is_removed: true }],
    });
    expect(facts.lines).toHaveLength(1);
    expect(facts.shipping).toEqual([]);
    expect(facts.tipsMinor).toBe(2_00n);
  });

  it('takes what shipping was discounted to where there are no allocations', () => {
    const facts = readOrder(order({ shipping_lines: [{ id: 5, price: '5.00', discounted_price: '3.50' }] }));
    expect(facts.shipping[0]).toMatchObject({ chargedMinor: 3_50n, discountMinor: 1_50n });
  });

  it('reads tax rates exactly', () => {
    const tax_lines = [
      { rate: 0.08875, price: '0.89' },
      { rate: '0.2', price: '2.00' },
    ];
    expect(readOrder(firstLine({ tax_lines })).lines[0]?.taxes.map((tax) => tax.rateNano)).toEqual([
      88_750_000n,
      200_000_000n,
    ]);
  });

  it('counts current quantities from the refunds where an old payload has none', () => {
    const refunds = [buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '10.00' }] })];
    const facts = readOrder({ ...firstLine({ quantity: 3, current_quantity: undefined }), refunds });
    expect(facts.lines[0]?.currentQuantity).toBe(2);
  });

  it.each([
    ['currency', { currency: 'XXX' }],
    ['updated_at', { updated_at: 'yesterday' }],
    ['total_price', { total_price: '12.345' }],
    ['line_items.0.quantity', { line_items: [{ id: 1, price: '1.00', quantity: -1 }] }],
    ['line_items.0.price', { line_items: [{ id: 1, price: 'ten', quantity: 1 }] }],
  ])('names %s where it is wrong', (path, more) => {
    expect(refusedPaths(order(more))).toContain(path);
  });

  it.each([null, undefined, 'text', 5, []])('refuses %j whole', (payload) => {
    expect(parseOrder(payload).ok).toBe(false);
  });
});

describe('reading a refund', () => {
  it('names its order, so that a refund before its order can wait for it', () => {
    expect(parseRefund(buildRefund({ id: 7, paid: '1.00' }), asCurrency('EUR'))).toMatchObject({
      ok: true,
      value: { id: '7', orderId: '1', transactions: [{ id: '70', state: 'success', amountMinor: 1_00n }] },
    });
  });

  it('counts refund transactions only', () => {
    const refund = buildRefund({ id: 7, paid: '1.00' });
    const [transaction] = refund.transactions;
    expect(readRefund({ ...refund, transactions: [{ ...transaction, kind: 'void' }] }).transactions).toEqual([]);
  });

  it('leaves the tax of a shipping refund open where the platform does not state it', () => {
    const refund = buildRefund({ id: 7, shipping: { amount: '2.00' } });
    const [line] = refund.refund_shipping_lines;
    const refund_shipping_lines = [{ ...line, tax_amount_set: null }];
    expect(readRefund({ ...refund, refund_shipping_lines })).toMatchObject({
      shippingMinor: 2_00n,
      shippingTaxMinor: null,
    });
    const order_adjustments = [{ kind: 'shipping_refund', amount: '-2.00', tax_amount: '-0.42' }];
    expect(readRefund({ ...refund, refund_shipping_lines, order_adjustments })).toMatchObject({
      shippingMinor: 2_00n,
      shippingTaxMinor: 42n,
    });
  });
});
