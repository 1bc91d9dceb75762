import { z } from 'zod';
import {
  FULFILLMENT_EVENT_SCOPE,
  reportFulfillment,
  type FulfillmentEventStatus,
} from '#app/adapters/shopify/orders/fulfillment-events.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { AppError } from '#app/core/errors.ts';
import { idSchema, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { listFulfillmentsWith } from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJobNow, type DueJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import type { LabelTracking } from '../label.ts';
import * as repo from '../labels.repo.server.ts';

/** The job that reports to the store where the package of a label is. */
export const REPORT_TRACKING_JOB = 'shipping.report_tracking';

/** What of a carrier's words is an event of the store's fulfillment. */
const EVENTS = { transit: 'IN_TRANSIT', delivered: 'DELIVERED' } as const satisfies Partial<
  Record<LabelTracking, FulfillmentEventStatus>
>;
const payloadSchema = z.object({
  labelId: idSchema,
  status: z.enum(['transit', 'delivered']),
  happenedAt: z.coerce.date(),
});

/** Schedules the report to the store of a status that it knows. Samples are nowhere, and returns are no fulfillments. */
export async function planTrackingReport(
  tx: SqlTx,
  { label, status, at }: { label: repo.LabelRow; status: LabelTracking; at: Date },
): Promise<void> {
  if (!(status in EVENTS) || label.isTest || label.isReturn) return;
  const payload = { labelId: String(label.id), status, happenedAt: at.toISOString() };
  await scheduleJobNow(tx, { kind: REPORT_TRACKING_JOB, key: `${String(label.id)}:${status}`, payload, now: at });
}

/**
 * Reports to the store that the package of a label is under way or delivered, once: what it knows already is not said again. Nothing
 * where the merchant did not grant it, and for what was shipped without the label. Throws platform_failed (502), so that it is
 * tried again.
 */
export async function reportTracking(
  services: Services,
  storeId: StoreId,
  { payload }: DueJob,
): Promise<JobEnd | undefined> {
  const { labelId, status, happenedAt } = payloadSchema.parse(payload);
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const fulfillmentIds = await services.db.unit(marketplaceScope(storeId), async (tx) => {
    const label = await repo.findLabel(tx, labelId);
    if (!label?.tracking) return [];
    const { orderId, vendorId, tracking } = label;
    return listFulfillmentsWith(tx, { orderId, vendorId, tracking });
  });
  if (fulfillmentIds.length === 0) return undefined;
  const platform = await services.adapters.platform(store.domain);
  if (!(await listGrantedScopes(platform)).has(FULFILLMENT_EVENT_SCOPE)) return undefined;
  for (const fulfillmentId of fulfillmentIds) {
    try {
      await reportFulfillment(platform, { fulfillmentId, status: EVENTS[status], happenedAt });
    } catch (error) {
      // The store's refusal is final: it knows best what its fulfillment is.
      if (!(error instanceof AppError) || error.code !== 'platform_refused') throw error;
      services.log.warn({ err: error, labelId: String(labelId) }, 'the store did not take where a package is');
    }
  }
  return undefined;
}
