import type { Refusal } from '#app/core/errors.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import { PASSING, type RowOutcome, type SheetProblem } from './sheet.ts';

export type StoredConnection = {
  vendorId: bigint;
  sheetId: string;
  title: string;
  locale: Locale;
  connectedBy: string;
  /** Null of a connection that is older than makers. */
  maker: string | null;
  connectedAt: Date;
  state: 'active' | 'paused';
  problem: SheetProblem | null;
  turn: number;
  tries: number;
  nextAt: Date | null;
  syncedAt: Date | null;
  /** Somebody said that the rows that are gone are gone. */
  acceptsVanished: boolean;
};

const COLUMNS = `c.vendor_id AS "vendorId", c.sheet_id AS "sheetId", c.title, c.locale, c.connected_by AS "connectedBy", c.maker,
  c.connected_at AS "connectedAt", c.state, c.problem, c.turn, c.tries, c.next_at AS "nextAt", c.synced_at AS "syncedAt",
  c.accepts_vanished AS "acceptsVanished"`;

/** A vendor's connection within the scope; with a lock until the transaction ends. */
export async function findConnection(
  tx: SqlTx,
  vendorId: bigint,
  o: { lock?: boolean } = {},
): Promise<StoredConnection | undefined> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<StoredConnection>(
    `SELECT ${COLUMNS} FROM sheet_connections c WHERE c.vendor_id = $1 AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [vendorId, ...filter.values],
  );
  return row;
}

const MAX_LISTED = 500;

/** The spreadsheets of vendors that are there, at most 500. */
export function listSheets(
  tx: SqlTx,
): Promise<(Pick<StoredConnection, 'vendorId' | 'title' | 'state' | 'syncedAt'> & { failingSince: Date | null })[]> {
  const filter = scopedSql(tx.scope, 'c', 2);
  return tx.query(
    `SELECT c.vendor_id AS "vendorId", c.title, c.state, c.synced_at AS "syncedAt", c.problem_at AS "failingSince"
     FROM sheet_connections c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
     WHERE v.deleted_at IS NULL AND ${filter.text} ORDER BY c.vendor_id LIMIT $1`,
    [MAX_LISTED, ...filter.values],
  );
}

/** The vendors within the scope whose sheets are synced. */
export async function listActiveVendors(tx: SqlTx): Promise<bigint[]> {
  const filter = scopedSql(tx.scope, 'c');
  const rows = await tx.query<{ id: bigint }>(
    `SELECT c.vendor_id AS id FROM sheet_connections c WHERE c.state = 'active' AND ${filter.text} ORDER BY c.vendor_id`,
    filter.values,
  );
  return rows.map(({ id }) => id);
}

/** Keeps a connection, in the place of an earlier one. */
export async function saveConnection(
  tx: SqlTx,
  o: Pick<StoredConnection, 'vendorId' | 'sheetId' | 'title' | 'locale' | 'connectedBy' | 'maker' | 'connectedAt'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO sheet_connections (store_id, vendor_id, sheet_id, title, locale, connected_by, connected_at, maker, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'active')
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET sheet_id = excluded.sheet_id, title = excluded.title, locale = excluded.locale,
       connected_by = excluded.connected_by, maker = excluded.maker, connected_at = excluded.connected_at, state = 'active', problem = NULL, problem_at = NULL,
       tries = 0, synced_at = NULL, accepts_vanished = false`,
    [tx.scope.storeId, o.vendorId, o.sheetId, o.title, o.locale, o.connectedBy, o.connectedAt, o.maker],
  );
}

/** Ends a pause of a connection that stays, in the name of whoever connects it again. */
export async function resumeConnection(
  tx: SqlTx,
  vendorId: bigint,
  o: { title: string; locale: Locale; maker: string },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 5);
  await tx.query(
    `UPDATE sheet_connections c SET title = $2, locale = $3, maker = $4, state = 'active', accepts_vanished = (c.problem = 'vanished') IS TRUE,
       problem = NULL, problem_at = NULL, tries = 0
     WHERE c.vendor_id = $1 AND ${filter.text}`,
    [vendorId, o.title, o.locale, o.maker, ...filter.values],
  );
}

