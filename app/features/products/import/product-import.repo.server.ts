import type { SqlTx } from '#app/server/db.server.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { Mapping, Outcome, RowIssue } from './product-import.ts';

export type StoredImport = {
  id: bigint;
  filename: string;
  encoding: string;
  headers: string[];
  rowCount: number;
  mapping: Mapping | null;
  forVendor: string | null;
  locale: Locale | null;
  batchId: bigint | null;
  /** The batch that undoes it, when that was asked for, and by whom. */
  undoBatchId: bigint | null;
  undoneAt: Date | null;
  undoneBy: string | null;
  createdBy: string;
  createdAt: Date;
  startedAt: Date | null;
};
export type StoredRow = { line: number; cells: string[]; issues: RowIssue[] | null };
export type StoredItem = {
  position: number;
  title: string;
  seller: string;
  productId: bigint | null;
  lines: number[];
  outcome: Outcome | null;
  issues: { path: string; rule: string; message: string; params?: Record<string, string | number> }[] | null;
};

const COLUMNS = `i.id, i.filename, i.encoding, i.headers, i.row_count AS "rowCount", i.mapping, i.for_vendor AS "forVendor", i.locale,
  i.batch_id AS "batchId", i.undo_batch_id AS "undoBatchId", i.undone_at AS "undoneAt", i.undone_by AS "undoneBy", i.created_by AS "createdBy", i.created_at AS "createdAt", i.started_at AS "startedAt"`;
const ITEM_COLUMNS = `t.position, t.title, t.seller, t.product_id AS "productId", t.lines, t.outcome, t.issues`;
/** Rows of one statement. */
const AT_ONCE = 2_000;

/** As with batches: the marketplace does not see the imports of vendors. */
const OWN = 'i.store_id = $1 AND i.vendor_id IS NOT DISTINCT FROM $2::bigint';
const own = (tx: SqlTx): (bigint | null)[] => [tx.scope.storeId, tx.scope.vendor === '*' ? null : tx.scope.vendor];

/** Keeps a table that was read. Undefined where its file was read before. */
export async function insertImport(
  tx: SqlTx,
  o: Pick<StoredImport, 'filename' | 'encoding' | 'headers' | 'createdBy' | 'createdAt'> & {
    uploadKey: string;
    rows: readonly { line: number; cells: readonly string[] }[];
  },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO product_imports (store_id, vendor_id, filename, upload_key, encoding, headers, row_count, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9) ON CONFLICT (store_id, upload_key) DO NOTHING RETURNING id`,
    [...own(tx), o.filename, o.uploadKey, o.encoding, o.headers, o.rows.length, o.createdBy, o.createdAt],
  );
  if (!row) return undefined;
  for (let from = 0; from < o.rows.length; from += AT_ONCE) {
    const part = o.rows.slice(from, from + AT_ONCE);
    await tx.query(
      `INSERT INTO product_import_rows (store_id, vendor_id, import_id, line, cells)
       SELECT $1, $2::bigint, $3, n.line, ARRAY(SELECT jsonb_array_elements_text(n.cells))
       FROM unnest($4::int[], $5::text[]::jsonb[]) AS n (line, cells)`,
      [...own(tx), row.id, part.map(({ line }) => line), part.map(({ cells }) => JSON.stringify(cells))],
    );
  }
  return row.id;
}

export async function findImportOfUpload(tx: SqlTx, uploadKey: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `SELECT i.id FROM product_imports i WHERE ${OWN} AND i.upload_key = $3`,
    [...own(tx), uploadKey],
  );
  return row?.id;
}

/** An import of the scope; with a lock, so that it starts once. */
export async function findImport(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<StoredImport | undefined> {
  const [row] = await tx.query<StoredImport>(
    `SELECT ${COLUMNS} FROM product_imports i WHERE ${OWN} AND i.id = $3${o.lock ? ' FOR UPDATE' : ''}`,
    [...own(tx), id],
  );
  return row;
}

/** The newest imports of the scope, or of those of some ids. */
export async function listImports(tx: SqlTx, limit: number, ids?: readonly bigint[]): Promise<StoredImport[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM product_imports i WHERE ${OWN} AND ($4::bigint[] IS NULL OR i.id = ANY($4::bigint[]))
     ORDER BY i.id DESC LIMIT $3`,
    [...own(tx), limit, ids ? [...ids] : null],
  );
}

const OWN_ROW = OWN.replaceAll('i.', 'r.');
const OWN_ITEM = OWN.replaceAll('i.', 't.');

