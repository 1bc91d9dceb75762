import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { OperationRefused } from '#app/core/operation-refused.ts';
import type { OwnStore, PlacedOrder } from '#app/core/own-store.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { orderFilterSchema, type ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import { getOrder } from '#app/features/orders/read-models/order-detail.service.server.ts';
import { portalUrl, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { formatSku } from '../connections/compare-products.service.server.ts';
import { listSourcesOf } from '../connections/connections.repo.server.ts';
import {
  buildSourceIdentifier,
  buildStoreOrder,
  countUnits,
  LEASE_MS,
  SEARCH_AFTER_MS,
  type KnownVariants,
  type StoreOrderProblem,
} from './store-order.ts';
import * as repo from './store-orders.repo.server.ts';

/** Whose orders are placed where. The viewer of `ctx` is the vendor, with the rights of whoever connected the store. */
export type OrderRun = { ctx: Ctx; store: Store; vendorId: bigint; shop: string; ownStore: OwnStore };

/** Takes up the next order of a kind of work. */
export function claimNext({ ctx, vendorId, shop }: OrderRun, work: 'place' | 'cancel' | 'check') {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.claimOrder(tx, vendorId, { work, shop, now, until }));
}

/** Writes how the work on an order ended; what is not named stays as it was. */
export function endWork({ ctx }: OrderRun, order: repo.ClaimedOrder, end: Partial<repo.OrderEnd>): Promise<void> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.endOrder(tx, order, { ...order, checkedAt: null, placedAt: null, ...end }),
  );
}

/** An order that becomes known this late may have been placed by a database that was restored since: the store is searched first. */
const LATE_MS = 10 * MINUTE_MS;

/** Tries again later: after 1, 2, 4 minutes and so on. */
export function endUntilLater(
  run: OrderRun,
  order: repo.ClaimedOrder,
  o: { problem: StoreOrderProblem; waitMs?: number } & Partial<repo.OrderEnd>,
): Promise<void> {
  const { problem, waitMs = 0, ...end } = o;
  const tries = order.tries + 1;
  const pauseMs = Math.max(waitMs, computeBackoffMs(RETRIES.sync, tries));
  return endWork(run, order, { problem, tries, dueAt: new Date(run.ctx.clock.now().getTime() + pauseMs), ...end });
}

/** The store took its access away: everything with it stands still. */
export class StoreAccessLost extends Error {}

/**
 * Ends the work on an order that failed. `calledAt` is when the store was asked without an answer; what certainly did nothing leaves it
 * as it was before. Returns whether the store may be asked for the next order.
 */
export async function endFailed(
  run: OrderRun,
  order: repo.ClaimedOrder,
  o: { error: unknown; calledAt: Date | null; units?: repo.StoreOrder['units'] },
): Promise<boolean> {
  const { error } = o;
  if (error instanceof OperationRefused && error.isAccessDenied) {
    await endUntilLater(run, order, { problem: 'scopes', waitMs: HOUR_MS });
    return false;
  }
  if (error instanceof OperationRefused) {
    run.ctx.log.warn({ err: error }, 'a vendor’s own store refused an operation of an order');
    await endWork(run, order, order.state === 'waiting' ? { state: 'refused', problem: 'refused' } : {});
    return true;
  }
  if (error instanceof AppError && error.code === 'shop_access_revoked') {
    await endUntilLater(run, order, { problem: 'unanswered' });
    throw new StoreAccessLost(error.message);
  }
  if (error instanceof AppError && error.code === 'platform_throttled') {
    await endUntilLater(run, order, { problem: 'busy' });
    return false;
  }
  run.ctx.log.warn({ err: error }, 'an order was not seen to in a vendor’s own store');
  const { calledAt, units = order.units } = o;
  await endUntilLater(run, order, { problem: 'unanswered', waitMs: SEARCH_AFTER_MS, calledAt, units });
  return error instanceof AppError ? false : true;
}

/**
 * Places one order in the vendor's own store, once: the call is noted before it is made, and after one whose outcome nobody knows the
 * store is searched before it is asked again. Returns whether the store may be asked for the next.
 */
