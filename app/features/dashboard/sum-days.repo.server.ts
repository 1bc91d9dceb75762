import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { STORE_DAYS, SUMMED, type Summed } from './sales.repo.server.ts';

/** In which zone the days of a store are summed, from which day on, and whether those of the store as a whole are too. */
export type RollUp = { timezone: string; coversFrom: string; hasStoreDays: boolean };

/** Before every order: the days are summed from the first one on. */
export const FIRST_DAY = '0001-01-01';

const COLUMNS = `timezone, to_char(covers_from, 'YYYY-MM-DD') AS "coversFrom", store_days_summed AS "hasStoreDays"`;
const FIND = prepared(`SELECT ${COLUMNS} FROM sales_roll_ups WHERE store_id = $1`);

/** How far the days of the scope's store are summed; undefined where that has not begun. */
export async function findRollUp(tx: SqlTx): Promise<RollUp | undefined> {
  const [row] = await tx.query<RollUp>(FIND, [tx.scope.storeId]);
  return row;
}

/** Lets one worker at a time sum the days of a store, until its transaction ends. */
export async function lockRollUp(tx: SqlTx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($2, $1))', [tx.scope.storeId, 'sales_roll_ups']);
}

/**
 * Forgets what was summed and begins after the last order and the present day. One statement, which sees one moment: changes of
 * orders that it saw are forgotten, those of later ones stay.
 */
export async function startRollUp(tx: SqlTx, o: { timezone: string; today: string; at: Date }): Promise<RollUp> {
  const tables = [...Object.values(SUMMED).flatMap(({ days, changes }) => [days, changes]), STORE_DAYS];
  const [row] = await tx.query<RollUp>(
    `WITH ${tables.map((table) => `gone_${table} AS (DELETE FROM ${table} WHERE store_id = $1)`).join(', ')}
     INSERT INTO sales_roll_ups (store_id, timezone, covers_from, updated_at, store_days_summed)
     SELECT $1, $2, greatest($3::date, (SELECT max(v.ordered_at) FROM vendor_orders v WHERE v.store_id = $1 AND v.ordered_at >= $4) AT TIME ZONE $2)::date + 1, $4, true
     ON CONFLICT (store_id) DO UPDATE SET timezone = excluded.timezone, covers_from = excluded.covers_from, updated_at = excluded.updated_at, store_days_summed = true
     RETURNING ${COLUMNS}`,
    [tx.scope.storeId, o.timezone, o.today, o.at],
  );
  return row ?? { timezone: o.timezone, coversFrom: o.today, hasStoreDays: true };
}

/**
 * Sums the days of the scope's store over its vendors: those of before the triggers that keep them. Only whoever has the lock of
 * `lockRollUp` writes days, so that none comes in between.
 */
export async function sumStoreDays(tx: SqlTx): Promise<void> {
  const sums = SUMMED.sales.sums;
  const values = [tx.scope.storeId];
  await tx.query(`DELETE FROM ${STORE_DAYS} WHERE store_id = $1`, values);
  await tx.query(
    `INSERT INTO ${STORE_DAYS} (store_id, day, currency, ${sums.join(', ')})
     SELECT store_id, day, currency, ${sums.map((column) => `sum(${column})`).join(', ')} FROM sales_days WHERE store_id = $1 GROUP BY 1, 2, 3`,
    values,
  );
  await tx.query('UPDATE sales_roll_ups SET store_days_summed = true WHERE store_id = $1', values);
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

/**
 * Sums the days from `from` up to those that are summed already from their orders. A statement sees the orders and forgets their
 * changes at one moment, so that each change is in the sum or stays. Returns how far the days are summed then.
 */
export async function extendRollUp(tx: SqlTx, rollUp: RollUp, o: { from: string; at: Date }): Promise<RollUp> {
  // Two hours around the days cover midnights that clocks show twice or never.
  const dayIn = (alias: string) => `(${alias}.ordered_at AT TIME ZONE $2)::date`;
  const where = (
    alias: string,
  ) => `${alias}.store_id = $1 AND ${alias}.ordered_at >= ($3::date::timestamp AT TIME ZONE $2) - interval '2 hours'
    AND ${alias}.ordered_at < ($4::date::timestamp AT TIME ZONE $2) + interval '2 hours' AND ${dayIn(alias)} >= $3::date AND ${dayIn(alias)} < $4::date`;
  for (const { keys, sums, days, changes, ofOrders } of Object.values(SUMMED)) {
    const columns = ['vendor_id', 'day', ...keys, ...sums].join(', ');
    await tx.query(
      `WITH seen AS (DELETE FROM ${changes} c WHERE ${where('c')})
       INSERT INTO ${days} (store_id, ${columns}) SELECT $1, ${columns} FROM (${ofOrders({ where: where('v'), day: dayIn('v') })}) t ORDER BY day, vendor_id`,
      [tx.scope.storeId, rollUp.timezone, o.from, rollUp.coversFrom],
    );
  }
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
 * Adds up to `limit` changes to the sums of their days, in one statement. Changes of days that are not summed yet are forgotten:
 * the orders that they came from are seen when those are. Returns how many were taken.
 */
export async function addChanges(tx: SqlTx, name: Summed, rollUp: RollUp, limit: number): Promise<number> {
  const { keys, sums, days, changes } = SUMMED[name];
  const [key, sum] = [['vendor_id', 'day', ...keys].join(', '), sums.join(', ')];
  const [row] = await tx.query<{ taken: number }>(
    `WITH taken AS (
       DELETE FROM ${changes} c WHERE c.store_id = $1
         AND c.id IN (SELECT n.id FROM ${changes} n WHERE n.store_id = $1 ORDER BY n.ordered_at, n.id LIMIT $4)
       RETURNING c.vendor_id, (c.ordered_at AT TIME ZONE $2)::date AS day, ${[...keys, ...sums].map((column) => `c.${column}`).join(', ')}),
     kept AS (
       DELETE FROM ${days} d USING (SELECT DISTINCT ${key} FROM taken) t
       WHERE d.store_id = $1 AND d.vendor_id = t.vendor_id AND d.day = t.day AND ${keys.map((column) => `d.${column} IS NOT DISTINCT FROM t.${column}`).join(' AND ')}
       RETURNING ${['vendor_id', 'day', ...keys, ...sums].map((column) => `d.${column}`).join(', ')}),
     added AS (
       INSERT INTO ${days} (store_id, ${key}, ${sum})
       SELECT $1, ${key}, ${sums.map((column) => `sum(${column})`).join(', ')}
       FROM (SELECT ${key}, ${sum} FROM kept UNION ALL SELECT ${key}, ${sum} FROM taken WHERE day >= $3::date) b
       GROUP BY ${key} HAVING (${sums.map((column) => `sum(${column})`).join(', ')}) <> (${sums.map(() => '0').join(', ')}))
     SELECT count(*)::int AS taken FROM taken`,
    [tx.scope.storeId, rollUp.timezone, rollUp.coversFrom, limit],
  );
  return row?.taken ?? 0;
}
