import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import type { Actor } from '#app/core/viewer.ts';
import { decideEnd, isUnresolvable, toProviderOutcome, type EndClaim } from './manual-resolution.ts';
import { nextPayoutState, PAYOUT_STATES } from '../payout.ts';

const person = (id: string): Actor => ({ kind: 'person', id, name: id, role: 'admin' });
const says = (id: string, outcome: EndClaim['outcome']): EndClaim => ({
  outcome,
  note: 'Seen in the account',
  by: person(id),
  at: '2026-12-01T10:00:00.000Z',
});
const isSame = (one: Actor, other: Actor): boolean => one.id === other.id;

describe('a payout that can no longer be looked up', () => {
  const unconfirmed = { method: 'paypal', state: 'unknown', batchRef: null, attempts: 1 } as const;

  it('is a batch at PayPal that was submitted and whose answer was lost, from the 29th day on', () => {
    expect(isUnresolvable(unconfirmed, 29 * DAY_MS)).toBe(true);
    expect(isUnresolvable(unconfirmed, 29 * DAY_MS - 1)).toBe(false);
    expect(isUnresolvable({ ...unconfirmed, batchRef: 'BATCH' }, 40 * DAY_MS)).toBe(false);
    expect(isUnresolvable({ ...unconfirmed, attempts: 0 }, 40 * DAY_MS)).toBe(false);
    expect(isUnresolvable({ ...unconfirmed, method: 'stripe' }, 40 * DAY_MS)).toBe(false);
    const open = PAYOUT_STATES.filter((state) => isUnresolvable({ ...unconfirmed, state }, 40 * DAY_MS));
    expect(open).toEqual(['processing', 'unknown']);
  });

  it('is paid or has failed by what people say', () => {
    expect(nextPayoutState('unknown', toProviderOutcome('arrived').event)).toBe('paid');
    expect(nextPayoutState('unknown', toProviderOutcome('never_left').event)).toBe('failed');
    expect(toProviderOutcome('never_left').reason).toBe('not_sent');
  });

  it('ends by one person where none else is needed, and else when another says the same', () => {
    const [mira, jon] = [says('mira', 'arrived'), says('jon', 'arrived')];
    expect(decideEnd(mira, { claim: null, needsOther: false, isSame })).toEqual({
      ends: { ...mira, confirmedBy: null },
    });
    expect(decideEnd(mira, { claim: null, needsOther: true, isSame })).toEqual({ waits: mira });
    expect(decideEnd(mira, { claim: mira, needsOther: true, isSame })).toEqual({ waits: mira });
    expect(decideEnd(jon, { claim: mira, needsOther: true, isSame })).toEqual({
      ends: { ...mira, confirmedBy: jon.by },
    });
    // Whoever says otherwise stands for that alone, until somebody else says so too.
    const other = says('jon', 'never_left');
    expect(decideEnd(other, { claim: mira, needsOther: true, isSame })).toEqual({ waits: other });
  });
});
