import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import type { ShippedUnits, StoreShipment } from '#app/core/own-store.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { isWebAddress, OTHER_CARRIER } from '#app/features/orders/fulfillment/carriers.ts';
import {
  cancelFulfillment,
  changeTracking,
} from '#app/features/orders/fulfillment/change-fulfillment.service.server.ts';
import { fulfillBodySchema, trackingBodySchema } from '#app/features/orders/fulfillment/fulfill.contract.ts';
import { fulfillOrder } from '#app/features/orders/fulfillment/fulfill.service.server.ts';
import { orderFilterSchema, type ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import { getOrder } from '#app/features/orders/read-models/order-detail.service.server.ts';
import { PASSING_CODES } from '../connections/sync-product.service.server.ts';
import { endFailed, endWork, type OrderRun } from './place-orders.service.server.ts';
import { planShipment } from './store-order.ts';
import * as repo from './store-orders.repo.server.ts';

/** Orders whose versions are asked for together. */
const VERSIONS_TOGETHER = 100;
/** A version this new may change again within the platform's same second. */
const SETTLED_MS = 2 * MINUTE_MS;

/** Marks the orders that have not changed there since they were read; the others stay open. Returns whether there may be more. */
export async function passUnchanged({ ctx, vendorId, shop, ownStore }: OrderRun): Promise<void> {
  const scope = scopeOf(ctx.viewer);
  const open = await ctx.db.fast(scope, (tx) => repo.listUnchecked(tx, vendorId, { shop, limit: VERSIONS_TOGETHER }));
  const known = open.filter(({ sourceUpdatedAt }) => sourceUpdatedAt !== null);
  if (known.length === 0) return;
  const versions = await ownStore.readOrderVersions(known.flatMap(({ sourceId }) => sourceId ?? []));
  const unchanged = known.filter(
    ({ sourceId, sourceUpdatedAt }) => versions.get(sourceId ?? 0n)?.getTime() === sourceUpdatedAt?.getTime(),
  );
  await ctx.db.fast(scope, (tx) => repo.markUnchanged(tx, vendorId, unchanged, ctx.clock.now()));
}

/**
 * Takes over what was shipped there of one order: shipments that are new, whose tracking changed, or that were taken back. Each is noted
 * as begun before it ships here. Returns whether the store may be asked for the next.
 */
export async function syncShipments(run: OrderRun, order: repo.ClaimedOrder): Promise<boolean> {
  const { ctx, ownStore } = run;
  const now = ctx.clock.now();
  if (order.sourceId === null) return true;
  try {
    const there = await ownStore.readOrder(order.sourceId);
    if (!there) {
      await endWork(run, order, { problem: 'deleted_there', checkedAt: now });
      return true;
    }
    const rows = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listShipments(tx, [order.orderId]));
    const known = new Map(rows.map((row) => [row.sourceId, row]));
    // Units that were taken back are free for what is shipped instead of them.
    for (const one of there.shipments.filter(({ isCancelled }) => isCancelled))
      await takeBack(run, order, one, known.get(one.id));
    const valid = there.shipments.filter(({ isCancelled }) => !isCancelled);
    for (const one of valid) await changeShipped(run, order, one, known.get(one.id));
    const open = valid.filter(({ id }) => ['begun', undefined].includes(known.get(id)?.state));
    if (open.length > 0) await shipOpen(run, order, { valid, open, known });
    const isSettled = now.getTime() - there.updatedAt.getTime() > SETTLED_MS;
    const isOwn = there.cancelledAt !== null && order.cancels === null;
    await endWork(run, order, {
      problem: isOwn ? 'cancelled_there' : order.problem === 'cancel_refused' ? order.problem : null,
      tries: 0,
      sourceUpdatedAt: isSettled ? there.updatedAt : null,
      cancelledThereAt: there.cancelledAt,
      checkedAt: now,
    });
    return true;
  } catch (error) {
    return endFailed(run, order, { error, calledAt: null });
  }
}

type Known = ReadonlyMap<bigint, repo.StoredShipment>;

/** Ships units of shipments there that are not here yet, by difference, one after the other. */
async function shipOpen(
  run: OrderRun,
  order: repo.ClaimedOrder,
  o: { valid: readonly StoreShipment[]; open: readonly StoreShipment[]; known: Known },
): Promise<void> {
  const units = new Map<bigint, ShippedUnits[]>();
  for (const { id } of o.valid) units.set(id, await run.ownStore.readShippedUnits(id));
  const allThere = [...units.values()].flat();
  for (const one of o.open)
    await shipOne(run, order, { one, units: units.get(one.id) ?? [], allThere, before: o.known.get(one.id) });
}

