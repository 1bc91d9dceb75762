import { asCurrency } from '#app/core/money/money.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { readFinanceConfig } from '#app/features/commissions/finance-config.service.server.ts';
import { readDefaultLines } from '#app/features/commissions/commission-lists.service.server.ts';
import { readMailService } from '#app/platform/mails/integration/integration.service.server.ts';
import { hasBeenOnBoarded } from '#app/features/onboarding/onboarding.service.server.ts';
import { readNotifications } from '#app/platform/mails/notification-settings.service.server.ts';
import { readOrderSettings } from '#app/features/orders/order-settings.service.server.ts';
import { readPayoutRules } from '#app/features/payouts/rules/payout-rules.service.server.ts';
import { readProductForm } from '#app/features/products/form/product-form.service.server.ts';
import { readRules } from '#app/features/products/form/product-rules.service.server.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { readAppearance, readMembership } from '#app/platform/settings/store-sections.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { readSections } from '#app/features/specifications/specifications.service.server.ts';
import { readTranslationSettings } from '#app/features/products/translations/translation-settings.service.server.ts';
import { readPageSettings } from '#app/features/vendor-profiles/page/page-settings.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** The settings that everybody who is signed in may know. */
export async function readStoreSettings(tx: SqlTx) {
  const { enabled, collectionTemplate } = await readPageSettings(tx);
  return {
    branding: await readBranding(tx),
    registration: await readFormSettings(tx),
    switches: await readSwitches(tx),
    translations: await readTranslationSettings(tx),
    productForm: await readProductForm(tx),
    rules: await readRules(tx),
    sections: await readSections(tx),
    orders: await readOrderSettings(tx),
    appearance: await readAppearance(tx),
    membership: await readMembership(tx),
    vendorPage: { enabled, collectionTemplate },
    hasBeenOnBoarded: await hasBeenOnBoarded(tx),
  };
}

/** The settings that only admins may know: what is charged, when it is paid, and how people are written to. */
export async function readAdminSettings(tx: SqlTx, store: { currency: string }) {
  const lines = await readDefaultLines(tx, asCurrency(store.currency));
  return {
    financeConfig: (await readFinanceConfig(tx)).flags,
    defaultCommissions: lines
      .filter((line) => line.constraint === null)
      .map(({ min, percentage }) => ({ min, percentage })),
    schedule: (await readPayoutRules(tx)).rules.schedule,
    notifications: { ...(await readNotifications(tx)), integration: await readIntegration(tx) },
  };
}

/** Which service sends mails to vendors, as the settings object names it. */
async function readIntegration(tx: SqlTx) {
  const { service, hint } = await readMailService(tx);
  return { service, hint };
}
