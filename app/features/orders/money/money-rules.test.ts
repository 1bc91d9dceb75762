import { describe, expect, it } from 'vitest';
import { computeBalance } from '#app/platform/ledger/ledger.ts';
import { buildOrder, buildRefund, buildTerms, readRefund, settle } from '#tests/factories/orders/platform-orders.ts';
import type { OrderDecisions, SettledOrder, VendorOrder } from './split-order.ts';
import { targetPostings } from './postings.ts';

function vendor(order: SettledOrder, vendorId = '1'): VendorOrder {
  const found = order.vendorOrders.find((candidate) => candidate.vendorId === vendorId);
  if (!found) throw new Error(`vendor ${vendorId} has no order`);
  return found;
}

const commission = (order: SettledOrder, vendorId = '1'): bigint => vendor(order, vendorId).commissionMinor;
const shipping = (order: SettledOrder): bigint[] => order.vendorOrders.map((vendorOrder) => vendorOrder.shippingMinor);
const lineShipping = (order: SettledOrder, vendorId = '1'): bigint[] =>
  vendor(order, vendorId).lines.map((line) => line.line.shippingMinor);
const lineDiscounts = (order: SettledOrder): bigint[] =>
  order.vendorOrders.flatMap((vendorOrder) => vendorOrder.lines.map((line) => line.line.discountMinor));
const vat = (price: string) => [{ rate: 0.2, price }];

describe('the example of the finance computation', () => {
  const order = settle(
    buildOrder({
      taxesIncluded: true,
      lines: [{ price: '120.00', discounts: ['12.00'], taxes: vat('18.00') }],
      shipping: [{ price: '5.00' }],
    }),
    buildTerms({ list: [{ percentage: '10', flat: '1.00' }] }),
  );

  it('pays 92 and leaves the marketplace 21 of the 113 that the buyer paid', () => {
    expect(vendor(order)).toMatchObject({
      baseMinor: 120_00n,
      commissionMinor: 13_00n,
      payoutMinor: 92_00n,
      marketplaceMinor: 21_00n,
      totalMinor: 113_00n,
    });
  });

  it('posts it as receipts −113, payable 92, commission 13, tax 18 and a borne discount of −10', () => {
    const accounts = Object.fromEntries(
      targetPostings(order).map(({ account, amountMinor }) => [account, amountMinor]),
    );
    expect(accounts).toEqual({
      buyer_receipts: -113_00n,
      vendor_payable: 92_00n,
      commission: 13_00n,
      tax_kept: 18_00n,
      discount_borne: -10_00n,
    });
  });
});

