import { listUnitsLeft } from '#app/adapters/shopify/orders/units-left.server.ts';
import { AppError, type Issue, stateRefuses, fillText, REASONS } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { FulfilledDto, FulfillInput, FulfillmentInput, ShippingOptionsDto } from './fulfill.contract.ts';
import { toStatuses } from '../order-view.ts';
import { findNeighbour, type OrderQuery } from '../read-models/order-list.repo.server.ts';
import * as repo from '../orders.repo.server.ts';
import { sendFulfillments } from './send-fulfillments.service.server.ts';

/** Where the newest order of a list begins: a place before every row. */
const BEFORE_ALL = { at: new Date('9999-01-01T00:00:00Z'), id: 0n };

/** A fulfillment of a request, and where its items stand in it. */
type RequestedFulfillment = Omit<FulfillmentInput, 'location'> & { location: string | null; path: string };

/**
 * Ships units of own lines of an order: in the store first, then at once in our own rows, without waiting for the webhook.
 * Answers the fulfillments made, those that were not, and the next order to ship. A line of somebody else anywhere in the request
 * is not_found (404) and nothing happens; more than what is left is invalid_state (409).
 */
export async function fulfillOrder(ctx: Ctx, orderId: bigint, input: FulfillInput): Promise<FulfilledDto> {
  const requested = toRequestedFulfillments(input);
  const vendorId = await requireOwnVendor(ctx, orderId, requested);
  const { store, actor } = ctx.viewer;
  const sent = await sendFulfillments(
    ctx,
    {
      domain: store.domain,
      part: { storeId: store.id, orderId, vendorId, actor },
      checkLeft: () => checkLeft(ctx, orderId, requested),
    },
    {
      notify: input.notify,
      fulfillments: requested.map(({ carrier, tracking, url, location, lineItems }) => ({
        carrier,
        tracking,
        url,
        location,
        lines: lineItems.flatMap(({ id, quantity }) => (quantity > 0 ? [{ lineId: String(id), quantity }] : [])),
      })),
    },
  );
  return {
    nextOrder: await findNextOrder(ctx, orderId),
    fulfillments: sent.made,
    failed: sent.failed.map(({ index, error: { code, reason, params, message } }) => ({
      index,
      code,
      reason,
      params,
      message,
    })),
  };
}

/** The fulfillments of a request, whichever of its two forms it has. */
function toRequestedFulfillments(input: FulfillInput): RequestedFulfillment[] {
  const place = (location: bigint | null | undefined) => (location ? String(location) : null);
  if (input.fulfillments) {
    return input.fulfillments.map((one, index) => ({
      ...one,
      location: place(one.location),
      path: `fulfillments.${index}.`,
    }));
  }
  const { carrier, tracking, url, location, lineItems = [] } = input;
  return [{ carrier, tracking, url, location: place(location), lineItems, path: '' }];
}

/** The one vendor whose lines a request names, all of them within the scope. */
async function requireOwnVendor(
  ctx: Ctx,
  orderId: bigint,
  requested: readonly RequestedFulfillment[],
): Promise<bigint> {
  const lines = await readOwnLines(ctx, orderId);
  const vendorIds = new Set<bigint>();
  for (const { id, quantity } of requested.flatMap((fulfillment) => fulfillment.lineItems)) {
    const line = lines.get(id);
    if (!line) throw new AppError('not_found');
    if (quantity === 0) continue;
    if (line.vendorId === null) throw stateRefuses('line_of_store', { title: line.title });
    vendorIds.add(line.vendorId);
  }
  const [vendorId] = vendorIds;
  if (vendorId === undefined || vendorIds.size > 1) throw stateRefuses('one_vendor_at_a_time');
  return vendorId;
}

/** Refuses more than what we know to be left, over all fulfillments together. */
async function checkLeft(ctx: Ctx, orderId: bigint, requested: readonly RequestedFulfillment[]): Promise<void> {
  const lines = await readOwnLines(ctx, orderId);
  const left = new Map([...lines].map(([id, line]) => [id, line.left]));
  const issues: Issue[] = [];
  for (const { path, lineItems } of requested) {
    lineItems.forEach(({ id, quantity }, index) => {
      const now = left.get(id) ?? 0;
      if (quantity > now) {
        const message = fillText(REASONS.more_than_left, { left: now });
        issues.push({
          path: `${path}lineItems.${index}.quantity`,
          rule: 'above_left',
          message,
          params: { left: now },
        });
      }
      left.set(id, Math.max(0, now - quantity));
    });
  }
  const [first] = issues;
  if (first) throw stateRefuses('more_than_left', first.params, issues);
}

async function readOwnLines(ctx: Ctx, orderId: bigint): Promise<Map<bigint, repo.Line>> {
  const lines = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listLines(tx, orderId));
  return new Map(lines.map((line) => [line.id, line]));
}

/**
 * Which locations can ship how many units of the own lines, as the store says now. An order without a part in the scope is
 * not_found (404).
 */
export async function readShippingOptions(ctx: Ctx, orderId: bigint): Promise<ShippingOptionsDto> {
  const { parts: vendorOrders, lines } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
    parts: await repo.findVendorOrders(tx, orderId),
    lines: await repo.listLines(tx, orderId),
  }));
  if (vendorOrders.length === 0) throw new AppError('not_found');
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const own = new Set(lines.flatMap((line) => (line.vendorId === null ? [] : [String(line.id)])));
  const units = (await listUnitsLeft(platform, orderId)).filter((one) => own.has(one.lineId));
  const sum = (some: typeof units) => some.reduce((total, one) => total + one.left, 0);
  const open = units.filter((one) => !one.isHeld);
  return {
    locations: [...new Map(open.map(({ locationId, locationName }) => [locationId, locationName]))].map(
      ([id, name]) => ({ id, name }),
    ),
    lines: [...own].flatMap((id) => {
      const all = units.filter((one) => one.lineId === id);
      if (all.length === 0) return [];
      const free = all.filter((one) => !one.isHeld);
      const at = new Map<string, number>();
      for (const { locationId, left } of free) at.set(locationId, (at.get(locationId) ?? 0) + left);
      return [
        {
          id,
          left: sum(free),
          held: sum(all) - sum(free),
          pickup: sum(free.filter((one) => one.isPickup)),
          at: [...at].map(([location, quantity]) => ({ location, quantity })),
        },
      ];
    }),
  };
}

/** The next order to ship, none of it on hold: the nearest older one, else the newest of all. */
async function findNextOrder(ctx: Ctx, orderId: bigint): Promise<{ id: string; name: string } | null> {
  const query: OrderQuery = { q: '', range: {}, statuses: toStatuses('unfulfilled'), onHold: false };
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const [vendorOrder] = await repo.findVendorOrders(tx, orderId);
    const from = vendorOrder ? { at: vendorOrder.orderedAt, id: vendorOrder.id } : BEFORE_ALL;
    const found =
      (await findNeighbour(tx, query, { orderId, at: from, direction: 'older' })) ??
      (await findNeighbour(tx, query, { orderId, at: BEFORE_ALL, direction: 'older' }));
    return found ? { id: String(found.id), name: found.name } : null;
  });
}
