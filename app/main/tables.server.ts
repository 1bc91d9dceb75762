import type { DeliveryHandler } from '#app/server/webhook-queue.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import type { Implementation } from '#app/server/http/api.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { installationParts } from '#app/main/event-listeners.server.ts';
import { mailSources } from './mail-sources.server.ts';
import { bellApi } from '#app/platform/notices/notices.api.server.ts';
import { accountApi } from '#app/features/account/account.api.server.ts';
import { adjustmentsApi } from '#app/features/adjustments/adjustments.api.server.ts';
import { aftersalesApi } from '#app/features/orders/aftersales/aftersales.api.server.ts';
import { applicationsApi } from '#app/features/vendor-profiles/applications/applications.api.server.ts';
import { authApi } from '#app/platform/identity/auth/auth.api.server.ts';
import { batchScheduledJobs } from '#app/features/batches/batches.jobs.server.ts';
import type { AnyKind } from '#app/features/batches/kind.server.ts';
import { brandingApi } from '#app/platform/settings/branding/branding.api.server.ts';
import { commissionEditorApi } from '#app/features/commission-editor/commission-editor.api.server.ts';
import { commissionsApi } from '#app/features/commissions/commissions.api.server.ts';
import { complianceApi } from '#app/features/compliance/compliance.api.server.ts';
import { complianceScheduledJobs, complianceJobs } from '#app/features/compliance/compliance.jobs.server.ts';
import { complianceHandlers } from '#app/features/compliance/compliance.webhooks.server.ts';
import { backgroundRemovalApi } from '#app/features/products/background-removal/background-removal.api.server.ts';
import { catalogApi } from '#app/features/catalog/catalog.api.server.ts';
import { catalogScheduledJobs } from '#app/features/catalog/catalog.jobs.server.ts';
import { listingsApi } from '#app/features/listings/listings.api.server.ts';
import { startActing, endActing, takeTexts } from '#app/features/products/mirror/external-change.service.server.ts';
import { contactApi } from '#app/features/messages/contact/contact.api.server.ts';
import { conversationsApi } from '#app/features/messages/conversations/conversations.api.server.ts';
import { customFieldsApi } from '#app/features/vendor-profiles/custom-fields/custom-fields.api.server.ts';
import { digestScheduledJobs } from '#app/features/digest/digest.jobs.server.ts';
import { vendorAdminApi } from '#app/features/vendor-admin/vendor-admin.api.server.ts';
import { vendorAdminScheduledJobs } from '#app/features/vendor-admin/vendor-admin.jobs.server.ts';
import { displayCurrencyApi } from '#app/platform/settings/display-currency/display-currency.api.server.ts';
import { documentsApi } from '#app/features/documents/documents.api.server.ts';
import { infoApi } from '#app/features/marketplace-settings/info.api.server.ts';
import { changeProducts } from '#app/features/products/listing/change-products.service.server.ts';
import { platformAccessScheduledJobs } from '#app/platform/platform-access/platform-access.jobs.server.ts';
import { loadStoreJob } from '#app/platform/stores/stores.jobs.server.ts';
import { shipOrders } from '#app/features/orders/fulfillment/ship-orders.service.server.ts';
import { buyerAccountApi } from '#app/features/buyer-account/buyer-account.api.server.ts';
import { buyerApi } from '#app/features/inbox/buyer/buyer.api.server.ts';
import { orderApi } from '#app/features/orders/orders.api.server.ts';
import { orderScheduledJobs, orderJobs } from '#app/features/orders/orders.jobs.server.ts';
import { returnHandlers } from '#app/features/orders/returns/returns.webhooks.server.ts';
import { orderHandlers } from '#app/features/orders/orders.webhooks.server.ts';
import { discountsApi } from '#app/features/discounts/discounts.api.server.ts';
import { discountScheduledJobs } from '#app/features/discounts/discounts.jobs.server.ts';
import { discountHandlers } from '#app/features/discounts/discounts.webhooks.server.ts';
import { onboardingApi } from '#app/features/onboarding/onboarding.api.server.ts';
import { offersApi } from '#app/features/offers/offers.api.server.ts';
import { dashboardApi } from '#app/features/dashboard/dashboard.api.server.ts';
import { dashboardScheduledJobs } from '#app/features/dashboard/dashboard.jobs.server.ts';
import { flowScheduledJobs } from '#app/features/flow/start-workflows.service.server.ts';
import { START_WORKFLOWS } from '#app/platform/flow-triggers/flow-triggers.service.server.ts';
import { holidaysApi } from '#app/features/holidays/holidays.api.server.ts';
import { featureScheduledJobs } from '#app/features/storefront/show-features.service.server.ts';
import { holidayScheduledJobs } from '#app/features/holidays/show-holidays.service.server.ts';
import { offerScheduledJobs } from '#app/features/offers/offers.jobs.server.ts';
import { offerHandlers } from '#app/features/offers/offers.webhooks.server.ts';
import { membershipsApi } from '#app/features/memberships/memberships.api.server.ts';
import { membershipScheduledJobs } from '#app/features/memberships/memberships.jobs.server.ts';
import { membershipHandlers } from '#app/features/memberships/memberships.webhooks.server.ts';
import { DIGEST } from '#app/features/digest/digest.service.server.ts';
import { REMIND } from '#app/features/orders/reminders/reminder.service.server.ts';
import { SHIP_DIGITAL } from '#app/features/orders/fulfillment/digital.service.server.ts';
import { OFFER_INVOICE } from '#app/features/offers/change-offer.service.server.ts';
import { LABEL_JOB } from '#app/features/labels/label-job.service.server.ts';
import { REPORT_TRACKING_JOB } from '#app/features/labels/tracking/report-tracking.service.server.ts';
import { PAYOUT_TICK } from '#app/features/payouts/rules/next-runs.ts';
import { RUN as PAYOUT_RUN } from '#app/features/payouts/runs/payout-runs.service.server.ts';
import { PAYOUT_WORK } from '#app/features/payouts/execute/send-payouts.service.server.ts';
import { BATCH_STEP } from '#app/features/batches/run-batch.service.server.ts';
import { noticesApi } from '#app/platform/mails/notices/notices.api.server.ts';
import { savedViewsApi } from '#app/platform/saved-views/saved-views.api.server.ts';
import { usageApi } from '#app/platform/stores/usage/usage.api.server.ts';
import { mailServiceApi } from '#app/platform/mails/integration/integration.api.server.ts';
import { senderDomainApi } from '#app/platform/mails/sender-domain/sender-domain.api.server.ts';
import { senderDomainScheduledJobs } from '#app/platform/mails/sender-domain/sender-domain.jobs.server.ts';
import { syncHealthJobs } from '#app/features/sync-health/sync-health.jobs.server.ts';
import { importSchedulesApi } from '#app/features/import-schedules/import-schedules.api.server.ts';
import { importScheduleJobs } from '#app/features/import-schedules/import-schedules.jobs.server.ts';
import { webhookEndpointsApi } from '#app/features/webhook-endpoints/webhook-endpoints.api.server.ts';
import { suppressionsApi } from '#app/platform/mails/suppressions/suppressions.api.server.ts';
import { mailTemplatesApi } from '#app/platform/mails/templates.api.server.ts';
import { orderCommentsApi } from '#app/features/orders/comments/order-comments.api.server.ts';
import { paymentProvidersApi } from '#app/features/payment-providers/payment-providers.api.server.ts';
import { payoutMethodsApi } from '#app/features/payouts/methods/payout-methods.api.server.ts';
import { payoutMethodScheduledJobs } from '#app/features/payouts/methods/payout-methods.jobs.server.ts';
import { payoutMethodHandlers } from '#app/features/payouts/methods/payout-methods.webhooks.server.ts';
import { moneyCalendarApi } from '#app/features/finance/calendar/money-calendar.api.server.ts';
import { workflowRightsApi } from '#app/platform/payout-rights/workflow-rights.api.server.ts';
import { payoutRulesApi } from '#app/features/payouts/rules/payout-rules.api.server.ts';
import { pastOrdersApi } from '#app/features/orders/past-orders/past-orders.api.server.ts';
import { pastOrdersJobs } from '#app/features/orders/past-orders/past-orders.jobs.server.ts';
import { payoutRunsApi } from '#app/features/payouts/runs/payout-runs.api.server.ts';
import { payoutRunScheduledJobs } from '#app/features/payouts/runs/payout-runs.jobs.server.ts';
import { approvalsApi } from '#app/features/payouts/approval/approvals.api.server.ts';
import { payoutHoldsApi } from '#app/features/payouts/holds/payout-holds.api.server.ts';
import { payoutsApi } from '#app/features/payouts/payouts.api.server.ts';
import { payoutScheduledJobs } from '#app/features/payouts/payouts.jobs.server.ts';
import { payoutHandlers } from '#app/features/payouts/payouts.webhooks.server.ts';
import { importProducts } from '#app/features/products/import/import-products.service.server.ts';
import { undoProducts } from '#app/features/products/import/undo/undo-import.service.server.ts';
import { productImportApi } from '#app/features/products/import/product-import.api.server.ts';
import { productImportScheduledJobs } from '#app/features/products/import/product-import.jobs.server.ts';
import { connectionsApi } from '#app/features/integrations/connections/connections.api.server.ts';
import { differencesApi } from '#app/features/integrations/differences/differences.api.server.ts';
import { storeOrdersApi } from '#app/features/integrations/store-orders/store-orders.api.server.ts';
import { STORE_ORDERS } from '#app/features/integrations/store-orders/schedule-orders.service.server.ts';
import { storeOrderJobs } from '#app/features/integrations/store-orders/store-orders.jobs.server.ts';
import { connectionScheduledJobs } from '#app/features/integrations/connections/connections.jobs.server.ts';
import { installationApi } from '#app/features/app-plan/app-plan.api.server.ts';
import { planScheduledJobs } from '#app/features/app-plan/app-plan.jobs.server.ts';
import { sheetsApi } from '#app/features/integrations/sheets/sheets.api.server.ts';
import { sheetScheduledJobs } from '#app/features/integrations/sheets/sheets.jobs.server.ts';
import { productApi } from '#app/features/products/products.api.server.ts';
import { productHandlers } from '#app/features/products/products.webhooks.server.ts';
import { productScheduledJobs, productJobs } from '#app/features/products/products.jobs.server.ts';
import { reconciliationApi } from '#app/features/finance/reconciliation/reconciliation.api.server.ts';
import { recoveryApi } from '#app/features/recovery/recovery.api.server.ts';
import { recoveryScheduledJobs } from '#app/features/recovery/recovery.jobs.server.ts';
import { reconciliationScheduledJobs } from '#app/features/finance/reconciliation/reconciliation.jobs.server.ts';
import { ISSUE_STATEMENTS } from '#app/features/finance/statements/issue-finished-months.service.server.ts';
import { statementScheduledJobs } from '#app/features/finance/statements/statements.jobs.server.ts';
import { reportUnknownTransfers } from '#app/features/finance/reconciliation/unknown-transfers.service.server.ts';
import { requireOpenApplications } from '#app/features/vendor-profiles/applications/submit-application.service.server.ts';
import { applicationFormApi } from '#app/features/vendor-profiles/application-form/application-form.api.server.ts';
import { carrierScheduledJobs } from '#app/features/shipping/carrier-service/carrier.jobs.server.ts';
import { buyLabels } from '#app/features/labels/batch/buy-labels.service.server.ts';
import { labelsApi } from '#app/features/labels/labels.api.server.ts';
import { labelScheduledJobs } from '#app/features/labels/labels.jobs.server.ts';
import { shippingApi } from '#app/features/shipping/shipping.api.server.ts';
import { specificationsApi } from '#app/features/specifications/specifications.api.server.ts';
import { staffApi } from '#app/features/team/team.api.server.ts';
import { resetCodeWork } from '#app/platform/identity/auth/codes.service.server.ts';
import { storefrontApi } from '#app/features/storefront/storefront.api.server.ts';
import { storeHandlers } from '#app/platform/stores/stores.webhooks.server.ts';
import { statementsApi } from '#app/features/finance/statements/statements.api.server.ts';
import { systemApi } from '#app/features/system/system.api.server.ts';
import { transactionsApi } from '#app/features/finance/transactions/transactions.api.server.ts';
import { uploadApi } from '#app/platform/uploads/uploads.api.server.ts';
import { uploadScheduledJobs } from '#app/platform/uploads/upload-tokens.service.server.ts';
import { translationsApi } from '#app/features/products/translations/translations.api.server.ts';
import { vendorPageApi } from '#app/features/vendor-profiles/page/vendor-page.api.server.ts';
import { oauthApi } from '#app/features/oauth/oauth.api.server.ts';

