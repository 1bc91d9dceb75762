import { prepared, type SqlTx } from '#app/server/db.server.ts';
import type { DaySums, Moments, Score, Sums } from './dashboard.ts';
import { readSummed, type Period } from './sales.repo.server.ts';

const SUMS = `sum(s.orders)::int AS orders, sum(s.units)::int AS units, sum(s.sales_minor)::bigint AS "salesMinor",
  sum(s.refunds_minor)::bigint AS "refundsMinor", sum(s.commission_minor)::bigint AS "commissionMinor",
  sum(s.earnings_minor)::bigint AS "earningsMinor", sum(s.due_minor)::bigint AS "dueMinor"`;

/** Every statement that follows sees the same moment: days that are summed by somebody in between change nothing. */
export async function holdStill(tx: SqlTx): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
}

/** What the scope sold on each day of a period, by currency; days without an order are left out. */
export async function sumByDay(tx: SqlTx, period: Period): Promise<DaySums[]> {
  const { statement, values } = readSummed(
    tx,
    'sales',
    period,
    { ofAllVendors: true },
    () => `SELECT to_char(s.day, 'YYYY-MM-DD') AS day, s.currency, ${SUMS} FROM sales s
      GROUP BY s.day, s.currency HAVING sum(s.placed) > 0 ORDER BY s.day, s.currency`,
  );
  return tx.query<DaySums>(statement, values);
}

export type VendorSums = Sums &
  Omit<Score, 'hoursToShip'> & { vendorId: bigint; vendor: string; currency: string; secondsToShip: number | null };

/** What each vendor sold in a period, by currency, and how reliably; those that sold for more first. */
export async function sumByVendor(tx: SqlTx, period: Period, limit: number): Promise<VendorSums[]> {
  const { statement, values } = readSummed(
    tx,
    'sales',
    period,
    { more: [tx.scope.storeId, limit] },
    (store, max) => `, sold AS (
       SELECT s.vendor_id, s.currency, ${SUMS}, sum(s.cancelled)::int AS cancelled, sum(s.refunded)::int AS refunded,
         (sum(s.shipped_ms) / 1000.0 / nullif(sum(s.shipped), 0))::float8 AS "secondsToShip"
       FROM sales s GROUP BY 1, 2)
     SELECT sold.vendor_id AS "vendorId", d.name AS vendor, sold.currency, sold.orders, sold.units, sold."salesMinor", sold."refundsMinor",
       sold."commissionMinor", sold."earningsMinor", sold."dueMinor", sold.cancelled, sold.refunded, sold."secondsToShip"
     FROM sold JOIN vendors d ON d.store_id = ${store} AND d.id = sold.vendor_id
     WHERE sold.orders + sold.cancelled > 0
     ORDER BY sold."salesMinor" DESC, sold.orders DESC, sold.vendor_id, sold.currency LIMIT ${max}`,
  );
  return tx.query<VendorSums>(statement, values);
}

export type ProductSums = {
  productId: bigint | null;
  title: string;
  currency: string;
  units: number;
  salesMinor: bigint;
};

/** The products of which the scope sold for most in a period, at the prices of their items; what has no product goes by its title. */
export async function listTopProducts(tx: SqlTx, period: Period, limit: number): Promise<ProductSums[]> {
  const { statement, values } = readSummed(
    tx,
    'products',
    period,
    { more: [limit] },
    (max) => `
     SELECT p.product_id AS "productId", max(p.title) FILTER (WHERE p.units > 0) AS title, p.currency, sum(p.units)::int AS units,
       sum(p.sales_minor)::bigint AS "salesMinor"
     FROM products p GROUP BY p.product_id, CASE WHEN p.product_id IS NULL THEN p.title END, p.currency HAVING sum(p.units) > 0
     ORDER BY "salesMinor" DESC, units DESC, "productId", title, p.currency LIMIT ${max}`,
  );
  return tx.query<ProductSums>(statement, values);
}

/** How many vendors of the scope's store were created in a range; names that were only seen on products are none. */
export async function countNewVendors(tx: SqlTx, { from, to }: Moments): Promise<number> {
  const counted = prepared(
    `SELECT count(*)::int AS count FROM vendors d
     WHERE d.store_id = $1 AND d.status <> 'known' AND d.deleted_at IS NULL AND d.created_at >= $2 AND d.created_at < $3`,
  );
  const [row] = await tx.query<{ count: number }>(counted, [tx.scope.storeId, from, to]);
  return row?.count ?? 0;
}
