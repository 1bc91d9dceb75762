import { foldName } from '#app/core/text/folding.ts';
import { describe, expect, it } from 'vitest';
import { buildOrder, buildRefund, buildTerms, readRefund, settle } from '#tests/factories/orders/platform-orders.ts';
import { readOrder } from '#tests/factories/orders/settled-orders.ts';
import { explainVendorOrder } from './money/explain.ts';
import { NO_DECISIONS, splitOrder } from './money/split-order.ts';
import { computeReceived, isReceiptUnsure, listVendorNames, type OrderHistory } from './order.ts';
import { addVersion, addRefund } from './order-versions.ts';
import { extendTerms, snapshotOrderTerms } from './money/order-terms.ts';
import { countLeft, countReturnedOf, decideFulfillmentStatus } from './money/units-left.ts';

const version = (updated_at: string, more: object = {}) =>
  readOrder({ ...buildOrder({ lines: [{ price: '10.00' }] }), updated_at, ...more });

describe('what is known of an order', () => {
  const first = version('2026-03-01T10:00:00Z');
  const unpaid = version('2026-03-01T11:00:00Z', { financial_status: 'partially_paid' });

  it('keeps the earliest, the latest paid and the latest version', () => {
    const known = addVersion(addVersion(null, unpaid), first);
    expect(known).toMatchObject({ sale: first, paid: first, latest: unpaid });
  });

  it('compares times, not texts', () => {
    const sameMoment = version('2026-03-01T12:30:00+02:00');
    expect(addVersion(addVersion(null, sameMoment), unpaid).latest).toEqual(unpaid);
  });

  it('distinguishes versions of the same second by what can only come later', () => {
    const cancelled = version(first.updatedAt, { cancelled_at: first.updatedAt });
    expect(addVersion(addVersion(null, cancelled), first).latest).toEqual(cancelled);
    expect(addVersion(addVersion(null, first), cancelled).latest).toEqual(cancelled);
  });

  it('keeps refunds that came by themselves when an older version of the order arrives', () => {
    const refund = readRefund(buildRefund({ id: 7, paid: '1.00' }));
    const known = addVersion(addRefund(addVersion(null, unpaid), refund), first);
    expect(known.refunds.map(({ id }) => id)).toEqual(['7']);
  });
});

describe('vendor names', () => {
  it('folds case, width and spaces', () => {
    expect(foldName('  ATELIER\u00a0 Ｎord ')).toBe('atelier nord');
  });

  it('lists each name of an order once', () => {
    const order = buildOrder({ lines: ['A', ' a', null, 'b'].map((vendor) => ({ price: '1.00', vendor })) });
    expect(listVendorNames(readOrder(order))).toEqual(['a', 'b']);
  });

  it('does not take names of built-in properties for vendors', () => {
    const order = settle(buildOrder({ lines: [{ price: '1.00', vendor: 'constructor' }] }));
    expect(order.vendorOrders).toEqual([]);
    expect(order.exceptions).toEqual([{ kind: 'unknown_vendor', lineId: '1000', vendorName: 'constructor' }]);
  });
});

describe('the terms of a sale', () => {
  it('take up what an edit brings and keep the terms snapshot', () => {
    const terms = buildTerms({ vendorLists: { '1': [{ percentage: '5' }] } });
    const later = buildTerms({ vendorLists: { '1': [{ percentage: '50' }], '2': [{ percentage: '7' }] } });
    expect(extendTerms(terms, later).vendorLines).toEqual({ '1': terms.vendorLines['1'], '2': later.vendorLines['2'] });
  });
});

describe('an order that was cancelled while an edit of it was open', () => {
  const sale = readOrder(buildOrder({ lines: [{ price: '20.00' }] }));
  // Ten more were ordered, three of them paid, and all 23 went back.
  const reported = {
    ...buildOrder({
      lines: [{ price: '20.00' }, { price: '10.00', current: 0 }],
      updated_at: '2026-03-02T10:00:00Z',
      cancelled_at: '2026-03-02T10:00:00Z',
      financial_status: 'refunded',
      refunds: [buildRefund({ id: 77, paid: '23.00' })],
    }),
    total_outstanding: '7.00',
  };
  const received = { shop_money: { amount: '23.00', currency_code: 'EUR' } };

  it('is read from the store, which alone says what was paid of it', () => {
    expect(isReceiptUnsure(readOrder(reported))).toBe(true);
    expect(isReceiptUnsure(readOrder({ ...reported, total_received_set: received }))).toBe(false);
  });

  it('M55 leaves nothing held, and nobody a loss, where all of that went back', () => {
    const known = addVersion(addVersion(null, sale), readOrder({ ...reported, total_received_set: received }));
    expect(computeReceived(known)).toBe(2_300n);
    const settled = splitOrder(known, snapshotOrderTerms(known, buildTerms({})), NO_DECISIONS);
    expect([settled.heldMinor, settled.marketplace.goodwillMinor, settled.marketplace.remainderMinor]).toEqual([
      0n,
      0n,
      0n,
    ]);
  });
});