/** A kind of job that is sent by name and runs at once. It may run twice. */
type SentJob = { name: string; run(services: Services, data: unknown): Promise<void> };

/** The one table of calls. A feature adds its line here. */
export const implementations: readonly Implementation[] = [
  ...accountApi,
  ...adjustmentsApi,
  ...aftersalesApi,
  ...applicationsApi,
  ...authApi,
  ...brandingApi,
  ...commissionEditorApi,
  ...commissionsApi,
  ...complianceApi,
  ...backgroundRemovalApi,
  ...catalogApi,
  ...listingsApi,
  ...contactApi,
  ...conversationsApi,
  ...buyerAccountApi,
  ...buyerApi,
  ...customFieldsApi,
  ...vendorAdminApi,
  ...discountsApi,
  ...displayCurrencyApi,
  ...documentsApi((tx, store) => mailSources.look(tx, store)),
  ...infoApi,
  ...membershipsApi,
  ...offersApi,
  ...orderApi,
  ...orderCommentsApi,
  ...noticesApi,
  ...bellApi,
  ...onboardingApi,
  ...senderDomainApi,
  ...suppressionsApi,
  ...webhookEndpointsApi,
  ...importSchedulesApi,
  ...mailServiceApi,
  ...usageApi,
  ...savedViewsApi,
  ...mailTemplatesApi({
    look: (tx, store) => mailSources.look(tx, store),
    variablesOf: (template) => mailSources.variables.find((one) => one.template === template),
  }),
  ...pastOrdersApi,
  ...paymentProvidersApi,
  ...payoutMethodsApi,
  ...moneyCalendarApi,
  ...payoutRulesApi,
  ...workflowRightsApi,
  ...payoutRunsApi,
  ...payoutsApi,
  ...payoutHoldsApi,
  ...approvalsApi,
  ...productApi,
  ...productImportApi,
  ...connectionsApi,
  ...storeOrdersApi,
  ...differencesApi,
  ...installationApi,
  ...sheetsApi,
  ...reconciliationApi,
  ...recoveryApi,
  ...applicationFormApi,
  ...shippingApi,
  ...labelsApi,
  ...holidaysApi,
  ...dashboardApi,
  ...specificationsApi,
  ...staffApi,
  ...statementsApi((tx, store) => mailSources.look(tx, store)),
  ...storefrontApi,
  ...systemApi,
  ...transactionsApi,
  ...uploadApi(requireOpenApplications),
  ...translationsApi,
  ...vendorPageApi,
  ...oauthApi,
];