describe('splitting an order', () => {
  it('M01 splits shipping over vendors first and then over each vendor’s own lines', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '10.00', vendor: 'a' },
          { price: '10.00', vendor: 'a' },
          { price: '10.00', vendor: 'b' },
        ],
        shipping: [{ price: '1.00' }],
      }),
    );
    expect(shipping(order)).toEqual([67n, 33n]);
    expect(lineShipping(order)).toEqual([34n, 33n]);
  });

  it('M02 gives lines that need no shipping no share of it', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '90.00', vendor: 'a', requiresShipping: false },
          { price: '10.00', vendor: 'b' },
        ],
        shipping: [{ price: '5.00' }],
      }),
    );
    expect(shipping(order)).toEqual([0n, 5_00n]);
  });

  it('M02 lets all lines weigh where none needs shipping', () => {
    const lines = [
      { price: '30.00', vendor: 'a', requiresShipping: false },
      { price: '10.00', vendor: 'b', requiresShipping: false },
    ];
    expect(shipping(settle(buildOrder({ lines, shipping: [{ price: '4.00' }] })))).toEqual([3_00n, 1_00n]);
  });

  it('M03 weighs by unit price × quantity as quoted, before discounts and with included tax', () => {
    const order = settle(
      buildOrder({
        taxesIncluded: true,
        lines: [
          { price: '10.00', quantity: 3, vendor: 'a', discounts: ['29.00'] },
          { price: '10.00', vendor: 'b', taxes: vat('1.67') },
        ],
        shipping: [{ price: '4.00' }],
      }),
    );
    expect(shipping(order)).toEqual([3_00n, 1_00n]);
  });

  it('M04 uses the allocations, adds several of one line up, and spreads nothing again', () => {
    const lines = [
      { price: '10.00', vendor: 'a', discounts: ['1.00', '0.50'] },
      { price: '90.00', vendor: 'b' },
    ];
    expect(lineDiscounts(settle(buildOrder({ lines })))).toEqual([1_50n, 0n]);
  });

  it('M04 splits only the unallocated rest, by list amount over all lines that are not gift cards', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '100.00', vendor: 'a' },
          { price: '150.00', vendor: 'b' },
          { price: '999.00', giftCard: true },
        ],
        shipping: [{ price: '5.00', discount: '2.00' }],
        unallocatedDiscount: '50.00',
      }),
    );
    expect(lineDiscounts(order)).toEqual([20_00n, 30_00n]);
    expect(order.marketplace.linesMinor).toBe(999_00n + 3_00n - sumOf(shipping(order)));
  });

  it('M05 adds shipping lines up before the split, and gives equal parts where all weights are zero', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '0.00', vendor: 'a' },
          { price: '0.00', vendor: 'b' },
          { price: '0.00', vendor: 'c' },
        ],
        shipping: [{ price: '0.50' }, { price: '0.51' }],
      }),
    );
    expect(shipping(order)).toEqual([34n, 34n, 33n]);
  });

  it('M06 takes shipping after its own discounts, which never count in a line’s discount', () => {
    const order = settle(buildOrder({ lines: [{ price: '10.00' }], shipping: [{ price: '5.00', discount: '2.00' }] }));
    expect(vendor(order)).toMatchObject({ shippingMinor: 3_00n, discountMinor: 0n, totalMinor: 13_00n });
  });

  it('M07 weighs by our carrier’s quotes, exactly where they add up to the charge', () => {
    const draft = {
      lines: [
        { price: '90.00', vendor: 'a' },
        { price: '10.00', vendor: 'b' },
      ],
    };
    const terms = buildTerms({ quotes: { '1': '3.10', '2': '6.20' } });
    expect(shipping(settle(buildOrder({ ...draft, shipping: [{ price: '9.30' }] }), terms))).toEqual([3_10n, 6_20n]);
    expect(shipping(settle(buildOrder({ ...draft, shipping: [{ price: '6.00' }] }), terms))).toEqual([2_00n, 4_00n]);
  });

  it('M08 splits shipping ex tax and its tax each with the same weights', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '10.00', vendor: 'a' },
          { price: '10.00', vendor: 'b' },
        ],
        shipping: [{ price: '5.01', taxes: vat('1.01') }],
      }),
    );
    expect(shipping(order)).toEqual([2_51n, 2_50n]);
    expect(order.vendorOrders.map((vendorOrder) => vendorOrder.taxMinor)).toEqual([51n, 50n]);
  });

  it('M09 leaves a line without vendor and every gift card to the marketplace, which shares in splits without commission', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '10.00', vendor: 'a' },
          { price: '10.00', vendor: null },
          { price: '10.00', vendor: 'a', giftCard: true },
        ],
        shipping: [{ price: '3.00' }],
      }),
    );
    expect(order.vendorOrders).toHaveLength(1);
    expect(vendor(order)).toMatchObject({ goodsMinor: 10_00n, shippingMinor: 1_00n, commissionMinor: 1_00n });
    expect(order.marketplace.linesMinor).toBe(22_00n);
  });

  it('M10 groups lines by vendor id after trimming, case folding and aliases', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '1.00', vendor: ' Atelier  Nord ' },
          { price: '2.00', vendor: 'ATELIER NORD' },
          { price: '4.00', vendor: 'Old Name' },
        ],
      }),
      buildTerms({ vendorNames: { 'atelier nord': '9', 'old name': '9' } }),
    );
    expect(order.vendorOrders).toHaveLength(1);
    expect(vendor(order, '9').goodsMinor).toBe(7_00n);
  });

  it('M11 keeps tips, duties, cash rounding and lines without vendor in one visible remainder', () => {
    const order = settle(
      buildOrder({
        lines: [
          { price: '10.00', vendor: 'a' },
          { price: '3.00', vendor: null },
        ],
        tip: '2.00',
        duties: '1.50',
        cashRounding: '-0.02',
      }),
    );
    expect(order.marketplace).toMatchObject({
      linesMinor: 3_00n,
      tipsMinor: 2_00n,
      dutiesMinor: 1_50n,
      cashRoundingMinor: -2n,
      otherMinor: 0n,
      remainderMinor: 6_50n,
    });
    expect(vendor(order).totalMinor + order.marketplace.remainderMinor - 2n).toBe(16_48n);
    expect(order.totalMinor).toBe(16_48n);
  });

  it('M12 records the original quantities of an order first seen after changes, then replays them', () => {
    const sale = buildOrder({ lines: [{ price: '10.00', quantity: 3 }], shipping: [{ price: '3.00' }] });
    const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '10.00' }], paid: '10.00' });
    const later = buildOrder({
      lines: [{ price: '10.00', quantity: 3, current: 1 }],
      shipping: [{ price: '3.00' }],
      updated_at: '2026-03-02T10:00:00Z',
      refunds: [refund],
    });
    expect(settle(later)).toEqual(settle([sale, later]));
    expect(vendor(settle(later)).lines[0]?.line).toMatchObject({ quantity: 1, orderTerms: { quantity: 3 } });
  });
});

describe('tax', () => {
  const included = (flags: object, discounts: string[] = []) =>
    settle(
      buildOrder({ taxesIncluded: true, lines: [{ price: '119.99', discounts, taxes: vat('18.33') }] }),
      buildTerms({ flags, list: [{ percentage: '10' }] }),
    );

  it('M20 takes the stated tax of P − D, rounds the tax of D half-up, and adds them for P', () => {
    const order = included({ includeTax: false }, ['9.99']);
    const line = vendor(order).lines[0];
    expect(line).toMatchObject({ taxInPaidMinor: 18_33n, taxInDiscountMinor: 1_67n, baseMinor: 119_99n - 20_00n });
    expect(commission(order)).toBe(10_00n);
  });

  it('M20 takes the sum of the line’s rates once', () => {
    const order = settle(
      buildOrder({
        taxesIncluded: true,
        lines: [
          {
            price: '50.00',
            quantity: 2,
            discounts: ['10.00'],
            taxes: [
              { rate: 0.05, price: '3.91' },
              { rate: 0.1, price: '7.83' },
            ],
          },
        ],
      }),
    );
    expect(vendor(order).lines[0]?.taxInDiscountMinor).toBe(1_30n);
  });

  it('M21 believes the stated amount where a rate disagrees', () => {
    const order = settle(
      buildOrder({ taxesIncluded: true, lines: [{ price: '120.00', taxes: [{ rate: 0.2, price: '19.00' }] }] }),
    );
    expect(vendor(order)).toMatchObject({ taxMinor: 19_00n, netGoodsMinor: 101_00n });
  });

  it('M22 follows the order’s own taxes_included and counts shipping tax on top of shipping ex tax', () => {
    const draft = {
      lines: [{ price: '100.00', taxes: vat('20.00') }],
      shipping: [{ price: '6.00', taxes: vat('1.00') }],
    };
    expect(vendor(settle(buildOrder(draft)))).toMatchObject({
      shippingMinor: 6_00n,
      taxMinor: 21_00n,
      totalMinor: 127_00n,
    });
    expect(vendor(settle(buildOrder({ ...draft, taxesIncluded: true })))).toMatchObject({
      shippingMinor: 5_00n,
      taxMinor: 21_00n,
      totalMinor: 106_00n,
    });
  });

  it('M23 puts a difference between the tax lines and total_tax into the marketplace remainder', () => {
    const order = settle(buildOrder({ lines: [{ price: '100.00', taxes: vat('20.00') }], taxDifference: '0.01' }));
    expect(order.marketplace).toMatchObject({ taxDifferenceMinor: 1n, remainderMinor: 1n });
  });

  it('M23 never pays tax out that the channel remits, and shows it apart', () => {
    const taxes = [{ rate: 0.2, price: '20.00', channelLiable: true }];
    const order = settle(
      buildOrder({ lines: [{ price: '100.00', taxes }] }),
      buildTerms({ flags: { taxInPayout: true } }),
    );
    expect(vendor(order)).toMatchObject({
      payoutMinor: 90_00n,
      channelTaxMinor: 20_00n,
      taxMinor: 0n,
      totalMinor: 120_00n,
    });
    const channel = { account: 'channel_tax', currency: order.currency } as const;
    expect(computeBalance(targetPostings(order), channel)).toBe(20_00n);
  });
});

