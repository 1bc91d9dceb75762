import { implement, type Implementation } from '#app/server/http/api.server.ts';
import {
  appInfoEndpoint,
  appStatusEndpoint,
  listHistoryEndpoint,
  listSettingsEndpoint,
  saveFeaturesEndpoint,
  shopInfoEndpoint,
  storesEndpoint,
} from './info.contract.ts';
import { readSettingsHistory } from './history.service.server.ts';
import { listStoresOfViewer, readAppInfo, readAppStatus, readShopInfo } from './info.service.server.ts';
import { readSettingsPage } from './settings-page.service.server.ts';
import { saveFeatureChanges } from './save-features.service.server.ts';

export const infoApi: readonly Implementation[] = [
  implement(storesEndpoint, (ctx) => listStoresOfViewer(ctx)),
  implement(appInfoEndpoint, (ctx) => readAppInfo(ctx)),
  implement(shopInfoEndpoint, (ctx) => readShopInfo(ctx)),
  implement(appStatusEndpoint, (ctx, { query }) => readAppStatus(ctx, query.version)),
  implement(saveFeaturesEndpoint, (ctx, { body }) => saveFeatureChanges(ctx, body.features)),
  implement(listSettingsEndpoint, (ctx) => readSettingsPage(ctx)),
  implement(listHistoryEndpoint, (ctx, { query }) => readSettingsHistory(ctx, query)),
];