/** What can be done with many things at once. A feature adds its kind here. */
const batchKinds: readonly AnyKind[] = [changeProducts, shipOrders, buyLabels, importProducts, undoProducts];

/** The one table of jobs that are sent by name. */
const sentJobs: readonly SentJob[] = [
  loadStoreJob(installationParts),
  ...complianceJobs,
  ...orderJobs,
  ...pastOrdersJobs,
  ...productJobs,
];

/** The one table of webhook handlers; they are made from the services. */
export function deliveryHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    ...complianceHandlers(services),
    ...discountHandlers(services),
    ...offerHandlers(services),
    ...orderHandlers(services),
    ...returnHandlers(services),
    ...payoutHandlers(services),
    ...payoutMethodHandlers(services),
    ...membershipHandlers(services),
    ...productHandlers(services),
    ...storeHandlers(services),
  ];
}

/**
 * What cannot be taken back outside and may have left before a restore of the database: it stands still while its store is held.
 */
const LEAVES_HOUSE: ReadonlySet<string> = new Set([
  PAYOUT_WORK,
  PAYOUT_RUN,
  PAYOUT_TICK,
  BATCH_STEP,
  LABEL_JOB,
  REPORT_TRACKING_JOB,
  SHIP_DIGITAL,
  OFFER_INVOICE,
  DIGEST,
  REMIND,
  ISSUE_STATEMENTS,
  STORE_ORDERS,
  START_WORKFLOWS,
]);

