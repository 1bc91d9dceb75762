import { describe, expect, it } from 'vitest';
import { summarizeFailure, nextStepOf, chooseVendorStep, type FreedOrder } from './payout-issue.ts';
import { PAYOUT_REASONS, reportedReason } from '#app/core/payout-reason.ts';

describe('why a payout did not arrive', () => {
  it('leads the marketplace to a step, whatever the reason', () => {
    expect(PAYOUT_REASONS.map((reason) => [reason, nextStepOf(reason)])).toEqual([
      ['insufficient', 'fund'],
      ['account', 'account'],
      ['country', 'account'],
      ['missing', 'account'],
      ['refused', 'receiver'],
      ['key', 'key'],
      ['expired', 'key'],
      ['not_granted', 'grant'],
      ['not_connected', 'key'],
      ['not_sent', 'send'],
      ['unknown_transfer', 'decide'],
      ['denied', 'look'],
      ['blocked', 'receiver'],
      ['unclaimed', 'claim'],
      ['returned', 'receiver'],
      ['refunded', 'receiver'],
      ['reversed', 'look'],
    ]);
  });

  it('shows a vendor nothing of the marketplace’s balance, keys and status', () => {
    const own = PAYOUT_REASONS.filter((reason) => reportedReason(reason) === 'marketplace');
    expect(own).toEqual([
      'insufficient',
      'key',
      'expired',
      'not_granted',
      'not_connected',
      'not_sent',
      'unknown_transfer',
      'denied',
    ]);
    expect(own.map((reason) => chooseVendorStep(reportedReason(reason)))).toEqual(own.map(() => 'wait'));
    expect(['account', 'blocked', 'unclaimed', 'reversed'].map((reason) => chooseVendorStep(reason as never))).toEqual([
      'account',
      'receiver',
      'claim',
      'ask',
    ]);
  });
});

describe('what became of the orders', () => {
  const order = (payoutState: string, dueMinor: bigint, laterId: bigint | null = null): FreedOrder => ({
    payoutState,
    dueMinor,
    laterId,
  });

  it('is what is due again, less what is owed back', () => {
    expect(summarizeFailure([order('due', 40_00n), order('due', 10_00n), order('overpaid', -5_00n)])).toEqual({
      dueMinor: 45_00n,
      orders: 2,
      paidAgain: [],
    });
  });

  it('is nothing once other payouts took them, each named once', () => {
    expect(summarizeFailure([order('paid', 0n, 7n), order('paid', 0n, 7n), order('due', 3_00n, 8n)])).toEqual({
      dueMinor: 0n,
      orders: 0,
      paidAgain: [7n, 8n],
    });
  });

  it('is nothing where they were refunded since then', () => {
    expect(summarizeFailure([order('none', 0n), order('overpaid', -5_00n)])).toEqual({
      dueMinor: 0n,
      orders: 0,
      paidAgain: [],
    });
  });
});