describe('commission', () => {
  it('M30 chooses the tier by the price before discounts', () => {
    const list = [
      { min: '0', max: '50', percentage: '20' },
      { min: '50', percentage: '10' },
    ];
    const order = settle(buildOrder({ lines: [{ price: '50.00', discounts: ['20.00'] }] }), buildTerms({ list }));
    expect(commission(order)).toBe(5_00n);
  });

  it('M31 caps a line’s commission at its base', () => {
    const order = settle(buildOrder({ lines: [{ price: '2.00' }] }), buildTerms({ list: [{ flat: '5.00' }] }));
    expect(vendor(order)).toMatchObject({ commissionMinor: 2_00n, payoutMinor: 0n });
  });

  it('M31 charges nothing where no line fits, and lists the order among the exceptions', () => {
    const order = settle(
      buildOrder({ lines: [{ price: '2.00' }] }),
      buildTerms({ list: [{ min: '5', percentage: '50' }] }),
    );
    expect(commission(order)).toBe(0n);
    expect(order.exceptions).toEqual([{ kind: 'no_commission_line', vendorId: '1', lineId: '1000' }]);
  });

  const overridden = (percent: bigint, flatMinor: bigint, current = 2) =>
    settle(
      buildOrder({
        lines: [
          { price: '10.05', quantity: 2, current },
          { price: '3.33', current: current > 0 ? 1 : 0 },
        ],
      }),
      buildTerms({ list: [{ percentage: '50', flat: '2.00' }] }),
      { decisions: { overrides: { '1': { percent, flatMinor } } } },
    );

  it('M32 replaces percent and flats by an override whose flat counts once', () => {
    expect(commission(overridden(50_000n, 1_00n))).toBe(1_01n + 17n + 1_00n);
  });

  it('M32 caps an override’s flat at the summed bases and returns it with the last unit', () => {
    expect(commission(overridden(50_000n, 99_00n))).toBe(23_43n);
    expect(commission(overridden(50_000n, 1_00n, 1))).toBe(50n + 17n + 1_00n);
    expect(commission(overridden(50_000n, 1_00n, 0))).toBe(0n);
  });

  it('M32 applies the rates of the terms snapshot again when the override is removed', () => {
    const order = buildOrder({ lines: [{ price: '10.00' }] });
    const plain = settle(order);
    expect(settle(order, buildTerms(), { decisions: { overrides: {} } })).toEqual(plain);
    expect(commission(plain)).toBe(1_00n);
  });

  it('M33 releases part of a flat through the cap: 3 × 2.00, flat 5, one unit back leaves 4', () => {
    const sale = { price: '2.00', quantity: 3 };
    const terms = buildTerms({ list: [{ flat: '5.00' }] });
    expect(commission(settle(buildOrder({ lines: [sale] }), terms))).toBe(5_00n);
    const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '2.00' }], paid: '2.00' });
    const later = buildOrder({
      lines: [{ ...sale, current: 2 }],
      refunds: [refund],
      updated_at: '2026-03-02T10:00:00Z',
    });
    expect(commission(settle([buildOrder({ lines: [sale] }), later], terms))).toBe(4_00n);
  });

  it('M34 keeps the rule of the terms snapshot when a price changes, and M56 its base follows the new price', () => {
    const list = [
      { min: '0', max: '50', percentage: '20' },
      { min: '50', percentage: '10' },
    ];
    const sale = buildOrder({ lines: [{ price: '60.00' }] });
    const edited = buildOrder({ lines: [{ price: '40.00' }], updated_at: '2026-03-02T10:00:00Z' });
    expect(commission(settle([sale, edited], buildTerms({ list })))).toBe(4_00n);
  });

  it('M37 rounds states, not differences: the posted difference of a refund is the difference of two half-up states', () => {
    const line = { price: '0.05', quantity: 3 };
    const terms = buildTerms({ list: [{ percentage: '10' }] });
    expect(commission(settle(buildOrder({ lines: [line] }), terms))).toBe(2n);
    const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '0.05' }], paid: '0.05' });
    const later = buildOrder({ lines: [{ ...line, current: 2 }], refunds: [refund] });
    expect(commission(settle(later, terms))).toBe(1n);
  });

  it('M38 takes a line’s shipping as a whole amount before the percentage', () => {
    const order = settle(
      buildOrder({ lines: [{ price: '1.00' }, { price: '1.00' }], shipping: [{ price: '0.01' }] }),
      buildTerms({ flags: { includeShipping: true }, list: [{ percentage: '50' }] }),
    );
    expect(vendor(order).lines.map((line) => line.baseMinor)).toEqual([1_01n, 1_00n]);
    expect(vendor(order).lines.map((line) => line.commissionMinor)).toEqual([51n, 50n]);
  });

  it('M39 lets the vendor bear a vendor-made discount whatever the flag, without touching the base', () => {
    const draft = buildOrder({
      taxesIncluded: true,
      lines: [
        {
          price: '120.00',
          taxes: vat('17.00'),
          discounts: [
            { amount: '12.00', index: 0 },
            { amount: '6.00', index: 1 },
          ],
        },
      ],
    });
    const plain = settle(draft);
    const vendorMade = settle(draft, buildTerms({ discountShares: { 1: '100' } }));
    expect(vendor(vendorMade).baseMinor).toBe(vendor(plain).baseMinor);
    expect(vendor(plain).payoutMinor - vendor(vendorMade).payoutMinor).toBe(5_00n);
    expect(vendor(vendorMade).discountBorneMinor).toBe(10_00n);
  });

  it('M39 splits a discount by the vendor’s percent, half up, and gives the marketplace the rest, whatever the flag', () => {
    const draft = buildOrder({ lines: [{ price: '10.00', discounts: [{ amount: '1.01', index: 0 }] }] });
    const vendorOrders = ['0', '50', '100'].flatMap((percentage) =>
      [false, true].map((discountInPayout) => {
        const terms = buildTerms({ discountShares: { 0: percentage }, flags: { discountInPayout } });
        const {
          discountChargedMinor,
          discountBorneMinor: discountShareMinor,
          commissionMinor,
        } = vendor(settle(draft, terms));
        return [discountChargedMinor, discountShareMinor, commissionMinor];
      }),
    );
    const [house, half, own] = [
      [0n, 1_01n, 1_00n],
      [51n, 50n, 1_00n],
      [1_01n, 0n, 1_00n],
    ];
    expect(vendorOrders).toEqual([house, house, half, half, own, own]);
  });

  it('M39 leaves the lines of other vendors to the flags, and those of the marketplace', () => {
    const discounts = [{ amount: '2.00', index: 0 }];
    const draft = buildOrder({
      lines: [
        { price: '10.00', vendor: 'a', discounts },
        { price: '10.00', vendor: 'b', discounts },
      ],
    });
    const terms = buildTerms();
    terms.discountShares = { 0: { title: 'A10', vendorPercent: 1_000_000n, vendorIds: ['1'] } };
    const shares = settle(draft, terms).vendorOrders.map((order) => [order.vendorId, order.discountBorneMinor]);
    expect(shares).toEqual([
      ['1', 0n],
      ['2', 2_00n],
    ]);
  });

  it('M40 holds a vendor order whose part is negative or whose line’s discount equals its price', () => {
    const order = settle(
      buildOrder({ lines: [{ price: '10.00', discounts: ['10.00'] }] }),
      buildTerms({ flags: { discountInPayout: true } }),
    );
    expect(vendor(order)).toMatchObject({ payoutMinor: -1_00n, holds: ['negative_payout', 'fully_discounted'] });
  });
});

