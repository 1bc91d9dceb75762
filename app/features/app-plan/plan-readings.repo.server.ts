import type { SqlTx } from '#app/server/db.server.ts';
import type { AddonName, Limits, PlanName } from './plan.ts';

export type PlanReading = { plan: PlanName; addons: AddonName[]; readAt: Date; usage: Limits };

/** The plan of the scope's store as the platform said it last; undefined before the first time. Needs the marketplace's scope. */
export async function findReading(tx: SqlTx): Promise<PlanReading | undefined> {
  const [row] = await tx.query<Omit<PlanReading, 'usage'> & Limits>(
    `SELECT plan, addons, read_at AS "readAt", vendors, orders, products FROM plan_readings WHERE store_id = $1`,
    [tx.scope.storeId],
  );
  if (!row) return undefined;
  const { plan, addons, readAt, vendors, orders, products } = row;
  return { plan, addons, readAt, usage: { vendors, orders, products } };
}

/** Keeps what the platform said of the plan at a moment; something newer that is known stays. */
export async function saveReading(
  tx: SqlTx,
  o: { plan: PlanName; addons: readonly AddonName[]; readAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO plan_readings AS r (store_id, plan, addons, read_at) VALUES ($1, $2, $3::text[], $4)
     ON CONFLICT (store_id) DO UPDATE SET plan = excluded.plan, addons = excluded.addons, read_at = excluded.read_at
     WHERE r.read_at <= excluded.read_at`,
    [tx.scope.storeId, o.plan, [...o.addons], o.readAt],
  );
}

/** Keeps what was in use when it was counted. */
export async function saveUsage(tx: SqlTx, { vendors, orders, products }: Limits): Promise<void> {
  await tx.query('UPDATE plan_readings SET vendors = $2, orders = $3, products = $4 WHERE store_id = $1', [
    tx.scope.storeId,
    vendors,
    orders,
    products,
  ]);
}

/** One caller of a store and limit at a time, until its transaction ends: of two who want the last place, one gets it. */
export async function lockLimit(tx: SqlTx, name: keyof Limits): Promise<void> {
  // As text, because the ORM's own connection cannot read an answer of nothing.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($2::text, $1::bigint))::text', [
    tx.scope.storeId,
    `plan/${name}`,
  ]);
}
