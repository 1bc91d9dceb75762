import type { ReturnStatus } from '#app/features/orders/returns/order-return.ts';

export const RETURN_COMMANDS = ['approve', 'decline', 'receive', 'close', 'cancel'] as const;
export type ReturnCommand = (typeof RETURN_COMMANDS)[number];

/** Why a return comes back, by the handles of the platform's own library. */
export const RETURN_REASONS = ['defective', 'not-as-described', 'unwanted', 'wrong-item', 'other'] as const;

/** Why a request is declined, by the platform's own list. */
export const DECLINE_REASONS = ['return_period_ended', 'final_sale', 'other'] as const;

/**
 * What can be done with a return as it stands: a request waits for a decision; an open one receives what is still on its
 * way, is closed at any time, and cancelled only while nothing of it has arrived; the other statuses are ends.
 */
export function listReturnCommands(one: {
  status: ReturnStatus;
  lines: readonly { quantity: number; received: number }[];
}): ReturnCommand[] {
  if (one.status === 'requested') return ['approve', 'decline'];
  if (one.status !== 'open') return [];
  const isPending = one.lines.some((line) => line.received < line.quantity);
  const isUntouched = one.lines.every((line) => line.received === 0);
  return [...(isPending ? (['receive'] as const) : []), 'close', ...(isUntouched ? (['cancel'] as const) : [])];
}

/** The status that a command leads to; receiving leaves a return open until it is closed. */
export const STATUS_AFTER: Readonly<Record<ReturnCommand, ReturnStatus>> = {
  approve: 'open',
  decline: 'declined',
  receive: 'open',
  close: 'closed',
  cancel: 'cancelled',
};
