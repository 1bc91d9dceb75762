import { scopeOf } from '#app/core/viewer.ts';
import { countApiKeys } from '#app/features/api-keys/api-keys.service.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listConnectedSheets } from '../sheets/sheet-maker.service.server.ts';
import { listDifferenceCounts } from '../differences/differences-count.service.server.ts';
import { listStoreOrderCounts } from '../store-orders/store-order-counts.service.server.ts';
import type { ConnectedSource, VendorConnections } from './connection.ts';
import * as repo from './connections.repo.server.ts';
import { requireIntegrations } from './integration-keys.service.server.ts';

type Orders = { placed: number; problems: number };
/** Nothing of a store to which no orders go or went. */
function toOrders(store: { ordersSince: Date | null } | undefined, counts: Orders | undefined): Orders | null {
  if (!counts) return store?.ordersSince ? { placed: 0, problems: 0 } : null;
  return { placed: counts.placed, problems: counts.problems };
}

const toSource = (
  name: string,
  o: { state: 'active' | 'paused'; syncedAt: Date | null; failingSince: Date | null },
): ConnectedSource => ({
  name,
  state: o.state,
  syncedAt: o.syncedAt?.toISOString() ?? null,
  failingSince: o.failingSince?.toISOString() ?? null,
});

/** The own stores and spreadsheets that are not synced at the moment, and since when; none while the feature is off. */
export async function listFailingSources(tx: SqlTx): Promise<{ vendor: string; name: string; since: Date }[]> {
  if (!(await readSwitches(tx)).integrations) return [];
  const all = [
    ...(await repo.listOwnStores(tx)).map((one) => ({ ...one, name: one.shop })),
    ...(await listConnectedSheets(tx)).map((one) => ({ ...one, name: one.title })),
  ];
  const failing = all.filter(({ failingSince }) => failingSince !== null);
  const vendors = await findVendorNames(
    tx,
    failing.map(({ vendorId }) => vendorId),
  );
  return failing.flatMap(({ vendorId, name, failingSince }) => {
    const vendor = vendors.get(vendorId);
    return vendor === undefined || failingSince === null ? [] : [{ vendor, name, since: failingSince }];
  });
}

/** The vendors with a store, a spreadsheet or API keys of their own, by name: at most 500 of each. Throws feature_disabled (404). */
export function listVendorConnections(ctx: Ctx): Promise<VendorConnections[]> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireIntegrations(tx);
    const stores = new Map((await repo.listOwnStores(tx)).map((one) => [one.vendorId, one]));
    const sheets = new Map((await listConnectedSheets(tx)).map((one) => [one.vendorId, one]));
    const orders = new Map((await listStoreOrderCounts(tx)).map((one) => [one.vendorId, one]));
    const differences = new Map((await listDifferenceCounts(tx)).map((one) => [one.vendorId, one.count]));
    const keys = await countApiKeys(tx, ctx.clock.now());
    const ids = [...new Set([...stores.keys(), ...sheets.keys(), ...keys.keys()])];
    const names = await findVendorNames(tx, ids);
    return ids
      .flatMap((id): VendorConnections[] => {
        const vendor = names.get(id);
        if (vendor === undefined) return [];
        const [store, sheet] = [stores.get(id), sheets.get(id)];
        return [
          {
            vendorId: String(id),
            vendor,
            store: store ? toSource(store.shop, store) : null,
            differences: store ? (differences.get(id) ?? 0) : null,
            orders: toOrders(store, orders.get(id)),
            sheet: sheet ? toSource(sheet.title, sheet) : null,
            keys: keys.get(id) ?? 0,
          },
        ];
      })
      .sort((a, b) => a.vendor.localeCompare(b.vendor));
  });
}