/** The one table of scheduled jobs. */
export function scheduledJobHandlers(services: Services): readonly ScheduledJobHandler[] {
  return listHandlers(services).map((handler) =>
    LEAVES_HOUSE.has(handler.kind) ? { ...handler, leavesHouse: true } : handler,
  );
}

function listHandlers(services: Services): readonly ScheduledJobHandler[] {
  return [
    ...batchScheduledJobs(services, batchKinds),
    ...senderDomainScheduledJobs(services),
    ...carrierScheduledJobs(services),
    ...platformAccessScheduledJobs(services),
    ...labelScheduledJobs(services),
    ...catalogScheduledJobs(services, { startActing, endActing, takeTexts }),
    ...complianceScheduledJobs(services),
    ...digestScheduledJobs(services),
    ...dashboardScheduledJobs(services),
    ...vendorAdminScheduledJobs(services),
    ...discountScheduledJobs(services),
    ...offerScheduledJobs(services),
    ...holidayScheduledJobs(services),
    ...featureScheduledJobs(services),
    ...flowScheduledJobs(services),
    ...orderScheduledJobs(services),
    ...payoutScheduledJobs(services, reportUnknownTransfers),
    ...payoutRunScheduledJobs(services),
    ...payoutMethodScheduledJobs(services),
    ...membershipScheduledJobs(services),
    ...planScheduledJobs(services),
    ...productScheduledJobs(services),
    ...productImportScheduledJobs(services),
    ...importScheduleJobs(services),
    ...syncHealthJobs(services),
    ...connectionScheduledJobs(services),
    ...storeOrderJobs(services),
    ...sheetScheduledJobs(services),
    ...reconciliationScheduledJobs(services),
    ...statementScheduledJobs(services),
    ...recoveryScheduledJobs(services),
    ...uploadScheduledJobs(services),
    resetCodeWork(services),
    ...sentJobs.map((sent): ScheduledJobHandler => ({
      kind: sent.name,
      deletesDone: true,
      async run(_storeId, job) {
        await sent.run(services, job.payload);
        return undefined;
      },
    })),
  ];
}
