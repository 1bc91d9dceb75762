import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { runActionEndpoint, readPageEndpoint, savePageEndpoint, saveSettingsEndpoint } from './vendor-page.contract.ts';
import { savePageSettings } from './change-pages.service.server.ts';
import { decideVendorPage, readVendorPage, saveVendorPage } from './vendor-page.service.server.ts';

export const vendorPageApi: readonly Implementation[] = [
  implement(readPageEndpoint, async (ctx, { query }) => ({ page: await readVendorPage(ctx, query.vendor) })),
  implement(savePageEndpoint, async (ctx, { body }) => ({ page: await saveVendorPage(ctx, body) })),
  implement(runActionEndpoint, async (ctx, { body }) => ({ page: await decideVendorPage(ctx, body) })),
  implement(saveSettingsEndpoint, (ctx, { body }) => savePageSettings(ctx, body)),
];
