import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkPrice,
  computeMinimum,
  counterRange,
  decideOffer,
  isAgreedLine,
  listActions,
  maskEmail,
  OFFER_STATUSES,
  type OfferCommand,
  type OfferState,
  type OfferStatus,
} from './offer.ts';

const offer = (status: OfferStatus, more: Partial<OfferState> = {}): OfferState => ({
  status,
  priceMinor: status === 'countered' ? 900n : 700n,
  buyerMinor: 700n,
  listedMinor: 1_000n,
  minimumMinor: 500n,
  ...more,
});

const COMMANDS: Record<string, OfferCommand> = {
  'vendor accept': { by: 'vendor', action: 'accept' },
  'vendor reject': { by: 'vendor', action: 'reject' },
  'vendor counter': { by: 'vendor', action: 'counter', priceMinor: 850n },
  'buyer accept': { by: 'buyer', action: 'accept' },
  'buyer reject': { by: 'buyer', action: 'reject' },
  'buyer counter': { by: 'buyer', action: 'counter', priceMinor: 690n },
  'store pay': { by: 'store', action: 'pay' },
  'store expire': { by: 'store', action: 'expire' },
  'store withdraw': { by: 'store', action: 'withdraw' },
};

/** The outcome of each command in each status: the next status with its price, or the reason of the refusal. */
const TABLE: Record<OfferStatus, Record<string, string>> = {
  pending: {
    'vendor accept': 'accepted 700',
    'vendor reject': 'rejected 700 by vendor',
    'vendor counter': 'countered 850',
    'buyer accept': 'offer_awaits_seller',
    'buyer reject': 'rejected 700 by buyer',
    'buyer counter': 'offer_awaits_seller',
    'store pay': 'completed 700',
    'store expire': 'rejected 700 by expiry',
    'store withdraw': 'rejected 700 by store',
  },
  countered: {
    'vendor accept': 'offer_awaits_buyer',
    'vendor reject': 'rejected 900 by vendor',
    'vendor counter': 'countered 850',
    'buyer accept': 'accepted 900',
    'buyer reject': 'rejected 900 by buyer',
    'buyer counter': 'pending 690',
    'store pay': 'completed 900',
    'store expire': 'rejected 900 by expiry',
    'store withdraw': 'rejected 900 by store',
  },
  accepted: {
    ...Object.fromEntries(
      ['vendor', 'buyer'].flatMap((by) =>
        ['accept', 'reject', 'counter'].map((action) => [`${by} ${action}`, 'offer_decided']),
      ),
    ),
    'store pay': 'completed 700',
    'store expire': 'rejected 700 by expiry',
    'store withdraw': 'rejected 700 by store',
  },
  rejected: {
    ...Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, 'offer_decided'])),
    'store pay': 'completed 700 late',
  },
  completed: Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, 'offer_decided'])),
};

const outcome = (status: OfferStatus, command: OfferCommand): string => {
  const decided = decideOffer(offer(status), command);
  if (!decided.ok) return decided.refusal.kind === 'state' ? decided.refusal.reason : decided.refusal.rule;
  const { value } = decided;
  const by = value.rejectedBy === null ? '' : ` by ${value.rejectedBy}`;
  return `${value.status} ${value.priceMinor}${by}${value.isLate ? ' late' : ''}`;
};

describe('offer: status × command', () => {
  it.each(OFFER_STATUSES)('%s: every command ends as the table says', (status) => {
    const found = Object.fromEntries(Object.entries(COMMANDS).map(([name, one]) => [name, outcome(status, one)]));
    expect(found).toEqual(TABLE[status]);
  });

  it.each(OFFER_STATUSES)('%s: the listed actions are those that are not refused by the turn', (status) => {
    for (const by of ['vendor', 'buyer'] as const) {
      const open = (['accept', 'reject', 'counter'] as const).filter((action) => {
        const command = COMMANDS[`${by} ${action}`];
        return command && !outcome(status, command).startsWith('offer_');
      });
      expect(listActions(status, by)).toEqual(open);
    }
  });
});

describe('offer: prices', () => {
  it('a seller’s counter-offer lies above the buyer’s price and at most at the listed one', () => {
    const counter = (priceMinor: bigint) =>
      decideOffer(offer('pending'), { by: 'vendor', action: 'counter', priceMinor });
    expect(counter(700n)).toMatchObject({ refusal: { rule: 'too_low', boundMinor: 701n } });
    expect(counter(1_001n)).toMatchObject({ refusal: { rule: 'too_high', boundMinor: 1_000n } });
    expect([701n, 1_000n].map((price) => counter(price).ok)).toEqual([true, true]);
  });

  it('a buyer’s counter-offer lies between the store’s minimum and the seller’s price', () => {
    const counter = (priceMinor: bigint) =>
      decideOffer(offer('countered'), { by: 'buyer', action: 'counter', priceMinor });
    expect(counter(499n)).toMatchObject({ refusal: { rule: 'too_low', boundMinor: 500n } });
    expect(counter(900n)).toMatchObject({ refusal: { rule: 'too_high', boundMinor: 899n } });
    expect(counter(899n)).toMatchObject({ value: { status: 'pending', priceMinor: 899n, buyerMinor: 899n } });
  });

  it('an offer at the listed price leaves nothing to counter', () => {
    const full = offer('pending', { priceMinor: 1_000n, buyerMinor: 1_000n });
    expect(counterRange(full, 'vendor')).toBeUndefined();
    expect(decideOffer(full, { by: 'vendor', action: 'counter', priceMinor: 1_000n }).ok).toBe(false);
  });

  it('the minimum is never below its share of the listed price, and never above the listed price', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.integer({ min: 1, max: 100 }), (listed, percent) => {
        const minimum = computeMinimum(listed, percent);
        expect(minimum * 100n >= listed * BigInt(percent)).toBe(true);
        expect((minimum - 1n) * 100n < listed * BigInt(percent)).toBe(true);
        expect(checkPrice(minimum, { min: minimum, max: listed })).toBeUndefined();
      }),
    );
  });

  it('whatever both sides do, the price on the table stays between the minimum and the listed price', () => {
    const command = fc.constantFrom('accept', 'reject', 'counter').chain((action) =>
      fc.record({
        by: fc.constantFrom('vendor' as const, 'buyer' as const),
        action: fc.constant(action),
        priceMinor: fc.bigInt(0n, 1_200n),
      }),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        let state = offer('pending');
        for (const one of commands) {
          const decided = decideOffer(state, one);
          if (decided.ok) state = { ...state, ...decided.value };
          expect(state.priceMinor >= 500n && state.priceMinor <= 1_000n).toBe(true);
        }
      }),
    );
  });
});

it('order of an offer: only a line of the agreed variant, quantity and price is what was agreed', () => {
  const agreement = { variantId: 7n, quantity: 2, priceMinor: 900n };
  const line = { variantId: '7', quantity: 2, unitPriceMinor: 900n };
  expect(isAgreedLine(agreement, line)).toBe(true);
  for (const other of [{ variantId: null }, { variantId: '8' }, { quantity: 3 }, { unitPriceMinor: 899n }]) {
    expect(isAgreedLine(agreement, { ...line, ...other })).toBe(false);
  }
});

it('an address of a buyer is masked to its first letter and its domain', () => {
  expect(maskEmail('ada@buyers.test')).toBe('a•••@buyers.test');
});
