import type { SqlTx } from '#app/server/db.server.ts';
import {
  ordersOfDays,
  productsOf,
  SALES_COLUMNS,
  salesOf,
  type FoundOrders,
  type OpenDay,
} from './sales.repo.server.ts';

/** In which zone the days of a store are summed, and from which day on. */
export type RollUp = { timezone: string; coversFrom: string };

/** Before every order: the days are summed from the first one on. */
export const FIRST_DAY = '0001-01-01';

/** How far the days of the scope's store are summed; undefined where that has not begun. */
export async function findRollUp(tx: SqlTx): Promise<RollUp | undefined> {
  const [row] = await tx.query<RollUp>(
    `SELECT timezone, to_char(covers_from, 'YYYY-MM-DD') AS "coversFrom" FROM sales_roll_ups WHERE store_id = $1`,
    [tx.scope.storeId],
  );
  return row;
}

/** Lets one worker at a time sum the days of a store, until its transaction ends. */
export async function lockRollUp(tx: SqlTx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($2, $1))', [tx.scope.storeId, 'sales_roll_ups']);
}

/** Forgets what was summed and begins after the last order and the present day: whatever comes from then on is a change. */
export async function startRollUp(tx: SqlTx, o: { timezone: string; today: string; at: Date }): Promise<RollUp> {
  for (const table of ['sales_days', 'product_days'])
    await tx.query(`DELETE FROM ${table} WHERE store_id = $1`, [tx.scope.storeId]);
  const [row] = await tx.query<RollUp>(
    `INSERT INTO sales_roll_ups (store_id, timezone, covers_from, updated_at)
     SELECT $1, $2, greatest($3::date, (SELECT max(v.ordered_at) FROM vendor_orders v WHERE v.store_id = $1 AND v.ordered_at >= $4) AT TIME ZONE $2)::date + 1, $4
     ON CONFLICT (store_id) DO UPDATE SET timezone = excluded.timezone, covers_from = excluded.covers_from, updated_at = excluded.updated_at
     RETURNING timezone, to_char(covers_from, 'YYYY-MM-DD') AS "coversFrom"`,
    [tx.scope.storeId, o.timezone, o.today, o.at],
  );
  return row ?? { timezone: o.timezone, coversFrom: o.today };
}

/** The day of the last order before the days that are summed; undefined where there is none. */
export async function findOlderDay(tx: SqlTx, { timezone, coversFrom }: RollUp): Promise<string | undefined> {
  const [row] = await tx.query<{ day: string }>(
    `SELECT to_char(v.ordered_at AT TIME ZONE $2, 'YYYY-MM-DD') AS day FROM vendor_orders v
     WHERE v.store_id = $1 AND NOT v.historical AND v.ordered_at < ($3::date::timestamp AT TIME ZONE $2) + interval '2 hours'
       AND (v.ordered_at AT TIME ZONE $2)::date < $3::date
     ORDER BY v.ordered_at DESC, v.id DESC LIMIT 1`,
    [tx.scope.storeId, timezone, coversFrom],
  );
  return row?.day;
}

/** Sums the days from `from` up to those that are summed already. Returns how far they are summed then. */
export async function extendRollUp(tx: SqlTx, rollUp: RollUp, o: { from: string; at: Date }): Promise<RollUp> {
  const day = '(v.ordered_at AT TIME ZONE $2)::date';
  const where = `v.store_id = $1 AND v.ordered_at >= ($3::date::timestamp AT TIME ZONE $2) - interval '2 hours'
    AND v.ordered_at < ($4::date::timestamp AT TIME ZONE $2) + interval '2 hours' AND ${day} >= $3::date AND ${day} < $4::date`;
  const values = [rollUp.timezone, o.from, rollUp.coversFrom];
  await insertDays(tx, { from: 'vendor_orders v', where, day }, values);
  const next = { ...rollUp, coversFrom: o.from };
  await setCoversFrom(tx, next, o.at);
  return next;
}

/** Notes from which day on the days of the store are summed. */
export async function setCoversFrom(tx: SqlTx, { coversFrom }: RollUp, at: Date): Promise<void> {
  await tx.query('UPDATE sales_roll_ups SET covers_from = $2::date, updated_at = $3 WHERE store_id = $1', [
    tx.scope.storeId,
    coversFrom,
    at,
  ]);
}

/**
 * Takes at most so many changes, the oldest days first, as the days that they open. What they say has been committed, and statements
 * that follow see it; a change that is committed later stays, and its day open.
 */
export async function takeChanges(
  tx: SqlTx,
  o: { timezone: string; limit: number },
): Promise<(OpenDay & { changes: number })[]> {
  return tx.query<OpenDay & { changes: number }>(
    `WITH taken AS (
       DELETE FROM sales_changes WHERE store_id = $1
         AND id IN (SELECT c.id FROM sales_changes c WHERE c.store_id = $1 ORDER BY c.ordered_at, c.id LIMIT $2)
       RETURNING vendor_id, (ordered_at AT TIME ZONE $3)::date AS day)
     SELECT vendor_id AS "vendorId", to_char(day, 'YYYY-MM-DD') AS day, count(*)::int AS changes FROM taken GROUP BY vendor_id, taken.day`,
    [tx.scope.storeId, o.limit, o.timezone],
  );
}

/** Sums days of vendors again. */
export async function sumDays(tx: SqlTx, days: readonly OpenDay[], timezone: string): Promise<void> {
  const values = [days.map(({ vendorId }) => vendorId), days.map(({ day }) => day)];
  for (const table of ['sales_days', 'product_days']) {
    await tx.query(
      `DELETE FROM ${table} d USING unnest($2::bigint[], $3::date[]) AS s (vendor_id, day)
       WHERE d.store_id = $1 AND d.vendor_id = s.vendor_id AND d.day = s.day`,
      [tx.scope.storeId, ...values],
    );
  }
  const named = 'unnest($3::bigint[], $4::date[]) AS s (vendor_id, day)';
  await insertDays(tx, ordersOfDays({ days: named, scope: 'v.store_id = $1', zone: '$2' }), [timezone, ...values]);
}

/** Inserts the sums of vendor orders of the store, which is `$1`. */
async function insertDays(
  tx: SqlTx,
  orders: FoundOrders,
  values: readonly (string | readonly (bigint | string)[])[],
): Promise<void> {
  await tx.query(
    `INSERT INTO sales_days (store_id, vendor_id, day, currency, ${SALES_COLUMNS})
     SELECT $1, t.vendor_id, t.day, t.currency, ${SALES_COLUMNS} FROM (${salesOf(orders)}) t`,
    [tx.scope.storeId, ...values],
  );
  await tx.query(
    `INSERT INTO product_days (store_id, vendor_id, day, currency, product_id, title, units, sales_minor)
     SELECT $1, t.vendor_id, t.day, t.currency, t.product_id, max(t.title), sum(t.units)::int, sum(t.sales_minor)::bigint
     FROM (${productsOf(orders)}) t
     GROUP BY t.vendor_id, t.day, t.currency, t.product_id, CASE WHEN t.product_id IS NULL THEN t.title ELSE '' END
     ORDER BY t.day, t.vendor_id`,
    [tx.scope.storeId, ...values],
  );
}
