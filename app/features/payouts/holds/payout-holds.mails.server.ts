import { z } from 'zod';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';

const paramsSchema = z.object({
  vendorId: z.string().transform((id) => BigInt(id)),
  state: z.enum(['held', 'released']),
  reason: z.string(),
});

/** What the mail about held and released payouts says. */
export const payoutHoldMails: readonly MailVariables[] = [
  mailVariables('vendor-payouts-on-hold', async (services, { storeId, params }) => {
    const { vendorId, state, reason } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    const vendor = await services.db.fast(marketplaceScope(storeId), (tx) => requireVendorRow(tx, vendorId));
    if (!store || vendor.deletedAt) return undefined;
    return {
      vendor_name: vendor.name,
      is_released: state === 'released',
      reason,
      url: portalUrl(services, store, '/app/money'),
    };
  }),
];
