import { MINUTE_MS } from '#app/core/durations.ts';
import { asVendorId, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { listVendors } from '#app/platform/vendors/vendors.service.server.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { DISCOUNT_ANNOUNCE } from './discount-jobs.server.ts';
import { canEnd } from './discount.ts';
import * as repo from './discounts.repo.server.ts';

const LATER_MS = MINUTE_MS;

/**
 * Tells the vendors who bear a discount that somebody else made or changed what it takes off and when, once for the same terms. One that the
 * store has not confirmed yet is told of once it has; of one that was refused or ended nobody is told.
 */
export async function announceDiscount(services: Services, storeId: StoreId, id: bigint): Promise<JobEnd | undefined> {
  const now = services.clock.now();
  const { row, vendorIds } = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const found = await repo.findDiscount(tx, id);
    return { row: found, vendorIds: found ? await listBearers(tx, found) : [] };
  });
  if (!row || row.vendorPercent === 0n || !canEnd(row, now)) return undefined;
  if (row.state === 'creating') {
    const dueAt = new Date(now.getTime() + LATER_MS);
    const payload = { discountId: String(id) };
    return (tx) => scheduleJob(tx, { kind: DISCOUNT_ANNOUNCE, key: `${id}/${dueAt.toISOString()}`, payload, dueAt });
  }
  return (tx) =>
    queueMails(
      tx,
      services,
      vendorIds.map((vendorId) => ({
        dedupeKey: `discount/${id}/${hashTerms(row)}/${vendorId}`,
        template: 'vendor-discount',
        audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
        params: { discountId: String(id), vendorId: String(vendorId) },
        dueAt: now,
        createdAt: now,
      })),
    );
}

/** The same for the same terms: how often it was used, or how it stands at the store, is nothing to tell. */
const hashTerms = (row: repo.DiscountRow): string =>
  hashToken(
    JSON.stringify([
      [row.valueType, String(row.percent), String(row.amountMinor), String(row.vendorPercent)],
      [row.startsAt, row.endsAt, row.usageLimit, row.onePerCustomer],
      [row.minimumType, String(row.minimumMinor), row.minimumQuantity],
    ]),
  ).slice(0, 32);

/** The vendors of whose payouts a discount is taken: its own, those that it names, or all that sell. */
async function listBearers(tx: SqlTx, row: repo.DiscountRow): Promise<bigint[]> {
  if (row.vendorId !== null) return [row.vendorId];
  if (row.vendorIds.length > 0) return row.vendorIds;
  return (await listVendors(tx))
    .filter((vendor) => vendor.status === 'active' && !vendor.deletedAt && !vendor.managedByMarketplace)
    .map(({ id }) => id);
}