/** Plans the next run: runs that were planned before do nothing. Returns its number; undefined where nothing is synced. */
export async function planTurn(tx: SqlTx, vendorId: bigint, at: Date): Promise<number | undefined> {
  const filter = scopedSql(tx.scope, 'c', 3);
  const [row] = await tx.query<{ turn: number }>(
    `UPDATE sheet_connections c SET turn = turn + 1, next_at = $2
     WHERE c.vendor_id = $1 AND c.state = 'active' AND ${filter.text} RETURNING c.turn`,
    [vendorId, at, ...filter.values],
  );
  return row?.turn;
}

/** Writes how a run ended. */
export async function markRun(
  tx: SqlTx,
  vendorId: bigint,
  o: { state: StoredConnection['state']; problem: SheetProblem | null; tries: number; at: Date; isWhole: boolean },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 7);
  await tx.query(
    `UPDATE sheet_connections c SET state = $2, problem = $3, problem_at = CASE WHEN $3::text IS NULL THEN NULL ELSE coalesce(c.problem_at, $5::timestamptz) END,
       accepts_vanished = c.accepts_vanished AND NOT $6, tries = $4, next_at = CASE WHEN $2 = 'paused' THEN NULL ELSE c.next_at END,
       synced_at = CASE WHEN $6 THEN $5::timestamptz ELSE c.synced_at END
     WHERE c.vendor_id = $1 AND ${filter.text}`,
    [vendorId, o.state, o.problem, o.tries, o.at, o.isWhole, ...filter.values],
  );
}

