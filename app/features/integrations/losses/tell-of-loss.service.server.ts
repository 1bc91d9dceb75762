import { asVendorId } from '#app/core/ids.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Integration, LossReason } from './loss.ts';

/** Tells a vendor, by mail and in its bell, that what it connected is synced no more; once for each loss, which `dedupeKey` names. */
export function notifyOfLoss(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: { vendorId: bigint; integration: Integration; reason: LossReason; dedupeKey: string; at: Date },
): Promise<void> {
  const { vendorId, integration, reason, dedupeKey, at } = o;
  return queueMails(tx, services, [
    {
      dedupeKey,
      template: 'vendor-integration-lost',
      audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
      params: { vendorId: String(vendorId), integration, reason },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
