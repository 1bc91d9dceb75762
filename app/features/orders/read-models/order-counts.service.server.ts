import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './order-counts.repo.server.ts';

export type OrderCount = { orders: number; unfulfilled: number };

/** How many vendor orders each vendor within the scope has, from the kept counters. Vendors without orders are missing. */
export async function countOrdersByVendor(tx: SqlTx): Promise<Map<bigint, OrderCount>> {
  const rows = await repo.ordersByVendor(tx);
  return new Map(rows.map(({ vendorId, orders, unfulfilled }) => [vendorId, { orders, unfulfilled }]));
}

/** How many vendor orders within the scope wait for the buyer's payment. */
export function countUnpaidOrders(tx: SqlTx): Promise<number> {
  return repo.countUnpaid(tx);
}
