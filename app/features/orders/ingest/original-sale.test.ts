import { describe, expect, it } from 'vitest';
import { buildOrder, buildTerms } from '#tests/factories/orders/platform-orders.ts';
import { readOrder } from '#tests/factories/orders/settled-orders.ts';
import { parseEditAgreement } from './edit-agreement.ts';
import { NO_DECISIONS, splitOrder } from '../money/split-order.ts';
import type { OrderHistory } from '../order.ts';
import { addVersion } from '../order-versions.ts';
import { snapshotOrderTerms } from '../money/order-terms.ts';
import { addOriginalSale, rebuildVersions } from './original-sale.ts';

const shipping = [{ price: '9.00' }];
const sale = readOrder(buildOrder({ lines: [{ price: '20.00', vendor: 'north' }], shipping }));
/** One unit more and a line of another vendor, whose balance is open. */
const edited = readOrder({
  ...buildOrder({
    lines: [
      { price: '20.00', quantity: 2, vendor: 'north' },
      { price: '50.00', vendor: 'south' },
    ],
    shipping,
  }),
  financial_status: 'partially_paid',
  total_outstanding: '70.00',
  updated_at: '2026-03-02T10:00:00Z',
});
const terms = buildTerms({ vendorNames: { north: '1', south: '2' } });

const set = (amount: string) => ({ shop_money: { amount, currency_code: 'EUR' } });
const product = (line: number, quantity: number, total: string, action = 'order') => ({
  action,
  type: 'product',
  line_id: String(line),
  quantity,
  total_set: set(total),
  discount_set: set('0.00'),
  tax_lines: [],
});
const shippingSale = { ...product(0, 1, '9.00'), type: 'shipping', line_id: null };
const agreement = (at: string, ...sales: object[]) => ({ at, reason: 'order_edit', sales });
const AT_SALE = { ...agreement('2026-03-01T10:00:00Z', product(1000, 1, '20.00'), shippingSale), reason: 'order' };
const AT_EDIT = agreement('2026-03-02T10:00:00Z', product(1000, 1, '20.00'), product(1001, 1, '50.00'));
const payment = (at: string, amount: string) => ({ at, amount_set: set(amount) });
const PAID = payment('2026-03-01T12:00:00Z', '29.00');

/** The versions that a reading of the edited order tells. */
function versionsOf(agreements: object[], payments: object[] = [PAID]) {
  const editAgreement = parseEditAgreement({ agreed: { agreements, payments } }, edited.currency);
  if (!editAgreement) throw new Error('it can be read');
  return rebuildVersions(edited, editAgreement);
}

const rebuild = (...versions: (typeof sale)[]): OrderHistory => {
  const known = versions.reduce<OrderHistory | null>(addVersion, null);
  if (!known) throw new Error('there is a history');
  return known;
};
const partsOf = (known: OrderHistory) =>
  splitOrder(known, snapshotOrderTerms(known, terms), NO_DECISIONS).vendorOrders.map(({ vendorId, shippingMinor }) => [
    vendorId,
    shippingMinor,
  ]);

const SOLD = versionsOf([AT_SALE, AT_EDIT]);

describe('an order of which only versions after an edit came', () => {
  it('M12, M56 is split as at its sale once the store was asked what was ordered', () => {
    const known = addOriginalSale(rebuild(edited), SOLD);
    expect(partsOf(known)).toEqual(partsOf(rebuild(sale, edited)));
    expect(partsOf(known)).toContainEqual(['1', 900n]);
    expect(partsOf(rebuild(edited))).not.toEqual(partsOf(known));
  });

  it('ends the same when the sale comes after all, before or after the asking', () => {
    const late = addVersion(addOriginalSale(rebuild(edited), SOLD), sale);
    const requested = addOriginalSale(rebuild(edited, sale), SOLD);
    expect(partsOf(late)).toEqual(partsOf(rebuild(sale, edited)));
    expect(requested.sale).toEqual(sale);
    expect(addOriginalSale(late, SOLD)).toBe(late);
  });

  it('stays as it is known where the store does not tell of every line', () => {
    const known = rebuild(edited);
    expect(addOriginalSale(known, versionsOf([{ ...AT_SALE, sales: [product(7, 1, '20.00')] }, AT_EDIT]))).toBe(known);
  });
});

