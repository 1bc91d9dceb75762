import { AppError, stateRefuses } from '#app/core/errors.ts';
import { gidOf, idOfGid, refuseUserErrors, type PlatformClient, type PlatformUserError } from './client.server.ts';
import type { FulfilmentNode, LeftNode, PageNode } from './order-nodes.ts';
import { CREATE_FULFILMENT, LIST_FULFILMENTS, READ_LEFT, READ_LEFT_LINES } from './order-operations.ts';
import { fulfilmentPayloadOf } from './order-payload.server.ts';
import { readFulfilment, readRest } from './orders.server.ts';

/** Units of an order's line. */
export type Units = { lineId: string; quantity: number };

export type FulfilmentRequest = {
  orderId: bigint;
  lines: readonly Units[];
  carrier: string | null;
  tracking: string | null;
  url: string | null;
  notify: boolean;
};

/** Units that can be shipped from one location, inside one of the platform's fulfilment orders. */
type OpenUnits = { fulfilmentOrderId: string; locationId: string; itemId: string; lineId: string; left: number };

/** What became of a request: the parcels made, in the shape of the platform's webhooks, and what stopped the rest. */
export type FulfilmentOutcome = { parcels: object[]; failure: AppError | undefined };

const OPEN = new Set(['OPEN', 'IN_PROGRESS']);
const MOST_TRIES = 3;

/**
 * Ships units of lines, one parcel for each location that holds them. The platform takes no idempotency key here: after a
 * lost answer it is asked what is left and which parcels there are, before anything is tried again. Throws state_refuses
 * (409) before the first parcel when there is less left than is wanted.
 */
export async function createFulfilment(
  platform: PlatformClient,
  request: FulfilmentRequest,
): Promise<FulfilmentOutcome> {
  const groups = chooseUnits(await listOpenUnits(platform, request.orderId), request.lines);
  const parcels: object[] = [];
  for (const units of groups) {
    try {
      const fulfilment = await createParcel(platform, request, units);
      parcels.push(fulfilmentPayloadOf(fulfilment, Number(request.orderId)));
    } catch (error) {
      if (parcels.length === 0 || !(error instanceof AppError)) throw error;
      return { parcels, failure: error };
    }
  }
  return { parcels, failure: undefined };
}

type ChosenUnits = OpenUnits & { quantity: number };

/** Takes units from the platform's fulfilment orders in their order, and sorts them by location. */
function chooseUnits(open: readonly OpenUnits[], wanted: readonly Units[]): ChosenUnits[][] {
  const byLocation = new Map<string, ChosenUnits[]>();
  for (const { lineId, quantity } of wanted) {
    let missing = quantity;
    for (const units of open) {
      if (units.lineId !== lineId || missing === 0) continue;
      const taken = Math.min(missing, units.left);
      missing -= taken;
      const group = byLocation.get(units.locationId) ?? [];
      group.push({ ...units, quantity: taken });
      byLocation.set(units.locationId, group);
    }
    if (missing > 0) {
      throw stateRefuses('store_has_fewer_left', {}, [
        { path: 'lineItems', rule: 'above_left', message: 'is more than what is left to ship' },
      ]);
    }
  }
  return [...byLocation.values()];
}

async function createParcel(
  platform: PlatformClient,
  request: FulfilmentRequest,
  units: readonly ChosenUnits[],
): Promise<FulfilmentNode> {
  const known = await listParcels(platform, request.orderId);
  for (let attempt = 1; ; attempt++) {
    try {
      const id = await send(platform, request, units);
      const fulfilment = await readFulfilment(platform, id);
      if (!fulfilment) throw new AppError('platform_failed');
      return fulfilment;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'platform_failed') throw error;
      const made = await findParcel(platform, request, units, known);
      if (made) return made;
      if (attempt === MOST_TRIES) throw error;
    }
  }
}