export async function placeOrder(run: OrderRun, order: repo.ClaimedOrder): Promise<boolean> {
  const { ctx, ownStore, store } = run;
  let { calledAt, units } = order;
  try {
    const identifier = buildSourceIdentifier(store.domain, order);
    const isSearched = calledAt !== null || order.recordedAt.getTime() - order.orderedAt.getTime() > LATE_MS;
    const found = isSearched ? await ownStore.findOrder({ identifier, since: order.orderedAt }) : undefined;
    if (found) return await recordPlaced(run, order, { placed: found, units });
    if (order.cancels) {
      await endWork(run, order, { state: 'dropped', problem: 'cancelled', calledAt: null });
      return true;
    }
    const { order: shown } = await getOrder(ctx, order.orderId, orderFilterSchema.parse({}));
    const obstacle = findObstacle(shown);
    if (obstacle) return await endForObstacle(run, order, obstacle);
    const input = buildStoreOrder(shown, {
      identifier,
      marketplace: store.name,
      url: portalUrl(ctx, store, `/app/orders/${order.orderId}`),
      variants: await findVariants(run, shown.lines),
    });
    const now = ctx.clock.now();
    if (!(await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.markCalled(tx, order, now)))) return true;
    calledAt = now;
    units = countUnits(shown.lines);
    const answer = await ownStore.placeOrder(input);
    if ('placed' in answer) return await recordPlaced(run, order, { placed: answer.placed, units });
    const { isBusy, detail } = answer.refused;
    if (isBusy) await endUntilLater(run, order, { problem: 'busy', waitMs: MINUTE_MS, calledAt: null });
    else await endWork(run, order, { state: 'refused', problem: 'refused', detail, calledAt: null });
    return !isBusy;
  } catch (error) {
    return endFailed(run, order, { error, calledAt, units });
  }
}

async function recordPlaced(
  run: OrderRun,
  order: repo.ClaimedOrder,
  { placed, units }: { placed: PlacedOrder; units: repo.StoreOrder['units'] },
): Promise<true> {
  const now = run.ctx.clock.now();
  await endWork(run, order, {
    state: 'placed',
    problem: null,
    detail: null,
    tries: 0,
    dueAt: now,
    calledAt: null,
    sourceId: placed.id,
    sourceName: placed.name,
    units,
    placedAt: now,
    checkedAt: now,
  });
  return true;
}

/** Why an order is not placed now; null where it is. */
function findObstacle(order: ShownOrderDto): StoreOrderProblem | null {
  if (order.cancelledAt !== null || order.fulfillment === 'cancelled') return 'cancelled';
  if (order.buyer.redacted) return 'redacted';
  if (order.lines.every(({ remaining }) => remaining === 0)) return 'cancelled';
  if (order.fulfillment === 'fulfilled') return 'shipped';
  const isPaid = order.financialStatus === 'paid' || order.financialStatus === 'partially_refunded';
  return isPaid && order.onHold === null ? null : 'on_hold';
}

/** What is on hold is looked at once an hour; everything else never needs a place there. */
async function endForObstacle(run: OrderRun, order: repo.ClaimedOrder, problem: StoreOrderProblem): Promise<true> {
  const dueAt = new Date(run.ctx.clock.now().getTime() + HOUR_MS);
  if (problem === 'on_hold') await endWork(run, order, { problem, dueAt });
  else await endWork(run, order, { state: 'dropped', problem, calledAt: null });
  return true;
}

/** The variants there of lines whose products are kept in step: by the product's id there and the SKU. */
async function findVariants(
  { ctx, ownStore, vendorId }: OrderRun,
  lines: ShownOrderDto['lines'],
): Promise<KnownVariants> {
  const ids = [...new Set(lines.flatMap(({ productId }) => (productId === null ? [] : [BigInt(productId)])))];
  const pairs = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => listSourcesOf(tx, vendorId, ids));
  const products = await ownStore.readProducts(pairs.map(({ sourceId }) => sourceId));
  const sources = new Map(products.map((source) => [source.id, source]));
  const found = new Map<string, { productId: bigint; id: bigint }>();
  for (const { id, productId, sku } of lines) {
    const pair = pairs.find((one) => String(one.productId) === productId);
    const variant = pair && sources.get(pair.sourceId)?.variants.find((one) => isSameSku(formatSku(one), sku));
    if (pair && variant) found.set(id, { productId: pair.sourceId, id: variant.id });
  }
  return found;
}

const isSameSku = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Cancels an order there that was cancelled here. The order is read first, so that a lost answer cancels nothing twice. Returns whether
 * the store may be asked for the next.
 */
export async function cancelPlaced(run: OrderRun, order: repo.ClaimedOrder): Promise<boolean> {
  const { ctx, ownStore } = run;
  const now = ctx.clock.now();
  if (order.sourceId === null) return true;
  try {
    const there = await ownStore.readOrder(order.sourceId);
    const at = there ? there.cancelledAt : now;
    const refusal =
      at === null ? await ownStore.cancelOrder({ id: order.sourceId, restock: order.cancels === 'restock' }) : null;
    await endWork(
      run,
      order,
      refusal
        ? { problem: 'cancel_refused', detail: refusal.detail, checkedAt: now }
        : { problem: null, detail: null, tries: 0, cancelledThereAt: at ?? now, checkedAt: now },
    );
    return true;
  } catch (error) {
    return endFailed(run, order, { error, calledAt: null });
  }
}