describe('an order that was cancelled with all that was paid given back, while what an edit added was never paid', () => {
  const sale = readOrder(buildOrder({ lines: [{ price: '20.00' }] }));
  const taken = [
    { line: 0, quantity: 1, subtotal: '20.00' },
    { line: 1, quantity: 1, subtotal: '10.00' },
  ];
  const reported = {
    ...buildOrder({
      lines: [
        { price: '20.00', current: 0 },
        { price: '10.00', current: 0 },
      ],
      updated_at: '2026-03-02T10:00:00Z',
      cancelled_at: '2026-03-02T10:00:00Z',
      financial_status: 'refunded',
      refunds: [buildRefund({ id: 78, lines: taken, paid: '20.00' })],
    }),
    total_outstanding: '0.00',
  };
  const received = { shop_money: { amount: '20.00', currency_code: 'EUR' } };

  it('is read from the store, unless its whole total went back', () => {
    expect(isReceiptUnsure(readOrder(reported))).toBe(true);
    expect(isReceiptUnsure(readOrder({ ...reported, total_received_set: received }))).toBe(false);
    const whole = [buildRefund({ id: 78, lines: taken, paid: '30.00' })];
    expect(isReceiptUnsure(readOrder({ ...reported, refunds: whole }))).toBe(false);
  });

  it('M55 holds nothing that was never received, whichever of its versions came first', () => {
    const [webhook, read] = [readOrder(reported), readOrder({ ...reported, total_received_set: received })];
    for (const versions of [
      [sale, webhook, read],
      [sale, read, webhook],
      [read, sale],
    ]) {
      const known = versions.reduce<OrderHistory | null>(addVersion, null);
      if (!known) throw new Error('it was learnt');
      const settled = splitOrder(known, snapshotOrderTerms(known, buildTerms({})), NO_DECISIONS);
      expect([settled.heldMinor, settled.marketplace.remainderMinor]).toEqual([0n, 0n]);
    }
  });
});

describe('the status of a vendor order', () => {
  const status = (...lines: [remaining: number, fulfilled: number, returned?: number][]) =>
    decideFulfillmentStatus(
      lines.map(([remaining, fulfilled, returned = 0]) => ({
        left: countLeft({ remaining, fulfilled, returned }),
        fulfilled,
      })),
    );

  it('fulfillment: is fulfilled when nothing that left is open, cancelled when nothing ever left', () => {
    expect(status([2, 0], [1, 0])).toBe('unfulfilled');
    expect(status([2, 1], [1, 0])).toBe('partially_fulfilled');
    expect(status([2, 2], [0, 0])).toBe('fulfilled');
    expect(status([0, 0], [0, 0])).toBe('cancelled');
  });

  it('fulfillment: shipped units that are refunded, returned or not, stay fulfilled', () => {
    expect(status([0, 2])).toBe('fulfilled');
    expect(status([0, 2, 2])).toBe('fulfilled');
    expect(status([0, 1, 1], [1, 0])).toBe('partially_fulfilled');
  });
});

