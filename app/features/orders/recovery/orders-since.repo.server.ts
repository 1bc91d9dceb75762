import type { SqlTx } from '#app/server/db.server.ts';

/** How many fulfillments are known of some orders. */
export async function countFulfillments(tx: SqlTx, orderIds: readonly bigint[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(DISTINCT id)::int AS count FROM fulfillments WHERE store_id = $1 AND order_id = ANY($2::bigint[])',
    [tx.scope.storeId, [...orderIds]],
  );
  return row?.count ?? 0;
}

/** How many returns are known of some orders. */
export async function countReturns(tx: SqlTx, orderIds: readonly bigint[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(DISTINCT id)::int AS count FROM order_returns WHERE store_id = $1 AND order_id = ANY($2::bigint[])',
    [tx.scope.storeId, [...orderIds]],
  );
  return row?.count ?? 0;
}
