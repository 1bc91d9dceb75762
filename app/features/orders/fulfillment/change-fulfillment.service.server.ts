import {
  cancelFulfillment as cancelAtStore,
  updateTracking,
} from '#app/adapters/shopify/orders/fulfillments.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { TrackingInput } from './fulfill.contract.ts';
import { parseFulfillment } from './fulfillment.ts';
import { ingestFulfillments } from './ingest-fulfillments.service.server.ts';
import * as repo from './fulfillment-sends.repo.server.ts';

type FulfillmentRef = { orderId: bigint; fulfillmentId: bigint };

/**
 * Replaces carrier and tracking of a fulfillment, in the store and at once here. A fulfillment outside the scope is not_found (404), one
 * that the store made or that was cancelled invalid_state (409). Said twice, it is done once.
 */
export function changeTracking(ctx: Ctx, ref: FulfillmentRef, input: TrackingInput): Promise<{ ok: true }> {
  return changeOwnFulfillment(ctx, ref, 'parcel.tracking_changed', (platform, fulfillment) => {
    if (fulfillment.status === 'cancelled') throw stateRefuses('fulfillment_cancelled');
    return updateTracking(platform, { orderId: ref.orderId, id: ref.fulfillmentId }, input);
  });
}

/** Takes a fulfillment back, so that its items are left to ship again; one that was cancelled already stays so. Else as changeTracking. */
export function cancelFulfillment(ctx: Ctx, ref: FulfillmentRef): Promise<{ ok: true }> {
  return changeOwnFulfillment(ctx, ref, 'parcel.cancelled', (platform, fulfillment) =>
    fulfillment.status === 'cancelled'
      ? undefined
      : cancelAtStore(platform, { orderId: ref.orderId, id: ref.fulfillmentId }),
  );
}

async function changeOwnFulfillment(
  ctx: Ctx,
  { orderId, fulfillmentId }: FulfillmentRef,
  action: 'parcel.tracking_changed' | 'parcel.cancelled',
  change: (platform: PlatformClient, fulfillment: repo.OwnFulfillment) => Promise<object> | undefined,
): Promise<{ ok: true }> {
  const [fulfillment] = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.findOwnFulfillment(tx, orderId, fulfillmentId),
  );
  if (!fulfillment) throw new AppError('not_found');
  // What the store made may hold more than one part of the order, and changing it would tell so.
  if (!fulfillment.byApp && !can(ctx.viewer, 'switch_vendor')) throw stateRefuses('fulfillment_of_store');
  const { store, actor } = ctx.viewer;
  const payload = await change(await ctx.adapters.platform(store.domain), fulfillment);
  const facts = payload && parseFulfillment(payload);
  if (facts) {
    await ingestFulfillments(ctx, { storeId: store.id, orderId, vendorId: fulfillment.vendorId, actor }, action, [
      facts,
    ]);
  }
  return { ok: true };
}
