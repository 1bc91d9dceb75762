import { appendTo } from '#app/core/append-to.ts';

export const RETURN_STATUSES = ['requested', 'open', 'closed', 'declined', 'cancelled'] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** Units of an order's line that come back. `received` have arrived. */
export type ReturnLine = { id: string; lineId: string; quantity: number; received: number; reason: string | null };

const PLATFORM_STATUSES: Readonly<Record<string, ReturnStatus>> = {
  REQUESTED: 'requested',
  OPEN: 'open',
  CLOSED: 'closed',
  DECLINED: 'declined',
  CANCELED: 'cancelled',
};

/** The platform's word for a return's status; a word that is new counts as open, so that nothing of it is hidden. */
export function readReturnStatus(word: string): ReturnStatus {
  return PLATFORM_STATUSES[word] ?? 'open';
}

/** A return split by whose lines are in it (null: the marketplace's own); a vendor's part holds its own lines only. */
export function splitReturn(
  lines: readonly ReturnLine[],
  ownerOf: ReadonlyMap<string, string | null>,
): { vendorId: string | null; lines: ReturnLine[] }[] {
  const byOwner = new Map<string | null, ReturnLine[]>();
  for (const line of lines) {
    const vendorId = ownerOf.get(line.lineId) ?? null;
    appendTo(byOwner, vendorId, line);
  }
  return [...byOwner].map(([vendorId, own]) => ({ vendorId, lines: own }));
}
