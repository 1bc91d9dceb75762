import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { asCurrency, sumMinor } from '#app/core/money/money.ts';
import { computeBalance, buildReversal } from '#app/platform/ledger/ledger.ts';
import {
  ADJUSTMENT_KINDS,
  adjustedMinor,
  adjustmentPostings,
  adjustmentTransaction,
  chargedBackMinor,
  type Adjustment,
} from '#app/features/orders/money/adjustment.ts';
import { computeLimits, computeVendorMinor } from './limits.ts';

const EUR = asCurrency('EUR');
const occasion = {
  reference: 'adjustment:1',
  occurredAt: new Date(0),
  source: { type: 'admin', id: 'person:1' },
} as const;

/** Any adjustment that a form may send of an order with two vendors. */
const adjustments: fc.Arbitrary<Adjustment> = fc
  .record({
    kind: fc.constantFrom(...ADJUSTMENT_KINDS),
    id: fc.nat().map(String),
    vendor: fc.constantFrom('1', '2', null),
    amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    isNegative: fc.boolean(),
    share: fc.integer({ min: 1, max: 100 }),
    isUndone: fc.boolean(),
  })
  .map(({ kind, id, vendor, amount, isNegative, share, isUndone }) => {
    const vendorId = kind === 'chargeback' ? vendor : (vendor ?? '1');
    const amountMinor = kind === 'correction' && isNegative ? -amount : amount;
    const vendorOrder = (amount * BigInt(share)) / 100n;
    const shareMinor = vendorId === null ? null : vendorOrder > 0n ? vendorOrder : 1n;
    const vendorMinor = vendorId === null ? 0n : computeVendorMinor({ kind, amountMinor }, shareMinor);
    return { id, orderId: '7', vendorId, kind, currency: EUR, amountMinor, vendorMinor, isUndone };
  });

const payableOf = (postings: Parameters<typeof computeBalance>[0], vendorId: string) =>
  computeBalance(postings, { account: 'vendor_payable', currency: EUR, vendorId });

describe('what an adjustment posts', () => {
  it('sums to zero, for the whole and for its vendor alone, and moves what the vendor is owed by what was said', () => {
    fc.assert(
      fc.property(adjustments, (one) => {
        const posted = adjustmentTransaction(one, occasion);
        if (one.kind === 'goodwill') {
          expect(posted).toBeNull();
          return;
        }
        const postings = posted?.postings ?? [];
        expect(sumMinor(postings.map(({ amountMinor }) => amountMinor))).toBe(0n);
        const own = postings.filter(({ vendorId }) => vendorId !== null && vendorId === one.vendorId);
        expect(sumMinor(own.map(({ amountMinor }) => amountMinor))).toBe(0n);
        if (one.vendorId !== null) expect(payableOf(postings, one.vendorId)).toBe(one.vendorMinor);
        expect(postings.every(({ amountMinor }) => amountMinor !== 0n)).toBe(true);
      }),
    );
  });

  it('is taken back to zero on every account when it is undone', () => {
    fc.assert(
      fc.property(adjustments, (one) => {
        const made = adjustmentTransaction(one, occasion);
        if (!made) return;
        const undone = buildReversal(made, { ...occasion, reference: 'adjustment:1:undone' });
        expect(undone.kind).toBe(made.kind);
        const all = [...made.postings, ...undone.postings];
        for (const { account, vendorId } of all) {
          const own = all.filter((posting) => posting.account === account && posting.vendorId === vendorId);
          expect(sumMinor(own.map(({ amountMinor }) => amountMinor))).toBe(0n);
        }
      }),
    );
  });

  it('adds up over many to what the row of a vendor says, and what was undone counts for nothing', () => {
    fc.assert(
      fc.property(fc.array(adjustments, { maxLength: 12 }), (list) => {
        const postings = adjustmentPostings(list);
        for (const vendorId of ['1', '2']) expect(payableOf(postings, vendorId)).toBe(adjustedMinor(list, vendorId));
        const charged = computeBalance(postings, { account: 'buyer_receipts', currency: EUR });
        expect(charged).toBe(chargedBackMinor(list));
        expect(adjustmentPostings(list.map((one) => ({ ...one, isUndone: true })))).toEqual([]);
      }),
    );
  });
});

test.each([
  ['goodwill that nobody bears', 5_00n, [], 5_00n],
  ['goodwill that is borne in part', 5_00n, [2_00n, 1_00n], 2_00n],
  ['goodwill that is borne', 5_00n, [5_00n], 0n],
])('limits of an adjustment: %s', (_what, goodwillMinor, shares, left) => {
  const settled = {
    heldMinor: 100_00n,
    marketplace: { goodwillMinor },
    vendorOrders: shares.map((minor) => ({ goodwillMinor: minor })),
  } as unknown as Parameters<typeof computeLimits>[0];
  const chargeback = (amountMinor: bigint, isUndone: boolean): Adjustment => ({
    id: '1',
    orderId: '7',
    vendorId: null,
    kind: 'chargeback',
    currency: EUR,
    amountMinor,
    vendorMinor: 0n,
    isUndone,
  });
  expect(computeLimits(settled, [])).toEqual({ goodwillMinor: left, chargeableMinor: 100_00n });
  expect(computeLimits(settled, [chargeback(30_00n, false), chargeback(60_00n, true)]).chargeableMinor).toBe(70_00n);
  expect(computeLimits(settled, [chargeback(130_00n, false)]).chargeableMinor).toBe(0n);
});