/** Rows of an import in their order: all, the first ones, or those of some lines. */
export async function listRows(
  tx: SqlTx,
  importId: bigint,
  o: { limit?: number; lines?: readonly number[] } = {},
): Promise<StoredRow[]> {
  return tx.query(
    `SELECT r.line, r.cells, r.issues FROM product_import_rows r
     WHERE ${OWN_ROW} AND r.import_id = $3 AND ($4::int[] IS NULL OR r.line = ANY($4::int[])) ORDER BY r.line, r.import_id LIMIT $5::int`,
    [...own(tx), importId, o.lines ? [...o.lines] : null, o.limit ?? null],
  );
}

/** All rows of a table, read in parts: the driver reads an answer in one go, and nobody else is answered meanwhile. */
export async function listAllRows(tx: SqlTx, importId: bigint): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (;;) {
    const part = await tx.query<StoredRow>(
      `SELECT r.line, r.cells, r.issues FROM product_import_rows r
       WHERE ${OWN_ROW} AND r.import_id = $3 AND r.line > $4::int ORDER BY r.line, r.import_id LIMIT $5::int`,
      [...own(tx), importId, rows.at(-1)?.line ?? 0, AT_ONCE],
    );
    rows.push(...part);
    if (part.length < AT_ONCE) return rows;
  }
}

/** Issues of the rows that a started import left out, without what they say. */
export async function listRefusals(tx: SqlTx, importId: bigint): Promise<{ line: number; issues: RowIssue[] }[]> {
  return tx.query(
    `SELECT r.line, r.issues FROM product_import_rows r
     WHERE ${OWN_ROW} AND r.import_id = $3 AND r.issues IS NOT NULL ORDER BY r.line, r.import_id`,
    [...own(tx), importId],
  );
}

/** Rows that a started import left out, in their order. */
export async function listRefusedRows(tx: SqlTx, importId: bigint): Promise<StoredRow[]> {
  return tx.query(
    `SELECT r.line, r.cells, r.issues FROM product_import_rows r
     WHERE ${OWN_ROW} AND r.import_id = $3 AND r.issues IS NOT NULL ORDER BY r.line, r.import_id`,
    [...own(tx), importId],
  );
}

/** Writes what an import that starts comes to: its mapping, the issues of its rows, and its products. */
export async function markStarted(
  tx: SqlTx,
  id: bigint,
  o: {
    mapping: Mapping;
    forVendor: string | null;
    locale: Locale;
    at: Date;
    issues: ReadonlyMap<number, RowIssue[]>;
    items: readonly Pick<StoredItem, 'position' | 'title' | 'seller' | 'productId' | 'lines'>[];
  },
): Promise<void> {
  await tx.query(
    `UPDATE product_imports i SET mapping = $4::jsonb, for_vendor = $5, locale = $6, started_at = $7 WHERE ${OWN} AND i.id = $3`,
    [...own(tx), id, JSON.stringify(o.mapping), o.forVendor, o.locale, o.at],
  );
  const broken = [...o.issues];
  for (let from = 0; from < broken.length; from += AT_ONCE) {
    const part = broken.slice(from, from + AT_ONCE);
    await tx.query(
      `UPDATE product_import_rows r SET issues = n.issues FROM unnest($4::int[], $5::text[]::jsonb[]) AS n (line, issues)
       WHERE ${OWN_ROW} AND r.import_id = $3 AND r.line = n.line`,
      [...own(tx), id, part.map(([line]) => line), part.map(([, issues]) => JSON.stringify(issues))],
    );
  }
  for (let from = 0; from < o.items.length; from += AT_ONCE) {
    const part = o.items.slice(from, from + AT_ONCE);
    await tx.query(
      `INSERT INTO product_import_items (store_id, vendor_id, import_id, position, title, seller, product_id, lines)
       SELECT $1, $2::bigint, $3, n.position, n.title, n.seller, n.product_id,
         ARRAY(SELECT jsonb_array_elements_text(n.lines)::int)
       FROM unnest($4::int[], $5::text[], $6::text[], $7::bigint[], $8::text[]::jsonb[]) AS n (position, title, seller, product_id, lines)`,
      [
        ...own(tx),
        id,
        part.map(({ position }) => position),
        part.map(({ title }) => title),
        part.map(({ seller }) => seller),
        part.map(({ productId }) => productId),
        part.map(({ lines }) => JSON.stringify(lines)),
      ],
    );
  }
}

