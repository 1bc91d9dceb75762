import { AppError } from '#app/core/errors.ts';
import {
  buildGid,
  idOfGid,
  refuseUserErrors,
  requireAnswer,
  type PlatformClient,
  type PlatformUserError,
} from '../client.server.ts';
import type { FulfillmentNode } from './order-nodes.ts';
import { CANCEL_FULFILLMENT, CREATE_FULFILLMENT, LIST_FULFILLMENTS, UPDATE_TRACKING } from './order-operations.ts';
import { buildFulfillmentPayload } from './order-payload.server.ts';
import { readFulfillment } from './orders.server.ts';
import type { ChosenUnits, Units } from './units-left.server.ts';
import type {
  CancelFulfillmentMutation,
  CreateFulfillmentMutation,
  OrderFulfillmentsQuery,
  UpdateTrackingMutation,
} from '../operations.generated.ts';

/** A package beside the first of a fulfillment. */
export type FurtherPackage = { tracking: string | null; url: string | null };

export type Tracking = {
  carrier: string | null;
  tracking: string | null;
  url: string | null;
  /** What else goes with it, where it is sent in several packages. */
  further?: readonly FurtherPackage[];
};

/** A fulfillment to be made: units of one location with their tracking. */
export type NewFulfillment = Tracking & { orderId: bigint; units: readonly ChosenUnits[]; notify: boolean };

const MAX_TRIES = 3;

/**
 * Makes one fulfillment and answers it in the shape of the platform's webhooks. The platform takes no idempotency key here: after
 * a lost answer it is asked which fulfillments there are that were not `known` before, ere anything is tried again. Throws
 * platform_failed (502) when it stays unknown whether the fulfillment was made.
 */
export async function createFulfillment(
  platform: PlatformClient,
  fulfillment: NewFulfillment,
  known: ReadonlySet<string>,
): Promise<object> {
  for (let attempt = 1; ; attempt++) {
    try {
      const id = await send(platform, fulfillment);
      const created = await readFulfillment(platform, id);
      if (!created) throw new AppError('platform_failed');
      return buildFulfillmentPayload(created, Number(fulfillment.orderId));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'platform_failed') throw error;
      const [made] = await findFulfillments(platform, fulfillment.orderId, [fulfillment], known);
      if (made) return made;
      if (attempt === MAX_TRIES) throw error;
    }
  }
}

/** The fulfillments that earlier requests made, each for one of the wanted at most; `known` ones were there before. Undefined: not made. */
export async function findFulfillments(
  platform: PlatformClient,
  orderId: bigint,
  wanted: readonly (Pick<Tracking, 'tracking'> & { units: readonly Units[] })[],
  known: ReadonlySet<string>,
): Promise<(object | undefined)[]> {
  const fresh: FulfillmentNode[] = [];
  for (const id of await listFulfillmentIds(platform, orderId)) {
    const fulfillment = known.has(id) ? undefined : await readFulfillment(platform, id);
    if (fulfillment) fresh.push(fulfillment);
  }
  return wanted.map(({ units, tracking }) => {
    const at = fresh.findIndex((fulfillment) => {
      const lines = fulfillment.fulfillmentLineItems.nodes.map(({ quantity, lineItem }) => ({
        lineId: String(idOfGid(lineItem.id)),
        quantity: quantity ?? 0,
      }));
      return (
        describeUnits(lines) === describeUnits(units) && (fulfillment.trackingInfo[0]?.number ?? null) === tracking
      );
    });
    const [found] = at === -1 ? [] : fresh.splice(at, 1);
    return found && buildFulfillmentPayload(found, Number(orderId));
  });
}

/** The platform's ids of an order's fulfillments. */
export async function listFulfillmentIds(platform: PlatformClient, orderId: bigint): Promise<Set<string>> {
  const { order } = await platform.query<OrderFulfillmentsQuery>(LIST_FULFILLMENTS, { id: buildGid('Order', orderId) });
  if (!order) throw new AppError('not_found');
  return new Set(order.fulfillments.map(({ id }) => id));
}

type FulfillmentRef = { orderId: bigint; id: bigint };

