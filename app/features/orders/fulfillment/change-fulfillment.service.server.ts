import { cancelParcel as cancelAtStore, updateTracking } from '#app/adapters/shopify/fulfilments.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { TrackingInput } from './fulfill.contract.ts';
import { parseFulfilment } from './fulfillment.ts';
import { learnParcels } from './ingest-fulfillments.service.server.ts';
import * as repo from './fulfillment-sends.repo.server.ts';

type ParcelRef = { orderId: bigint; fulfilmentId: bigint };

/**
 * Replaces carrier and tracking of a parcel, in the store and at once here. A parcel outside the scope is not_found (404), one
 * that the store made or that was cancelled invalid_state (409). Said twice, it is done once.
 */
export function changeTracking(ctx: Ctx, ref: ParcelRef, input: TrackingInput): Promise<{ ok: true }> {
  return changeOwnParcel(ctx, ref, 'parcel.tracking_changed', (platform, parcel) => {
    if (parcel.status === 'cancelled') throw stateRefuses('parcel_cancelled');
    return updateTracking(platform, { orderId: ref.orderId, id: ref.fulfilmentId }, input);
  });
}

/** Takes a parcel back, so that its items are left to ship again; one that was cancelled already stays so. Else as changeTracking. */
export function cancelParcel(ctx: Ctx, ref: ParcelRef): Promise<{ ok: true }> {
  return changeOwnParcel(ctx, ref, 'parcel.cancelled', (platform, parcel) =>
    parcel.status === 'cancelled' ? undefined : cancelAtStore(platform, { orderId: ref.orderId, id: ref.fulfilmentId }),
  );
}

async function changeOwnParcel(
  ctx: Ctx,
  { orderId, fulfilmentId }: ParcelRef,
  act: 'parcel.tracking_changed' | 'parcel.cancelled',
  change: (platform: PlatformClient, parcel: repo.OwnParcel) => Promise<object> | undefined,
): Promise<{ ok: true }> {
  const [parcel] = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.findOwnParcel(tx, orderId, fulfilmentId));
  if (!parcel) throw new AppError('not_found');
  // What the store made may hold more than one part of the order, and changing it would tell so.
  if (!parcel.byApp && !can(ctx.viewer, 'switch_vendor')) throw stateRefuses('parcel_of_store');
  const { store, actor } = ctx.viewer;
  const payload = await change(await ctx.adapters.platform(store.domain), parcel);
  const facts = payload && parseFulfilment(payload);
  if (facts) {
    await learnParcels(ctx, { storeId: store.id, orderId, vendorId: parcel.vendorId, actor }, act, [facts]);
  }
  return { ok: true };
}
