import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './order-counts.repo.server.ts';
import { oncePerPage } from '#app/server/once-per-page.server.ts';

export type OrderCount = { orders: number; unfulfilled: number };

/** How many vendor orders each vendor within the scope has, from the kept counters. Vendors without orders are missing. */
export async function countOrdersByVendor(tx: SqlTx): Promise<Map<bigint, OrderCount>> {
  const rows = await oncePerPage(tx, 'orders-by-vendor', () => repo.ordersByVendor(tx));
  return new Map(rows.map(({ vendorId, orders, unfulfilled }) => [vendorId, { orders, unfulfilled }]));
}

/** Of how many vendor orders within the scope something is left to ship. */
export const countOrdersToShip = (tx: SqlTx): Promise<number> => repo.countToShip(tx);

/** 1 where the scope has orders that count, else 0. */
export const countAnyOrder = (tx: SqlTx): Promise<number> => repo.countAnyOrder(tx);

/** How many vendor orders within the scope wait for the buyer's payment. */
export function countUnpaidOrders(tx: SqlTx): Promise<number> {
  return repo.countUnpaid(tx);
}