async function shipOne(
  run: OrderRun,
  order: repo.ClaimedOrder,
  o: {
    one: StoreShipment;
    units: readonly ShippedUnits[];
    allThere: readonly ShippedUnits[];
    before: repo.StoredShipment | undefined;
  },
): Promise<void> {
  const { ctx } = run;
  const { one, before } = o;
  const { order: shown } = await getOrder(ctx, order.orderId, orderFilterSchema.parse({}));
  const plan = planShipment(o.units, { lines: shown.lines, allThere: o.allThere });
  const row = {
    sourceId: one.id,
    valueHash: computeHash(one),
    fulfillmentIds: before?.fulfillmentIds ?? [],
    beyond: plan.beyond,
  };
  const claimed = await listClaimed(run, order, one.id);
  if (plan.lines.length === 0) {
    // Either it was shipped here by hand, or by a worker that was cut off before it noted what it made.
    const made = before ? findMade(shown, one, claimed) : [];
    const problem = plan.beyond > 0 ? ('beyond' as const) : null;
    await save(run, order, { ...row, state: 'done', fulfillmentIds: made, problem });
    return;
  }
  await save(run, order, { ...row, state: 'begun', problem: null });
  try {
    const input = fulfillBodySchema.safeParse({ ...toTracking(one), notify: true, lineItems: plan.lines });
    if (!input.success) throw invalidInput(toIssues(input.error));
    const { fulfillments, failed } = await fulfillOrder(ctx, order.orderId, input.data);
    const [refused] = failed;
    if (refused) throw new AppError(refused.code as AppError['code'], refused.params ?? {});
    const fulfillmentIds = fulfillments.flatMap((made) => made.fulfillments.map(BigInt));
    await save(run, order, {
      ...row,
      state: 'done',
      fulfillmentIds,
      problem: plan.beyond > 0 ? 'beyond' : null,
    });
  } catch (error) {
    if (isPassing(error)) throw error;
    await save(run, order, { ...row, state: 'refused', problem: 'refused' });
  }
}

/** What may be over in a moment, a shipment of the same order that somebody else sends right now among it. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof AppError) || PASSING_CODES.has(error.code) || error.reason === 'fulfillment_in_progress';

/** The tracking of a shipment here follows the one there. */
async function changeShipped(
  run: OrderRun,
  order: repo.ClaimedOrder,
  one: StoreShipment,
  before: repo.StoredShipment | undefined,
): Promise<void> {
  const valueHash = computeHash(one);
  if (before?.state !== 'done' || before.valueHash === valueHash) return;
  try {
    const input = trackingBodySchema.safeParse({ ...toTracking(one), notify: true });
    if (!input.success) throw invalidInput(toIssues(input.error));
    for (const fulfillmentId of before.fulfillmentIds)
      await changeTracking(run.ctx, { orderId: order.orderId, fulfillmentId }, input.data);
    await save(run, order, { ...before, valueHash });
  } catch (error) {
    if (isPassing(error)) throw error;
    await save(run, order, { ...before, valueHash, problem: 'refused' });
  }
}

/** A shipment that was taken back there is taken back here. */
async function takeBack(
  run: OrderRun,
  order: repo.ClaimedOrder,
  one: StoreShipment,
  before: repo.StoredShipment | undefined,
): Promise<void> {
  if (!before || before.state === 'cancelled') return;
  try {
    for (const fulfillmentId of before.fulfillmentIds)
      await cancelFulfillment(run.ctx, { orderId: order.orderId, fulfillmentId });
    await save(run, order, { ...before, state: 'cancelled', beyond: 0, problem: null });
  } catch (error) {
    if (isPassing(error)) throw error;
    await save(run, order, { ...before, state: 'cancelled', problem: 'refused' });
  }
}

function save(
  { ctx }: OrderRun,
  order: repo.ClaimedOrder,
  { sourceId, state, valueHash, fulfillmentIds, beyond, problem }: repo.StoredShipment,
): Promise<void> {
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.saveShipment(tx, order, { sourceId, state, valueHash, fulfillmentIds, beyond, problem, at }),
  );
}

/** The shipments here that were made of other shipments there. */
async function listClaimed({ ctx }: OrderRun, order: repo.ClaimedOrder, id: bigint): Promise<Set<string>> {
  const rows = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listShipments(tx, [order.orderId]));
  return new Set(rows.filter(({ sourceId }) => sourceId !== id).flatMap((row) => row.fulfillmentIds.map(String)));
}

/** What a worker that was cut off made of a shipment there: what has its tracking and was made of nothing else. */
function findMade(shown: ShownOrderDto, one: StoreShipment, claimed: ReadonlySet<string>): bigint[] {
  const { tracking } = toTracking(one);
  return shown.fulfillments
    .filter(
      (made) => made.status === 'success' && made.canChange && !claimed.has(made.id) && made.tracking === tracking,
    )
    .map((made) => BigInt(made.id));
}

const MAX_CARRIER = 100;
const MAX_TRACKING = 200;
const MAX_URL = 2_000;

/** The tracking of a shipment there as it is taken over; what is no web address is left out. */
function toTracking({ carrier, tracking, url }: StoreShipment) {
  const address = url !== null && url.length <= MAX_URL && isWebAddress(url) ? url : null;
  const name = carrier === OTHER_CARRIER && address === null ? null : carrier;
  return { carrier: cut(name, MAX_CARRIER), tracking: cut(tracking, MAX_TRACKING), url: address };
}

const cut = (text: string | null, max: number): string | null => text?.trim().slice(0, max) || null;

const computeHash = (one: StoreShipment): string =>
  createHash('sha256')
    .update(JSON.stringify(toTracking(one)))
    .digest('base64url');
