import type { ShippoClient, ShippoRefund } from '#app/adapters/shippo/shippo.server.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import type { Actor } from '#app/core/viewer.ts';
import { reverseLabelPrice } from '#app/features/adjustments/book-label-price.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import * as repo from './labels.repo.server.ts';
import type { RefundState } from './packages/package-states.ts';
import type { LabelPackage } from './packages/packages.repo.server.ts';
import { formatLabelName } from './settle-label.service.server.ts';

/** How soon a refund that was asked for is looked at: its answer may have been lost. */
export const FIRST_POLL_MS = 120_000;
/** Carriers take days to say whether a label was unused. */
export const NEXT_POLL_MS = 6 * HOUR_MS;

/** A refund by what is known of it: its id is not where the purchase alone tells of it. */
export type RequestedRefund = { refundId: string | null; refundStatus: RefundState };

const REFUND_OF: Readonly<Record<string, ShippoRefund['status']>> = {
  REFUNDPENDING: 'PENDING',
  REFUNDED: 'SUCCESS',
  REFUNDREJECTED: 'ERROR',
};

const toRefundState = (status: ShippoRefund['status']): RefundState =>
  status === 'SUCCESS' ? 'done' : status === 'ERROR' ? 'refused' : 'open';

/**
 * Asks for the money of a package, or finds what became of it where it was asked for. `mark` looks whether it still is to be asked for and
 * notes that it is, in one statement: undefined where it is not. Throws ShippoProblem.
 */
export async function askRefund(
  client: ShippoClient,
  { transactionId, refundId }: Pick<LabelPackage, 'transactionId' | 'refundId'>,
  { wasRequested, mark }: { wasRequested: boolean; mark: () => Promise<boolean> },
): Promise<RequestedRefund | undefined> {
  if (refundId) return toRequested(await client.readRefund(refundId));
  if (wasRequested) {
    // Its answer was lost: the purchase itself says whether its money was asked for.
    const status = REFUND_OF[(await client.readPurchase(transactionId)).status];
    if (status) return { refundId: null, refundStatus: toRefundState(status) };
  }
  if (!(await mark())) return undefined;
  return toRequested(await client.refund(transactionId));
}

const toRequested = ({ refundId, status }: ShippoRefund): RequestedRefund => ({
  refundId,
  refundStatus: toRefundState(status),
});

/** Ends a label whose money came back, once, with its charge and the order's timeline. */
export async function endLabel(
  tx: Tx,
  label: repo.LabelRow,
  { refundId, actor, at }: { refundId: string | null; actor: Actor; at: Date },
): Promise<void> {
  const { orderId, vendorId } = label;
  const change = { status: 'voided', refundId, voidedAt: at };
  if (!(await repo.updateLabel(tx, { labelId: label.id, from: ['bought', 'voiding'] }, change))) return;
  // A return may have been charged since the label was read.
  const adjustmentId = (await repo.findLabel(tx, label.id))?.adjustmentId ?? null;
  if (adjustmentId !== null)
    await reverseLabelPrice(tx, { orderId, adjustmentId, note: formatLabelName(label), actor, at });
  await recordAudit(tx, [
    {
      subject: 'order',
      subjectId: String(orderId),
      vendorId,
      action: 'label.voided',
      actor,
      at,
      detail: { carrier: label.carrier, service: label.service, label: String(label.id) },
    },
  ]);
}
