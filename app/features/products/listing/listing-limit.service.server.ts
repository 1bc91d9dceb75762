import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses, type ErrorCode } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readPlanLimit } from '#app/features/memberships/membership-access.service.server.ts';
import { effectiveLimit } from '#app/features/memberships/membership.ts';
import { findVendorByName, readListingLimit } from '#app/platform/vendors/vendors.service.server.ts';
import { withinPlan, type PlanGate } from '#app/features/app-plan/plan-limit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './quota-slots.repo.server.ts';
import { readTallies } from './product-counts.repo.server.ts';

/** How many products a vendor may offer, and how many it has that count: all but archived ones. */
export type Listing = { limit: number; count: number };

/** After it a place that nobody came back to is free again. */
const SLOT_MS = 10 * MINUTE_MS;
/** Longer than any save takes. */
const WORKING_MS = 3 * MINUTE_MS;
/** After these nothing was made. After others it may have been, so that the place is kept until it is told or over. */
const NOTHING_MADE: ReadonlySet<ErrorCode> = new Set([
  'conflict',
  'invalid_input',
  'missing_permission',
  'not_found',
  'platform_refused',
  'platform_throttled',
  'invalid_state',
]);

type Wanted = {
  /** By its name, or by its id; null is nobody, who has no limit. */
  vendor: string | bigint | null;
  /** What the place is for: the same again takes no second one. */
  key: string;
  /** The product, where it exists already. */
  productId?: bigint | undefined;
};

/** A place that was taken: its own key, undefined where none is needed. */
export type QuotaSlot = {
  key: string | undefined;
  /** Says that from now on a product may be made, whatever becomes of the answer. Before it a failure made nothing. */
  begin: () => void;
};

/**
 * Does what brings one more product to a vendor, if its limit has a place for it. The place is taken before and under the
 * vendor's lock, so that of two who want the last one, one gets it, also where both ask for the same; it is given back when
 * nothing came of it. A product that counts already needs none. Throws invalid_state (409) with the limit and the count, of the
 * vendor or of the app's plan.
 */
export async function withPlace<T>(ctx: Ctx, wanted: Wanted, work: (slot: QuotaSlot) => Promise<T>): Promise<T> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const key = await withinPlan(ctx, ctx.viewer.store, (gate) =>
    ctx.db.fast(scope, (tx) => take(ctx, tx, gate, wanted)),
  );
  const making = { hasStarted: false };
  const slot: QuotaSlot = {
    key,
    begin: () => {
      making.hasStarted = true;
    },
  };
  if (key === undefined) return work(slot);
  const leave = () => ctx.db.fast(scope, (tx) => repo.deleteSlots(tx, key));
  try {
    const result = await work(slot);
    await leave();
    return result;
  } catch (error) {
    const isNothing = !making.hasStarted || (error instanceof AppError && NOTHING_MADE.has(error.code));
    await (isNothing ? leave() : ctx.db.fast(scope, (tx) => repo.releaseSlotWorker(tx, key)));
    throw error;
  }
}

/** Gives back the place of something whose product is written in the same transaction. */
export const leavePlace = (tx: SqlTx, key: string): Promise<void> => repo.deleteSlots(tx, key);

async function take(
  ctx: Ctx,
  tx: SqlTx,
  gate: PlanGate,
  { vendor, key, productId }: Wanted,
): Promise<string | undefined> {
  const now = ctx.clock.now();
  const vendorId = typeof vendor === 'string' ? (await findVendorByName(tx, vendor))?.id : vendor;
  if (vendorId === undefined || vendorId === null) {
    await assertStoreBelowLimit(tx, gate, { key, productId, now });
    return undefined;
  }
  const limit = await readLimit(tx, vendorId, { lock: true });
  if (limit === null && !gate.isLimited) return undefined;
  const wanted: repo.QuotaSlot = { vendorId, key, productId };
  if (await repo.isListed(tx, wanted)) return undefined;
  // Another request for the same new product makes one of its own: it is no repeat of what broke off.
  const isOther = productId === undefined && (await repo.isWorked(tx, wanted, now));
  const place = isOther ? { ...wanted, key: `${key}#${randomUUID()}` } : wanted;
  if (limit !== null) {
    const count = await repo.countTaken(tx, place, now);
    if (count >= limit) throw stateRefuses('listing_full', { limit, listed: count });
  }
  await assertStoreBelowLimit(tx, gate, { ...place, now });
  const after = (ms: number) => new Date(now.getTime() + ms);
  await repo.takeSlot(tx, place, { now, until: after(SLOT_MS), workingUntil: after(WORKING_MS) });
  return place.key;
}

/** Throws invalid_state (409) where the app's plan holds no more products. One that the store has already needs no room in it. */
async function assertStoreBelowLimit(
  tx: SqlTx,
  gate: PlanGate,
  { vendorId, key, productId, now }: Omit<repo.QuotaSlot, 'vendorId'> & { vendorId?: bigint; now: Date },
): Promise<void> {
  if (!gate.isLimited || (await repo.isListedInStore(tx, productId))) return;
  await gate.assertRoom(tx, 'products', () => repo.countTakenInStore(tx, { vendorId, key }, now));
}

async function countListed(tx: SqlTx, vendorId: bigint): Promise<number> {
  const tallies = await readTallies(tx, vendorId);
  return tallies.reduce((sum, one) => (one.status === 'ARCHIVED' ? sum : sum + one.count), 0);
}

/** What the marketplace set for the vendor, else what its plan allows. */
async function readLimit(tx: SqlTx, vendorId: bigint, o: { lock?: boolean } = {}): Promise<number | null> {
  return orOfPlan(tx, vendorId, await readListingLimit(tx, vendorId, o));
}

const orOfPlan = async (tx: SqlTx, vendorId: bigint, own: number | null): Promise<number | null> =>
  effectiveLimit(own, own === null ? await readPlanLimit(tx, vendorId) : null);

/**
 * The limit of a vendor with how many products it has that count; null without a limit. `ownLimit` is what the marketplace set for
 * it, where that was read already. Needs the marketplace's scope.
 */
export async function readListing(
  tx: SqlTx,
  vendorId: bigint,
  { ownLimit }: { ownLimit?: number | null } = {},
): Promise<Listing | null> {
  const limit = ownLimit === undefined ? await readLimit(tx, vendorId) : await orOfPlan(tx, vendorId, ownLimit);
  return limit === null ? null : { limit, count: await countListed(tx, vendorId) };
}

/** The limit of the vendor that the viewer is or acts for; null without one, and in the marketplace view. */
export async function readOwnListing(ctx: Ctx): Promise<Listing | null> {
  const { vendorScope } = ctx.viewer;
  if (vendorScope === '*') return null;
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => readListing(tx, vendorScope));
}
