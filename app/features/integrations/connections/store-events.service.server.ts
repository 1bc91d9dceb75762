import { z } from 'zod';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { deletedPayload, numberId } from '#app/features/products/mirror/webhook-product.ts';
import type { Services } from '#app/server/context.server.ts';
import type { VendorShopHandler } from '#app/server/webhook-queue.server.ts';
import { connectedVendorsFunction } from './connected-vendors-function.repo.server.ts';
import * as repo from './connections.repo.server.ts';
import { scheduleStoreSync } from './schedule-sync.service.server.ts';

const PRODUCT_TOPICS = ['products/update', 'products/delete'];
const STOCK_TOPICS = ['inventory_levels/update', 'inventory_levels/connect', 'inventory_levels/disconnect'];
const ACCESS_TOPICS = ['app/uninstalled'];

const stockPayload = z.object({ inventory_item_id: numberId });

/**
 * What vendors' own stores report: a product that changed or is gone there, its stock, or that the access was taken away. Nothing of it
 * is believed but which product it is of: the sync reads that product, so that a delivery that comes twice, late or out of order does no
 * harm. One that names nothing is left to the hourly look.
 */
export function vendorShopHandler(services: Services): VendorShopHandler {
  return {
    topics: [...PRODUCT_TOPICS, ...STOCK_TOPICS, ...ACCESS_TOPICS],
    async handle(shop, deliveries) {
      const sourceIds: bigint[] = [];
      const itemIds: bigint[] = [];
      let hasLostAccess = false;
      for (const { topic, payload } of deliveries) {
        if (ACCESS_TOPICS.includes(topic)) hasLostAccess = true;
        else if (STOCK_TOPICS.includes(topic)) itemIds.push(...readStock(payload));
        else sourceIds.push(...readProduct(payload));
      }
      const vendors = await services.db.sql<{ storeId: bigint; vendorId: bigint }>(
        `SELECT store_id AS "storeId", vendor_id AS "vendorId" FROM ${connectedVendorsFunction.name}($1)`,
        [shop],
      );
      for (const { storeId, vendorId } of vendors) {
        await services.db.fast(marketplaceScope(asStoreId(storeId)), async (tx) => {
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

function readStock(payload: unknown): bigint[] {
  const read = stockPayload.safeParse(payload);
  return read.success ? [read.data.inventory_item_id].filter(isId) : [];
}
