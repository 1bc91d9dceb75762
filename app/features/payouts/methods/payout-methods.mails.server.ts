import { z } from 'zod';
import { dateFormat } from '#app/core/intl.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';

const paramsSchema = z.object({
  vendorId: z.string().transform((id) => BigInt(id)),
  way: z.enum(['stripe', 'paypal', 'venmo', 'none', 'bank']),
  at: z.iso.datetime().transform((text) => new Date(text)),
});
const NAMES = { stripe: 'Stripe', paypal: 'PayPal', venmo: 'Venmo', none: '', bank: '' } as const;

/** What the mail about changed payment information says: which way, and never where the money goes. */
export const payoutMethodMails: readonly MailVariables[] = [
  mailVariables('vendor-payout-details-changed', async (services, { storeId, params, locale }) => {
    const { vendorId, way: method, at } = paramsSchema.parse(params);
    const store = await findStoreById(services, storeId);
    const vendor = await services.db.fast(marketplaceScope(storeId), (tx) => requireVendorRow(tx, vendorId));
    if (!store || vendor.deletedAt) return undefined;
    const day = dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: store.timezone });
    return {
      vendor_name: vendor.name,
      way: NAMES[method],
      is_bank_account: method === 'bank',
      changed_on: day.format(at),
      url: portalUrl(services, store, '/app/payment-information'),
    };
  }),
];
