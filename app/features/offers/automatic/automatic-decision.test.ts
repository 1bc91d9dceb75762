import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OFFER_STATUSES } from '../offer.ts';
import { checkRules, decideAutomatically, NO_RULES } from './automatic-decision.ts';

const percent = fc.integer({ min: 1, max: 100 });

describe('offer: decided by the seller’s rules', () => {
  it('accepts at exactly the share, declines just below the other, and leaves what lies between to a person', () => {
    const decide = (priceMinor: bigint) =>
      decideAutomatically(
        { status: 'pending', priceMinor, listedMinor: 1_999n },
        { acceptPercent: 80, declinePercent: 60 },
      );
    // 80 % are 1599.2, 60 % are 1199.4.
    expect([1_199n, 1_200n, 1_599n, 1_600n].map((price) => decide(price)?.action)).toEqual([
      'reject',
      undefined,
      undefined,
      'accept',
    ]);
    expect(decide(1_600n)?.percent).toBe(80);
    expect(decide(1_199n)?.percent).toBe(60);
  });

  it('never decides what is not the seller’s turn, and nothing while both rules are off', () => {
    const rules = { acceptPercent: 1, declinePercent: null };
    const price = { priceMinor: 900n, listedMinor: 1_000n };
    const decided = OFFER_STATUSES.filter((status) => decideAutomatically({ status, ...price }, rules));
    expect(decided).toEqual(['pending']);
    expect(decideAutomatically({ status: 'pending', ...price }, NO_RULES)).toBeUndefined();
  });

  it('a higher price is never declined where a lower one is not, and never left open where a lower one is accepted', () => {
    const rank = { reject: 0, open: 1, accept: 2 };
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.bigInt(1n, 10n ** 12n),
        fc.bigInt(1n, 10n ** 12n),
        fc.option(percent),
        fc.option(percent),
        (listedMinor, one, other, acceptPercent, declinePercent) => {
          const rules = { acceptPercent, declinePercent };
          fc.pre(checkRules(rules, 1).length === 0);
          const outcome = (priceMinor: bigint) =>
            rank[decideAutomatically({ status: 'pending', priceMinor, listedMinor }, rules)?.action ?? 'open'];
          const [low, high] = one < other ? [one, other] : [other, one];
          expect(outcome(low)).toBeLessThanOrEqual(outcome(high));
        },
      ),
    );
  });

  it('the shares lie between the store’s lowest offer and the listed price, and declining below accepting', () => {
    const refused = (acceptPercent: number | null, declinePercent: number | null) =>
      checkRules({ acceptPercent, declinePercent }, 50).map(({ path, rule }) => `${path} ${rule}`);
    expect(refused(null, null)).toEqual([]);
    expect(refused(100, 50)).toEqual([]);
    expect(refused(49, 101)).toEqual(['acceptPercent number_or_more', 'declinePercent max_number']);
    expect(refused(70, 70)).toEqual(['acceptPercent above_decline_percent']);
    expect(refused(60, 70)).toEqual(['acceptPercent above_decline_percent']);
  });
});
