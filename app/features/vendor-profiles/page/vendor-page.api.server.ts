import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { runActionEndpoint, readPage, savePage, saveSettings } from './vendor-page.contract.ts';
import { savePageSettings } from './change-pages.service.server.ts';
import { decideVendorPage, readVendorPage, saveVendorPage } from './vendor-page.service.server.ts';

export const vendorPageApi: readonly Implementation[] = [
  implement(readPage, async (ctx, { query }) => ({ page: await readVendorPage(ctx, query.vendor) })),
  implement(savePage, async (ctx, { body }) => ({ page: await saveVendorPage(ctx, body) })),
  implement(runActionEndpoint, async (ctx, { body }) => ({ page: await decideVendorPage(ctx, body) })),
  implement(saveSettings, (ctx, { body }) => savePageSettings(ctx, body)),
];
