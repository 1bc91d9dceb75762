import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { decideApplications } from './bulk-applications.service.server.ts';
import { createVendor } from './create-vendor.service.server.ts';
import { deleteVendor } from './delete-vendor.service.server.ts';
import { create, list, listSwitchable } from './vendor-admin.contract.ts';
import { listSwitchableVendors, readVendorList } from './vendor-admin.service.server.ts';
import { renameVendor } from './rename-vendor.service.server.ts';
import { bulk, read, remove, rename, saveSettings } from './vendor-operations.contract.ts';
import { readVendorDetail, saveMarketplaceSettings } from './vendor-detail.service.server.ts';

export const vendorAdminApi: readonly Implementation[] = [
  implement(list, async (ctx, { query }) => {
    const { rows: _rows, found: _found, ...answer } = await readVendorList(ctx, query);
    return answer;
  }),
  implement(listSwitchable, (ctx) => listSwitchableVendors(ctx)),
  implement(create, async (ctx, { params, body }) => {
    const { id, name, handle } = await createVendor(ctx, { name: params.vendor, ...body });
    return { vendor: { id: String(id), name, handle } };
  }),
  implement(read, async (ctx, { params }) => ({ vendor: await readVendorDetail(ctx, { name: params.vendor }) })),
  implement(remove, (ctx, { params, query }) => deleteVendor(ctx, { vendor: params.vendor, confirm: query.confirm })),
  implement(rename, (ctx, { body }) => renameVendor(ctx, body)),
  implement(saveSettings, (ctx, { body }) => saveMarketplaceSettings(ctx, body)),
  implement(bulk, (ctx, { body }) => decideApplications(ctx, body)),
];
