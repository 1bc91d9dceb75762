import { prepared, type SqlTx, type SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { DaySums, Score, Sums } from './dashboard.ts';

export type Moments = { from: Date; to: Date };

/** As the list of transactions counts an order as paid, so that its totals are the same. */
const PAID = `('paid', 'partially_refunded', 'refunded')`;

/** The vendor orders of the scope that were ordered in a range, as `part`. */
function buildParts(tx: SqlTx, { from, to }: Moments): { text: string; values: SqlValue[] } {
  const scope = scopedSql(tx.scope, 'v', 3);
  return {
    text: `WITH part AS (
      SELECT v.*, v.financial_status IN ${PAID} AS is_paid, v.cancelled_at IS NULL AND v.financial_status IN ${PAID} AS is_sold
      FROM vendor_orders v WHERE v.ordered_at >= $1 AND v.ordered_at < $2 AND ${scope.text} AND NOT v.historical
    )`,
    values: [from, to, ...scope.values],
  };
}

const SUMS = `count(*) FILTER (WHERE part.is_sold)::int AS orders,
  coalesce(sum(part.item_count) FILTER (WHERE part.is_sold), 0)::int AS units,
  coalesce(sum(part.sold_minor) FILTER (WHERE part.is_sold), 0)::bigint AS "salesMinor",
  coalesce(sum(part.sold_minor - part.total_minor) FILTER (WHERE part.is_sold), 0)::bigint AS "refundsMinor",
  coalesce(sum(part.commission_minor) FILTER (WHERE part.is_paid), 0)::bigint AS "commissionMinor",
  sum(part.posted_minor)::bigint AS "earningsMinor",
  coalesce(sum(part.posted_minor - part.paid_out_minor) FILTER (WHERE part.posted_minor > part.paid_out_minor), 0)::bigint AS "dueMinor"`;

/** What the scope sold on each day of a zone, by currency; days without an order are left out. */
export async function sumByDay(tx: SqlTx, o: Moments & { timezone: string }): Promise<DaySums[]> {
  const parts = buildParts(tx, o);
  return tx.query<DaySums>(
    `${parts.text} SELECT to_char(part.ordered_at AT TIME ZONE $${parts.values.length + 1}, 'YYYY-MM-DD') AS day, part.currency, ${SUMS}
     FROM part GROUP BY 1, 2 ORDER BY 1, part.currency`,
    [...parts.values, o.timezone],
  );
}

/** Whether the scope ever had an order since the install. */
export async function hasOrders(tx: SqlTx): Promise<boolean> {
  const scope = scopedSql(tx.scope, 'v', 1);
  const [row] = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM vendor_orders v WHERE ${scope.text} AND NOT v.historical) AS found`,
    scope.values,
  );
  return row?.found ?? false;
}

export type VendorSums = Sums &
  Omit<Score, 'hoursToShip'> & { vendorId: bigint; vendor: string; currency: string; secondsToShip: number | null };

/** What each vendor sold in a range, by currency, and how reliably; those that sold for more first. */
export async function sumByVendor(tx: SqlTx, o: Moments & { limit: number }): Promise<VendorSums[]> {
  const parts = buildParts(tx, o);
  return tx.query<VendorSums>(
    `${parts.text}, sold AS (
       SELECT part.vendor_id, part.currency, ${SUMS},
         count(*) FILTER (WHERE part.cancelled_at IS NOT NULL)::int AS cancelled, count(*) FILTER (WHERE part.is_sold AND part.sold_minor > part.total_minor)::int AS refunded,
         (avg(extract(epoch FROM part.fulfilled_at - part.ordered_at)) FILTER (WHERE part.is_sold))::float8 AS "secondsToShip"
       FROM part GROUP BY 1, 2)
     SELECT sold.vendor_id AS "vendorId", d.name AS vendor, sold.currency, sold.orders, sold.units, sold."salesMinor", sold."refundsMinor",
       sold."commissionMinor", sold."earningsMinor", sold."dueMinor", sold.cancelled, sold.refunded, sold."secondsToShip"
     FROM sold JOIN vendors d ON d.store_id = $3 AND d.id = sold.vendor_id
     WHERE sold.orders + sold.cancelled > 0
     ORDER BY sold."salesMinor" DESC, sold.orders DESC, sold.vendor_id, sold.currency LIMIT $${parts.values.length + 1}`,
    [...parts.values, o.limit],
  );
}

export type ProductSums = {
  productId: bigint | null;
  title: string;
  currency: string;
  units: number;
  salesMinor: bigint;
};

/** The products of which the scope sold for most in a range, at the prices of their items; what has no product goes by its title. */
export async function listTopProducts(tx: SqlTx, o: Moments & { limit: number }): Promise<ProductSums[]> {
  const parts = buildParts(tx, o);
  return tx.query<ProductSums>(
    `${parts.text}, line AS (
       SELECT l.product_id, CASE WHEN l.product_id IS NULL THEN l.title ELSE '' END AS name, max(l.title) AS title, part.currency,
         sum(l.current_quantity)::int AS units, sum(l.unit_price_minor * l.current_quantity)::bigint AS "salesMinor"
       FROM part JOIN order_lines l ON l.store_id = part.store_id AND l.order_id = part.order_id AND l.vendor_id = part.vendor_id
       WHERE part.is_sold AND l.current_quantity > 0 GROUP BY 1, 2, part.currency)
     SELECT line.product_id AS "productId", line.title, line.currency, line.units, line."salesMinor" FROM line
     ORDER BY line."salesMinor" DESC, line.units DESC, line.product_id, line.title, line.currency LIMIT $${parts.values.length + 1}`,
    [...parts.values, o.limit],
  );
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
