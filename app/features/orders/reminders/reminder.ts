import { HOUR_MS } from '#app/core/durations.ts';

/** Reminders as bits of a number: the first is 1, the second 2, the third 4. */
export const ALL_REMINDERS = 7;

export type ReminderState = { orderedAt: Date; sent: number; waited: number };

/**
 * Which reminders (1 to 3) are sent now, and what is kept of them. A reminder is due its hours after the order was placed,
 * and is sent once. While there is nothing to remind of (`isBlocked`: not paid, on hold) a due one waits. Of several that are
 * due only the last is sent, so that nobody gets several at once.
 */
export function decideReminders(
  state: ReminderState,
  o: { delays: readonly number[]; now: Date; isBlocked: boolean },
): { send: number[]; sent: number; waited: number } {
  const due = o.delays.flatMap((hours, index) => {
    const bit = 1 << index;
    const isDue = state.orderedAt.getTime() + hours * HOUR_MS <= o.now.getTime();
    return isDue && (state.sent & bit) === 0 ? [{ number: index + 1, bit, hours }] : [];
  });
  const bits = due.reduce((sum, { bit }) => sum | bit, 0);
  if (o.isBlocked) return { send: [], sent: state.sent, waited: state.waited | bits };
  // Several at once would be one mail too many: the last says it all.
  const latest = due.reduce<(typeof due)[number] | undefined>(
    (found, one) => (found === undefined || one.hours >= found.hours ? one : found),
    undefined,
  );
  const send = latest ? [latest.number] : [];
  return { send, sent: state.sent | bits, waited: state.waited };
}

/** Why a vendor is not reminded of an order when somebody asks for it. */
export const REMIND_REFUSALS = ['nothing_to_ship', 'on_hold', 'unpaid', 'reminded_today'] as const;
export type RemindRefusal = (typeof REMIND_REFUSALS)[number];

/** So many orders are reminded of at once. */
export const MAX_REMINDED = 50;