/** How many sheets of vendors that are there stand still: paused, or with a problem that passes neither by itself nor with a membership. */
export async function countFailing(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sheet_connections c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
     WHERE v.deleted_at IS NULL AND (c.state = 'paused' OR NOT (coalesce(c.problem, 'busy') = ANY($1::text[]))) AND ${filter.text}`,
    [[...PASSING, 'membership'], ...filter.values],
  );
  return row?.count ?? 0;
}

const TABLES = ['sheet_rows', 'sheet_tracking', 'sheet_order_lines'] as const;

/** Forgets what became of the rows of a vendor's sheet. */
export async function deleteResults(tx: SqlTx, vendorId: bigint): Promise<void> {
  for (const table of TABLES) {
    const filter = scopedSql(tx.scope, 'r', 2);
    await tx.query(`DELETE FROM ${table} r WHERE r.vendor_id = $1 AND ${filter.text}`, [vendorId, ...filter.values]);
  }
}

/** Gives a vendor's connection to another maker. */
export async function setMaker(tx: SqlTx, vendorId: bigint, maker: string): Promise<void> {
  const filter = scopedSql(tx.scope, 'c', 3);
  await tx.query(`UPDATE sheet_connections c SET maker = $2 WHERE c.vendor_id = $1 AND ${filter.text}`, [
    vendorId,
    maker,
    ...filter.values,
  ]);
}

/** Takes a spreadsheet for a vendor, unless a vendor of any store has it; false where that is another one. */
export async function claimSheet(tx: SqlTx, vendorId: bigint, sheetId: string): Promise<boolean> {
  await tx.query(
    'INSERT INTO sheet_owners (sheet_id, store_id, vendor_id) VALUES ($1, $2, $3) ON CONFLICT (sheet_id) DO NOTHING',
    [sheetId, tx.scope.storeId, vendorId],
  );
  const filter = scopedSql(tx.scope, 'o', 3);
  const rows = await tx.query(
    `SELECT 1 FROM sheet_owners o WHERE o.sheet_id = $1 AND o.vendor_id = $2 AND ${filter.text}`,
    [sheetId, vendorId, ...filter.values],
  );
  return rows.length > 0;
}

/** Lets go of the spreadsheets of a vendor but one. */
export async function releaseSheets(tx: SqlTx, vendorId: bigint, o: { but: string | null }): Promise<void> {
  const filter = scopedSql(tx.scope, 'o', 3);
  await tx.query(
    `DELETE FROM sheet_owners o WHERE o.vendor_id = $1 AND ($2::text IS NULL OR o.sheet_id <> $2) AND ${filter.text}`,
    [vendorId, o.but, ...filter.values],
  );
}

export async function deleteConnection(tx: SqlTx, vendorId: bigint): Promise<void> {
  await deleteResults(tx, vendorId);
  await releaseSheets(tx, vendorId, { but: null });
  const filter = scopedSql(tx.scope, 'c', 2);
  await tx.query(`DELETE FROM sheet_connections c WHERE c.vendor_id = $1 AND ${filter.text}`, [
    vendorId,
    ...filter.values,
  ]);
}

export type StoredRow = {
  sku: string;
  line: number;
  title: string;
  contentHash: string | null;
  stock: string | null;
  productId: bigint | null;
  outcome: RowOutcome;
  refusal: Refusal | null;
  at: Date;
};
const ROW_COLUMNS = `r.sku, r.line, r.title, r.content_hash AS "contentHash", r.stock, r.product_id AS "productId", r.outcome, r.refusal, r.at`;

export async function listRows(tx: SqlTx, vendorId: bigint): Promise<StoredRow[]> {
  const filter = scopedSql(tx.scope, 'r', 2);
  return tx.query(
    `SELECT ${ROW_COLUMNS} FROM sheet_rows r WHERE r.vendor_id = $1 AND ${filter.text} ORDER BY r.sku, r.vendor_id`,
    [vendorId, ...filter.values],
  );
}

/** The refused rows in the order of the sheet. */
export async function listRefusedRows(tx: SqlTx, vendorId: bigint, limit: number): Promise<StoredRow[]> {
  const filter = scopedSql(tx.scope, 'r', 3);
  return tx.query(
    `SELECT ${ROW_COLUMNS} FROM sheet_rows r WHERE r.vendor_id = $1 AND r.refusal IS NOT NULL AND ${filter.text} ORDER BY r.line, r.sku, r.vendor_id LIMIT $2`,
    [vendorId, limit, ...filter.values],
  );
}

export async function countRows(tx: SqlTx, vendorId: bigint): Promise<{ outcome: RowOutcome; count: number }[]> {
  const filter = scopedSql(tx.scope, 'r', 2);
  return tx.query(
    `SELECT r.outcome, count(*)::int AS count FROM sheet_rows r WHERE r.vendor_id = $1 AND ${filter.text} GROUP BY 1`,
    [vendorId, ...filter.values],
  );
}

/** Keeps what became of rows; each SKU once. */
export async function saveRows(tx: SqlTx, vendorId: bigint, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO sheet_rows (store_id, vendor_id, sku, line, title, content_hash, stock, product_id, outcome, refusal, at)
     SELECT $1, $2, n.sku, n.line, n.title, n.content_hash, n.stock, n.product_id, n.outcome, n.refusal, n.at
     FROM unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[], $10::text[]::jsonb[], $11::timestamptz[])
       AS n (sku, line, title, content_hash, stock, product_id, outcome, refusal, at)
     ON CONFLICT (store_id, vendor_id, sku) DO UPDATE SET line = excluded.line, title = excluded.title, content_hash = excluded.content_hash,
       stock = excluded.stock, product_id = coalesce(excluded.product_id, sheet_rows.product_id), outcome = excluded.outcome,
       refusal = excluded.refusal, at = excluded.at`,
    [
      tx.scope.storeId,
      vendorId,
      rows.map((row) => row.sku),
      rows.map((row) => row.line),
      rows.map((row) => row.title),
      rows.map((row) => row.contentHash),
      rows.map((row) => row.stock),
      rows.map((row) => row.productId),
      rows.map((row) => row.outcome),
      rows.map((row) => (row.refusal ? JSON.stringify(row.refusal) : null)),
      rows.map((row) => row.at),
    ],
  );
}

export async function deleteRows(tx: SqlTx, vendorId: bigint, skus: readonly string[]): Promise<void> {
  const filter = scopedSql(tx.scope, 'r', 3);
  await tx.query(`DELETE FROM sheet_rows r WHERE r.vendor_id = $1 AND r.sku = ANY($2::text[]) AND ${filter.text}`, [
    vendorId,
    [...skus],
    ...filter.values,
  ]);
}