describe('refunds, edits and cancellation', () => {
  const line = { price: '10.00', quantity: 3, taxes: vat('5.40'), discounts: ['3.00'] };
  const at = (hour: number): string => `2026-03-02T${hour}:00:00Z`;

  it('M50 leaves D less the platform’s own discount and T less its own tax, and nothing of either with the last unit', () => {
    const first = buildRefund({
      id: 7,
      lines: [{ line: 0, quantity: 1, subtotal: '8.99', tax: '1.81' }],
      paid: '10.80',
    });
    const second = buildRefund({
      id: 8,
      lines: [{ line: 0, quantity: 2, subtotal: '18.00', tax: '3.59' }],
      paid: '21.59',
    });
    const partly = settle(buildOrder({ lines: [{ ...line, current: 2 }], refunds: [first] }));
    expect(vendor(partly).lines[0]?.line).toMatchObject({ listMinor: 20_00n, discountMinor: 1_99n, taxMinor: 3_59n });
    const all = settle(buildOrder({ lines: [{ ...line, current: 0 }], refunds: [first, second] }));
    expect(vendor(all).lines[0]?.line).toMatchObject({ listMinor: 0n, discountMinor: 0n, taxMinor: 0n });
  });

  it.each([
    [
      'vendor',
      '100',
      [
        [3_00n, 0n],
        [1_99n, 0n],
        [0n, 0n],
      ],
    ],
    [
      'marketplace',
      '0',
      [
        [0n, 3_00n],
        [0n, 1_99n],
        [0n, 0n],
      ],
    ],
    // 1.00 half-up of 3.00, then 0.66 half-up of 1.99: of what is left, not of what went back.
    [
      'shared',
      '33.3333',
      [
        [1_00n, 2_00n],
        [66n, 1_33n],
        [0n, 0n],
      ],
    ],
  ] as const)(
    'M39 with M50: after a refund of one unit what the %s bears follows D left of its line',
    (_liableParty, percentage, expected) => {
      const plain = { price: '10.00', quantity: 3, discounts: [{ amount: '3.00', index: 0 }] };
      const one = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '8.99' }], paid: '8.99' });
      const rest = buildRefund({ id: 8, lines: [{ line: 0, quantity: 2, subtotal: '18.01' }], paid: '18.01' });
      const seen = [[], [one], [one, rest]].map((refunds, at) => {
        const draft = buildOrder({ lines: [{ ...plain, current: [3, 2, 0][at] ?? 0 }], refunds });
        const { discountChargedMinor, discountBorneMinor: discountShareMinor } = vendor(
          settle(draft, buildTerms({ discountShares: { 0: percentage } })),
        );
        return [discountChargedMinor, discountShareMinor];
      });
      expect(seen).toEqual(expected);
    },
  );

  it('M39 with M50: two discounts of one line keep their bearers apart, allocation by allocation', () => {
    const discounts = [
      { amount: '2.00', index: 0 },
      { amount: '1.00', index: 1 },
    ];
    const one = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '9.00' }], paid: '9.00' });
    const draft = buildOrder({ lines: [{ price: '10.00', quantity: 3, current: 2, discounts }], refunds: [one] });
    const terms = buildTerms({ discountShares: { 0: '100', 1: '0' } });
    // D left is 2.00, split by the amounts of the sale: 1.33 of the vendor's, 0.67 of the marketplace's.
    expect(vendor(settle(draft, terms))).toMatchObject({ discountChargedMinor: 1_33n, discountBorneMinor: 67n });
  });

  it('M39 with M54: a refund smaller than its lines leaves the bearers of the discount as a full one does', () => {
    const settled = (paid: string) => {
      const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '9.00' }], paid });
      const plain = { price: '10.00', quantity: 2, current: 1, discounts: [{ amount: '2.00', index: 0 }] };
      return settle(buildOrder({ lines: [plain], refunds: [refund] }), buildTerms({ discountShares: { 0: '50' } }));
    };
    const [full, less] = [settled('9.00'), settled('6.00')];
    expect(vendor(less)).toMatchObject({ discountChargedMinor: 50n, discountBorneMinor: 50n });
    expect(vendor(less).payoutMinor).toBe(vendor(full).payoutMinor);
    expect(less.marketplace.notRefundedMinor).toBe(3_00n);
  });

  it('M39 keeps at a cancellation nothing of a shared discount with anybody', () => {
    const draft = buildOrder({
      lines: [{ price: '10.00', discounts: [{ amount: '2.00', index: 0 }] }],
      cancelled_at: '2026-03-02T12:00:00Z',
      financial_status: 'voided',
    });
    const order = settle(draft, buildTerms({ discountShares: { 0: '50' } }));
    expect(vendor(order)).toMatchObject({ discountChargedMinor: 0n, discountBorneMinor: 0n, payoutMinor: 0n });
  });

  it('M51 keeps an emptied line’s shipping and, with includeShipping, its percent of it', () => {
    const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '10.00' }], paid: '10.00' });
    const order = settle(
      buildOrder({ lines: [{ price: '10.00', current: 0 }], shipping: [{ price: '4.00' }], refunds: [refund] }),
      buildTerms({ flags: { includeShipping: true }, list: [{ percentage: '10', flat: '1.00' }] }),
    );
    expect(vendor(order)).toMatchObject({ shippingMinor: 4_00n, commissionMinor: 40n, payoutMinor: 3_60n });
  });

  const twoVendors = {
    lines: [
      { price: '30.00', vendor: 'a' },
      { price: '10.00', vendor: 'b' },
    ],
    shipping: [{ price: '8.00' }],
  };

  it('M51 spreads a shipping refund by the weights of the terms snapshot, or takes it from the vendor that our refund names', () => {
    const refund = buildRefund({ id: 7, shipping: { amount: '2.00' }, paid: '2.00' });
    const order = buildOrder({ ...twoVendors, refunds: [refund] });
    expect(shipping(settle(order))).toEqual([4_50n, 1_50n]);
    const named = settle(order, buildTerms(), { decisions: { shippingRefundVendors: { '7': '2' } } });
    expect(shipping(named)).toEqual([6_00n, 0n]);
  });

  it('M52 reads a shipping refund from refund_shipping_lines, else from the adjustments, never from both', () => {
    const adjustments = [{ kind: 'shipping_refund', amount: '-2.00', tax_amount: '-0.40' }];
    const both = {
      ...buildRefund({ id: 7, shipping: { amount: '2.00', tax: '0.40' } }),
      order_adjustments: adjustments,
    };
    const old = { ...both, refund_shipping_lines: [] };
    for (const payload of [both, old]) {
      expect(readRefund(payload)).toMatchObject({ shippingMinor: 2_00n, shippingTaxMinor: 40n });
    }
  });

  it('M53 counts pending and successful transactions, and reverses them when one fails later', () => {
    const sale = buildOrder({ lines: [{ price: '10.00' }] });
    const refund = (status: string) => readRefund(buildRefund({ id: 7, paid: { amount: '3.00', status } }));
    expect(settle(sale, buildTerms(), { refunds: [refund('pending')] }).heldMinor).toBe(7_00n);
    expect(settle(sale, buildTerms(), { refunds: [refund('success')] }).heldMinor).toBe(7_00n);
    const failed = [refund('failure'), refund('pending'), refund('success')];
    expect(settle(sale, buildTerms(), { refunds: failed }).heldMinor).toBe(10_00n);
  });

  it('M53 lets the marketplace bear goodwill: transactions − lines − shipping', () => {
    const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '10.00' }], paid: '12.50' });
    const order = settle(buildOrder({ lines: [{ price: '10.00', quantity: 2, current: 1 }], refunds: [refund] }));
    expect(order.marketplace.goodwillMinor).toBe(2_50n);
    expect(vendor(order).payoutMinor).toBe(9_00n);
  });

  it('M53 ignores a refund_discrepancy', () => {
    const payload = {
      ...buildRefund({ id: 7, paid: '1.00' }),
      order_adjustments: [{ kind: 'refund_discrepancy', amount: '-1.00' }],
    };
    expect(readRefund(payload)).toMatchObject({ shippingMinor: 0n });
  });

  it('M53 converts a transaction in another currency by the refund’s own amount sets, else refuses and lists it', () => {
    const foreign = buildRefund({
      id: 7,
      lines: [{ line: 0, quantity: 1, subtotal: '10.00' }],
      paid: { amount: '11.00', currency: 'USD' },
    });
    const sale = buildOrder({ lines: [{ price: '10.00' }] });
    const refused = settle(sale, buildTerms(), { refunds: [readRefund(foreign)] });
    expect(refused.exceptions).toEqual([{ kind: 'refund_refused', refundId: '7' }]);
    expect(vendor(refused).totalMinor).toBe(10_00n);
    const [refundLine] = foreign.refund_line_items;
    const subtotal_set = {
      shop_money: { amount: '10.00', currency_code: 'EUR' },
      presentment_money: { amount: '11.00', currency_code: 'USD' },
    };
    const converted = { ...foreign, refund_line_items: [{ ...refundLine, subtotal_set }] };
    expect(readRefund(converted)).toMatchObject({ refusal: null, transactions: [{ amountMinor: 10_00n }] });
  });

  it('M53 converts the sum of several amount sets by the same sum in shop money: lines, tax on top, shipping, adjustments', () => {
    const sets = (eur: string, usd: string) => ({
      shop_money: { amount: eur, currency_code: 'EUR' },
      presentment_money: { amount: usd, currency_code: 'USD' },
    });
    const refund = (amount: string, over: object = {}) => ({
      ...buildRefund({ id: 7, paid: { amount, currency: 'USD' } }),
      refund_line_items: [
        { line_item_id: 1000, quantity: 1, subtotal_set: sets('10.00', '11.03'), total_tax_set: sets('2.00', '2.21') },
        { line_item_id: 1001, quantity: 2, subtotal_set: sets('20.01', '22.07'), total_tax_set: sets('4.00', '4.41') },
      ],
      refund_shipping_lines: [{ subtotal_amount_set: sets('5.00', '5.52'), tax_amount_set: sets('1.00', '1.10') }],
      ...over,
    });
    const amountOf = (payload: object) => {
      const { refusal, transactions } = readRefund(payload);
      return refusal ?? transactions.map(({ amountMinor }) => amountMinor);
    };
    expect(amountOf(refund('46.34'))).toEqual([42_01n]); // all of it
    expect(amountOf(refund('39.72'))).toEqual([36_01n]); // the lines with their tax
    expect(amountOf(refund('33.10'))).toEqual([30_01n]); // the lines, whose prices include it
    expect(amountOf(refund('6.62'))).toEqual([6_00n]); // shipping alone
    expect(amountOf(refund('38.62'))).toEqual([35_01n]); // lines and shipping without tax
    expect(amountOf(refund('13.24'))).toEqual([12_00n]); // one line with its tax
    const adjusted = {
      order_adjustments: [
        { kind: 'refund_discrepancy', amount_set: sets('2.00', '2.21'), tax_amount_set: sets('0', '0') },
      ],
    };
    expect(amountOf(refund('44.13', adjusted))).toEqual([40_01n]);
    expect(amountOf(refund('46.35'))).toBe('foreign_currency');
    // Two payments of one refund are converted together.
    const [first] = refund('40.00').transactions;
    const halves = [first, { ...first, id: 71, amount: '6.34' }];
    const shared = amountOf(refund('40.00', { transactions: halves }));
    expect(Array.isArray(shared) && shared.reduce((sum, amount) => sum + amount, 0n)).toBe(42_01n);
  });

  it('M53 lets a readable version of a refund replace an unreadable one, whichever comes first', () => {
    const sale = buildOrder({ lines: [{ price: '10.00' }] });
    const foreign = readRefund(
      buildRefund({
        id: 7,
        lines: [{ line: 0, quantity: 1, subtotal: '10.00' }],
        paid: { amount: '11.00', currency: 'USD' },
      }),
    );
    const readable = readRefund(
      buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '10.00' }], paid: '10.00' }),
    );
    for (const refunds of [
      [foreign, readable],
      [readable, foreign],
    ]) {
      const order = settle(sale, buildTerms(), { refunds });
      expect(order.exceptions).toEqual([]);
      expect([order.heldMinor, vendor(order).totalMinor]).toEqual([0n, 0n]);
    }
  });

  it('M54 reverses lines fully where less was refunded, and leaves the difference to the marketplace', () => {
    const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '10.00' }], paid: '6.00' });
    const order = settle(buildOrder({ lines: [{ price: '10.00', quantity: 2, current: 1 }], refunds: [refund] }));
    expect(vendor(order)).toMatchObject({ payoutMinor: 9_00n, commissionMinor: 1_00n });
    expect(order.marketplace).toMatchObject({ notRefundedMinor: 4_00n, remainderMinor: 4_00n });
  });

  it('M54 takes assigned goodwill from the vendor’s part without touching the commission', () => {
    const refund = buildRefund({ id: 7, paid: '2.00' });
    const order = settle(buildOrder({ lines: [{ price: '10.00' }], refunds: [refund] }), buildTerms(), {
      decisions: { goodwill: { '1': 1_50n } },
    });
    expect(vendor(order)).toMatchObject({ payoutMinor: 7_50n, commissionMinor: 1_00n, goodwillMinor: 1_50n });
    const shares = { account: 'goodwill_borne', currency: order.currency } as const;
    expect(computeBalance(targetPostings(order), shares)).toBe(-50n);
  });

  it('M54 nets goodwill that a vendor bears against nothing that stays: a restocking fee, a kept tip, an edit not refunded yet', () => {
    const gesture = (amount: string) => buildRefund({ id: 8, paid: amount });
    const paidBy = (amountMinor: bigint) => ({
      decisions: {
        goodwill: { '2': amountMinor },
        goodwillRefunds: { '8': { vendorId: '2', amountMinor } },
      },
    });
    const lines = [
      { price: '40.00', quantity: 2, current: 1 },
      { price: '30.00', vendor: 'b' },
    ];
    const fee = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '40.00' }], paid: '37.00' });
    const restocked = settle(buildOrder({ lines, refunds: [fee, gesture('20.00')] }), buildTerms(), paidBy(20_00n));
    expect(vendor(restocked, '2')).toMatchObject({ goodwillMinor: 20_00n, payoutMinor: 7_00n, commissionMinor: 3_00n });
    expect(restocked.marketplace).toMatchObject({
      notRefundedMinor: 3_00n,
      remainderMinor: 3_00n,
      goodwillMinor: 20_00n,
    });

    const all = buildRefund({
      id: 7,
      lines: [
        { line: 0, quantity: 1, subtotal: '40.00' },
        { line: 1, quantity: 1, subtotal: '30.00' },
      ],
      paid: '70.00',
    });
    const returned = [
      { price: '40.00', current: 0 },
      { price: '30.00', vendor: 'b', current: 0 },
    ];
    const tipped = settle(
      buildOrder({ lines: returned, tip: '5.00', refunds: [all, gesture('3.00')] }),
      buildTerms(),
      paidBy(3_00n),
    );
    expect(vendor(tipped, '2').payoutMinor).toBe(-3_00n);
    expect(tipped.marketplace.remainderMinor).toBe(5_00n);

    const cut = [
      { price: '40.00', quantity: 2 },
      { price: '30.00', vendor: 'b' },
    ];
    const open = settle(
      [buildOrder({ lines: cut }), buildOrder({ lines, updated_at: at(11), refunds: [gesture('3.00')] })],
      buildTerms(),
      paidBy(3_00n),
    );
    expect(vendor(open, '2')).toMatchObject({ goodwillMinor: 3_00n, payoutMinor: 24_00n });
    expect(open.marketplace.notRefundedMinor).toBe(40_00n);
  });

  it('M54 nets a gesture of the marketplace against no restocking fee either, and keeps nothing where all went back', () => {
    const fee = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '40.00' }], paid: '37.00' });
    const lines = [{ price: '40.00', quantity: 2, current: 1 }];
    const order = settle(buildOrder({ lines, refunds: [fee, buildRefund({ id: 8, paid: '20.00' })] }));
    expect(order.marketplace).toMatchObject({ notRefundedMinor: 3_00n, goodwillMinor: 20_00n });
    const rest = buildRefund({ id: 9, lines: [{ line: 0, quantity: 2, subtotal: '80.00' }], paid: '60.00' });
    const emptied = settle(
      buildOrder({
        lines: [{ price: '40.00', quantity: 2, current: 0 }],
        refunds: [buildRefund({ id: 8, paid: '20.00' }), rest],
      }),
      buildTerms(),
      { decisions: { goodwill: { '1': 20_00n }, goodwillRefunds: { '8': { vendorId: '1', amountMinor: 20_00n } } } },
    );
    expect(emptied.marketplace).toMatchObject({ goodwillMinor: 0n, remainderMinor: 0n });
    expect(vendor(emptied).payoutMinor).toBe(0n);
  });

  describe('M54 a gesture that a vendor bears is consumed by what later refunds of its lines keep back', () => {
    const named = (id: string, vendorId: string, amountMinor: bigint) => ({
      goodwill: { [vendorId]: amountMinor },
      goodwillRefunds: { [id]: { vendorId, amountMinor } },
    });
    const gesture = (paid: string, over: object = {}) => ({
      ...buildRefund({ id: 5, paid }),
      created_at: at(11),
      ...over,
    });
    const back = (lines: number[], paid?: string, over: object = {}) => ({
      ...buildRefund({
        id: 6,
        lines: lines.map((line) => ({ line, quantity: 1, subtotal: line === 0 ? '10.00' : '20.00' })),
        ...(paid === undefined ? {} : { paid }),
      }),
      created_at: at(12),
      ...over,
    });
    const settleWith = (
      decisions: Partial<OrderDecisions>,
      refunds: ReturnType<typeof buildRefund>[],
      current: [number, number] = [0, 0],
    ): SettledOrder =>
      settle(
        buildOrder({
          lines: [
            { price: '10.00', current: current[0] },
            { price: '20.00', vendor: 'b', current: current[1] },
          ],
          refunds,
        }),
        buildTerms(),
        { decisions },
      );
    const payouts = (order: SettledOrder) => ['1', '2'].map((id) => vendor(order, id).payoutMinor);

    it.each(['27.60', '27.59', '27.61'])(
      'whether %s went back for both lines: no cent decides over more than itself',
      (paid) => {
        const order = settleWith(named('5', '1', 2_40n), [gesture('2.40'), back([0, 1], paid)]);
        expect(payouts(order)).toEqual(paid === '27.61' ? [-1n, 0n] : [0n, 0n]);
        expect(order.marketplace.remainderMinor).toBe(order.heldMinor + (paid === '27.61' ? 1n : 0n));
      },
    );

    it.each(['27.60', '27.59'])('also where an admin assigned it afterwards, %s back for both lines', (paid) => {
      const order = settleWith({ goodwill: { '1': 2_40n } }, [gesture('2.40'), back([0, 1], paid)]);
      expect(payouts(order)).toEqual([0n, 0n]);
    });

    it('each cent once and no more than was kept back; the rest of the gesture reduces its part', () => {
      const order = settleWith(named('5', '1', 2_40n), [gesture('2.40'), back([0], '9.00')], [0, 1]);
      expect(payouts(order)).toEqual([-1_40n, 18_00n]);
      expect(order.marketplace).toMatchObject({ notRefundedMinor: 0n, goodwillMinor: 1_40n });
    });

    it('not by a refund of another vendor’s lines, nor by one that came before it', () => {
      const other = settleWith(named('5', '1', 2_40n), [gesture('2.40'), back([1], '17.60')], [1, 0]);
      expect(payouts(other)).toEqual([6_60n, 0n]);
      const before = settleWith(
        named('5', '1', 2_40n),
        [gesture('2.40', { created_at: at(13) }), back([0], '7.60')],
        [0, 1],
      );
      expect(payouts(before)).toEqual([-2_40n, 18_00n]);
      // Also where nothing is held any more: what one vendor bears is not paid by what was kept back of another.
      const emptied = settleWith(named('5', '1', 2_40n), [
        gesture('2.40', { created_at: at(14) }),
        back([0, 1], '27.60', { created_at: at(12) }),
      ]);
      expect([payouts(emptied), emptied.heldMinor]).toEqual([[-2_40n, 0n], 0n]);
    });

    it('the oldest first, of several vendors', () => {
      const decisions = {
        goodwill: { '1': 1_00n, '2': 2_00n },
        goodwillRefunds: { '5': { vendorId: '2', amountMinor: 2_00n }, '4': { vendorId: '1', amountMinor: 1_00n } },
      };
      const later = { ...buildRefund({ id: 4, paid: '1.00' }), created_at: at(12) };
      const order = settleWith(decisions, [later, gesture('2.00'), back([0, 1], '27.50', { created_at: at(13) })]);
      expect(payouts(order)).toEqual([-50n, 0n]);
    });

    it('also by goods that were returned for no money, until a refund without lines pays them', () => {
      const kept = settleWith(named('5', '1', 2_40n), [gesture('2.40'), back([0])], [0, 1]);
      expect([payouts(kept), kept.marketplace.remainderMinor]).toEqual([[0n, 18_00n], 7_60n]);
      const paid = { ...buildRefund({ id: 9, paid: '10.00' }), created_at: at(14) };
      const settled = settleWith(named('5', '1', 2_40n), [gesture('2.40'), back([0]), paid], [0, 1]);
      expect([payouts(settled), settled.marketplace.remainderMinor]).toEqual([[-2_40n, 18_00n], 0n]);
    });
  });

  it('M55 holds nothing of an order that was cancelled before it was paid: voided, authorised or pending', () => {
    for (const financial_status of ['voided', 'authorized', 'pending', 'expired']) {
      const order = settle(buildOrder({ ...twoVendors, financial_status, cancelled_at: at(11) }));
      expect([financial_status, order.heldMinor, order.marketplace.remainderMinor]).toEqual([financial_status, 0n, 0n]);
      expect(targetPostings(order)).toEqual([]);
    }
  });

  it('M55 ends on cancellation what a vendor was to bear', () => {
    const lines = [{ price: '40.00', current: 0 }];
    const order = settle(
      buildOrder({ lines, cancelled_at: at(11), refunds: [buildRefund({ id: 8, paid: '10.00' })] }),
      buildTerms(),
      { decisions: { goodwill: { '1': 10_00n }, goodwillRefunds: { '8': { vendorId: '1', amountMinor: 10_00n } } } },
    );
    expect(vendor(order)).toMatchObject({ payoutMinor: 0n, goodwillMinor: 0n });
    expect(order.marketplace.remainderMinor).toBe(30_00n);
  });

  it('M55 zeroes every vendor order on cancellation and keeps what is not refunded with the marketplace', () => {
    const refund = buildRefund({ id: 7, lines: [{ line: 0, quantity: 1, subtotal: '30.00' }], paid: '30.00' });
    const order = settle(buildOrder({ ...twoVendors, cancelled_at: at(11), refunds: [refund] }));
    expect(order.vendorOrders.map((vendorOrder) => vendorOrder.totalMinor)).toEqual([0n, 0n]);
    expect(order.marketplace.remainderMinor).toBe(18_00n);
  });

  it('M56 gives lines that an edit added the sale’s lists, and no shipping', () => {
    const sale = buildOrder(twoVendors);
    const edited = buildOrder({
      ...twoVendors,
      lines: [...twoVendors.lines, { price: '20.00', vendor: 'c' }],
      updated_at: at(11),
    });
    const order = settle([sale, edited], buildTerms({ vendorLists: { '3': [{ percentage: '25' }] } }));
    expect(vendor(order, '3')).toMatchObject({ commissionMinor: 5_00n, shippingMinor: 0n });
    expect(shipping(order)).toEqual([6_00n, 2_00n, 0n]);
  });

  it('M57 counts two equal refunds with different ids both, and the same id once', () => {
    const sale = buildOrder({ lines: [{ price: '10.00', quantity: 3 }] });
    const refund = (id: number) =>
      readRefund(buildRefund({ id, lines: [{ line: 0, quantity: 1, subtotal: '10.00' }], paid: '10.00' }));
    const quantityLeft = (ids: number[]) =>
      vendor(settle(sale, buildTerms(), { refunds: ids.map(refund) })).lines[0]?.line.quantity;
    expect(quantityLeft([7, 8])).toBe(1);
    expect(quantityLeft([7, 7])).toBe(2);
  });
});

