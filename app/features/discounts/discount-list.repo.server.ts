import { type Cursor, PAGE_SIZE } from '#app/core/paging.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { DiscountStatus } from './discount.ts';
import { type DiscountRow, type Read, COLUMNS, FROM, toRow } from './discounts.repo.server.ts';

export type DiscountFilter = { status: DiscountStatus | 'all'; q: string };

/** A status as a condition on columns; `$now` stands for the moment. */
const STATUS_SQL: Record<DiscountStatus, string> = {
  failed: "d.state = 'refused'",
  pending: "d.state = 'creating'",
  ended: "d.state IN ('ending', 'ended', 'removed')",
  expired: "d.state = 'live' AND d.ends_at <= $now",
  scheduled: "d.state = 'live' AND (d.ends_at IS NULL OR d.ends_at > $now) AND d.starts_at > $now",
  active: "d.state = 'live' AND (d.ends_at IS NULL OR d.ends_at > $now) AND d.starts_at <= $now",
};
type Value = string | bigint | number | Date;

function buildWhere(tx: SqlTx, q: string): { text: string; values: Value[] } {
  const scope = scopedSql(tx.scope, 'd', 1);
  const values: Value[] = [...scope.values];
  if (q === '') return { text: scope.text, values };
  values.push(q);
  const pattern = `souk_search_pattern($${values.length})`;
  return {
    text: `${scope.text} AND (souk_search_form(d.name) LIKE ${pattern} OR souk_search_form(v.name) LIKE ${pattern})`,
    values,
  };
}

/** A page of discounts, newest first; one row more where there is more. */
export async function listDiscounts(
  tx: SqlTx,
  filter: DiscountFilter,
  place: { page: number; after: Cursor | undefined; now: Date },
): Promise<DiscountRow[]> {
  const { text, values } = buildWhere(tx, filter.q);
  const bind = (value: Value): string => `$${values.push(value)}`;
  const status =
    filter.status === 'all' ? '' : `AND ${bindNow(STATUS_SQL[filter.status], () => `${bind(place.now)}::timestamptz`)}`;
  const after = place.after
    ? `AND (d.created_at, d.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE;
  const rows = await tx.query<Read<DiscountRow>>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE ${text} ${status} ${after}
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${bind(PAGE_SIZE + 1)} OFFSET ${bind(offset)}`,
    values,
  );
  return rows.map(toRow<DiscountRow>);
}
const bindNow = (condition: string, bound: () => string): string =>
  condition.includes('$now') ? condition.replaceAll('$now', bound()) : condition;

/** How many discounts there are in each status, of those that a search finds. */
export async function countDiscounts(tx: SqlTx, q: string, now: Date): Promise<Record<DiscountStatus | 'all', number>> {
  const { text, values } = buildWhere(tx, q);
  const moment = `$${values.push(now)}::timestamptz`;
  const counts = Object.entries(STATUS_SQL).map(
    ([status, condition]) => `count(*) FILTER (WHERE ${condition.replaceAll('$now', moment)})::int AS ${status}`,
  );
  const [row] = await tx.query<Record<DiscountStatus | 'all', number>>(
    `SELECT count(*) FILTER (WHERE ${moment} IS NOT NULL)::int AS "all", ${counts.join(', ')} FROM ${FROM} WHERE ${text}`,
    values,
  );
  return row ?? { all: 0, pending: 0, scheduled: 0, active: 0, expired: 0, ended: 0, failed: 0 };
}

export type SharedDiscountRow = DiscountRow & { refusedAt: Date | null };

/** The discounts of the marketplace that a vendor bears or refused and that have not ended. Needs the marketplace's scope. */
export async function listShared(tx: SqlTx, vendorId: bigint | number, now: Date): Promise<SharedDiscountRow[]> {
  const rows = await tx.query<Read<SharedDiscountRow>>(
    `SELECT ${COLUMNS}, r.refused_at AS "refusedAt" FROM ${FROM}
     LEFT JOIN discount_refusals r ON r.store_id = d.store_id AND r.discount_id = d.id AND r.vendor_id = $2
     WHERE d.store_id = $1 AND d.vendor_id IS NULL AND d.vendor_percent > 0 AND d.state IN ('creating', 'live')
       AND (d.ends_at IS NULL OR d.ends_at > $3)
       AND (r.vendor_id IS NOT NULL OR cardinality(d.vendor_ids) = 0 OR $2 = ANY(d.vendor_ids))
     ORDER BY d.created_at DESC, d.id DESC LIMIT 100`,
    [tx.scope.storeId, vendorId, now],
  );
  return rows.map(toRow<SharedDiscountRow>);
}

/** Whether a vendor refused a discount before. */
export async function hasRefused(tx: SqlTx, id: bigint, vendorId: bigint | number): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM discount_refusals WHERE store_id = $1 AND discount_id = $2 AND vendor_id = $3',
    [tx.scope.storeId, id, vendorId],
  );
  return rows.length > 0;
}
