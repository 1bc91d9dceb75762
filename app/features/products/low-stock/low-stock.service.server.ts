import { recordNotices } from '#app/platform/notices/record-notices.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readLowStock } from '../form/product-rules.service.server.ts';
import { listBecameLow, type MovedStock } from './low-stock.ts';
import * as repo from './low-stock.repo.server.ts';

/**
 * Tells vendors of products on sale of which a variant has just become low, in the bell and as `stock.low`: one notice a product,
 * however many of its variants. Where the marketplace set no threshold, nothing is told.
 */
export async function reportLowStock(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  moved: readonly MovedStock[],
  at: Date,
): Promise<void> {
  if (!moved.some(({ before, after }) => after < before)) return;
  const threshold = await readLowStock(tx);
  const low = threshold === null ? [] : listBecameLow(moved, threshold);
  if (low.length === 0) return;
  const products = await repo.listTrackedOnSale(
    tx,
    low.map(({ variantId }) => variantId),
  );
  await recordNotices(
    tx,
    services,
    products.map(({ id, vendorId }) => ({
      vendorId,
      kind: 'stockLow',
      subjectId: id,
      dedupeKey: `stock-low/${id}/${at.toISOString()}`,
      at,
    })),
  );
}
