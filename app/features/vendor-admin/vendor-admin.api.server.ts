import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { decideApplications } from './bulk-applications.service.server.ts';
import { createVendor } from './create-vendor.service.server.ts';
import { deleteVendor } from './delete-vendor.service.server.ts';
import { createEndpoint, listEndpoint, listSwitchableEndpoint } from './vendor-admin.contract.ts';
import { listSwitchableVendors, readVendorList } from './vendor-admin.service.server.ts';
import { renameVendor } from './rename-vendor.service.server.ts';
import {
  bulkEndpoint,
  readEndpoint,
  removeEndpoint,
  renameEndpoint,
  saveSettingsEndpoint,
} from './vendor-operations.contract.ts';
import { readVendorDetail, saveMarketplaceSettings } from './vendor-detail.service.server.ts';

export const vendorAdminApi: readonly Implementation[] = [
  implement(listEndpoint, (ctx, { query }) => readVendorList(ctx, query)),
  implement(listSwitchableEndpoint, (ctx) => listSwitchableVendors(ctx)),
  implement(createEndpoint, async (ctx, { params, body }) => {
    const { id, name, handle } = await createVendor(ctx, { name: params.vendor, ...body });
    return { vendor: { id: String(id), name, handle } };
  }),
  implement(readEndpoint, async (ctx, { params }) => ({
    vendor: await readVendorDetail(ctx, { name: params.vendor }),
  })),
  implement(removeEndpoint, (ctx, { params, query }) =>
    deleteVendor(ctx, { vendor: params.vendor, confirm: query.confirm }),
  ),
  implement(renameEndpoint, (ctx, { body }) => renameVendor(ctx, body)),
  implement(saveSettingsEndpoint, (ctx, { body }) => saveMarketplaceSettings(ctx, body)),
  implement(bulkEndpoint, (ctx, { body }) => decideApplications(ctx, body)),
];
