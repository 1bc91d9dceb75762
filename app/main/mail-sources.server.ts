import { applicationMails } from '#app/features/vendor-profiles/applications/applications.mails.server.ts';
import { complianceMails } from '#app/features/compliance/compliance.mails.server.ts';
import { contactMails } from '#app/features/messages/contact/contact.mails.server.ts';
import { conversationMails } from '#app/features/messages/conversations/conversations.mails.server.ts';
import { digestMails } from '#app/features/digest/digest.mails.server.ts';
import { vendorAdminMails } from '#app/features/vendor-admin/vendor-admin.mails.server.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { discountMails } from '#app/features/discounts/discounts.mails.server.ts';
import { membershipMails } from '#app/features/memberships/memberships.mails.server.ts';
import { lossMails } from '#app/features/integrations/made/losses.mails.server.ts';
import { labelMails } from '#app/features/labels/labels.mails.server.ts';
import { mailServiceMails } from '#app/platform/mails/integration/integration.mails.server.ts';
import type { MailLook } from '#app/platform/mails/mail.ts';
import type { MailSources, MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { holdMails } from '#app/platform/hold/hold.mails.server.ts';
import { planMails } from '#app/features/app-plan/app-plan.mails.server.ts';
import { offerMails } from '#app/features/offers/offers.mails.server.ts';
import { orderMails } from '#app/features/orders/orders.mails.server.ts';
import { payoutHoldMails } from '#app/features/payouts/holds/payout-holds.mails.server.ts';
import { payoutMethodMails } from '#app/features/payouts/methods/payout-methods.mails.server.ts';
import { payoutMails } from '#app/features/payouts/payouts.mails.server.ts';
import { payoutRunMails } from '#app/features/payouts/runs/payout-runs.mails.server.ts';
import { productMails } from '#app/features/products/products.mails.server.ts';
import { syncHealthMails } from '#app/features/sync-health/sync-health.mails.server.ts';
import { importScheduleMails } from '#app/features/import-schedules/import-schedules.mails.server.ts';
import { webhookEndpointMails } from '#app/features/webhook-endpoints/webhook-endpoints.mails.server.ts';
import { userMails } from '#app/platform/identity/users/users.mails.server.ts';
import { listVendorRecipients, listWebAdmins } from '#app/platform/identity/users/users.service.server.ts';
import { deriveBrand } from '#app/ui/brand.ts';

/** The one table of mails: where each template's variables come from. A feature adds its lines here. */
const variables: readonly MailVariables[] = [
  ...applicationMails,
  ...complianceMails,
  ...contactMails,
  ...conversationMails,
  ...digestMails,
  ...discountMails,
  ...labelMails,
  ...lossMails,
  ...holdMails,
  ...planMails,
  ...membershipMails,
  ...mailServiceMails,
  ...vendorAdminMails,
  ...offerMails,
  ...orderMails,
  ...payoutMails,
  ...payoutRunMails,
  ...payoutMethodMails,
  ...payoutHoldMails,
  ...productMails,
  ...userMails,
  ...webhookEndpointMails,
  ...importScheduleMails,
  ...syncHealthMails,
];

/** What sending mails takes from the features. */
export const mailSources: MailSources = {
  variables,
  vendorRecipients: listVendorRecipients,
  webAdmins: listWebAdmins,
  look: async (tx, store): Promise<MailLook> => {
    const branding = await readBranding(tx);
    const { colors, logoText } = branding;
    return {
      storeName: store.name,
      logo:
        logoText.selected === 'src'
          ? { kind: 'image', src: logoText.src }
          : { kind: 'text', text: logoText.selected === 'value' ? logoText.value : store.name },
      brand: deriveBrand(colors.indigo600, colors.indigo800)['--souk-brand'],
      words: ownWordings(branding),
    };
  },
};