describe('a payment without a webhook event, before an edit opened a balance', () => {
  it('M62 is known by what came in before the edit: the sale is due, what the edit added waits', () => {
    const known = addOriginalSale(rebuild(edited), SOLD);
    expect(known.paid).toMatchObject({
      totalMinor: 2_900n,
      updatedAt: '2026-03-01T12:00:00.000Z',
      outstandingMinor: 0n,
    });
    expect(known.paid?.lines.map(({ id, quantity }) => [id, quantity])).toEqual([['1000', 1]]);
    expect(known.latest).toBe(edited);
  });

  it.each([
    ['less came in', [payment('2026-03-01T12:00:00Z', '28.99')]],
    ['it came after the edit', [payment('2026-03-02T10:00:01Z', '29.00')]],
    ['nothing came in', []],
  ])('is none where %s', (_case, payments) => {
    expect(addOriginalSale(rebuild(edited), versionsOf([AT_SALE, AT_EDIT], payments)).paid).toBeNull();
  });

  it('is found in several parts, and by what stood after an earlier edit took a unit away', () => {
    const more = { ...AT_SALE, sales: [product(1000, 2, '40.00'), shippingSale] };
    const less = agreement('2026-03-01T11:00:00Z', product(1000, -1, '-20.00', 'return'));
    const added = agreement('2026-03-02T10:00:00Z', product(1001, 1, '50.00'));
    const vendorOrders = [payment('2026-03-01T10:00:00Z', '20.00'), payment('2026-03-01T12:30:00Z', '9.00')];
    const { paid } = versionsOf([more, less, added], vendorOrders);
    expect(paid).toHaveLength(1);
    expect(paid[0]).toMatchObject({ totalMinor: 4_900n, receivedMinor: 2_900n, updatedAt: '2026-03-01T12:30:00.000Z' });
    expect(paid[0]?.lines).toMatchObject([{ quantity: 2, currentQuantity: 1 }]);
  });

  it('is not guessed where the edit agreement is not understood: only the original sale is known', () => {
    const changed = agreement('2026-03-01T18:00:00Z', product(1000, 0, '1.00', 'update'));
    for (const agreements of [[AT_SALE, changed, AT_EDIT], [AT_SALE]])
      expect(versionsOf(agreements)).toMatchObject({ sale: { totalMinor: 2_900n }, paid: [] });
  });

  it('splits a line’s discount and tax as the edit agreement states', () => {
    const line = { price: '10.00', quantity: 3, vendor: 'north' };
    const facts = readOrder({
      ...buildOrder({ lines: [{ ...line, discounts: ['3.00'], taxes: [{ rate: 0.1, price: '2.70' }] }] }),
      financial_status: 'partially_paid',
    });
    const units = (quantity: number, total: string, discount: string, tax: string) => ({
      ...product(1000, quantity, total),
      discount_set: set(discount),
      tax_lines: [{ title: 'VAT', rate: 0.1, price_set: set(tax) }],
    });
    const agreements = [
      { ...AT_SALE, sales: [units(2, '19.80', '2.00', '1.80')] },
      agreement('2026-03-02T10:00:00Z', units(1, '9.90', '1.00', '0.90')),
    ];
    const editAgreement = parseEditAgreement(
      { agreed: { agreements, payments: [payment('2026-03-01T12:00:00Z', '19.80')] } },
      facts.currency,
    );
    expect(editAgreement && rebuildVersions(facts, editAgreement).paid).toMatchObject([
      {
        totalMinor: 1_980n,
        totalTaxMinor: 180n,
        totalDiscountsMinor: 200n,
        lines: [{ quantity: 2, taxes: [{ amountMinor: 180n }], discounts: [{ amountMinor: 200n }] }],
      },
    ]);
  });
});

describe('the edit agreement that the store states', () => {
  it('is read with its amounts as they count, and nothing is read out of a webhook', () => {
    const agreements = [AT_SALE, agreement('2026-03-02T10:00:00Z', product(1000, -1, '-20.00', 'return'))];
    expect(parseEditAgreement({ agreed: { agreements, payments: [PAID] } }, edited.currency)).toMatchObject({
      agreements: [
        {
          isSale: true,
          sales: [
            { lineId: '1000', totalMinor: 2_000n },
            { isShipping: true, lineId: null },
          ],
        },
        { isSale: false, sales: [{ action: 'return', quantity: 1, totalMinor: 2_000n }] },
      ],
      payments: [{ amountMinor: 2_900n }],
    });
    const foreign = { shop_money: { amount: '1.00', currency_code: 'USD' } };
    for (const payload of [
      {},
      { agreed: { agreements: [], payments: [] } },
      { agreed: { agreements: [AT_SALE], payments: [{ at: 'soon', amount_set: null }] } },
      { agreed: { agreements: [AT_SALE], payments: [{ at: '2026-03-01T12:00:00Z', amount_set: foreign }] } },
      null,
    ])
      expect(parseEditAgreement(payload, edited.currency)).toBeUndefined();
  });
});
