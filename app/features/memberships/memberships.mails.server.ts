import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { readMembership } from '#app/platform/settings/store-sections.service.server.ts';
import { findStoreById, portalUrl } from '#app/platform/stores/stores.service.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { MEMBERSHIP_EVENTS } from './membership.ts';

const paramsSchema = z.object({
  vendorId: idSchema,
  state: z.enum(MEMBERSHIP_EVENTS),
  plan: z.string(),
  endsAt: z.string().nullable(),
});

async function readOccasion(
  services: Services,
  { storeId, params, locale }: MailOccasion,
  path: (id: bigint) => string,
) {
  const { vendorId, state, plan, endsAt } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  if (!store) return undefined;
  const { names, settings } = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
    names: await findVendorNames(tx, [vendorId]),
    settings: await readMembership(tx),
  }));
  const formatDay = (at: string): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: store.timezone }).format(new Date(at));
  return {
    vendor_name: names.get(vendorId) ?? '',
    plan_name: plan,
    state,
    ends_on: endsAt === null ? '' : formatDay(endsAt),
    takes_products_off: settings.enabled && settings.lapsedProducts === 'unpublish',
    url: portalUrl(services, store, path(vendorId)),
  };
}

/** What the mails about memberships say. */
export const membershipMails: readonly MailVariables[] = [
  mailVariables('vendor-membership', (services, occasion) => readOccasion(services, occasion, () => '/app/membership')),
  mailVariables('marketplace-membership', (services, occasion) =>
    readOccasion(services, occasion, (id) => `/app/vendors/${id}`),
  ),
];
