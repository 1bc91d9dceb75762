import { AppError, stateRefuses, type ErrorCode } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { findVendorByName, readListingLimit } from '#app/features/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './listing-places.repo.server.ts';
import { readTallies } from './product-counts.repo.server.ts';

/** How many products a vendor may offer, and how many it has that count: all but archived ones. */
export type Listing = { limit: number; count: number };

/** Longer than any save takes; after it a place that a process left behind is free again. */
const HELD_MS = 10 * 60_000;
/** After these nothing was made. After others it may have been, so that the place is kept until it is told or over. */
const NOTHING_MADE: ReadonlySet<ErrorCode> = new Set([
  'conflict',
  'invalid_input',
  'missing_permission',
  'not_found',
  'platform_refused',
  'platform_throttled',
  'state_refuses',
]);

type Wanted = {
  /** By its name, or by its id; null is nobody, who has no limit. */
  vendor: string | bigint | null;
  /** What the place is for: the same again takes no second one. */
  key: string;
  /** The product, where it exists already. */
  productId?: bigint | undefined;
};

/**
 * Does what brings one more product to a vendor, if its limit has a place for it. The place is taken before and under the
 * vendor's lock, so that of two who want the last one, one gets it; it is given back when nothing came of it. A product that
 * counts already needs none. Throws state_refuses (409) with the limit and the count.
 */
export async function withPlace<T>(ctx: Ctx, wanted: Wanted, work: () => Promise<T>): Promise<T> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const isTaken = await ctx.db.fast(scope, (tx) => take(ctx, tx, wanted));
  if (!isTaken) return work();
  const leave = () => ctx.db.fast(scope, (tx) => repo.leavePlaces(tx, wanted.key));
  try {
    const result = await work();
    await leave();
    return result;
  } catch (error) {
    if (error instanceof AppError && NOTHING_MADE.has(error.code)) await leave();
    throw error;
  }
}

/** Gives back the place of something whose product is written in the same transaction. */
export const leavePlace = (tx: SqlTx, key: string): Promise<void> => repo.leavePlaces(tx, key);

async function take(ctx: Ctx, tx: SqlTx, { vendor, key, productId }: Wanted): Promise<boolean> {
  const vendorId = typeof vendor === 'string' ? (await findVendorByName(tx, vendor))?.id : vendor;
  if (vendorId === undefined || vendorId === null) return false;
  const limit = await readListingLimit(tx, vendorId, { lock: true });
  if (limit === null) return false;
  const place: repo.Place = { vendorId, key, productId };
  if (await repo.isListed(tx, place)) return false;
  const now = ctx.clock.now();
  const count = await repo.countTaken(tx, place, now);
  if (count >= limit) throw stateRefuses('listing_full', { limit, listed: count });
  await repo.takePlace(tx, place, { now, until: new Date(now.getTime() + HELD_MS) });
  return true;
}

async function countListed(tx: SqlTx, vendorId: bigint): Promise<number> {
  const tallies = await readTallies(tx, vendorId);
  return tallies.reduce((sum, one) => (one.status === 'ARCHIVED' ? sum : sum + one.count), 0);
}

/** The limit of a vendor of the scope with how many products it has that count; null without a limit. */
export async function readListing(tx: SqlTx, vendorId: bigint): Promise<Listing | null> {
  const limit = await readListingLimit(tx, vendorId);
  return limit === null ? null : { limit, count: await countListed(tx, vendorId) };
}

/** The limit of the vendor that the viewer is or acts for; null without one, and in the marketplace view. */
export async function readOwnListing(ctx: Ctx): Promise<Listing | null> {
  const { vendorScope } = ctx.viewer;
  if (vendorScope === '*') return null;
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => readListing(tx, vendorScope));
}
