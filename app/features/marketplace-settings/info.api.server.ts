import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { appInfo, appStatus, listHistory, listSettings, saveFeatures, shopInfo, stores } from './info.contract.ts';
import { readSettingsHistory } from './history.service.server.ts';
import { listStoresOfViewer, readAppInfo, readAppStatus, readShopInfo } from './info.service.server.ts';
import { readSettingsPage } from './settings-page.service.server.ts';
import { saveFeatureChanges } from './save-features.service.server.ts';

export const infoApi: readonly Implementation[] = [
  implement(stores, (ctx) => listStoresOfViewer(ctx)),
  implement(appInfo, (ctx) => readAppInfo(ctx)),
  implement(shopInfo, (ctx) => readShopInfo(ctx)),
  implement(appStatus, (ctx, { query }) => readAppStatus(ctx, query.version)),
  implement(saveFeatures, (ctx, { body }) => saveFeatureChanges(ctx, body.features)),
  implement(listSettings, (ctx) => readSettingsPage(ctx)),
  implement(listHistory, (ctx, { query }) => readSettingsHistory(ctx, query)),
];
