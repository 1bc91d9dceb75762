import type { OwnStore } from '#app/core/own-store.ts';
import type { WebClient } from '#app/adapters/web/web-client.server.ts';
import { openWooClient, type WooAccess } from './client.server.ts';
import * as orders from './orders.server.ts';
import * as products from './products.server.ts';
import { subscribe } from './webhooks.server.ts';

/** A vendor's own store on WooCommerce, with the keys that it gave. */
export function createWooStore(access: WooAccess, web: WebClient): OwnStore {
  const client = openWooClient(access, web);
  return {
    listProducts: async (o) => products.listProducts(client, { ...o, currency: await products.readCurrency(client) }),
    listVariants: (after) => products.listVariants(client, after),
    readProducts: (ids) => products.readProducts(client, ids),
    placeOrder: (order) => orders.placeOrder(client, order),
    findOrder: (o) => orders.findOrder(client, o),
    readOrderVersions: (ids) => orders.readOrderVersions(client, ids),
    readOrder: (id) => orders.readOrder(client, id),
    readShippedUnits: (shipmentId) => orders.readShippedUnits(client, shipmentId),
    cancelOrder: (o) => orders.cancelOrder(client, o),
    subscribe: (o) => subscribe(client, o),
  };
}
