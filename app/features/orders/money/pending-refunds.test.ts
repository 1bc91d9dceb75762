import { describe, expect, it } from 'vitest';
import { buildOrder, buildRefund, readRefund } from '#tests/factories/orders/platform-orders.ts';
import { assignLiability, attributeRefund, awaitRefund, forgetRefund, listVendorGoodwill } from './pending-refunds.ts';
import { NO_DECISIONS } from './split-order.ts';
import { addVersion, addRefund } from '../order-versions.ts';
import { parseOrder } from '../ingest/parse-order.ts';

const NOW = new Date('2026-03-02T09:59:00Z');
const sale = parseOrder(buildOrder({ lines: [{ price: '20.00' }] }));
if (!sale.ok) throw new Error(JSON.stringify(sale.refusal));
const known = addRefund(addVersion(null, sale.value), readRefund(buildRefund({ id: 77, paid: '5.00' })));
const input = (operationId: string, vendorId: string) => ({
  actId: operationId,
  vendorId,
  units: [],
  shippingMinor: 0n,
  amountMinor: 500n,
  knownRefunds: [],
});

describe('a refund that was sent for a vendor to bear', () => {
  it('is borne by one vendor where the notes of two operations match it', () => {
    const both = awaitRefund(awaitRefund(NO_DECISIONS, input('a', '1'), NOW), input('b', '2'), NOW);
    const decided = assignLiability(both, known);
    expect(decided).toMatchObject({ goodwill: { '1': 500n }, attributed: ['77'] });
    expect(assignLiability(forgetRefund(both, 'a'), known).goodwill).toEqual({ '2': 500n });
  });

  it('is borne once where its note is written again after it is known', () => {
    const first = assignLiability(awaitRefund(NO_DECISIONS, input('a', '1'), NOW), known);
    const again = assignLiability(awaitRefund(first, input('a', '1'), NOW), known);
    const made = { id: '77', shippingMinor: 0n, goodwillMinor: 500n };
    expect(attributeRefund(again, 'a', made)).toMatchObject({ goodwill: { '1': 500n }, awaited: [] });
  });

  it('M53 is borne no more once its money failed to go back', () => {
    const decided = assignLiability(awaitRefund(NO_DECISIONS, input('a', '1'), NOW), known);
    expect([...listVendorGoodwill(decided, known)]).toEqual([['1', 500n]]);
    const failed = addRefund(known, readRefund(buildRefund({ id: 77, paid: { amount: '5.00', status: 'failure' } })));
    expect([...listVendorGoodwill(decided, failed)]).toEqual([['1', 0n]]);
  });
});
