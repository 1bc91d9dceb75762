import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYOUT_RULES_DEFAULTS, type PayoutRules } from '#app/features/payouts/rules/payout-rules.ts';
import { chooseOrders, type Candidate } from './choose.ts';

const now = new Date('2026-11-23T12:00:00Z');
let next = 0n;
const due = (dueMinor: bigint, more: Partial<Candidate> = {}): Candidate => ({
  id: ++next,
  vendorId: 1n,
  vendor: 'Kiln',
  orderName: `#${next}`,
  currency: 'EUR',
  isTest: false,
  dueMinor,
  part: { isPaidByBuyer: true, fulfillment: 'fulfilled', fulfilledAt: new Date('2026-11-01T12:00:00Z'), held: null },
  refusal: null,
  ...more,
});
const known = (rules: Partial<PayoutRules> = {}, balance = 1_000_00n) => ({
  rules: { ...PAYOUT_RULES_DEFAULTS, ...rules },
  currency: 'EUR',
  balances: new Map([['EUR', balance]]),
  now,
});
const reasons = ({ skipped }: ReturnType<typeof chooseOrders>) => skipped.map(({ reason }) => reason);

describe('which orders a run pays', () => {
  it('leaves out what is not eligible, and vendors whom Stripe cannot pay, with a reason each', () => {
    const open = due(10n);
    const orders = [
      due(10n, { part: { ...open.part, fulfillment: 'partially_fulfilled', fulfilledAt: null } }),
      due(10n, { part: { ...open.part, held: 'negative' } }),
      due(10n, { part: { ...open.part, fulfilledAt: new Date('2026-11-20T12:00:00Z') } }),
      due(10n, { vendorId: 2n, refusal: 'not_registered' }),
      open,
    ];
    const found = chooseOrders(orders, [], known({ holdingDays: 14 }));
    expect(found.chosen).toEqual([open]);
    expect(reasons(found)).toEqual(['unshipped', 'held', 'waiting', 'not_registered']);
  });

  it('goes from the oldest on while the balance lasts', () => {
    const orders = [due(40n), due(50n, { vendorId: 2n }), due(20n), due(5n)];
    const found = chooseOrders(orders, [], known({}, 100n));
    expect(found.chosen).toEqual(orders.slice(0, 2));
    expect(reasons(found)).toEqual(['balance', 'balance']);
    expect(chooseOrders(orders, [], { ...known(), balances: new Map() }).chosen).toEqual([]);
  });

  it('waits below the minimum, and for a second person above the limit, counting what the vendor owes', () => {
    const orders = [due(60n), due(60n)];
    expect(reasons(chooseOrders(orders, [due(-30n)], known({ minimumMinor: 100n })))).toEqual([
      'below_minimum',
      'below_minimum',
    ]);
    expect(chooseOrders(orders, [], known({ minimumMinor: 120n })).chosen).toEqual(orders);
    expect(reasons(chooseOrders(orders, [], known({ approveAboveMinor: 119n })))).toEqual([
      'needs_approval',
      'needs_approval',
    ]);
    expect(chooseOrders(orders, [due(-1n)], known({ approveAboveMinor: 119n })).chosen).toEqual(orders);
    expect(reasons(chooseOrders(orders, [due(-120n)], known()))).toEqual(['zero', 'zero']);
    expect(reasons(chooseOrders(orders, [], known({ minimumMinor: 100n }, 70n)))).toEqual(['balance', 'balance']);
  });

  it('never sends more than there is, and reports every order once', () => {
    const one = fc.record({ dueMinor: fc.bigInt({ min: 1n, max: 100n }), vendorId: fc.bigInt({ min: 1n, max: 3n }) });
    const bound = fc.bigInt({ min: 0n, max: 200n });
    fc.assert(
      fc.property(fc.array(one), bound, bound, (list, balance, minimumMinor) => {
        const orders = list.map(({ dueMinor, vendorId }) => due(dueMinor, { vendorId }));
        const { chosen, skipped } = chooseOrders(orders, [], known({ minimumMinor }, balance));
        expect(chosen.reduce((sum, { dueMinor }) => sum + dueMinor, 0n) <= balance).toBe(true);
        expect([...chosen, ...skipped.map(({ candidate }) => candidate)].map(({ id }) => id).sort()).toEqual(
          orders.map(({ id }) => id).sort(),
        );
      }),
    );
  });
});
