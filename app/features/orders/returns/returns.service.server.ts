import { RETURN_SCOPE } from '#app/adapters/shopify/orders/returns.server.ts';
import { readReturn, readReturnsOfOrder } from '#app/adapters/shopify/orders/returns-read.server.ts';
import type { PlatformReturn } from '#app/adapters/shopify/orders/returns-read.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { markChanged } from '../changes/order-changes.service.server.ts';
import { readReturnStatus, splitReturn } from './order-return.ts';
import * as orders from '../orders.repo.server.ts';
import { readOrderAgain } from '../ingest/reconcile.service.server.ts';
import * as repo from './returns.repo.server.ts';

export const READ_RETURN_JOB = 'orders.read-return';
export const READ_OPEN_RETURNS_JOB = 'orders.read-open-returns';
const MAX_ORDERS_READ = 200;

/** Reads a return of the store again, after it told of it. Where the store has not granted the access, there is nothing to read. */
export async function readReturnAgain(services: Services, storeId: StoreId, returnId: bigint): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store) throw new AppError('store_unknown');
  if (store.uninstalledAt) return;
  const platform = await services.adapters.platform(store.domain);
  if (!(await listGrantedScopes(platform)).has(RETURN_SCOPE)) return;
  const readAt = services.clock.now();
  const found = await readReturn(platform, returnId);
  if (found) await keepReturns(services, storeId, found.orderId, [found], readAt);
}

/**
 * Reads the store's open returns again, after it told of one without saying which. At most 200 orders, the longest unread first;
 * the rest is read when somebody opens it.
 */
export async function readOpenReturns(services: Services, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store) throw new AppError('store_unknown');
  if (store.uninstalledAt) return;
  if (!(await listGrantedScopes(await services.adapters.platform(store.domain))).has(RETURN_SCOPE)) return;
  const orderIds = await services.db.fast(marketplaceScope(storeId), (tx) =>
    repo.listOrdersWithOpenReturns(tx, MAX_ORDERS_READ),
  );
  for (const orderId of orderIds) await refreshReturns(services, storeId, orderId);
}

/** Reads all returns of an order again: what was told while the access was not granted yet is known from then on. */
export async function refreshReturns(services: Services, storeId: StoreId, orderId: bigint): Promise<PlatformReturn[]> {
  const store = await findStoreById(services, storeId);
  if (!store) throw new AppError('store_unknown');
  const readAt = services.clock.now();
  const found = await readReturnsOfOrder(await services.adapters.platform(store.domain), orderId);
  await keepReturns(services, storeId, orderId, found, readAt);
  return found;
}

async function keepReturns(
  services: Services,
  storeId: StoreId,
  orderId: bigint,
  found: readonly PlatformReturn[],
  readAt: Date,
): Promise<void> {
  const scope = marketplaceScope(storeId);
  const lines = await services.db.fast(scope, (tx) => orders.listLines(tx, orderId));
  // A return may be told of before its order.
  if (lines.length === 0) await readOrderAgain(services, storeId, orderId);
  await services.db.fast(scope, (tx) => ingestReturns(tx, services, orderId, found, readAt));
}

/**
 * Writes what is known of an order's returns, each vendor's lines apart, and what programs outside are told of new ones. Reading
 * the same twice changes nothing.
 */
async function ingestReturns(
  tx: SqlTx,
  services: Services,
  orderId: bigint,
  found: readonly PlatformReturn[],
  readAt: Date,
): Promise<void> {
  const lines = await orders.listLines(tx, orderId);
  const ownerOf = new Map(
    lines.map(({ id, vendorId }) => [String(id), vendorId === null ? null : String(vendorId)] as const),
  );
  const rows = found.flatMap((one) => {
    const status = readReturnStatus(one.status);
    const own = one.lines.map((line) => ({
      id: String(line.id),
      lineId: String(line.lineId),
      quantity: line.quantity,
      received: line.received,
      reason: line.reason,
    }));
    const isEnded = status === 'closed' || status === 'declined' || status === 'cancelled';
    return splitReturn(own, ownerOf).map((vendorOrder): repo.StoredReturn => ({
      id: one.id,
      vendorId: vendorOrder.vendorId === null ? null : BigInt(vendorOrder.vendorId),
      status,
      name: one.name,
      declineReason: one.decline?.reason.toLowerCase() ?? null,
      declineNote: one.decline?.note ?? null,
      lines: vendorOrder.lines,
      requestedAt: one.createdAt,
      approvedAt: one.approvedAt,
      receivedAt: vendorOrder.lines.some((line) => line.received > 0) ? readAt : null,
      endedAt: isEnded ? (one.closedAt ?? readAt) : null,
    }));
  });
  const { added, isChanged } = await repo.upsertReturns(tx, orderId, rows, readAt);
  if (isChanged) await markChanged(tx, [orderId]);
  const events = added
    .filter(({ endedAt }) => endedAt === null)
    .map(({ id, vendorId }) => ({
      topic: 'return.requested' as const,
      vendorId,
      subject: 'order' as const,
      subjectId: orderId,
      key: `${String(orderId)}/${String(id)}`,
    }));
  await recordWebhookMessages(tx, services, events, readAt);
}
