import { startPlanChecks } from '#app/features/app-plan/plan-check.service.server.ts';
import { resumeBatches } from '#app/features/batches/run-batch.service.server.ts';
import { planUnshown } from '#app/features/catalog/plan-showing.service.server.ts';
import { startRetention } from '#app/features/compliance/retention.service.server.ts';
import { startRollUps, planRollUp } from '#app/features/dashboard/roll-ups.service.server.ts';
import { startDigests } from '#app/features/digest/digest.service.server.ts';
import { endDiscountsOfVendor } from '#app/features/discounts/end-vendor-discounts.service.server.ts';
import { resumeDiscounts } from '#app/features/discounts/refresh-discounts.service.server.ts';
import { startDailyRuns } from '#app/features/finance/reconciliation/run.service.server.ts';
import { startStatements } from '#app/features/finance/statements/issue-finished-months.service.server.ts';
import { scheduleShowing as scheduleHolidays } from '#app/features/holidays/show-holidays.service.server.ts';
import {
  startStoreSyncs,
  resumeStoreSyncs,
} from '#app/features/integrations/connections/schedule-sync.service.server.ts';
import { startSheets, resumeSheets } from '#app/features/integrations/sheets/run-sync.service.server.ts';
import { settingsSaved } from '#app/features/marketplace-settings/settings-saved.ts';
import {
  startMemberships,
  planEnd,
  planRefresh,
  planSweep,
} from '#app/features/memberships/membership-work.service.server.ts';
import { matchOfferOrders } from '#app/features/offers/match-offer-orders.service.server.ts';
import { planCancelled } from '#app/features/orders/cancelled-orders.service.server.ts';
import { planDigital } from '#app/features/orders/fulfillment/digital.service.server.ts';
import { startOrderReconciliation } from '#app/features/orders/ingest/reconcile.service.server.ts';
import { rereadHoldsOfWritten } from '#app/features/orders/ingest/write-orders.service.server.ts';
import { queueOrderMails } from '#app/features/orders/order-mails.service.server.ts';
import { recordOrderEvents } from '#app/features/orders/order-events.service.server.ts';
import { forgetChanges } from '#app/features/orders/changes/order-changes.service.server.ts';
import { followWrittenOrders } from '#app/features/integrations/store-orders/follow-orders.service.server.ts';
import { ordersWritten } from '#app/features/orders/orders-written.ts';
import { loadPastOrders } from '#app/features/orders/past-orders/past-orders.service.server.ts';
import { startReminders } from '#app/features/orders/reminders/reminder.service.server.ts';
import { forgetBankAccount } from '#app/features/payouts/methods/bank-account/bank-account.service.server.ts';
import { startAccountPolls } from '#app/features/payouts/methods/refresh-account.service.server.ts';
import { forgetPayoutMethod } from '#app/features/payouts/methods/register.service.server.ts';
import { startPayoutTicks } from '#app/features/payouts/runs/payout-runs.service.server.ts';
import { deleteTemplatesOf } from '#app/features/products/import/templates/import-templates.service.server.ts';
import { planAfterSettings } from '#app/features/products/lapse/run-lapsed-products.service.server.ts';
import { loadProducts } from '#app/features/products/mirror/load.service.server.ts';
import { startProductSweep } from '#app/features/products/mirror/sweep.service.server.ts';
import { startCarrier, planCarrierSync } from '#app/features/shipping/carrier-service/sync-carrier.service.server.ts';
import { scheduleFeatures } from '#app/features/storefront/show-features.service.server.ts';
import { resumeRenames } from '#app/features/vendor-admin/rename-vendor.service.server.ts';
import { refreshAllPages, refreshPage } from '#app/features/vendor-profiles/page/show-page.service.server.ts';
import { startHealthChecks } from '#app/features/sync-health/check-health.service.server.ts';
import { resumeSchedules, startSchedules } from '#app/features/import-schedules/plan-turn.service.server.ts';
import { deleteSchedulesOf } from '#app/features/import-schedules/schedule-makers.service.server.ts';
import { deleteEndpointsOf } from '#app/features/webhook-endpoints/endpoint-makers.service.server.ts';
import { renamePeople } from '#app/platform/identity/users/vendor-members.service.server.ts';
import { startBulkAccess } from '#app/platform/platform-access/bulk-access.service.server.ts';
import { planSubscriptions, startSubscriptions } from '#app/platform/platform-access/subscriptions.service.server.ts';
import { storeChanged } from '#app/platform/stores/store-events.ts';
import type { LoadPart } from '#app/platform/stores/stores.jobs.server.ts';
import { storeRestored } from '#app/platform/hold/hold-events.ts';
import { vendorDeleted, vendorRenamed } from '#app/platform/vendors/vendor-events.ts';
import type { Services } from '#app/server/context.server.ts';
import { createEvents, on, type Subscription } from '#app/server/event-publisher.server.ts';
import type { Events } from '#app/server/events.server.ts';

