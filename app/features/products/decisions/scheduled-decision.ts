import type { Actor } from '#app/core/viewer.ts';

/** The decisions on a product that can be taken back before they take effect; deleting asks first instead. */
export const REVERSIBLE_ACTIONS = ['approve', 'unapprove'] as const;
export type ReversibleAction = (typeof REVERSIBLE_ACTIONS)[number];

/** So long a toast offers to take a decision back. */
export const UNDO_SECONDS = 10;
/** A click in the toast's last moment still has to travel. */
const TRAVEL_SECONDS = 2;

/**
 * `scheduled`: it can be taken back. `executing`: it was checked and begun. `done`: it took effect. `undone`: somebody took it
 * back. `superseded`: somebody decided otherwise at once. `failed`: it was not carried out, and admins have a notice.
 */
export const DECISION_STATES = ['scheduled', 'executing', 'done', 'undone', 'superseded', 'failed'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

export type ScheduledDecision = {
  id: bigint;
  productId: bigint;
  /** The vendor that the admin acted for; null in the marketplace view. */
  actingVendorId: bigint | null;
  action: ReversibleAction;
  note: string | null;
  /** The version of the product that was looked at. */
  seen: string;
  decidedBy: Actor;
  state: DecisionState;
  decidedAt: Date;
  executesAt: Date;
};

/** When a decision of this moment takes effect. */
export const executionTime = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + (UNDO_SECONDS + TRAVEL_SECONDS) * 1000);

/** What taking a decision back comes to: it can be, it was already, or it is too late. */
export function undoOutcome(state: DecisionState): 'undo' | 'undone' | 'too_late' {
  if (state === 'scheduled') return 'undo';
  return state === 'undone' ? 'undone' : 'too_late';
}

/** Whether two requests are one that was sent twice: the same person decided the same on what they saw. */
export function isRepeat(
  open: Pick<ScheduledDecision, 'action' | 'note' | 'seen' | 'decidedBy'>,
  again: Pick<ScheduledDecision, 'action' | 'note' | 'seen' | 'decidedBy'>,
): boolean {
  return (
    open.action === again.action &&
    open.note === again.note &&
    open.seen === again.seen &&
    open.decidedBy.kind === again.decidedBy.kind &&
    open.decidedBy.id === again.decidedBy.id
  );
}