/** Replaces the tracking of a fulfillment and answers the fulfillment as it stands. A lost answer is looked at before it is sent again. */
export function updateTracking(
  platform: PlatformClient,
  fulfillment: FulfillmentRef,
  change: Tracking & { notify: boolean },
): Promise<object> {
  return changeFulfillment(platform, fulfillment, {
    isDone: ({ trackingInfo: [now] }) =>
      (now?.company ?? null) === change.carrier &&
      (now?.number ?? null) === change.tracking &&
      (change.url === null || now?.url === change.url),
    send: async (id) => {
      const { fulfillmentTrackingInfoUpdate } = await platform.mutate<UpdateTrackingMutation>(UPDATE_TRACKING, {
        id,
        tracking: toTrackingInput(change),
        notify: change.notify,
      });
      return requireAnswer(fulfillmentTrackingInfoUpdate).userErrors;
    },
  });
}

/** Takes a fulfillment back, so that its units are left again, and answers it as it stands. One that is cancelled stays so. */
export function cancelFulfillment(platform: PlatformClient, fulfillment: FulfillmentRef): Promise<object> {
  return changeFulfillment(platform, fulfillment, {
    isDone: ({ status }) => status === 'CANCELLED',
    send: async (id) => {
      const { fulfillmentCancel } = await platform.mutate<CancelFulfillmentMutation>(CANCEL_FULFILLMENT, { id });
      return requireAnswer(fulfillmentCancel).userErrors;
    },
  });
}

/** Both changes may be sent twice: what counts is how the fulfillment stands afterwards, whoever did it. */
async function changeFulfillment(
  platform: PlatformClient,
  { orderId, id }: FulfillmentRef,
  change: {
    isDone: (fulfillment: FulfillmentNode) => boolean;
    send: (id: string) => Promise<PlatformUserError[]>;
  },
): Promise<object> {
  const gid = buildGid('Fulfillment', id);
  for (let attempt = 1; ; attempt++) {
    let refused: PlatformUserError[] = [];
    let lost: AppError | undefined;
    try {
      refused = await change.send(gid);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'platform_failed') throw error;
      lost = error;
    }
    const now = await readFulfillment(platform, gid);
    if (!now) throw new AppError('not_found');
    if (lost && !change.isDone(now)) {
      if (attempt === MAX_TRIES) throw lost;
      continue;
    }
    if (!change.isDone(now)) refuseUserErrors(refused);
    return buildFulfillmentPayload(now, Number(orderId));
  }
}

async function send(platform: PlatformClient, fulfillment: NewFulfillment): Promise<string> {
  const byOrder = new Map<string, { id: string; quantity: number }[]>();
  for (const { fulfillmentOrderId, itemId, quantity } of fulfillment.units) {
    const items = byOrder.get(fulfillmentOrderId) ?? [];
    items.push({ id: itemId, quantity });
    byOrder.set(fulfillmentOrderId, items);
  }
  const hasTracking = fulfillment.carrier !== null || fulfillment.tracking !== null || fulfillment.url !== null;
  const { fulfillmentCreate } = await platform.mutate<CreateFulfillmentMutation>(CREATE_FULFILLMENT, {
    fulfillment: {
      notifyCustomer: fulfillment.notify,
      lineItemsByFulfillmentOrder: [...byOrder].map(([fulfillmentOrderId, fulfillmentOrderLineItems]) => ({
        fulfillmentOrderId,
        fulfillmentOrderLineItems,
      })),
      ...(hasTracking ? { trackingInfo: toTrackingInput(fulfillment) } : {}),
    },
  });
  const answer = requireAnswer(fulfillmentCreate);
  refuseUserErrors(answer.userErrors);
  if (!answer.fulfillment) throw new AppError('platform_failed');
  return answer.fulfillment.id;
}

function toTrackingInput({ carrier, tracking, url, further = [] }: Tracking): object {
  const all = [{ tracking, url }, ...further];
  if (further.length > 0 && all.every((one) => one.tracking !== null)) {
    return {
      ...(carrier === null ? {} : { company: carrier }),
      numbers: all.map((one) => one.tracking),
      // The store gives each number the address at its place, so that a list with gaps would mix them up.
      ...(all.every((one) => one.url !== null) ? { urls: all.map((one) => one.url) } : {}),
    };
  }
  return {
    ...(carrier === null ? {} : { company: carrier }),
    ...(tracking === null ? {} : { number: tracking }),
    ...(url === null ? {} : { url }),
  };
}

function describeUnits(units: readonly Units[]): string {
  const sums = new Map<string, number>();
  for (const { lineId, quantity } of units) sums.set(lineId, (sums.get(lineId) ?? 0) + quantity);
  return [...sums]
    .map(([lineId, quantity]) => `${lineId}×${quantity}`)
    .sort()
    .join(' ');
}
