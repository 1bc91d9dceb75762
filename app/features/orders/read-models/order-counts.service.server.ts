import { HOUR_MS } from '#app/core/durations.ts';
import { PAGE_ROW_LIMIT } from '#app/core/paging.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { toStatuses } from '../order-view.ts';
import { SHIP_WITHIN_HOURS } from '../ship-by.ts';
import * as repo from './order-counts.repo.server.ts';
import { readTallies, type Tally } from './order-list.repo.server.ts';
import { oncePerPage } from '#app/server/once-per-page.server.ts';

export type OrderCount = { orders: number; unfulfilled: number };

/** How many vendor orders each vendor within the scope has, from the kept counters. Vendors without orders are missing. */
export async function countOrdersByVendor(tx: SqlTx): Promise<Map<bigint, OrderCount>> {
  const rows = await oncePerPage(tx, 'orders-by-vendor', () => repo.ordersByVendor(tx));
  return new Map(rows.map(({ vendorId, orders, unfulfilled }) => [vendorId, { orders, unfulfilled }]));
}

/** The vendor orders of tallies of which something is left to ship, the unpaid ones too: what the list's tab "To ship" holds. */
export const sumToShip = (tallies: readonly Tally[]): number =>
  tallies.reduce((sum, one) => (isOpen(one) ? sum + one.count : sum), 0);

const isOpen = ({ fulfillment }: Tally): boolean => (toStatuses('unfulfilled') ?? []).includes(fulfillment);

/** Of how many vendor orders within the scope something is left to ship: the number of the list's tab. */
export const countOrdersToShip = async (tx: SqlTx): Promise<number> => sumToShip(await readTallies(tx, undefined));

/** How many of the vendor orders to ship wait for the buyer's payment. */
export const countUnpaidToShip = async (tx: SqlTx): Promise<number> =>
  sumToShip((await readTallies(tx, undefined)).filter(({ payoutState }) => payoutState === 'unpaid'));

/** The vendors of the marketplace that ship late at a moment, each with how many orders, most first. */
export const listLateVendors = (tx: SqlTx, now: Date) =>
  repo.lateByVendor(tx, new Date(now.getTime() - SHIP_WITHIN_HOURS * HOUR_MS));

/** How many vendors of the marketplace ship late at a moment. */
export const countLateVendors = async (tx: SqlTx, now: Date): Promise<number> =>
  (await listLateVendors(tx, now)).length;

/** How many orders of the store, whatever the number of their vendors, were sold in [from, to). */
export const countSoldOrders = (tx: SqlTx, o: { from: Date; to: Date }): Promise<number> => repo.countSold(tx, o);

/** 1 where the scope has orders that count, else 0. */
export const countAnyOrder = (tx: SqlTx): Promise<number> => repo.countAnyOrder(tx);

/** How many orders of the store have a vendor order; counted no further than the pages of a list reach. */
export async function readStoreOrders(ctx: Ctx): Promise<{ count: number; isExact: boolean }> {
  const count = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    repo.countStoreOrders(tx, PAGE_ROW_LIMIT + 1),
  );
  return { count: Math.min(count, PAGE_ROW_LIMIT), isExact: count <= PAGE_ROW_LIMIT };
}

/** 1 where the scope has orders from after the install, which figures are of, else 0. */
export const countAnySale = (tx: SqlTx): Promise<number> => repo.countAnySale(tx);

/** How many vendor orders within the scope wait for the buyer's payment. */
export function countUnpaidOrders(tx: SqlTx): Promise<number> {
  return repo.countUnpaid(tx);
}
