import { z } from 'zod';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { FieldAnswer } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { formatPlainText, type Application } from './application.ts';
import { findApplication } from './applications.service.server.ts';

const paramsSchema = z.object({
  applicationId: z.string().transform((id) => BigInt(id)),
  reason: z.string().default(''),
});

/** What the mails about applications say: to whom applied, and to the marketplace's admins. */
export const applicationMails: readonly MailVariables[] = [
  mailVariables('vendor-pending-approval', async (services, occasion) => {
    const found = await find(services, occasion);
    return found && { vendor_name: found.application.vendorName };
  }),
  mailVariables('vendor-rejection', async (services, occasion) => {
    const found = await find(services, occasion);
    // A decision that was taken back before the mail went out is not told.
    if (found?.application.status !== 'rejected') return undefined;
    return { vendor_name: found.application.vendorName, note: found.reason };
  }),
  mailVariables('marketplace-vendor-request', async (services, occasion) => {
    const found = await find(services, occasion);
    if (!found) return undefined;
    const { vendorName, email, fields, id } = found.application;
    return {
      vendor_name: vendorName,
      email,
      fields: fields.map((field) => ({ name: field.name || field.key, value: formatText(field.value) })),
      url: portalUrl(services, found.store, `/app/applications?open=${id}`),
    };
  }),
];

const MAIL_TEXT_MAX = 5_000;

function formatText(value: FieldAnswer['value']): string {
  if (value === true) return '✓';
  return (Array.isArray(value) ? value : [value || '']).map(formatPlainText).join(', ').slice(0, MAIL_TEXT_MAX);
}

async function find(
  services: Services,
  { storeId, params }: MailOccasion,
): Promise<{ application: Application; reason: string; store: Store } | undefined> {
  const { applicationId, reason } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  if (!store) return undefined;
  const application = await services.db.fast(marketplaceScope(storeId), (tx) => findApplication(tx, applicationId));
  return application && { application, reason, store };
}
