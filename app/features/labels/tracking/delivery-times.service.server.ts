import type { SqlTx } from '#app/server/db.server.ts';
import { averageDeliverySeconds } from '../labels.repo.server.ts';

const HOUR_SECONDS = 3600;

/**
 * How many hours a vendor's packages took from the label to the delivery, on average and with one place, for orders placed from
 * a moment on and before another. By vendor; vendors of whom nothing was delivered are not there.
 */
export async function readHoursToDeliver(tx: SqlTx, range: { from: Date; to: Date }): Promise<Map<bigint, number>> {
  const rows = await averageDeliverySeconds(tx, range);
  return new Map(rows.map(({ vendorId, seconds }) => [vendorId, Math.round((seconds / HOUR_SECONDS) * 10) / 10]));
}