/** Has refused rows tried again by the next run. */
export async function forgetRefusals(tx: SqlTx, vendorId: bigint): Promise<void> {
  const filter = scopedSql(tx.scope, 'r', 2);
  const values = [vendorId, ...filter.values];
  await tx.query(
    `UPDATE sheet_rows r SET content_hash = NULL WHERE r.vendor_id = $1 AND r.outcome = 'refused' AND ${filter.text}`,
    values,
  );
  await tx.query(
    `UPDATE sheet_tracking r SET value_hash = '' WHERE r.vendor_id = $1 AND r.state = 'refused' AND ${filter.text}`,
    values,
  );
}

export type StoredTracking = {
  orderName: string;
  sku: string;
  line: number;
  valueHash: string;
  state: 'begun' | 'done' | 'refused';
  orderId: bigint | null;
  fulfillmentIds: bigint[];
  refusal: Refusal | null;
  at: Date;
};
const TRACKING_COLUMNS = `r.order_name AS "orderName", r.sku, r.line, r.value_hash AS "valueHash", r.state, r.order_id AS "orderId",
  r.fulfillment_ids AS "fulfillmentIds", r.refusal, r.at`;

export async function listTracking(tx: SqlTx, vendorId: bigint): Promise<StoredTracking[]> {
  const filter = scopedSql(tx.scope, 'r', 2);
  return tx.query(
    `SELECT ${TRACKING_COLUMNS} FROM sheet_tracking r WHERE r.vendor_id = $1 AND ${filter.text} ORDER BY r.line, r.order_name, r.sku, r.vendor_id`,
    [vendorId, ...filter.values],
  );
}

/** Keeps what became of a row of tracking; fulfillments that it made stay known. */
export async function saveTracking(tx: SqlTx, vendorId: bigint, row: StoredTracking): Promise<void> {
  await tx.query(
    `INSERT INTO sheet_tracking AS r (store_id, vendor_id, order_name, sku, line, value_hash, state, order_id, fulfillment_ids, refusal, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::bigint[], $10::jsonb, $11)
     ON CONFLICT (store_id, vendor_id, order_name, sku) DO UPDATE SET line = excluded.line, value_hash = excluded.value_hash,
       state = excluded.state, order_id = coalesce(excluded.order_id, r.order_id),
       fulfillment_ids = CASE WHEN excluded.fulfillment_ids = '{}' THEN r.fulfillment_ids ELSE excluded.fulfillment_ids END,
       refusal = excluded.refusal, at = excluded.at`,
    [
      ...[tx.scope.storeId, vendorId, row.orderName, row.sku, row.line, row.valueHash, row.state, row.orderId],
      ...[row.fulfillmentIds, row.refusal ? JSON.stringify(row.refusal) : null, row.at],
    ],
  );
}

/** Which of some lines of orders were written into the sheet already. */
export async function listWrittenLines(tx: SqlTx, vendorId: bigint, lineIds: readonly bigint[]): Promise<Set<bigint>> {
  const filter = scopedSql(tx.scope, 'r', 3);
  const rows = await tx.query<{ id: bigint }>(
    `SELECT r.line_id AS id FROM sheet_order_lines r WHERE r.vendor_id = $1 AND r.line_id = ANY($2::bigint[]) AND ${filter.text}`,
    [vendorId, [...lineIds], ...filter.values],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function insertWrittenLines(
  tx: SqlTx,
  vendorId: bigint,
  o: { lineIds: readonly bigint[]; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO sheet_order_lines (store_id, vendor_id, line_id, at)
     SELECT $1, $2, n.id, $4 FROM unnest($3::bigint[]) AS n (id) ON CONFLICT DO NOTHING`,
    [tx.scope.storeId, vendorId, [...o.lineIds], o.at],
  );
}

export async function countWrittenLines(tx: SqlTx, vendorId: bigint): Promise<number> {
  const filter = scopedSql(tx.scope, 'r', 2);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sheet_order_lines r WHERE r.vendor_id = $1 AND ${filter.text}`,
    [vendorId, ...filter.values],
  );
  return row?.count ?? 0;
}
