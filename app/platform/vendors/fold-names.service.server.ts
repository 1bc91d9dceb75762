import type { Clock } from '#app/core/clock.ts';
import { FOLDING, foldName } from '#app/core/text/folding.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Database, SqlTx } from '#app/server/db.server.ts';
import * as repo from './fold-names.repo.server.ts';

/**
 * Keys the names of each store as this version folds them, a store a transaction; `after` is what follows from it there. Stores
 * that are keyed so already are left alone, so that it may run at each start.
 */
export async function foldStoredNames(
  o: { db: Pick<Database, 'sql' | 'fast'>; clock: Clock },
  after: (tx: SqlTx, now: Date) => Promise<void>,
): Promise<void> {
  for (const storeId of await repo.listStoresToFold(o.db, FOLDING)) {
    await o.db.fast(marketplaceScope(storeId), async (tx) => {
      // Of several processes that start at once one folds, and the others find it done.
      if (!(await repo.takeFolding(tx, FOLDING))) return;
      const now = o.clock.now();
      await foldVendors(tx, now);
      const older = await repo.listOlderNames(tx);
      await repo.replaceAliases(
        tx,
        older.map(({ vendorId, name }) => ({ vendorId, key: foldName(name) })),
      );
      const requested = (await repo.listRequestedNames(tx)).map((one) => ({ ...one, folded: foldName(one.name) }));
      await repo.rekeyRequestedNames(
        tx,
        requested.flatMap(({ id, key, folded }) => (key === folded ? [] : [{ id, key: folded }])),
      );
      await repo.recordFolding(tx, FOLDING);
      await after(tx, now);
    });
  }
}

async function foldVendors(tx: SqlTx, now: Date): Promise<void> {
  const vendors = await repo.takeKeyedVendors(tx);
  const { keys, shared } = assignKeys(vendors);
  const keyOf = new Map(vendors.map(({ id, key }) => [id, key]));
  await repo.rekeyVendors(
    tx,
    keys.filter(({ id, key }) => keyOf.get(id) !== key),
  );
  await repo.insertSharedNames(
    tx,
    shared.map(({ vendor, holder }) => ({ vendorId: vendor.id, detail: { vendor: vendor.name, holder: holder.name } })),
    now,
  );
}

/**
 * The key of each vendor. Of several whose names are one name now, the one with an account has it, else the oldest: what is sold
 * under the name is that vendor's. The others keep a key that no name folds to, until an admin gives them another name.
 */
export function assignKeys<Vendor extends { id: bigint; name: string; hasAccount: boolean }>(
  vendors: readonly Vendor[],
): { keys: { id: bigint; key: string }[]; shared: { vendor: Vendor; holder: Vendor }[] } {
  const holderOf = new Map<string, Vendor>();
  for (const vendor of vendors) {
    const key = foldName(vendor.name);
    const holder = holderOf.get(key);
    if (!holder || (vendor.hasAccount && !holder.hasAccount)) holderOf.set(key, vendor);
  }
  const keys: { id: bigint; key: string }[] = [];
  const shared: { vendor: Vendor; holder: Vendor }[] = [];
  for (const vendor of vendors) {
    const key = foldName(vendor.name);
    const holder = holderOf.get(key) ?? vendor;
    keys.push({ id: vendor.id, key: holder === vendor ? key : ` ${vendor.id} ${key}` });
    if (holder !== vendor) shared.push({ vendor, holder });
  }
  return { keys, shared };
}
