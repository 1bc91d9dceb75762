import { z } from 'zod';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { deletedPayload, numberId } from '#app/features/products/mirror/webhook-product.ts';
import type { Services } from '#app/server/context.server.ts';
import type { VendorShopHandler } from '#app/server/webhook-queue.server.ts';
import { connectedVendorsFunction } from './connected-vendors-function.repo.server.ts';
import * as repo from './connections.repo.server.ts';
import { requestOrderChecks } from '../store-orders/schedule-orders.service.server.ts';
import { scheduleStoreSync } from './schedule-sync.service.server.ts';

const PRODUCT_TOPICS = ['products/update', 'products/delete'];
const STOCK_TOPICS = ['inventory_levels/update', 'inventory_levels/connect', 'inventory_levels/disconnect'];
const SHIPMENT_TOPICS = ['fulfillments/create', 'fulfillments/update'];
const ORDER_TOPICS = ['orders/cancelled'];
const ACCESS_TOPICS = ['app/uninstalled'];

const stockPayload = z.object({ inventory_item_id: numberId });
const shipmentPayload = z.object({ order_id: numberId });
const orderPayload = z.object({ id: numberId });

/**
 * What vendors' own stores report: a product that changed or is gone there, its stock, a shipment or cancellation of an order that was
 * placed there, or that the access was taken away. Nothing of it is believed but which product or order it is of: that is read, so that a
 * delivery that comes twice, late or out of order does no harm. One that names nothing is left to the hourly look.
 */
export function vendorShopHandler(services: Services): VendorShopHandler {
  return {
    topics: [...PRODUCT_TOPICS, ...STOCK_TOPICS, ...SHIPMENT_TOPICS, ...ORDER_TOPICS, ...ACCESS_TOPICS],
    async handle(shop, deliveries) {
      const sourceIds: bigint[] = [];
      const itemIds: bigint[] = [];
      const orderIds: bigint[] = [];
      let hasLostAccess = false;
      for (const { topic, payload } of deliveries) {
        if (ACCESS_TOPICS.includes(topic)) hasLostAccess = true;
        else if (STOCK_TOPICS.includes(topic)) itemIds.push(...readStock(payload));
        else if (SHIPMENT_TOPICS.includes(topic)) orderIds.push(...readId(shipmentPayload, payload, 'order_id'));
        else if (ORDER_TOPICS.includes(topic)) orderIds.push(...readId(orderPayload, payload, 'id'));
        else sourceIds.push(...readProduct(payload));
      }
      const vendors = await services.db.sql<{ storeId: bigint; vendorId: bigint }>(
        `SELECT store_id AS "storeId", vendor_id AS "vendorId" FROM ${connectedVendorsFunction.name}($1)`,
        [shop],
      );
      for (const { storeId, vendorId } of vendors) {
        await services.db.fast(marketplaceScope(asStoreId(storeId)), async (tx) => {
          if (orderIds.length > 0) await requestOrderChecks(tx, services, vendorId, orderIds);
          const count = await repo.reopenSynced(tx, vendorId, { sourceIds, itemIds });
          if (count === 0 && !hasLostAccess) return;
          await scheduleStoreSync(tx, services, { vendorId, at: services.clock.now() });
        });
      }
    },
  };
}

/** The largest id that the database holds: a larger one is nobody's. */
const MAX_ID = 2n ** 63n - 1n;
const isId = (id: bigint): boolean => id <= MAX_ID;

function readProduct(payload: unknown): bigint[] {
  const read = deletedPayload.safeParse(payload);
  return read.success ? [read.data].filter(isId) : [];
}

const readStock = (payload: unknown): bigint[] => readId(stockPayload, payload, 'inventory_item_id');

function readId<Name extends string>(schema: z.ZodType<Record<Name, bigint>>, payload: unknown, name: Name): bigint[] {
  const read = schema.safeParse(payload);
  return read.success ? [read.data[name]].filter(isId) : [];
}
