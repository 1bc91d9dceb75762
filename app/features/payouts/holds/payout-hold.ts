import type { Actor } from '#app/core/viewer.ts';
import { isWorkflow } from '#app/platform/payout-rights/workflow-actor.ts';

/** The longest reason of a hold, in characters. */
export const MAX_HOLD_REASON = 500;

/** That nothing is paid out to a vendor: since when, what the vendor is told of why, and who decided it. */
export type PayoutHold = { since: Date; reason: string; by: Actor };

/** Whether somebody may end a hold: people end any, a workflow only what a workflow began. */
export const mayRelease = (actor: Actor, hold: Pick<PayoutHold, 'by'>): boolean =>
  !isWorkflow(actor) || isWorkflow(hold.by);
