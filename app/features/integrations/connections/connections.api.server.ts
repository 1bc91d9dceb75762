import { implement } from '#app/server/http/api.server.ts';
import { connectWooStore } from './connect-woo.service.server.ts';
import {
  compareStoreEndpoint,
  connectWooEndpoint,
  listStoreProductsEndpoint,
  readKeysEndpoint,
  replaceKeyEndpoint,
  revokeKeysEndpoint,
  saveKeysEndpoint,
  syncProductEndpoint,
} from './connections.contract.ts';
import { readKeys, replaceKey, revokeKeys, saveKeys } from './integration-keys.service.server.ts';
import { compareStore, listOwnStoreProducts, requestSync } from './store-products.service.server.ts';

export const connectionsApi = [
  implement(readKeysEndpoint, (ctx) => readKeys(ctx)),
  implement(saveKeysEndpoint, (ctx, { body }) => saveKeys(ctx, body)),
  implement(revokeKeysEndpoint, (ctx, { body }) => revokeKeys(ctx, body)),
  implement(replaceKeyEndpoint, (ctx, { params }) => replaceKey(ctx, params.keyId)),
  implement(connectWooEndpoint, (ctx, { body }) => connectWooStore(ctx, body)),
  implement(listStoreProductsEndpoint, (ctx, { query }) => listOwnStoreProducts(ctx, query)),
  implement(syncProductEndpoint, (ctx, { body }) => requestSync(ctx, body)),
  implement(compareStoreEndpoint, (ctx) => compareStore(ctx)),
];