/** Notes which batch imports the products. */
export async function setBatch(tx: SqlTx, id: bigint, batchId: bigint): Promise<void> {
  await tx.query(`UPDATE product_imports i SET batch_id = $4 WHERE ${OWN} AND i.id = $3`, [...own(tx), id, batchId]);
}

export async function findItem(tx: SqlTx, importId: bigint, position: number): Promise<StoredItem | undefined> {
  const [row] = await tx.query<StoredItem>(
    `SELECT ${ITEM_COLUMNS} FROM product_import_items t WHERE ${OWN_ITEM} AND t.import_id = $3 AND t.position = $4`,
    [...own(tx), importId, position],
  );
  return row;
}

/** The products of an import at some positions, in their order. */
export async function listItems(tx: SqlTx, importId: bigint, positions: readonly number[]): Promise<StoredItem[]> {
  return tx.query(
    `SELECT ${ITEM_COLUMNS} FROM product_import_items t
     WHERE ${OWN_ITEM} AND t.import_id = $3 AND t.position = ANY($4::int[]) ORDER BY t.position`,
    [...own(tx), importId, [...positions]],
  );
}

/** How many products of imports have each outcome. */
export async function countOutcomes(
  tx: SqlTx,
  importIds: readonly bigint[],
): Promise<{ importId: bigint; outcome: Outcome; count: number }[]> {
  return tx.query(
    `SELECT t.import_id AS "importId", t.outcome, count(*)::int AS count FROM product_import_items t
     WHERE ${OWN_ITEM} AND t.import_id = ANY($3::bigint[]) AND t.outcome IS NOT NULL GROUP BY 1, 2`,
    [...own(tx), [...importIds]],
  );
}

/** How many rows of imports were left out. */
export async function countRefusedRows(
  tx: SqlTx,
  importIds: readonly bigint[],
): Promise<{ importId: bigint; count: number }[]> {
  return tx.query(
    `SELECT r.import_id AS "importId", count(*)::int AS count FROM product_import_rows r
     WHERE ${OWN_ROW} AND r.import_id = ANY($3::bigint[]) AND r.issues IS NOT NULL GROUP BY 1`,
    [...own(tx), [...importIds]],
  );
}

/**
 * How many products of imports were refused while they were imported, and of how many rows they are: those at the named positions,
 * and of imports whose batch was forgotten those that came to nothing.
 */
export async function countFailed(
  tx: SqlTx,
  o: { failed: readonly { importId: bigint; position: bigint }[]; forgotten: readonly bigint[] },
): Promise<{ importId: bigint; products: number; rows: number }[]> {
  return tx.query(
    `SELECT t.import_id AS "importId", count(*)::int AS products, sum(cardinality(t.lines))::int AS rows
     FROM product_import_items t
     WHERE ${OWN_ITEM} AND ((t.import_id, t.position::bigint) IN (SELECT * FROM unnest($3::bigint[], $4::bigint[]))
       OR (t.import_id = ANY($5::bigint[]) AND t.outcome IS NULL))
     GROUP BY 1`,
    [...own(tx), o.failed.map(({ importId }) => importId), o.failed.map(({ position }) => position), [...o.forgotten]],
  );
}

/** Notes what became of a product: its outcome, or the issues that it was refused for. */
export async function markItem(
  tx: SqlTx,
  importId: bigint,
  position: number,
  o: { outcome: Outcome | null; productId?: bigint | undefined; issues: StoredItem['issues'] },
): Promise<void> {
  await tx.query(
    `UPDATE product_import_items t SET outcome = $5, product_id = coalesce($6::bigint, t.product_id), issues = $7::jsonb
     WHERE ${OWN_ITEM} AND t.import_id = $3 AND t.position = $4`,
    [...own(tx), importId, position, o.outcome, o.productId ?? null, o.issues ? JSON.stringify(o.issues) : null],
  );
}

/** Deletes an import of any scope that was never started, or that was started before a moment. Needs the marketplace's scope. */
export async function deleteImport(tx: SqlTx, id: bigint, startedBefore: Date): Promise<void> {
  await tx.query(
    'DELETE FROM product_imports WHERE store_id = $1 AND id = $2 AND (started_at IS NULL OR started_at < $3)',
    [tx.scope.storeId, id, startedBefore],
  );
}

/** When an import of any scope was started; undefined where it is gone. Needs the marketplace's scope. */
export async function findStart(tx: SqlTx, id: bigint): Promise<{ startedAt: Date | null } | undefined> {
  const [row] = await tx.query<{ startedAt: Date | null }>(
    'SELECT started_at AS "startedAt" FROM product_imports WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id],
  );
  return row;
}
