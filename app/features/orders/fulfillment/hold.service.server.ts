import { findOrderOfUnits, holdUnits, preparePickup, releaseUnits } from '#app/adapters/shopify/orders/holds.server.ts';
import { listUnitsLeft } from '#app/adapters/shopify/orders/units-left.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { markChanged } from '../changes/order-changes.service.server.ts';
import type { HoldInput } from './fulfill.contract.ts';
import { findOrders } from '../ingest/ingest.repo.server.ts';
import * as repo from './hold.repo.server.ts';
import { holdHandle, splitHolds } from './hold.ts';
import * as orders from '../orders.repo.server.ts';

type VendorOrderRef = { orderId: bigint; vendor: bigint | undefined };
type OwnVendorOrder = { vendorId: bigint; lineIds: ReadonlySet<string>; held: repo.StoredHold | undefined };

/**
 * Puts what is left of a vendor's part on hold at the platform. An order or a vendor outside the scope is not_found (404); with
 * nothing left it is invalid_state (409). Said twice, there is one hold.
 */
export async function holdOrder(ctx: Ctx, orderId: bigint, input: HoldInput): Promise<{ ok: true }> {
  const vendorOrder = await requireVendorOrder(ctx, { orderId, vendor: input.vendor });
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const handle = holdHandle(vendorOrder.vendorId);
  const left = await holdUnits(platform, orderId, vendorOrder.lineIds, { ...input, handle });
  if (!left.some((units) => vendorOrder.lineIds.has(units.lineId))) throw stateRefuses('nothing_to_hold');
  await refreshHolds(ctx, ctx.viewer.store.id, orderId);
  await note(ctx, orderId, vendorOrder, 'order.held', { reason: input.reason });
  return { ok: true };
}

/**
 * Releases what a vendor put on hold; an admin releases any hold. One that the store put on is invalid_state (409) for a
 * vendor, and so is a part of which nothing is held.
 */
export async function releaseOrder(ctx: Ctx, orderId: bigint, vendor: bigint | undefined): Promise<{ ok: true }> {
  const vendorOrder = await requireVendorOrder(ctx, { orderId, vendor });
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const mayAll = can(ctx.viewer, 'switch_vendor');
  const handle = holdHandle(vendorOrder.vendorId);
  const left = await releaseUnits(platform, orderId, vendorOrder.lineIds, mayAll ? undefined : handle);
  const onHold = left.filter((units) => vendorOrder.lineIds.has(units.lineId) && units.isHeld);
  await refreshHolds(ctx, ctx.viewer.store.id, orderId);
  if (onHold.length === 0) {
    // A repeat of one whose answer was lost finds nothing held any more: what it asked for is so.
    if (vendorOrder.held) return { ok: true };
    throw stateRefuses('not_on_hold');
  }
  if (!mayAll && !onHold.some((units) => units.holds.some((hold) => hold.handle === handle))) {
    throw stateRefuses('hold_of_store');
  }
  await note(ctx, orderId, vendorOrder, 'order.released', {});
  return { ok: true };
}

/**
 * Tells the buyer that the items of a vendor's part that are collected lie ready: by an email of ours where our own row of
 * pickup was chosen at the checkout, by the platform where they lie at a location of the store; none is invalid_state (409).
 * They are fulfilled without tracking once they were collected.
 */
export async function prepareForPickup(ctx: Ctx, orderId: bigint, vendor: bigint | undefined): Promise<{ ok: true }> {
  const vendorOrder = await requireVendorOrder(ctx, { orderId, vendor });
  if (await isPickupOrder(ctx, orderId, vendorOrder.vendorId)) return mailPickup(ctx, orderId, vendorOrder);
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const units = await preparePickup(platform, orderId, vendorOrder.lineIds);
  if (units.length === 0) throw stateRefuses('nothing_to_collect');
  await note(ctx, orderId, vendorOrder, 'order.pickup_ready', {
    count: units.reduce((sum, { left }) => sum + left, 0),
  });
  return { ok: true };
}

