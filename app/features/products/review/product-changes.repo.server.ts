import { invariant } from '#app/core/invariant.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { ChangeState, DecidedField, WaitingField } from './product-change.ts';

export type StoredChange = {
  id: bigint;
  productId: bigint;
  vendorId: bigint | null;
  state: ChangeState;
  revision: number;
  fields: WaitingField[];
  decided: DecidedField[];
  /** Since when somebody is applying fields of it; null when nobody is. */
  claimedAt: Date | null;
  openedAt: Date;
  changedAt: Date;
  closedAt: Date | null;
};

const COLUMNS = `c.id, c.product_id AS "productId", c.vendor_id AS "vendorId", c.state, c.revision, c.fields, c.decided,
  c.claimed_at AS "claimedAt", c.opened_at AS "openedAt", c.changed_at AS "changedAt", c.closed_at AS "closedAt"`;

/** A change of the scope by its id. */
export async function findChange(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<StoredChange | undefined> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<StoredChange>(
    `SELECT ${COLUMNS} FROM product_changes c WHERE c.id = $1 AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [id, ...filter.values],
  );
  return row;
}

/** The newest change of a product of the scope, open or closed. */
export async function findNewestChange(tx: SqlTx, productId: bigint): Promise<StoredChange | undefined> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<StoredChange>(
    `SELECT ${COLUMNS} FROM product_changes c WHERE c.product_id = $1 AND ${filter.text} ORDER BY c.id DESC LIMIT 1`,
    [productId, ...filter.values],
  );
  return row;
}

/** The change of a product that waits. */
export async function findOpenChange(
  tx: SqlTx,
  productId: bigint,
  o: { lock?: boolean } = {},
): Promise<StoredChange | undefined> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<StoredChange>(
    `SELECT ${COLUMNS} FROM product_changes c WHERE c.product_id = $1 AND c.state = 'open' AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [productId, ...filter.values],
  );
  return row;
}

export async function insertChange(
  tx: SqlTx,
  o: { productId: bigint; vendorId: bigint | null; fields: readonly WaitingField[]; at: Date },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO product_changes (store_id, vendor_id, product_id, state, fields, opened_at, changed_at)
     VALUES ($1, $2, $3, 'open', $4::jsonb, $5, $5) RETURNING id`,
    [tx.scope.storeId, o.vendorId, o.productId, JSON.stringify(o.fields), o.at],
  );
  invariant(row, 'an inserted row returns its id');
  return row.id;
}

/** Writes what waits and what was decided; a change of which nothing waits any more is closed. */
export async function writeChange(
  tx: SqlTx,
  id: bigint,
  o: { fields: readonly WaitingField[]; decided: readonly DecidedField[]; at: Date },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 6);
  const isClosed = o.fields.length === 0;
  await tx.query(
    `UPDATE product_changes c SET fields = $2::jsonb, decided = $3::jsonb, revision = c.revision + 1, changed_at = $4, claimed_at = NULL,
       state = CASE WHEN $5::boolean THEN 'closed' ELSE 'open' END, closed_at = CASE WHEN $5::boolean THEN $4::timestamptz END
     WHERE c.id = $1 AND ${filter.text}`,
    [id, JSON.stringify(o.fields), JSON.stringify(o.decided), o.at, isClosed, ...filter.values],
  );
}

/** Notes that somebody applies fields of a change, or that nobody does any more. */
export async function claimChange(tx: SqlTx, id: bigint, at: Date | null): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 3);
  await tx.query(`UPDATE product_changes c SET claimed_at = $2 WHERE c.id = $1 AND ${filter.text}`, [
    id,
    at,
    ...filter.values,
  ]);
}

export type ListedChange = StoredChange & { title: string; vendorName: string; imageUrl: string | null };

/** Changes of products that are still there: open ones oldest first, closed ones newest first. */
export async function listChanges(
  tx: SqlTx,
  o: { state: ChangeState; after: bigint | undefined; limit: number },
): Promise<ListedChange[]> {
  const filter = scopedSql(tx.scope, 'c', 4);
  const isOpen = o.state === 'open';
  return tx.query<ListedChange>(
    `SELECT ${COLUMNS}, p.title, p.vendor_name AS "vendorName", p.image_url AS "imageUrl"
     FROM product_changes c JOIN products p ON p.store_id = c.store_id AND p.id = c.product_id AND p.deleted_at IS NULL
     WHERE c.state = $1 AND ($2::bigint IS NULL OR c.id ${isOpen ? '>' : '<'} $2) AND ${filter.text}
     ORDER BY c.id ${isOpen ? 'ASC' : 'DESC'} LIMIT $3`,
    [o.state, o.after ?? null, o.limit, ...filter.values],
  );
}

/** How many changes of the scope wait, and how many are decided; these are counted no further than `limit`. */
export async function countChanges(tx: SqlTx, limit: number): Promise<{ open: number; closed: number }> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const counted = (state: ChangeState, most: string): string =>
    `SELECT count(*)::int FROM (SELECT 1 FROM product_changes c JOIN products p ON p.store_id = c.store_id AND p.id = c.product_id AND p.deleted_at IS NULL
       WHERE ${filter.text} AND c.state = '${state}' LIMIT ${most}) n`;
  const [row] = await tx.query<{ open: number; closed: number }>(
    `SELECT (${counted('open', 'ALL')}) AS open, (${counted('closed', '$1')}) AS closed`,
    [limit, ...filter.values],
  );
  return row ?? { open: 0, closed: 0 };
}

/** How many changes of the scope wait. */
export async function countOpen(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'c');
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM product_changes c
     JOIN products p ON p.store_id = c.store_id AND p.id = c.product_id AND p.deleted_at IS NULL
     WHERE ${filter.text} AND c.state = 'open'`,
    filter.values,
  );
  return row?.count ?? 0;
}

/** Whether a medium is part of what waits for a product of the scope. */
export async function holdsMedium(tx: SqlTx, gid: string): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const rows = await tx.query(
    `SELECT 1 FROM product_changes c WHERE c.state = 'open' AND position($1 IN c.fields::text) > 0 AND ${filter.text} LIMIT 1`,
    [JSON.stringify(gid), ...filter.values],
  );
  return rows.length > 0;
}

export type KnownPrices = Record<string, { base: string; last: string }>;

export async function readPrices(tx: SqlTx, productId: bigint): Promise<KnownPrices> {
  const filter = scopedSql(tx.scope, 'b', 2);
  const [row] = await tx.query<{ prices: KnownPrices }>(
    `SELECT b.prices FROM product_price_bases b WHERE b.product_id = $1 AND ${filter.text}`,
    [productId, ...filter.values],
  );
  return row?.prices ?? {};
}

export async function writePrices(
  tx: SqlTx,
  o: { productId: bigint; vendorId: bigint | null; prices: KnownPrices },
): Promise<void> {
  await tx.query(
    `INSERT INTO product_price_bases (store_id, product_id, vendor_id, prices) VALUES ($1, $2, $3, $4::jsonb)
     ON CONFLICT (store_id, product_id) DO UPDATE SET vendor_id = excluded.vendor_id, prices = excluded.prices`,
    [tx.scope.storeId, o.productId, o.vendorId, JSON.stringify(o.prices)],
  );
}
