import { inOrderOfCredit, type IssuedKind } from './document.ts';
import { computeDifference, isEmptySheet, sheetAfter, type OrderKnowledge, type Sheet } from './invoice-amounts.ts';

/**
 * Ids of corrections after edits and cancellations: 1, 2, … of each part, beside the platform's ids of refunds, which are
 * much longer numbers.
 */
const MAX_CORRECTIONS = 1_000n;

/** Something that changed what an invoice says: its credit note or, where goods were added, an additional invoice. */
export type Correction = { id: bigint; kind: IssuedKind; at: string; sheet: Sheet };

/** Whether the id of a correction is a refund's. */
export const isRefund = (id: bigint): boolean => id >= MAX_CORRECTIONS;

/**
 * What has to be issued of a part after its invoice and the corrections that it has, in their order. Invoice less credit
 * notes plus additional invoices is then what the buyer owes for the part, by line and by tax, and never below zero between.
 * A change other than a refund is dated `now`: the order's own times tell of changes to other vendors' parts.
 */
export function openCorrections(
  order: OrderKnowledge,
  vendorId: string,
  invoice: { sheet: Sheet; refundIds: readonly string[] },
  issued: readonly Omit<Correction, 'at'>[],
  now: Date,
): Correction[] {
  const { known } = order;
  const counted = new Set(invoice.refundIds);
  let balance = invoice.sheet;
  let next = 1n;
  for (const { id, kind, sheet } of issued) {
    balance = kind === 'credit_note' ? computeDifference(balance, sheet) : computeDifference(balance, negated(sheet));
    if (isRefund(id)) counted.add(String(id));
    else next = id >= next ? id + 1n : next;
  }
  const { cancelledAt } = known.latest;
  // What was taken back whole is settled: a refund that comes later only pays back what the notes said.
  if (cancelledAt !== null && isEmptySheet(balance)) return [];
  const open: Correction[] = [];
  const correct = (id: bigint, at: string, to: Sheet): void => {
    const taken = computeDifference(balance, to);
    balance = to;
    if (isEmptySheet(taken)) return;
    const isAdded = taken.totalMinor < 0n;
    const time = new Date(at).toISOString();
    open.push({ id, at: time, ...(isAdded ? added(taken) : { kind: 'credit_note' as const, sheet: taken }) });
  };
  const before = sheetAfter(order, vendorId, counted);
  if (!before) return [];
  // Edits come first: a refund may take back goods that were added after the invoice.
  correct(next, now.toISOString(), before);
  if (open.length > 0) next += 1n;
  for (const refund of inOrderOfCredit(known.refunds)) {
    if (refund.refusal !== null || counted.has(refund.id)) continue;
    counted.add(refund.id);
    const after = sheetAfter(order, vendorId, counted);
    if (after) correct(BigInt(refund.id), refund.createdAt, after);
  }
  if (cancelledAt !== null) correct(next, now.toISOString(), computeDifference(balance, balance));
  return open;
}

const added = (taken: Sheet): { kind: IssuedKind; sheet: Sheet } => ({ kind: 'invoice', sheet: negated(taken) });

function negated(sheet: Sheet): Sheet {
  return computeDifference(computeDifference(sheet, sheet), sheet);
}
