import { decodeExact, encodeExact, type JsonValue } from '#app/core/exact-json.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { CommissionLine } from './commission.ts';

/** The version of a list that is in force: of the store (`vendorId` null) or of a vendor. */
export type ListVersion = {
  vendorId: bigint | null;
  version: number;
  lines: CommissionLine[];
  /** The currency of its amounts; null where it states none. */
  currency: string | null;
  createdAt: Date;
  createdBy: string;
};

type ListRow = {
  vendor_id: bigint | null;
  version: number;
  lines: JsonValue;
  currency: string | null;
  created_at: Date;
  created_by: string;
};

/** The lines of a list, each with the list's currency. */
function readLines({ lines, currency }: Pick<ListRow, 'lines' | 'currency'>): CommissionLine[] {
  const read = decodeExact(lines) as CommissionLine[];
  return currency === null ? read : read.map((line) => ({ ...line, currency }));
}

const toVersion = (row: ListRow): ListVersion => ({
  vendorId: row.vendor_id,
  version: row.version,
  lines: readLines(row),
  currency: row.currency,
  createdAt: row.created_at,
  createdBy: row.created_by,
});

/** The lists in force: the store's default, and those of the given vendors (all vendors when not given). */
export async function readCurrentLists(tx: SqlTx, vendorIds?: readonly bigint[]): Promise<ListVersion[]> {
  const rows = await tx.query<ListRow>(
    `SELECT DISTINCT ON (vendor_id) vendor_id, version, lines, currency, created_at, created_by FROM commission_lists
     WHERE store_id = $1 AND (vendor_id IS NULL OR $2::bigint[] IS NULL OR vendor_id = ANY($2)) ORDER BY vendor_id, version DESC`,
    [tx.scope.storeId, vendorIds ? [...vendorIds] : null],
  );
  return rows.map(toVersion);
}

/** The newest versions of one list, newest first. */
export async function listVersions(tx: SqlTx, vendorId: bigint | null, limit: number): Promise<ListVersion[]> {
  const rows = await tx.query<ListRow>(
    `SELECT vendor_id, version, lines, currency, created_at, created_by FROM commission_lists
     WHERE store_id = $1 AND vendor_id IS NOT DISTINCT FROM $2::bigint ORDER BY version DESC LIMIT $3`,
    [tx.scope.storeId, vendorId, limit],
  );
  return rows.map(toVersion);
}

/** Every version that the lists of these vendors ever had, oldest first. */
export async function readListHistory(
  tx: SqlTx,
  vendorIds: readonly bigint[],
): Promise<{ vendorId: bigint; lines: CommissionLine[]; createdAt: Date }[]> {
  const rows = await tx.query<{ vendor_id: bigint; lines: JsonValue; currency: string | null; created_at: Date }>(
    `SELECT vendor_id, lines, currency, created_at FROM commission_lists
     WHERE store_id = $1 AND vendor_id = ANY($2::bigint[]) ORDER BY vendor_id, version`,
    [tx.scope.storeId, [...vendorIds]],
  );
  return rows.map((row) => ({
    vendorId: row.vendor_id,
    lines: readLines(row),
    createdAt: row.created_at,
  }));
}

/** Appends a version of a list; earlier ones stay. A version that was taken meanwhile breaks the unique index. */
export async function insertList(
  tx: SqlTx,
  list: {
    vendorId: bigint | null;
    version: number;
    lines: readonly CommissionLine[];
    currency: string;
    at: Date;
    by: string;
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO commission_lists (store_id, vendor_id, lines, version, created_at, created_by, currency) VALUES ($1, $2, $3::jsonb, $4, $5, $6, $7)',
    [
      tx.scope.storeId,
      list.vendorId,
      JSON.stringify(encodeExact(list.lines)),
      list.version,
      list.at,
      list.by,
      list.currency,
    ],
  );
}

/** One writer of a list at a time, until the transaction ends. */
export async function lockList(tx: SqlTx, vendorId: bigint | null): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('commission-list/' || $1::text || '/' || $2::text, 0))`,
    [String(tx.scope.storeId), String(vendorId ?? 0)],
  );
}

/** A vendor as the list of vendor lists shows it; `lineCount` 0 means that the default applies. */
export type VendorListRow = {
  id: bigint;
  name: string;
  lineCount: number;
  savedAt: Date | null;
  savedBy: string | null;
};

/** Vendors whose name holds a text, those with a list of their own first, with how many there are in all. */
export async function listVendorLists(
  tx: SqlTx,
  o: { q: string; limit: number; offset: number },
): Promise<{ rows: VendorListRow[]; count: number; ownCount: number; vendorCount: number }> {
  const rows = await tx.query<VendorListRow>(
    `${VENDOR_LISTS} ORDER BY (line_count > 0) DESC, lower(name), id LIMIT $3 OFFSET $4`,
    [tx.scope.storeId, o.q, o.limit, o.offset],
  );
  const [totals] = await tx.query<{ count: bigint; own: bigint; vendors: bigint }>(
    `SELECT count(*) FILTER (WHERE matches) AS count, count(*) FILTER (WHERE line_count > 0) AS own, count(*) AS vendors
     FROM (SELECT souk_search_form(v.name) LIKE souk_search_pattern($2) AS matches, coalesce(jsonb_array_length(l.lines), 0) AS line_count FROM vendors v ${NEWEST_LIST}
           WHERE v.store_id = $1 AND v.deleted_at IS NULL) all_lists`,
    [tx.scope.storeId, o.q],
  );
  return {
    rows,
    count: Number(totals?.count ?? 0n),
    ownCount: Number(totals?.own ?? 0n),
    vendorCount: Number(totals?.vendors ?? 0n),
  };
}

const NEWEST_LIST = `LEFT JOIN LATERAL (SELECT lines, created_at, created_by FROM commission_lists c
  WHERE c.store_id = v.store_id AND c.vendor_id = v.id ORDER BY version DESC LIMIT 1) l ON true`;
const VENDOR_LISTS = `
  SELECT id, name, line_count AS "lineCount", saved_at AS "savedAt", saved_by AS "savedBy"
  FROM (SELECT v.id, v.name, coalesce(jsonb_array_length(l.lines), 0)::int AS line_count, l.created_at AS saved_at, l.created_by AS saved_by
        FROM vendors v ${NEWEST_LIST} WHERE v.store_id = $1 AND v.deleted_at IS NULL AND souk_search_form(v.name) LIKE souk_search_pattern($2)) lists`;