/** Whether the buyer chose our own row of pickup for a vendor's part. The whole order is only read, never shown. */
async function isPickupOrder({ db, viewer }: Ctx, orderId: bigint, vendorId: bigint): Promise<boolean> {
  const found = await db.fast(marketplaceScope(viewer.store.id), (tx) => findOrders(tx, [orderId]));
  return found.get(orderId)?.orderTerms.terms.pickups?.includes(String(vendorId)) ?? false;
}

/** Mails the buyer that a part lies ready, once for as long as the same units are left. */
async function mailPickup(ctx: Ctx, orderId: bigint, vendorOrder: OwnVendorOrder): Promise<{ ok: true }> {
  const at = ctx.clock.now();
  const count = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const lines = await orders.listLines(tx, orderId);
    return lines.reduce((sum, line) => sum + (line.vendorId === vendorOrder.vendorId ? line.left : 0), 0);
  });
  if (count === 0) throw stateRefuses('nothing_to_collect');
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const buyer = await orders.findBuyer(tx, orderId);
    if (!buyer?.email) return;
    await queueMails(tx, ctx, [
      {
        dedupeKey: `order-ready/${orderId}/${vendorOrder.vendorId}/${count}`,
        template: 'order-ready-for-pickup',
        audience: { kind: 'address', address: buyer.email },
        params: { orderId: String(orderId), vendorId: String(vendorOrder.vendorId) },
        dueAt: at,
        createdAt: at,
      },
    ]);
  });
  await note(ctx, orderId, vendorOrder, 'order.pickup_ready', { count });
  return { ok: true };
}

async function requireVendorOrder(ctx: Ctx, { orderId, vendor }: VendorOrderRef): Promise<OwnVendorOrder> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendorOrders = await orders.findVendorOrders(tx, orderId);
    const chosen = vendorOrders.filter((vendorOrder) => vendor === undefined || vendorOrder.vendorId === vendor);
    const [vendorOrder] = chosen;
    if (!vendorOrder) throw new AppError('not_found');
    if (chosen.length > 1) throw stateRefuses('one_vendor_at_a_time');
    const lines = await orders.listLines(tx, orderId);
    const holds = await repo.listHolds(tx, orderId);
    return {
      vendorId: vendorOrder.vendorId,
      lineIds: new Set(lines.flatMap((line) => (line.vendorId === vendorOrder.vendorId ? [String(line.id)] : []))),
      held: holds.find((hold) => hold.vendorId === vendorOrder.vendorId),
    };
  });
}

async function note(
  ctx: Ctx,
  orderId: bigint,
  vendorOrder: OwnVendorOrder,
  action: string,
  detail: object,
): Promise<void> {
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(orderId),
        vendorId: vendorOrder.vendorId,
        action,
        actor,
        detail,
        at: ctx.clock.now(),
      },
    ]),
  );
}

/**
 * Reads what of an order is on hold in the store and writes it by vendor, unless a reading that was begun later has been
 * written already. An order that is not known, or gone there, changes nothing.
 */
export async function refreshHolds(services: Services, storeId: StoreId, orderId: bigint): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const scope = marketplaceScope(storeId);
  const owners = await services.db.fast(scope, (tx) => repo.listOwners(tx, orderId));
  const requested = await services.db.fast(scope, (tx) => repo.askHolds(tx, orderId));
  if (owners.size === 0 || requested === undefined) return;
  const left = await listUnitsLeft(await services.adapters.platform(store.domain), orderId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return [];
    throw error;
  });
  const onHold = left
    .filter((units) => units.isHeld)
    .map(({ lineId, left: quantity, holds }) => ({ lineId, quantity, holds }));
  await services.db.fast(scope, async (tx) => {
    if (!(await repo.acceptHolds(tx, orderId, requested))) return;
    await repo.replaceHolds(tx, orderId, splitHolds(onHold, owners), services.clock.now());
    await markChanged(tx, [orderId]);
  });
}

/** The same for whichever order a fulfillment order belongs to, of which the platform's word names nothing else. */
export async function refreshHoldsByFulfillmentOrder(
  services: Services,
  storeId: StoreId,
  fulfillmentOrderId: bigint,
): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const orderId = await findOrderOfUnits(await services.adapters.platform(store.domain), fulfillmentOrderId);
  if (orderId !== undefined) await refreshHolds(services, storeId, orderId);
}
