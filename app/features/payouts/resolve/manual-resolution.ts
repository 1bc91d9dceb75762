import type { Actor } from '#app/core/viewer.ts';
import type { Requester } from '#app/platform/payout-rights/payer.ts';
import type { PayoutState } from '../payout.ts';
import type { ProviderOutcome } from '../execute/provider-payout.ts';
import { canSubmitBatch } from '../execute/retry-payout.ts';

/** What people say of a payout that nobody can look up any more: it arrived, or it never left. */
export const END_OUTCOMES = ['arrived', 'never_left'] as const;
export type EndOutcome = (typeof END_OUTCOMES)[number];

/** Somebody says what became of a payout; above the limit of approval another person has to say the same. */
export type EndClaim = { outcome: EndOutcome; note: string; by: Actor; at: string; requester?: Requester };
/** What was said in the end; `confirmedBy` is the other person, null where none was needed. */
export type Ended = EndClaim & { confirmedBy: Actor | null };

/**
 * Whether the program itself can no longer find out what became of a payout: a batch at PayPal that was handed in, whose answer was
 * lost, and whose name PayPal may have forgotten (`canSubmitBatch`). Everything else is still looked up or sent. `ageMs` counts from when
 * it was decided.
 */
export function isUnresolvable(
  payout: { method: string; state: PayoutState; batchRef: string | null; attempts: number },
  ageMs: number,
): boolean {
  const { method, state, batchRef, attempts } = payout;
  const isOpen = state === 'processing' || state === 'unknown';
  return method === 'paypal' && isOpen && batchRef === null && !canSubmitBatch({ attempts, ageMs });
}

/** What a payout learns from what people say of it. */
export const toProviderOutcome = (outcome: EndOutcome): NonNullable<ProviderOutcome> =>
  outcome === 'arrived'
    ? { event: 'succeed', reason: null, code: '' }
    : { event: 'fail', reason: 'not_sent', code: '' };

/** Whether what somebody says ends a payout, or waits: for anybody else who says the same, where another person is needed. */
export function decideEnd(
  said: EndClaim,
  o: { claim: EndClaim | null; needsOther: boolean; isSame: (one: Actor, other: Actor) => boolean },
): { ends: Ended } | { waits: EndClaim } {
  const { claim } = o;
  if (claim?.outcome === said.outcome && !o.isSame(claim.by, said.by))
    return { ends: { ...claim, confirmedBy: said.by } };
  return o.needsOther ? { waits: said } : { ends: { ...said, confirmedBy: null } };
}
