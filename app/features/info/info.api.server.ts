import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { appInfo, appStatus, saveFeatures, shopInfo, stores } from './info.contract.ts';
import {
  listStoresOfViewer,
  readAppInfo,
  readAppStatus,
  readShopInfo,
  saveFeatureChanges,
} from './info.service.server.ts';

export const infoApi: readonly Implementation[] = [
  implement(stores, (ctx) => listStoresOfViewer(ctx)),
  implement(appInfo, (ctx) => readAppInfo(ctx)),
  implement(shopInfo, (ctx) => readShopInfo(ctx)),
  implement(appStatus, (ctx, { query }) => readAppStatus(ctx, query.version)),
  implement(saveFeatures, (ctx, { body }) => saveFeatureChanges(ctx, body.features)),
];
