import { setProductVendor, listProductIdsOfVendor } from '#app/adapters/shopify/products/product-vendors.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Database, SqlTx } from '#app/server/db.server.ts';
import * as repo from './product-vendors.repo.server.ts';

/** How many products of a vendor carry another name than the given one. */
export const countMisnamedProducts = (tx: SqlTx, vendorId: bigint, name: string): Promise<number> =>
  repo.countMisnamed(tx, vendorId, name);

/** Makes what one vendor has on sale another's, who has its name from now on. Needs the marketplace's scope. */
export const moveProducts = repo.moveProducts;

/** How many changes are on their way to the platform at once: enough to use its allowance, few enough to leave some of it. */
const AT_ONCE = 4;

/**
 * Writes a vendor's name on some of the products that still carry another: on those we know, and when there are none left
 * on those that the platform finds under the old name. Returns how many it wrote; 0 means that none is left. May be repeated.
 */
export async function renameSomeProducts(
  db: Database,
  platform: PlatformClient,
  o: { storeId: StoreId; vendorId: bigint; name: string; oldName: string; limit: number; at: Date },
): Promise<number> {
  const scope = marketplaceScope(o.storeId);
  const known = await db.fast(scope, (tx) => repo.listMisnamed(tx, o.vendorId, o.name, o.limit));
  const ids = known.length > 0 ? known : await listProductIdsOfVendor(platform, o.oldName, o.limit);
  const named: bigint[] = [];
  const gone: bigint[] = [];
  const rest = [...ids];
  const work = async (): Promise<void> => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
      const isThere = await setProductVendor(platform, id, o.name);
      (isThere ? named : gone).push(id);
    }
  };
  // All are waited for before a failure is told, so that nothing goes on behind the end of the step.
  const concurrency = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  await db.fast(scope, (tx) => repo.recordNames(tx, { ...o, named, gone }));
  const failed = concurrency.find((lane) => lane.status === 'rejected');
  if (failed && named.length + gone.length === 0) throw failed.reason;
  return ids.length;
}