async function send(
  platform: PlatformClient,
  request: FulfilmentRequest,
  units: readonly ChosenUnits[],
): Promise<string> {
  const byOrder = new Map<string, { id: string; quantity: number }[]>();
  for (const { fulfilmentOrderId, itemId, quantity } of units) {
    const items = byOrder.get(fulfilmentOrderId) ?? [];
    items.push({ id: itemId, quantity });
    byOrder.set(fulfilmentOrderId, items);
  }
  const { carrier, tracking, url } = request;
  const hasTracking = carrier !== null || tracking !== null || url !== null;
  const { fulfillmentCreate: answer } = await platform.mutate<{
    fulfillmentCreate: { fulfillment: { id: string } | null; userErrors: PlatformUserError[] };
  }>(CREATE_FULFILMENT, {
    fulfillment: {
      notifyCustomer: request.notify,
      lineItemsByFulfillmentOrder: [...byOrder].map(([fulfillmentOrderId, fulfillmentOrderLineItems]) => ({
        fulfillmentOrderId,
        fulfillmentOrderLineItems,
      })),
      ...(hasTracking
        ? {
            trackingInfo: {
              ...(carrier === null ? {} : { company: carrier }),
              ...(tracking === null ? {} : { number: tracking }),
              ...(url === null ? {} : { url }),
            },
          }
        : {}),
    },
  });
  refuseUserErrors(answer.userErrors);
  if (!answer.fulfillment) throw new AppError('platform_failed');
  return answer.fulfillment.id;
}

/** The parcel that a request made although its answer was lost: new since we asked, with just these units and this tracking. */
async function findParcel(
  platform: PlatformClient,
  request: FulfilmentRequest,
  units: readonly ChosenUnits[],
  known: ReadonlySet<string>,
): Promise<FulfilmentNode | undefined> {
  const wanted = describeUnits(units);
  for (const id of await listParcels(platform, request.orderId)) {
    if (known.has(id)) continue;
    const parcel = await readFulfilment(platform, id);
    if (!parcel) continue;
    const lines = parcel.fulfillmentLineItems.nodes.map(({ quantity, lineItem }) => ({
      lineId: String(idOfGid(lineItem.id)),
      quantity: quantity ?? 0,
    }));
    const number = parcel.trackingInfo[0]?.number ?? null;
    if (describeUnits(lines) === wanted && number === request.tracking) return parcel;
  }
  return undefined;
}

function describeUnits(units: readonly Units[]): string {
  const sums = new Map<string, number>();
  for (const { lineId, quantity } of units) sums.set(lineId, (sums.get(lineId) ?? 0) + quantity);
  return [...sums]
    .map(([lineId, quantity]) => `${lineId}×${quantity}`)
    .sort()
    .join(' ');
}

async function listParcels(platform: PlatformClient, orderId: bigint): Promise<Set<string>> {
  const { order } = await platform.query<{ order: { fulfillments: { id: string }[] } | null }>(LIST_FULFILMENTS, {
    id: gidOf('Order', orderId),
  });
  if (!order) throw new AppError('not_found');
  return new Set(order.fulfillments.map(({ id }) => id));
}

/** Everything of an order that can still be shipped. */
async function listOpenUnits(platform: PlatformClient, orderId: bigint): Promise<OpenUnits[]> {
  const id = gidOf('Order', orderId);
  const read = async (after: string | null) => {
    const { order } = await platform.query<{ order: { fulfillmentOrders: PageNode<LeftNode> } | null }>(READ_LEFT, {
      id,
      after,
    });
    if (!order) throw new AppError('not_found');
    return order.fulfillmentOrders;
  };
  const fulfilmentOrders = await readRest(await read(null), read);
  const units: OpenUnits[] = [];
  for (const one of fulfilmentOrders) {
    if (!OPEN.has(one.status)) continue;
    const items = await readRest(one.lineItems, async (after) => {
      const next = await platform.query<{ fulfillmentOrder: Pick<LeftNode, 'lineItems'> | null }>(READ_LEFT_LINES, {
        id: one.id,
        after,
      });
      return next.fulfillmentOrder?.lineItems;
    });
    for (const item of items) {
      if (item.remainingQuantity === 0) continue;
      units.push({
        fulfilmentOrderId: one.id,
        locationId: one.assignedLocation.location?.id ?? one.id,
        itemId: item.id,
        lineId: String(idOfGid(item.lineItem.id)),
        left: item.remainingQuantity,
      });
    }
  }
  return units;
}
