import { STORE_ORDER_SCOPES } from '#app/adapters/shopify/store-orders.server.ts';
import type { Permission } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './store-orders.repo.server.ts';

/** The kind of job that places orders of one vendor in its own store and takes over what was shipped there. */
export const STORE_ORDERS = 'connections.orders';

/** What placing orders and taking over shipments needs of whoever connected the store. */
export const ORDER_PERMISSIONS = ['read_orders', 'write_orders'] as const satisfies readonly Permission[];

/** Whether a store's access suffices for its orders; one that was connected before that was asked for has to be connected again. */
export const grantsOrders = (scopes: readonly string[]): boolean =>
  STORE_ORDER_SCOPES.every((scope) => scopes.includes(scope));

type Needs = Pick<Services, 'jobs'>;

/** Has a vendor's orders seen to now; with `isLook` also the shipments of those about which the store reported nothing. */
export const enqueueStoreOrders = (
  tx: SqlTx,
  { jobs }: Needs,
  vendorId: bigint,
  { isLook = false }: { isLook?: boolean } = {},
): Promise<void> =>
  jobs.enqueue(
    tx,
    STORE_ORDERS,
    { vendorId: String(vendorId), isLook },
    { key: `${vendorId}/${isLook ? 'look' : 'now'}` },
  );

/** Has the shipments of orders read of which their store reported something, by the orders' ids there. */
export async function requestOrderChecks(
  tx: SqlTx,
  services: Needs,
  vendorId: bigint,
  sourceIds: readonly bigint[],
): Promise<void> {
  if ((await repo.requestCheck(tx, vendorId, sourceIds)) > 0) await enqueueStoreOrders(tx, services, vendorId);
}

/** Has orders placed that waited for a store which is connected again. */
export async function wakeStoreOrders(tx: SqlTx, services: Needs, vendorId: bigint, at: Date): Promise<void> {
  await repo.wakeOrders(tx, vendorId, at);
  await enqueueStoreOrders(tx, services, vendorId);
}
