import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { listOwnUnits } from '#app/features/orders/read-models/sold-lines.service.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findConnection } from '../connections/connections.repo.server.ts';
import { requireIntegrations, requireVendor } from '../connections/integration-keys.service.server.ts';
import { enqueueStoreOrders } from './schedule-orders.service.server.ts';
import { countTakenBack } from './store-order.ts';
import type { StoreOrderDto } from './store-orders.contract.ts';
import * as repo from './store-orders.repo.server.ts';

const MAX_LISTED = 100;

/** The newest orders that are not in the own stores of the scope's vendors as they should be. Throws feature_disabled (404). */
export function listStoreOrders(ctx: Ctx): Promise<StoreOrderDto[]> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireIntegrations(tx);
    return toDtos(ctx, tx, await repo.listProblems(tx, MAX_LISTED));
  });
}

/** What became of an order in the own stores of its vendors. Throws feature_disabled (404), not_found (404) for no order of the scope. */
export function readStoreOrder(ctx: Ctx, orderId: bigint): Promise<StoreOrderDto[]> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireIntegrations(tx);
    return readOf(ctx, tx, orderId);
  });
}

async function readOf(ctx: Ctx, tx: SqlTx, orderId: bigint): Promise<StoreOrderDto[]> {
  if ((await listOwnUnits(tx, [orderId])).length === 0) throw new AppError('not_found');
  return toDtos(ctx, tx, await repo.listOfOrder(tx, orderId));
}

/**
 * Has an order placed again that the vendor's own store refused, or its shipments taken over that were refused here. Throws not_found
 * (404), invalid_state (409) without a store, in the marketplace view, or for an order that never goes there; feature_disabled (404).
 */
export function retryStoreOrder(ctx: Ctx, orderId: bigint): Promise<StoreOrderDto[]> {
  const vendorId = requireVendor(ctx);
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireIntegrations(tx);
    if ((await listOwnUnits(tx, [orderId])).length === 0) throw new AppError('not_found');
    const connection = await findConnection(tx, vendorId);
    if (!connection) throw stateRefuses('store_not_connected');
    if (connection.state === 'paused') throw stateRefuses('store_paused');
    if (!(await repo.retryOrder(tx, vendorId, { orderId, at }))) throw stateRefuses('order_not_in_store');
    await enqueueStoreOrders(tx, ctx, vendorId);
    return readOf(ctx, tx, orderId);
  });
}

async function toDtos(ctx: Ctx, tx: SqlTx, orders: readonly repo.StoreOrder[]): Promise<StoreOrderDto[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ orderId }) => orderId);
  const shipments = await repo.listShipments(tx, ids);
  const units = await listOwnUnits(tx, ids);
  const names = await findVendorNames(tx, [...new Set(orders.map(({ vendorId }) => vendorId))]);
  return orders.map((order) => {
    const isOwn = (one: { orderId: bigint; vendorId: bigint }) =>
      one.orderId === order.orderId && one.vendorId === order.vendorId;
    const own = shipments.filter(isOwn);
    const refusedShipments = own.filter(({ problem }) => problem === 'refused').length;
    const beyond = own.reduce((sum, one) => sum + one.beyond, 0);
    const isPlaced = order.state === 'placed';
    const canRetry =
      order.state === 'refused' || (isPlaced && (order.problem !== null || refusedShipments > 0 || beyond > 0));
    return {
      orderId: String(order.orderId),
      orderName: order.orderName,
      vendorId: String(order.vendorId),
      vendor: names.get(order.vendorId) ?? '',
      shop: order.shop,
      state: order.state,
      problem: order.problem,
      detail: order.detail,
      name: order.sourceName,
      url: order.sourceId === null ? null : toAdminUrl(order.shop, order.sourceId),
      beyond,
      refusedShipments,
      takenBack:
        isPlaced && order.cancelledThereAt === null ? countTakenBack(order.units ?? {}, units.filter(isOwn)) : 0,
      canRetry: canRetry && ctx.viewer.vendorScope !== '*' && can(ctx.viewer, 'write_orders'),
    };
  });
}

/** An order's page in the admin of its store. */
const toAdminUrl = (shop: string, id: bigint): string => `https://${shop}/admin/orders/${id}`;