describe('when amounts are due', () => {
  const updated_at = '2026-03-02T10:00:00Z';

  it('M62 posts nothing until the order is paid in full, nor for a voided one', () => {
    for (const financial_status of ['pending', 'authorized', 'partially_paid', 'voided']) {
      const order = settle(buildOrder({ lines: [{ price: '10.00' }], financial_status }));
      expect(targetPostings(order)).toEqual([]);
      expect(vendor(order).payoutMinor).toBe(9_00n);
    }
  });

  it('M62 posts an edit’s increase when its balance is paid, and a decrease at once', () => {
    const sale = buildOrder({ lines: [{ price: '10.00', quantity: 2 }] });
    const more = { lines: [{ price: '10.00', quantity: 5 }], updated_at };
    const unpaid = buildOrder({ ...more, financial_status: 'partially_paid' });
    const paid = buildOrder({ ...more, updated_at: '2026-03-03T10:00:00Z' });
    expect(vendor(settle([sale, unpaid])).payoutMinor).toBe(18_00n);
    expect(vendor(settle([unpaid, sale])).payoutMinor).toBe(18_00n);
    expect(vendor(settle([sale, unpaid, paid])).payoutMinor).toBe(45_00n);
    const less = buildOrder({ lines: [{ price: '10.00', quantity: 2, current: 1 }], updated_at });
    const decreased = settle([sale, less]);
    expect(vendor(decreased).payoutMinor).toBe(9_00n);
    expect(decreased.marketplace.notRefundedMinor).toBe(10_00n);
  });

  it('M64 reads whole amounts with zero places for JPY and refuses fractions of a yen', () => {
    expect(
      vendor(settle(buildOrder({ currency: 'JPY', lines: [{ price: '1000.00' }] }), buildTerms({ currency: 'JPY' })))
        .payoutMinor,
    ).toBe(900n);
    expect(() =>
      settle({ ...buildOrder({ currency: 'JPY', lines: [{ price: '1000' }] }), total_price: '1000.50' }),
    ).toThrow(/must be a whole number/);
  });

  it('M65 shows what an override would change before it is saved', () => {
    const order = buildOrder({ lines: [{ price: '10.00' }] });
    const before = vendor(settle(order)).payoutMinor;
    const after = settle(order, buildTerms(), {
      decisions: { overrides: { '1': { percent: 500_000n, flatMinor: 0n } } },
    });
    expect(vendor(after).payoutMinor - before).toBe(-4_00n);
  });
});

function sumOf(amounts: bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
