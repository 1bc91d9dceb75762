import { AppError, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { buildGid, idOfGid, type PlatformClient } from '../client.server.ts';
import type { HoldNode } from './order-nodes.ts';
import { READ_LEFT, READ_LEFT_LINES } from './order-operations.ts';
import { readRest } from '../pages.ts';
import type { FulfillmentOrderLeftQuery, OrderLeftQuery } from '../operations.generated.ts';

/** Units of an order's line. */
export type Units = { lineId: string; quantity: number };

/** Units that can be shipped from one location, inside one of the platform's fulfillment orders. */
export type OpenUnits = {
  fulfillmentOrderId: string;
  locationId: string;
  locationName: string;
  itemId: string;
  lineId: string;
  left: number;
  /** The buyer collects them at the location. */
  isPickup: boolean;
  /** Somebody put them on hold: they cannot be shipped until that is released. */
  isHeld: boolean;
  holds: readonly HoldNode[];
};

export type ChosenUnits = Pick<OpenUnits, 'fulfillmentOrderId' | 'locationId' | 'itemId' | 'lineId'> & {
  quantity: number;
};

const OPEN = new Set(['OPEN', 'IN_PROGRESS']);
const ON_HOLD = 'ON_HOLD';

/** Everything of an order that is left to ship, held or not. An order that is gone is not_found (404). */
export async function listUnitsLeft(platform: PlatformClient, orderId: bigint): Promise<OpenUnits[]> {
  const id = buildGid('Order', orderId);
  const read = async (after: string | null) => {
    const { order } = await platform.query<OrderLeftQuery>(READ_LEFT, { id, after });
    if (!order) throw new AppError('not_found');
    return order.fulfillmentOrders;
  };
  const fulfillmentOrders = await readRest(await read(null), read);
  const units: OpenUnits[] = [];
  for (const one of fulfillmentOrders) {
    if (!OPEN.has(one.status) && one.status !== ON_HOLD) continue;
    const items = await readRest(one.lineItems, async (after) => {
      const next = await platform.query<FulfillmentOrderLeftQuery>(READ_LEFT_LINES, { id: one.id, after });
      return next.fulfillmentOrder?.lineItems;
    });
    const { location, name } = one.assignedLocation;
    for (const item of items) {
      if (item.remainingQuantity === 0) continue;
      units.push({
        fulfillmentOrderId: one.id,
        locationId: String(idOfGid(location?.id ?? one.id)),
        locationName: name,
        itemId: item.id,
        lineId: String(idOfGid(item.lineItem.id)),
        left: item.remainingQuantity,
        isPickup: one.deliveryMethod?.methodType === 'PICK_UP',
        isHeld: one.status === ON_HOLD,
        holds: one.fulfillmentHolds,
      });
    }
  }
  return units;
}

/** What a fulfillment is to hold; without a location its units come from wherever they are. */
export type WantedFulfillment = { lines: readonly Units[]; location: string | null };

/**
 * Takes the units of fulfillments from what is left, in the platform's order, and sorts each fulfillment's by location: the platform
 * makes one fulfillment for a location. Throws invalid_state (409) at the fulfillment and line that cannot be served.
 */
export function chooseUnits(left: readonly OpenUnits[], fulfillments: readonly WantedFulfillment[]): ChosenUnits[][][] {
  const open = left.map((units) => ({ ...units }));
  return fulfillments.map((fulfillment, index) => {
    const byLocation = new Map<string, ChosenUnits[]>();
    for (const { lineId, quantity } of fulfillment.lines) {
      let missing = quantity;
      for (const units of open) {
        if (units.isHeld || units.lineId !== lineId || missing === 0 || units.left === 0) continue;
        if (fulfillment.location !== null && units.locationId !== fulfillment.location) continue;
        const taken = Math.min(missing, units.left);
        missing -= taken;
        units.left -= taken;
        const group = byLocation.get(units.locationId) ?? [];
        const { fulfillmentOrderId, locationId, itemId } = units;
        group.push({ fulfillmentOrderId, locationId, itemId, lineId, quantity: taken });
        byLocation.set(units.locationId, group);
      }
      if (missing > 0) throw refuseMissing(open, fulfillment, { lineId, index, missing });
    }
    return [...byLocation.values()];
  });
}

/** Why units cannot be taken: they are on hold, they are at another location, or there are none. */
function refuseMissing(
  open: readonly OpenUnits[],
  fulfillment: WantedFulfillment,
  o: { lineId: string; index: number; missing: number },
): AppError {
  const sum = (units: readonly OpenUnits[]) =>
    units.filter((one) => one.lineId === o.lineId).reduce((total, one) => total + one.left, 0);
  const path = `fulfillments.${o.index}`;
  const externalLeft = open.filter((one) => !one.isHeld && one.locationId !== fulfillment.location);
  if (fulfillment.location !== null && sum(externalLeft) >= o.missing) {
    return stateRefuses('location_has_fewer', {}, [
      { path: `${path}.location`, rule: 'above_left', message: rule('store_has_fewer') },
    ]);
  }
  if (sum(open.filter((one) => one.isHeld)) >= o.missing) return stateRefuses('on_hold');
  return stateRefuses('store_has_fewer_left', {}, [
    { path: 'lineItems', rule: 'above_left', message: rule('store_has_fewer') },
  ]);
}
