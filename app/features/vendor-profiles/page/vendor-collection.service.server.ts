import { ensureVendorCollection } from '#app/adapters/shopify/vendor-collections.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { collectionHandle } from './vendor-page.ts';
import * as repo from './vendor-page.repo.server.ts';

/**
 * The collection of a vendor's products at the platform, which a discount is limited to. It is the page's, made in no sales channel
 * where the vendor has no page yet; a renamed vendor is followed by the page's own job. Throws platform_refused (422).
 */
export async function obtainVendorCollection(
  services: Pick<Services, 'db' | 'clock'>,
  platform: PlatformClient,
  storeId: StoreId,
  vendorId: bigint,
): Promise<bigint> {
  const scope = marketplaceScope(storeId);
  const { vendor, page } = await services.db.fast(scope, async (tx) => {
    await repo.ensurePage(tx, vendorId, services.clock.now());
    return { vendor: await requireVendorRow(tx, vendorId), page: await repo.findPage(tx, vendorId) };
  });
  const collection = await ensureVendorCollection(platform, page?.collectionId ?? null, {
    title: vendor.name,
    handle: collectionHandle(vendor.handle, vendor.id),
    vendors: [vendor.name],
  });
  if (page?.collectionId !== collection.id) {
    const version = page?.shownVersion ?? 0;
    await services.db.fast(scope, (tx) => repo.recordShown(tx, vendorId, { collection, version }));
  }
  return collection.id;
}

/** The collections of vendors, as far as they have one: whoever compares knows what is theirs. */
export const listVendorCollections = (tx: SqlTx, vendorIds: readonly bigint[]): Promise<bigint[]> =>
  repo.listCollections(tx, vendorIds);
