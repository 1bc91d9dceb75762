import { appendTo } from '#app/core/append-to.ts';
import { AppError } from '#app/core/errors.ts';
import {
  buildGid,
  idOfGid,
  refuseUserErrors,
  requireAnswer,
  type PlatformClient,
  type PlatformUserError,
} from '../client.server.ts';
import { HOLD, PREPARE_PICKUP, READ_ORDER_OF_LEFT, RELEASE_HOLD, SPLIT_LEFT } from './order-operations.ts';
import { listUnitsLeft, type OpenUnits } from './units-left.server.ts';
import type {
  FulfillmentOrderOrderQuery,
  HoldFulfillmentOrderMutation,
  PreparePickupMutation,
  ReleaseFulfillmentOrderMutation,
  SplitFulfillmentOrderMutation,
} from '../operations.generated.ts';

export type NewHold = { reason: string; note: string; handle: string };

const MAX_TRIES = 3;
/** What an act that was done before, and whose answer was lost, is refused with. */
const DONE_BEFORE = new Set([
  'DUPLICATE_FULFILLMENT_HOLD_HANDLE',
  'TAKEN',
  'NO_LINE_ITEMS_TO_PREPARE_FOR_FULFILLMENT_ORDER',
]);

/**
 * Acts on units of an order until none is left that `select` finds, so that a lost answer is looked at before anything is sent
 * again. `act` gets the units of one fulfillment order. Returns the units as they stood first.
 */
async function runUntilDone(
  platform: PlatformClient,
  orderId: bigint,
  o: { select: (units: OpenUnits) => boolean; act: (id: string, units: OpenUnits[]) => Promise<void> },
): Promise<OpenUnits[]> {
  const first = await listUnitsLeft(platform, orderId);
  let now = first;
  for (let attempt = 1; ; attempt++) {
    const byOrder = new Map<string, OpenUnits[]>();
    for (const units of now.filter(o.select)) {
      appendTo(byOrder, units.fulfillmentOrderId, units);
    }
    if (byOrder.size === 0) return first;
    try {
      for (const [id, units] of byOrder) await o.act(id, units);
      return first;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'platform_failed' || attempt === MAX_TRIES) throw error;
    }
    now = await listUnitsLeft(platform, orderId);
  }
}

/** Puts the units of some lines on hold that are not; the platform parts them from what else is in their fulfillment order. */
export function holdUnits(
  platform: PlatformClient,
  orderId: bigint,
  lineIds: ReadonlySet<string>,
  hold: NewHold,
): Promise<OpenUnits[]> {
  return runUntilDone(platform, orderId, {
    select: (units) => lineIds.has(units.lineId) && !units.isHeld,
    act: async (id, units) => {
      const { fulfillmentOrderHold } = await platform.mutate<HoldFulfillmentOrderMutation>(HOLD, {
        id,
        hold: {
          reason: hold.reason.toUpperCase(),
          reasonNotes: hold.note === '' ? null : hold.note,
          handle: hold.handle,
          notifyMerchant: false,
          fulfillmentOrderLineItems: units.map(({ itemId, left }) => ({ id: itemId, quantity: left })),
        },
      });
      refuseUnlessDone(requireAnswer(fulfillmentOrderHold).userErrors);
    },
  });
}

/** Releases holds on the units of some lines: those of a handle, or all of them. Returns the units as they stood first. */
export function releaseUnits(
  platform: PlatformClient,
  orderId: bigint,
  lineIds: ReadonlySet<string>,
  handle: string | undefined,
): Promise<OpenUnits[]> {
  const wanted = (units: OpenUnits) => units.holds.filter((hold) => handle === undefined || hold.handle === handle);
  return runUntilDone(platform, orderId, {
    select: (units) => lineIds.has(units.lineId) && units.isHeld && wanted(units).length > 0,
    act: async (id, [first]) => {
      const { fulfillmentOrderReleaseHold } = await platform.mutate<ReleaseFulfillmentOrderMutation>(RELEASE_HOLD, {
        id,
        holdIds: first ? wanted(first).map((hold) => hold.id) : [],
      });
      refuseUserErrors(requireAnswer(fulfillmentOrderReleaseHold).userErrors);
    },
  });
}

/**
 * Tells the buyer that the units of some lines lie ready to be collected. A fulfillment order that also holds other lines is
 * split before, because only whole ones can be made ready. Returns the units that are collected; none: nothing was told.
 */
export async function preparePickup(
  platform: PlatformClient,
  orderId: bigint,
  lineIds: ReadonlySet<string>,
): Promise<OpenUnits[]> {
  for (let attempt = 1; ; attempt++) {
    const left = await listUnitsLeft(platform, orderId);
    const own = left.filter((units) => lineIds.has(units.lineId) && units.isPickup && !units.isHeld);
    const ids = [...new Set(own.map((units) => units.fulfillmentOrderId))];
    const shared = ids.filter((id) =>
      left.some((units) => units.fulfillmentOrderId === id && !lineIds.has(units.lineId)),
    );
    try {
      if (shared.length > 0) {
        // Which of the two is ours afterwards is read, not guessed.
        await splitOff(
          platform,
          shared,
          own.filter((units) => shared.includes(units.fulfillmentOrderId)),
        );
        if (attempt < MAX_TRIES) continue;
        throw new AppError('platform_failed');
      }
      if (ids.length > 0) await notifyReady(platform, ids);
      return own;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'platform_failed' || attempt === MAX_TRIES) throw error;
    }
  }
}

async function splitOff(platform: PlatformClient, ids: readonly string[], units: readonly OpenUnits[]): Promise<void> {
  const { fulfillmentOrderSplit } = await platform.mutate<SplitFulfillmentOrderMutation>(SPLIT_LEFT, {
    splits: ids.map((id) => ({
      fulfillmentOrderId: id,
      fulfillmentOrderLineItems: units.flatMap(({ fulfillmentOrderId, itemId, left }) =>
        fulfillmentOrderId === id ? [{ id: itemId, quantity: left }] : [],
      ),
    })),
  });
  refuseUserErrors(requireAnswer(fulfillmentOrderSplit).userErrors);
}

async function notifyReady(platform: PlatformClient, ids: readonly string[]): Promise<void> {
  const { fulfillmentOrderLineItemsPreparedForPickup } = await platform.mutate<PreparePickupMutation>(PREPARE_PICKUP, {
    input: { lineItemsByFulfillmentOrder: ids.map((fulfillmentOrderId) => ({ fulfillmentOrderId })) },
  });
  refuseUnlessDone(requireAnswer(fulfillmentOrderLineItemsPreparedForPickup).userErrors);
}

/** The order that a fulfillment order belongs to; undefined where the store has none of this id. */
export async function findOrderOfUnits(
  platform: PlatformClient,
  fulfillmentOrderId: bigint,
): Promise<bigint | undefined> {
  const { fulfillmentOrder } = await platform.query<FulfillmentOrderOrderQuery>(READ_ORDER_OF_LEFT, {
    id: buildGid('FulfillmentOrder', fulfillmentOrderId),
  });
  return fulfillmentOrder ? idOfGid(fulfillmentOrder.orderId) : undefined;
}

function refuseUnlessDone(errors: readonly PlatformUserError[]): void {
  refuseUserErrors(errors.filter(({ code }) => !DONE_BEFORE.has(code ?? '')));
}
