import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './catalog.contract.ts';
import { readCatalogSettings, saveCatalogSettings } from './catalog-settings.service.server.ts';
import { createEntry, listEntries, readEntry, saveEntry } from './entries.service.server.ts';

export const catalogApi: readonly Implementation[] = [
  implement(contract.listEntriesEndpoint, (ctx, { query }) => listEntries(ctx, query)),
  implement(contract.createEntryEndpoint, (ctx, { body }) => createEntry(ctx, body)),
  implement(contract.readEntryEndpoint, (ctx, { params }) => readEntry(ctx, params.entryId)),
  implement(contract.saveEntryEndpoint, (ctx, { params, body }) => saveEntry(ctx, params.entryId, body)),
  implement(contract.readCatalogSettingsEndpoint, (ctx) => readCatalogSettings(ctx)),
  implement(contract.saveCatalogSettingsEndpoint, (ctx, { body }) => saveCatalogSettings(ctx, body)),
];
