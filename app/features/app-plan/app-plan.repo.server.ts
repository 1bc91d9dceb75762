import type { SqlTx } from '#app/server/db.server.ts';
import type { AddonName, PlanName } from './plan.ts';

export type StoredPlan = {
  subscriptionId: string;
  plan: PlanName;
  addons: AddonName[];
  status: string;
  requestedAt: Date;
};

/** The subscriptions that were begun, the latest first; at most 50. */
export async function listPlans(tx: SqlTx): Promise<StoredPlan[]> {
  return tx.query(
    `SELECT subscription_id AS "subscriptionId", plan, addons, status, requested_at AS "requestedAt" FROM app_plans
     WHERE store_id = $1 ORDER BY requested_at DESC, subscription_id DESC LIMIT 50`,
    [tx.scope.storeId],
  );
}

export async function insertPlan(tx: SqlTx, o: StoredPlan & { requestedBy: string }): Promise<void> {
  await tx.query(
    `INSERT INTO app_plans (store_id, subscription_id, plan, addons, status, requested_by, requested_at)
     VALUES ($1, $2, $3, $4::text[], $5, $6, $7) ON CONFLICT (store_id, subscription_id) DO NOTHING`,
    [tx.scope.storeId, o.subscriptionId, o.plan, o.addons, o.status, o.requestedBy, o.requestedAt],
  );
}

export async function markStatus(tx: SqlTx, subscriptionId: string, status: string): Promise<void> {
  await tx.query('UPDATE app_plans SET status = $3 WHERE store_id = $1 AND subscription_id = $2', [
    tx.scope.storeId,
    subscriptionId,
    status,
  ]);
}

/** What is in use: vendors with an account, products that are not archived, orders since a moment. */
export async function countUsage(
  tx: SqlTx,
  since: Date,
): Promise<{ vendors: number; orders: number; products: number }> {
  const [row] = await tx.query<{ vendors: number; orders: number; products: number }>(
    `SELECT
       (SELECT count(*)::int FROM vendors WHERE store_id = $1 AND status = 'active' AND deleted_at IS NULL) AS vendors,
       (SELECT coalesce(sum(step), 0)::int FROM product_counts WHERE store_id = $1 AND status <> 'ARCHIVED') AS products,
       (SELECT count(*)::int FROM orders WHERE store_id = $1 AND ordered_at >= $2 AND NOT historical) AS orders`,
    [tx.scope.storeId, since],
  );
  return row ?? { vendors: 0, orders: 0, products: 0 };
}

/** How many vendors of the store have an account. */
export async function countVendors(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM vendors WHERE store_id = $1 AND status = 'active' AND deleted_at IS NULL`,
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}

/** How many orders came since a moment. */
export async function countOrders(tx: SqlTx, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM orders WHERE store_id = $1 AND ordered_at >= $2 AND NOT historical',
    [tx.scope.storeId, since],
  );
  return row?.count ?? 0;
}
