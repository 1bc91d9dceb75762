import type { OwnStore, SourceProduct } from '#app/core/own-store.ts';
import type { PlatformClient } from './client.server.ts';
import { readProducts, type PlatformProduct } from './products/products.server.ts';
import { listStoreProducts, listStoreVariants } from './seller-store.server.ts';
import {
  cancelStoreOrder,
  findStoreOrder,
  placeStoreOrder,
  readShippedUnits,
  readStoreOrder,
  readStoreOrderVersions,
} from './store-orders.server.ts';

/** A vendor's own store on the platform. What it reports is asked for by the app's own configuration, for every store that lets it in. */
export function createShopifyStore(platform: PlatformClient): OwnStore {
  return {
    listProducts: (o) => listStoreProducts(platform, o),
    listVariants: (after) => listStoreVariants(platform, after),
    readProducts: async (ids) => (await readProducts(platform, ids)).map(toSource),
    placeOrder: (order) => placeStoreOrder(platform, order),
    findOrder: ({ identifier }) => findStoreOrder(platform, identifier),
    readOrderVersions: (ids) => readStoreOrderVersions(platform, ids),
    readOrder: (id) => readStoreOrder(platform, id),
    readShippedUnits: (shipmentId) => readShippedUnits(platform, shipmentId),
    cancelOrder: (o) => cancelStoreOrder(platform, o),
    subscribe: null,
  };
}

const toSource = ({ id, title, status, bodyHtml, media, variants }: PlatformProduct): SourceProduct => ({
  id,
  title,
  status,
  bodyHtml,
  images: media.flatMap(({ contentType, src }) => (contentType === 'IMAGE' && src !== null ? [src] : [])),
  variants,
  stockIds: variants.map(({ inventoryItemId }) => inventoryItemId),
});
