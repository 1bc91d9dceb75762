import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isUnused, type LabelTracking } from './label.ts';
import { notifyOfLabel } from './tell-of-label.service.server.ts';

type PaidLabel = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint;
  chargedMinor: bigint | null;
  tracking: LabelTracking;
};

/** Tells of the paid labels of orders that were just canceled and whose packages no carrier has. Needs the marketplace's scope. */
export async function notifyOfUnusedLabels(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<void> {
  if (orderIds.length === 0) return;
  // Orders are written in transactions without the ORM.
  const labels = await tx.query<PaidLabel>(
    `SELECT id, order_id AS "orderId", vendor_id AS "vendorId", charged_minor AS "chargedMinor", tracking_status AS tracking
     FROM shipping_labels WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND status = 'bought' AND NOT is_test ORDER BY id`,
    [tx.scope.storeId, [...orderIds]],
  );
  for (const label of labels) if (isUnused(label.tracking)) await notifyOfLabel(tx, services, label, 'unused');
}
