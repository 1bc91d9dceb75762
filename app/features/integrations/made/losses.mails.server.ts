import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreMaker } from '#app/features/integrations/connections/store-maker.service.server.ts';
import { findSheetMaker } from '#app/features/integrations/sheets/sheet-maker.service.server.ts';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import { INTEGRATIONS, LOSS_REASONS } from '#app/features/integrations/losses/loss.ts';

const paramsSchema = z.object({
  vendorId: idSchema,
  integration: z.enum(INTEGRATIONS),
  reason: z.enum(LOSS_REASONS),
});

/** What the mail about a lost connection says; nothing where the vendor or the connection is gone. */
export const lossMails: readonly MailVariables[] = [
  mailVariables('vendor-integration-lost', async (services, { storeId, params }) => {
    const { vendorId, integration, reason } = paramsSchema.parse(params);
    const isSheet = integration === 'sheet';
    const store = await findStoreById(services, storeId);
    const { vendor, connected } = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
      vendor: await requireVendorRow(tx, vendorId),
      connected: await (isSheet ? findSheetMaker(tx, vendorId) : findStoreMaker(tx, vendorId)),
    }));
    if (!store || vendor.deletedAt || !connected) return undefined;
    return {
      vendor_name: vendor.name,
      name: connected.name,
      is_sheet: isSheet,
      reason,
      url: portalUrl(services, store, isSheet ? '/app/settings/sheets' : '/app/settings/integrations'),
    };
  }),
];
