import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import {
  assertBalanced,
  computeBalance,
  buildAdjustment,
  buildChargeback,
  buildLabelCost,
  buildManualPayout,
  buildManualPayoutReversal,
  buildOrderTransaction,
  buildPayoutPartReopened,
  buildPayoutReopened,
  buildPayoutStarted,
  buildPayoutSucceeded,
  buildReversal,
  postingsToReach,
  type LedgerAccount,
  type PayoutPosting,
  type Posting,
} from './ledger.ts';

const EUR = asCurrency('EUR');
const at = new Date('2026-03-01T10:00:00Z');
const occasion = { reference: 'order:1:paid', occurredAt: at, source: { type: 'webhook', id: '9' } } as const;
const posting = (account: LedgerAccount, amountMinor: bigint, vendorId: string | null = '1'): Posting => ({
  account,
  vendorId,
  orderId: '1',
  amountMinor,
  currency: EUR,
});
const paid = [
  posting('buyer_receipts', -126_90n),
  posting('vendor_payable', 91_58n),
  posting('commission', 13_29n),
  posting('tax_kept', 22_03n),
];
const payout: PayoutPosting = {
  payoutId: '5',
  method: 'manual',
  vendorId: '1',
  currency: EUR,
  lines: [
    { orderId: '1', amountMinor: 91_58n },
    { orderId: '2', amountMinor: -1_58n },
  ],
};
const payable = (postings: Posting[]): bigint =>
  computeBalance(postings, { account: 'vendor_payable', currency: EUR, vendorId: '1' });

describe('ledger transactions', () => {
  it('refuses a transaction that is a cent off, in any currency', () => {
    expect(() => {
      assertBalanced({ reference: 'r', postings: [...paid, posting('rounding', 1n)] });
    }).toThrow(/off by 1/);
    const yen = { ...posting('rounding', 1n), currency: asCurrency('JPY') };
    expect(() => {
      assertBalanced({ reference: 'r', postings: [posting('rounding', -1n), yen] });
    }).toThrow(/off by/);
  });

  it('M37 posts only the difference to what is posted, and nothing twice', () => {
    expect(buildOrderTransaction(occasion, paid, [])?.postings).toEqual(paid);
    expect(buildOrderTransaction(occasion, paid, paid)).toBeNull();
    const target = [posting('buyer_receipts', -100_00n), posting('vendor_payable', 100_00n)];
    expect(postingsToReach(target, paid)).toEqual([
      posting('buyer_receipts', 26_90n),
      posting('vendor_payable', 8_42n),
      posting('commission', -13_29n),
      posting('tax_kept', -22_03n),
    ]);
  });

  it('keeps vendor orders apart in the difference', () => {
    const other = posting('vendor_payable', 5n, '2');
    expect(postingsToReach([posting('vendor_payable', 5n)], [other])).toEqual([
      posting('vendor_payable', 5n),
      { ...other, amountMinor: -5n },
    ]);
  });

  it('M63 moves a payout from payable through transit to paid out, and back at the time its late failure was recorded', () => {
    const stripe = { ...payout, method: 'stripe' as const };
    const postings = [...paid, ...buildPayoutStarted(stripe, at).postings];
    expect(payable(postings)).toBe(1_58n);
    expect(computeBalance(postings, { account: 'in_transit:stripe', currency: EUR })).toBe(90_00n);
    postings.push(...buildPayoutSucceeded(stripe, at).postings);
    expect(computeBalance(postings, { account: 'in_transit:stripe', currency: EUR })).toBe(0n);
    expect(computeBalance(postings, { account: 'paid_out:stripe', currency: EUR })).toBe(90_00n);
    const reportedAt = new Date('2026-04-01T00:00:00Z');
    const reopened = buildPayoutReopened(stripe, 'paid_out', reportedAt);
    postings.push(...reopened.postings);
    expect(payable(postings)).toBe(91_58n);
    expect(reopened.occurredAt, 'M63: at the time it was learnt').toBe(reportedAt);
  });

  it('restores the due when a manual payout is deleted', () => {
    const postings = [...paid, ...buildManualPayout(payout, at).postings];
    expect(payable(postings)).toBe(1_58n);
    postings.push(...buildManualPayoutReversal(payout, at).postings);
    expect(payable(postings)).toBe(91_58n);
    expect(computeBalance(postings, { account: 'paid_out:manual', currency: EUR })).toBe(0n);
  });

  it('a label takes what it costs from what its vendor is owed, and a void puts it back', () => {
    const cost = { vendorId: '1', orderId: '1', amountMinor: 990n, currency: EUR };
    const charged = buildLabelCost({ ...occasion, reference: 'adjustment:1' }, cost);
    const voided = buildReversal(charged, { ...occasion, reference: 'adjustment:1:undone' });
    expect([payable([...paid, ...charged.postings]), charged.kind]).toEqual([81_68n, 'label_cost']);
    expect(computeBalance(charged.postings, { account: 'label_costs', currency: EUR })).toBe(990n);
    expect(payable([...paid, ...charged.postings, ...voided.postings])).toBe(91_58n);
    expect(() => buildLabelCost(occasion, { ...cost, amountMinor: 0n })).toThrow(/amount/);
  });

  it('gives each step of a payout one reference', () => {
    const references = [buildPayoutStarted, buildPayoutSucceeded].map((build) => build(payout, at).reference);
    expect(references).toEqual(['payout:5:payout_started', 'payout:5:payout_succeeded']);
  });

  it('gives each part that came back a reference of its own, by what came back in all', () => {
    const part = { ...payout, lines: [{ orderId: '1', amountMinor: 4_00n }] };
    const { reference, kind, postings } = buildPayoutPartReopened(part, 9_00n, at);
    expect([reference, kind]).toEqual(['payout:5:payout_reopened:900', 'payout_reopened']);
    expect(payable(postings)).toBe(4_00n);
  });

  it('refuses to move nothing or a negative sum', () => {
    expect(() => buildManualPayout({ ...payout, lines: [] }, at)).toThrow(/positive/);
    expect(() => buildManualPayout({ ...payout, lines: [{ orderId: '1', amountMinor: -1n }] }, at)).toThrow(/positive/);
  });

  it('books a correction between the vendor and the adjustments', () => {
    const { postings } = buildAdjustment(occasion, {
      vendorId: '1',
      orderId: null,
      amountMinor: -2_00n,
      currency: EUR,
    });
    expect(payable(postings)).toBe(-2_00n);
    expect(computeBalance(postings, { account: 'adjustments', currency: EUR })).toBe(2_00n);
  });

  it('M58 books a chargeback to the marketplace, less what an admin assigned to a vendor', () => {
    const chargeback = { orderId: '1', amountMinor: 50_00n, currency: EUR };
    const own = buildChargeback(occasion, { ...chargeback, assigned: null });
    expect(computeBalance(own.postings, { account: 'chargebacks', currency: EUR })).toBe(-50_00n);
    const shared = buildChargeback(occasion, { ...chargeback, assigned: { vendorId: '1', amountMinor: 50_00n } });
    expect(payable(shared.postings)).toBe(-50_00n);
    expect(computeBalance(shared.postings, { account: 'chargebacks', currency: EUR })).toBe(0n);
  });
});
