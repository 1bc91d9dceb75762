import { HOUR_MS } from '#app/core/durations.ts';
import type { Actor } from '#app/core/viewer.ts';
import type { Requester } from '#app/platform/payout-rights/payer.ts';

/** A higher limit of approval, or none, that somebody asked for. Amounts are minor units of the store's currency. */
export type LimitRaise = { approveAboveMinor: bigint | null; by: Actor; at: Date; requester?: Requester | undefined };

export const RAISE_ACTIONS = ['approve', 'decline', 'withdraw'] as const;
export type RaiseAction = (typeof RAISE_ACTIONS)[number];

/** Hours for which a higher limit waits for another person. */
export const RAISE_HOURS = 72;

/** Whether a change lets more pass without another person: a higher limit, or none any more. Lowering it is free. */
export function isLooser(before: bigint | null, after: bigint | null): boolean {
  return before !== null && (after === null || after > before);
}

/** When a wish ends that nobody decided. */
export function toEnd({ at }: Pick<LimitRaise, 'at'>): Date {
  return new Date(at.getTime() + RAISE_HOURS * HOUR_MS);
}

/** What waits after a save that asks for a limit: a new wish, the one that waits already, or none. */
export function raiseAfter(
  active: LimitRaise | null,
  o: { before: bigint | null; after: bigint | null; mustWait: boolean; by: Actor; at: Date; requester?: Requester },
): LimitRaise | null {
  if (!o.mustWait) return o.before === o.after ? active : null;
  const isSame = active?.approveAboveMinor === o.after && active.by.kind === o.by.kind && active.by.id === o.by.id;
  if (isSame && toEnd(active) > o.at) return active;
  return { approveAboveMinor: o.after, by: o.by, at: o.at, ...(o.requester ? { requester: o.requester } : {}) };
}
