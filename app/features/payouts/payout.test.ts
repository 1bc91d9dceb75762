import { describe, expect, it } from 'vitest';
import { rule } from '#app/core/rules.ts';
import { asCurrency } from '#app/core/money/money.ts';
import {
  checkManualPayout,
  decideDueState,
  isLivePayout,
  nextPayoutState,
  PAYOUT_EVENTS,
  PAYOUT_STATES,
  preparationToken,
  preparePayouts,
  type PayableOrder,
} from './payout.ts';

const EUR = asCurrency('EUR');
const order = (orderId: string, postedMinor: bigint, more: Partial<PayableOrder> = {}): PayableOrder => ({
  orderId,
  vendorId: '1',
  currency: EUR,
  postedMinor,
  settledMinor: 0n,
  isPaidByBuyer: true,
  isHeld: false,
  isInFlight: false,
  isTest: false,
  ...more,
});

describe('payout states', () => {
  it('moves only as the table says, for every state and event', () => {
    const table = PAYOUT_STATES.map((state) => [state, ...PAYOUT_EVENTS.map((event) => nextPayoutState(state, event))]);
    expect(table).toEqual([
      // state        start         succeed fail      leave_unclaimed reverse     lose_answer
      ['due', 'processing', null, null, null, null, null],
      ['processing', null, 'paid', 'failed', 'unclaimed', 'reversed', 'unknown'],
      ['paid', null, null, 'failed', null, 'reversed', null],
      ['failed', null, null, null, null, null, null],
      ['unclaimed', null, 'paid', 'failed', null, 'reversed', null],
      ['reversed', null, null, null, null, null, null],
      ['unknown', null, 'paid', 'failed', 'unclaimed', 'reversed', null],
    ]);
  });

  it('holds vendor orders while the money may still arrive', () => {
    expect(PAYOUT_STATES.filter(isLivePayout)).toEqual(['processing', 'paid', 'unclaimed', 'unknown']);
  });
});

describe('what is due', () => {
  it('M62 calls nothing due before the buyer has paid in full', () => {
    expect(decideDueState(order('1', 0n, { isPaidByBuyer: false }))).toBe('not_due');
    expect(decideDueState(order('1', 5n))).toBe('due');
    expect(decideDueState(order('1', 5n, { settledMinor: 5n }))).toBe('paid');
  });

  it('M65 calls a vendor order overpaid where more was paid out than is left', () => {
    expect(decideDueState(order('1', 3n, { settledMinor: 5n }))).toBe('overpaid');
  });
});

describe('preparing payouts', () => {
  const overpaid = order('3', 2_00n, { settledMinor: 5_00n });

  it('M61 lets all overpaid orders of the vendor join, chosen or not', () => {
    const [payout] = preparePayouts(
      [order('1', 10_00n), order('2', 4_00n), overpaid],
      [{ orderId: '1', vendorId: '1' }],
      'manual',
    );
    expect(payout).toMatchObject({
      totalMinor: 7_00n,
      refusal: null,
      lines: [
        { orderId: '1', amountMinor: 10_00n, joined: false },
        { orderId: '3', amountMinor: -3_00n, joined: true },
      ],
    });
  });

  it('M61 refuses zero and negative sums per vendor while the others go on', () => {
    const orders = [
      order('1', 3_00n),
      overpaid,
      order('1', 1_00n, { vendorId: '2' }),
      order('3', 0n, { vendorId: '2', settledMinor: 5_00n }),
      order('1', 9_00n, { vendorId: '3' }),
      order('1', 9_00n, { vendorId: '4', settledMinor: 9_00n }),
    ];
    const chosen = ['1', '2', '3', '4'].map((vendorId) => ({ orderId: '1', vendorId }));
    expect(preparePayouts(orders, chosen, 'manual').map((payout) => [payout.totalMinor, payout.refusal])).toEqual([
      [0n, 'zero'],
      [-4_00n, 'negative'],
      [9_00n, null],
      [0n, 'nothing_due'],
    ]);
  });

  it('keeps currencies apart', () => {
    const orders = [order('1', 1n), order('2', 2n, { currency: asCurrency('USD') })];
    const chosen = orders.map(({ orderId, vendorId }) => ({ orderId, vendorId }));
    expect(preparePayouts(orders, chosen, 'manual')).toHaveLength(2);
  });

  it('M40 leaves held orders out of automatic runs only', () => {
    const onHold = [order('1', 5n, { isHeld: true })];
    const chosen = [{ orderId: '1', vendorId: '1' }];
    expect(preparePayouts(onHold, chosen, 'automatic')[0]?.refusal).toBe('nothing_due');
    expect(preparePayouts(onHold, chosen, 'manual')[0]?.refusal).toBeNull();
  });

  it('payouts: pays nothing to a vendor on hold, whatever is chosen, and the others', () => {
    const orders = [order('1', 5n, { isVendorOnHold: true }), order('2', 7n, { vendorId: '99' })];
    for (const run of ['manual', 'automatic'] as const)
      expect(preparePayouts(orders, orders, run).map(({ vendorId, refusal }) => [vendorId, refusal])).toEqual([
        [orders[0]?.vendorId, 'on_hold'],
        ['99', null],
      ]);
  });

  it('payouts: leave an order that is gone in the store out of every run', () => {
    const gone = [order('1', 5n, { isHeld: true, isDeleted: true })];
    const chosen = [{ orderId: '1', vendorId: '1' }];
    const runs = (['automatic', 'manual'] as const).map((run) => preparePayouts(gone, chosen, run)[0]?.refusal);
    expect(runs).toEqual(['nothing_due', 'nothing_due']);
  });

  it('M60 gives the same token for the same amounts, and another when one changed', () => {
    const orders = [order('1', 5n), order('2', 7n)];
    const chosen = orders.map(({ orderId, vendorId }) => ({ orderId, vendorId }));
    const token = preparationToken(preparePayouts(orders, chosen, 'manual'));
    expect(preparationToken(preparePayouts([...orders].reverse(), [...chosen].reverse(), 'manual'))).toBe(token);
    expect(preparationToken(preparePayouts([order('1', 6n), order('2', 6n)], chosen, 'manual'))).not.toBe(token);
  });
});

describe('a manual payout', () => {
  const now = new Date('2026-03-01T10:00:00Z');

  it('takes a date that is not in the future and details of at least 10 characters', () => {
    expect(checkManualPayout({ paidAt: now, details: ' Bank transfer ' }, now)).toMatchObject({
      ok: true,
      value: { details: 'Bank transfer' },
    });
    const refused = checkManualPayout({ paidAt: new Date(now.getTime() + 1), details: 'too short' }, now);
    expect(refused).toMatchObject({
      ok: false,
      refusal: [
        { path: 'paidAt', rule: 'not_in_future' },
        { path: 'details', rule: 'min_characters', message: rule('min_characters', { minimum: 10 }) },
      ],
    });
  });
});
