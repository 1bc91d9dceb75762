import { z } from 'zod';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';

const paramsSchema = z.object({ vendorId: z.string().transform((id) => BigInt(id)), by: z.string() });

/** What the mail about a new vendor says. One that was deleted before it went out is not told of. */
export const vendorAdminMails: readonly MailVariables[] = [
  mailVariables('marketplace-new-vendor', async (services, { storeId, params }) => {
    const { vendorId, by } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    const vendor = await services.db.fast(marketplaceScope(storeId), (tx) => requireVendorRow(tx, vendorId));
    if (!store || vendor.deletedAt) return undefined;
    return {
      vendor_name: vendor.name,
      email: vendor.email ?? '',
      created_by: by,
      url: portalUrl(services, store, `/app/vendors/${vendorId}`),
    };
  }),
];