/** What each area does once a store was installed or came back, in this order; each may run twice. An area adds its line here. */
export const installationParts: readonly LoadPart[] = [
  startRetention,
  loadProducts,
  resumeRenames,
  resumeBatches,
  startProductSweep,
  startOrderReconciliation,
  resumeDiscounts,
  startReminders,
  startAccountPolls,
  startPayoutTicks,
  startDailyRuns,
  startStatements,
  startDigests,
  startCarrier,
  startSheets,
  startSchedules,
  startHealthChecks,
  startStoreSyncs,
  startRollUps,
  startMemberships,
  startPlanChecks,
  startSubscriptions,
  startBulkAccess,
  loadPastOrders,
];

/** The one table of events: who follows what happened, in this order and in the transaction in which it happened. */
const eventTable: readonly Subscription[] = [
  on(
    ordersWritten,
    rereadHoldsOfWritten,
    queueOrderMails,
    recordOrderEvents,
    planCancelled,
    planDigital,
    matchOfferOrders,
    followWrittenOrders,
  ),
  on(
    vendorRenamed,
    (_services, tx, { vendorId, from, to }) => renamePeople(tx, { vendorId, from, to }),
    (services, tx, { vendorId, from }) => refreshPage(tx, services, vendorId, { alsoNamed: from }),
    (services, tx, { vendorId }) => planRefresh(tx, services, vendorId),
    (services, tx) => scheduleHolidays(tx, services),
  ),
  on(
    vendorDeleted,
    (_services, tx, { vendorId }) => forgetPayoutMethod(tx, vendorId),
    (_services, tx, { vendorId }) => forgetBankAccount(tx, vendorId),
    (services, tx, { vendorId }) => planEnd(tx, services, vendorId),
    (services, tx, { vendorId }) => refreshPage(tx, services, vendorId),
    (services, tx) => scheduleHolidays(tx, services),
    (services, tx, { vendorId, actor }) => endDiscountsOfVendor(services, tx, vendorId, actor),
    (_services, tx, { vendorId }) => deleteEndpointsOf(tx, vendorId),
    (_services, tx, { vendorId }) => deleteSchedulesOf(tx, vendorId),
    (_services, tx, { vendorId }) => deleteTemplatesOf(tx, vendorId),
  ),
  on(storeRestored, (_services, tx) => forgetChanges(tx)),
  on(storeChanged, planCarrierSync, planSubscriptions, (services, tx) => planRollUp(services, tx)),
  on(
    settingsSaved,
    async (services, tx, { turned }) => {
      if (turned.catalog) await planUnshown(tx, services);
    },
    async (services, tx, { turned }) => {
      if (turned.holidayMode !== undefined) await scheduleHolidays(tx, services);
    },
    async (services, tx, { turned }) => {
      if (turned.integrations) await resumeSheets(tx, services);
    },
    async (services, tx, { turned }) => {
      if (turned.integrations) await resumeSchedules(tx, services);
    },
    async (services, tx, { turned }) => {
      if (turned.integrations) await resumeStoreSyncs(tx, services);
    },
    async (services, tx, { sent }) => {
      if (sent.has('makeAnOffer') || sent.has('messages')) await scheduleFeatures(tx, services);
    },
    async (services, tx, { turned }) => {
      if (turned.delivery !== undefined) await planCarrierSync(services, tx);
    },
    // Pages of the storefront hold the fields that are shown on them.
    async (services, tx, { turned }) => {
      if (turned.display !== undefined) await refreshAllPages(tx, services);
    },
    async (services, tx, { membershipsOn }) => {
      if (membershipsOn) await planSweep(tx, services);
    },
    async (services, tx, { sent }) => {
      if (sent.has('membership')) await planAfterSettings(tx, services);
    },
  ),
];

/** The events of this program. */
export const openEvents = (services: () => Services): Events => createEvents(eventTable, services);
