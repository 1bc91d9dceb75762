import type { ReturnDto } from '../orders.contract.ts';
import type { ReturnLine, ReturnStatus } from '../returns/order-return.ts';

/** One owner's part of a return, as it is stored. */
type ReturnVendorOrder = {
  id: bigint;
  status: ReturnStatus;
  name: string;
  declineReason: string | null;
  declineNote: string | null;
  lines: ReturnLine[];
  requestedAt: Date;
  approvedAt: Date | null;
  receivedAt: Date | null;
  endedAt: Date | null;
};

/**
 * A part of a return as its vendor sees it: ended once its own lines have arrived. When a return with several vendors' lines
 * is closed depends on the others, so a vendor's part would tell that there are others if it waited for that.
 */
export function asOwnReturn<Part extends ReturnVendorOrder>(one: Part): Part {
  const isUnderway = one.status === 'open' || one.status === 'closed';
  const hasArrived = one.lines.length > 0 && one.lines.every((line) => line.received >= line.quantity);
  return isUnderway && hasArrived ? { ...one, status: 'closed', endedAt: one.receivedAt } : one;
}

/**
 * Returns on the wire. To a vendor (`numberedAs` its order) they are numbered by themselves and say no words of the store,
 * because the platform's own numbers and notes may be about other vendors' lines.
 */
export function ownReturns(
  returns: readonly ReturnVendorOrder[],
  titleOf: ReadonlyMap<string, string>,
  numberedAs: string | undefined,
): ReturnDto[] {
  return returns.map((one, index) => ({
    id: String(one.id),
    name: numberedAs === undefined ? one.name : `${numberedAs}-R${index + 1}`,
    status: one.status,
    requestedAt: one.requestedAt.toISOString(),
    endedAt: one.endedAt?.toISOString() ?? null,
    decline:
      one.declineReason === null
        ? null
        : { reason: one.declineReason, note: numberedAs === undefined ? one.declineNote : null },
    lines: one.lines.map((line) => ({ ...line, title: titleOf.get(line.lineId) ?? '' })),
  }));
}

type ReturnEvent = {
  kind: `return_${'requested' | 'approved' | 'declined' | 'received' | 'closed' | 'cancelled'}`;
  at: string;
  params: { count: string };
};

/** What happened to one owner's part of a return, in its order. */
export function returnEvents(one: ReturnVendorOrder): ReturnEvent[] {
  const sum = (pick: (line: ReturnLine) => number): string =>
    String(one.lines.reduce((count, line) => count + pick(line), 0));
  const count = sum((line) => line.quantity);
  const ends = { closed: 'return_closed', declined: 'return_declined', cancelled: 'return_cancelled' } as const;
  const events: (ReturnEvent | false)[] = [
    { kind: 'return_requested', at: one.requestedAt.toISOString(), params: { count } },
    one.approvedAt !== null && { kind: 'return_approved', at: one.approvedAt.toISOString(), params: { count } },
    one.receivedAt !== null && {
      kind: 'return_received',
      at: one.receivedAt.toISOString(),
      params: { count: sum((line) => line.received) },
    },
    one.endedAt !== null &&
      (one.status === 'closed' || one.status === 'declined' || one.status === 'cancelled') && {
        kind: ends[one.status],
        at: one.endedAt.toISOString(),
        params: { count },
      },
  ];
  return events.filter((event) => event !== false);
}