describe('the units left to ship', () => {
  const version = (o: { current: number; fulfillable: number; restock: string; fulfillments: number | null }) => {
    const bought = buildOrder({ lines: [{ price: '10.00', quantity: 3 }] });
    const [line] = bought.line_items;
    if (!line) throw new Error('it has a line');
    const taken = { line_item_id: line.id, quantity: 1, restock_type: o.restock };
    return readOrder({
      ...bought,
      updated_at: '2026-11-20T12:00:00Z',
      line_items: [{ ...line, current_quantity: o.current, fulfillable_quantity: o.fulfillable }],
      refunds: [{ id: 900001, created_at: '2026-11-20T12:00:00Z', refund_line_items: [taken] }],
      ...(o.fulfillments === null
        ? { fulfillments: undefined }
        : { fulfillments: [{ status: 'success', line_items: [{ id: line.id, quantity: o.fulfillments }] }] }),
    });
  };
  const leftOf = (facts: ReturnType<typeof version>, fulfilled: number) => {
    const [line] = facts.lines;
    if (!line) throw new Error('it has a line');
    const returned = countReturnedOf(addVersion(null, facts), line.id);
    return countLeft({ remaining: line.currentQuantity, fulfilled, returned });
  };

  it('units left: none where a unit was taken back before it was shipped and the rest is shipped, without a list of fulfillments', () => {
    expect(leftOf(version({ current: 2, fulfillable: 0, restock: 'return', fulfillments: null }), 2)).toBe(0);
  });

  it('units left: a returned unit leaves both others shippable, as fulfillable_quantity states', () => {
    for (const restock of ['return', 'no_restock']) {
      expect(leftOf(version({ current: 2, fulfillable: 2, restock, fulfillments: 1 }), 1)).toBe(2);
    }
    expect(leftOf(version({ current: 2, fulfillable: 2, restock: 'return', fulfillments: null }), 1)).toBe(2);
  });

  it('units left: a unit that was refunded before it left is not shippable', () => {
    for (const restock of ['cancel', 'no_restock']) {
      expect(leftOf(version({ current: 2, fulfillable: 1, restock, fulfillments: 1 }), 1)).toBe(1);
    }
  });

  it('units left: a fulfillment that a version does not know yet counts at once', () => {
    expect(leftOf(version({ current: 2, fulfillable: 2, restock: 'return', fulfillments: 1 }), 2)).toBe(1);
  });

  it('units left: a refund that arrives before its order counts by its restock type', () => {
    const facts = readOrder(buildOrder({ lines: [{ price: '10.00', quantity: 3 }] }));
    const lineId = facts.lines[0]?.id ?? '';
    const refund = {
      id: '7',
      createdAt: facts.createdAt,
      lines: [{ lineId, quantity: 1, subtotalMinor: 1000n, taxMinor: 0n, restockType: 'return' }],
      shippingMinor: 0n,
      shippingTaxMinor: 0n,
      transactions: [],
      refusal: null,
    };
    expect(countReturnedOf(addRefund(addVersion(null, facts), refund), lineId)).toBe(1);
  });
});

describe('the explanation of a vendor order', () => {
  const lines = [
    { price: '23.00', quantity: 2, vendor: 'a', discounts: ['3.00'] },
    { price: '71.17', vendor: 'b' },
    { price: '37.31', vendor: null },
  ];
  const whole = settle(buildOrder({ lines, shipping: [{ price: '13.13' }], tip: '5.77' }));
  const [first] = whole.vendorOrders;
  if (!first) throw new Error('vendor a has an order');
  const explanation = explainVendorOrder(first);
  const text = JSON.stringify(explanation, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

  it('states inputs, rule and rounding of the commission', () => {
    expect(explanation.steps.find((step) => step.key === 'commission_percent')).toEqual({
      key: 'commission_percent',
      lineId: '1000',
      params: { base: '46.00', percent: '10', source: 'default', from: '0.00', to: '', condition: '' },
      rounding: 'half_up',
      amountMinor: 4_60n,
    });
  });

  it('shows nothing of other vendors, of the whole order’s amounts or of how many share it', () => {
    for (const secret of [
      '7117',
      '71.17',
      '3731',
      '37.31',
      '1313',
      '13.13',
      '577',
      '5.77',
      String(whole.totalMinor),
      '"2"',
    ]) {
      expect(text.replaceAll('"quantity":"2"', '').replaceAll('"soldQuantity":"2"', '')).not.toContain(secret);
    }
  });

  it('is the same when another vendor’s lines are not there, but for the share of shipping', () => {
    const alone = settle(buildOrder({ lines: lines.slice(0, 1), shipping: [{ price: '3.50' }] }));
    const shared = explanation.steps.find((step) => step.key === 'shipping');
    expect(shared?.amountMinor).toBe(first.shippingMinor);
    const keysOf = (steps: { key: string }[]): string[] => steps.map(({ key }) => key);
    expect(keysOf(explainVendorOrder(alone.vendorOrders[0] ?? first).steps)).toEqual(keysOf(explanation.steps));
  });
});
