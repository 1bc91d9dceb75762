import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type SoldLine = {
  orderId: bigint;
  vendorId: bigint;
  orderName: string;
  orderedAt: Date;
  currency: string;
  id: bigint;
  sku: string;
  title: string;
  variantTitle: string;
  quantity: number;
  /** Units that can still be shipped. */
  left: number;
  unitPriceMinor: bigint;
};

const COLUMNS = `o.order_id AS "orderId", o.vendor_id AS "vendorId", o.name AS "orderName", o.ordered_at AS "orderedAt", o.currency,
  l.id, l.sku, l.title, l.variant_title AS "variantTitle", l.quantity, l.left_quantity AS "left", l.unit_price_minor AS "unitPriceMinor"`;
const FROM = `vendor_orders o JOIN order_lines l ON l.store_id = o.store_id AND l.order_id = o.order_id AND l.vendor_id = o.vendor_id`;

/** How many units of each line of orders within the scope are still ordered. */
export async function listUnits(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<{ orderId: bigint; vendorId: bigint; id: string; remaining: number }[]> {
  const filter = scopedSql(tx.scope, 'o', 2);
  return tx.query(
    `SELECT o.order_id AS "orderId", o.vendor_id AS "vendorId", l.id::text AS id, l.current_quantity AS remaining FROM ${FROM}
     WHERE o.order_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY o.order_id, o.vendor_id, l.position, l.id`,
    [[...orderIds], ...filter.values],
  );
}

/** The newest lines of orders within the scope since a moment, the oldest first. */
export async function listLinesSince(tx: SqlTx, since: Date, limit: number): Promise<SoldLine[]> {
  const filter = scopedSql(tx.scope, 'o', 3);
  const lines = await tx.query<SoldLine>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE o.ordered_at >= $1 AND NOT o.historical AND ${filter.text}
     ORDER BY o.ordered_at DESC, o.id DESC, l.position DESC, l.id DESC LIMIT $2`,
    [since, limit, ...filter.values],
  );
  return lines.reverse();
}

/** The lines of orders within the scope by the orders' names, which are in small letters and without their first sign. */
export async function listLinesOfNames(tx: SqlTx, names: readonly string[]): Promise<SoldLine[]> {
  const filter = scopedSql(tx.scope, 'o', 2);
  return tx.query(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE lower(ltrim(o.name, '#')) = ANY($1::text[]) AND ${filter.text}
     ORDER BY o.ordered_at, o.id, l.position, l.id`,
    [[...names], ...filter.values],
  );
}
