import { asVendorId } from '#app/core/ids.ts';
import { queueMails, type QueuedMail } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { LabelRow } from './labels.repo.server.ts';

type PaidLabel = Pick<LabelRow, 'id' | 'orderId' | 'vendorId' | 'chargedMinor'>;

/**
 * Tells whoever pays for a label that its money does not come back, or that its order was canceled before it was used: its vendor in any
 * case, and the marketplace where it bears the label.
 */
export async function notifyOfLabel(
  tx: SqlTx,
  services: Pick<Services, 'clock' | 'jobs'>,
  label: PaidLabel,
  problem: 'refused' | 'unused',
): Promise<void> {
  const at = services.clock.now();
  const { id, orderId, vendorId, chargedMinor } = label;
  // A refusal may be had more than once; an order is canceled once.
  const occasion = problem === 'refused' ? `refused/${at.toISOString()}` : problem;
  const mail = {
    params: { orderId: String(orderId), vendorId: String(vendorId), labelId: String(id), problem },
    dueAt: at,
    createdAt: at,
  };
  const mails: QueuedMail[] = [
    {
      ...mail,
      dedupeKey: `label/${String(id)}/${occasion}`,
      template: 'vendor-label-problem',
      audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
    },
  ];
  if (chargedMinor === null)
    mails.push({
      ...mail,
      dedupeKey: `label/${String(id)}/${occasion}/marketplace`,
      template: 'marketplace-label-problem',
      audience: { kind: 'admins' },
    });
  await queueMails(tx, services, mails);
}
