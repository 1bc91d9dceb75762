import { asVendorId } from '#app/core/ids.ts';
import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { recordNotices } from '#app/platform/notices/record-notices.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { isNewerTracking, type LabelTracking } from '../label.ts';
import * as repo from '../labels.repo.server.ts';
import { planTrackingReport } from './report-tracking.service.server.ts';

const CARRIER: Actor = { kind: 'system', id: 'carrier', name: '', role: 'system' };

/** The events of the timeline for what a carrier says. */
const EVENTS: Partial<Record<LabelTracking, string>> = {
  transit: 'label.in_transit',
  delivered: 'label.delivered',
  failure: 'label.delivery_failed',
  returned: 'label.returned',
};

type Step = { label: repo.LabelRow; status: LabelTracking; at: Date };

/**
 * Records where a package is, where that is newer than what is known: the order's timeline, and what the vendor is told. The
 * vendor gets a notice of a delivery, and a mail about a package that did not arrive. The store is told, and
 * it alone tells the buyer.
 */
export async function recordTracking(tx: Tx, services: Services, { label, status, at }: Step): Promise<boolean> {
  const known = await repo.findLabel(tx, label.id, { lock: true });
  if (!known || !isNewerTracking(known.trackingStatus, status)) return false;
  const delivered = status === 'delivered' ? { deliveredAt: at } : {};
  const change = { trackingStatus: status, ...delivered };
  if (!(await repo.updateLabel(tx, { labelId: label.id, from: ['bought', 'voiding'] }, change))) return false;
  if (known.isReturn) return recordReturn(tx, services, { label: known, status, at });
  await planTrackingReport(tx, { label: known, status, at });
  const { orderId, vendorId } = label;
  const action = EVENTS[status];
  if (!action) return true;
  await recordCarrierEvent(tx, { label, action, at });
  if (status === 'delivered') {
    const dedupeKey = `label/${String(label.id)}/delivered`;
    await recordNotices(tx, services, [{ vendorId, kind: 'orderDelivered', subjectId: orderId, dedupeKey, at }]);
  }
  if (status === 'failure' || status === 'returned') await queueProblemMail(tx, services, { label, status, at });
  return true;
}

const RETURN_EVENTS: Partial<Record<LabelTracking, string>> = {
  transit: 'label.return_in_transit',
  delivered: 'label.return_delivered',
};

/** Records where a return is. The vendor hears that it arrived. */
async function recordReturn(tx: Tx, services: Services, { label, status, at }: Step): Promise<boolean> {
  const { orderId, vendorId } = label;
  const action = RETURN_EVENTS[status];
  if (!action) return true;
  await recordCarrierEvent(tx, { label, action, at });
  if (status === 'delivered') {
    const dedupeKey = `label/${String(label.id)}/delivered`;
    await recordNotices(tx, services, [{ vendorId, kind: 'returnDelivered', subjectId: orderId, dedupeKey, at }]);
  }
  return true;
}

/** Records in the order's timeline what a carrier reported of a label. */
function recordCarrierEvent(
  tx: Tx,
  { label, action, at }: Pick<Step, 'label' | 'at'> & { action: string },
): Promise<void> {
  return recordAudit(tx, [
    {
      subject: 'order',
      subjectId: String(label.orderId),
      vendorId: label.vendorId,
      action,
      actor: CARRIER,
      at,
      detail: { label: String(label.id) },
    },
  ]);
}

/** Plans the mail to the vendor about a package that did not arrive, once for each status; its notice comes with it. */
async function queueProblemMail(tx: Tx, services: Services, { label, status, at }: Step): Promise<void> {
  await queueMails(tx, services, [
    {
      dedupeKey: `label/${String(label.id)}/${status}`,
      template: 'order-delivery-problem',
      audience: { kind: 'vendor', vendorId: asVendorId(label.vendorId) },
      params: {
        orderId: String(label.orderId),
        vendorId: String(label.vendorId),
        labelId: String(label.id),
        status,
      },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
