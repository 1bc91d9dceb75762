import { PAGE_SIZE, type Cursor } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { searchWords, type EntryView } from './catalog.ts';

export type EntryRow = {
  id: bigint;
  title: string;
  description: string;
  pictureUrl: string;
  productType: string;
  barcode: string;
  priceMinMinor: bigint | null;
  priceMaxMinor: bigint | null;
  active: boolean;
  version: number;
  metaobjectId: bigint | null;
  shownVersion: number;
  updatedAt: Date;
};
export type EntryContent = Pick<
  EntryRow,
  'title' | 'description' | 'pictureUrl' | 'productType' | 'barcode' | 'priceMinMinor' | 'priceMaxMinor' | 'active'
>;

const COLUMNS = `e.id, e.title, e.description, e.picture_url AS "pictureUrl", e.product_type AS "productType", e.barcode,
  e.price_min_minor AS "priceMinMinor", e.price_max_minor AS "priceMaxMinor", e.active, e.version,
  e.metaobject_id AS "metaobjectId", e.shown_version AS "shownVersion", e.updated_at AS "updatedAt"`;
/** Products that stand for an entry: those that are gone or put away no longer do. */
const OFFERS = `(SELECT count(*)::int FROM catalog_listings o JOIN products p ON p.store_id = o.store_id AND p.id = o.product_id
  WHERE o.store_id = e.store_id AND o.entry_id = e.id AND p.deleted_at IS NULL AND p.status <> 'ARCHIVED') AS offers`;

export type EntryFilter = { view: EntryView; q: string };

function buildWhere(tx: SqlTx, filter: EntryFilter): { text: string; values: SqlValue[] } {
  const values: SqlValue[] = [tx.scope.storeId];
  const conditions = ['e.store_id = $1'];
  if (filter.view !== 'all') conditions.push(`e.active = $${values.push(filter.view === 'active')}`);
  for (const word of searchWords(filter.q)) {
    conditions.push(`e.search_text LIKE souk_search_pattern($${values.push(word)})`);
  }
  return { text: conditions.join(' AND '), values };
}

/** A page of entries, the last changed first, each with how many products offer it; one row more where there is more. */
export async function listPage(
  tx: SqlTx,
  filter: EntryFilter,
  place: { page: number; after: Cursor | undefined },
): Promise<(EntryRow & { offers: number })[]> {
  const { text, values } = buildWhere(tx, filter);
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = place.after
    ? `AND (e.updated_at, e.id) < (${bind(place.after.at)}::timestamptz, ${bind(place.after.id)}::bigint)`
    : '';
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE;
  return tx.query(
    `SELECT ${COLUMNS}, ${OFFERS} FROM catalog_entries e WHERE ${text} ${after}
     ORDER BY e.updated_at DESC, e.id DESC LIMIT ${bind(PAGE_SIZE + 1)} OFFSET ${bind(offset)}`,
    values,
  );
}

/** How many entries there are in each view, of those that a search finds. */
export async function countEntries(tx: SqlTx, q: string): Promise<Record<EntryView, number>> {
  const { text, values } = buildWhere(tx, { view: 'all', q });
  const [row] = await tx.query<{ all: number; active: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE e.active)::int AS active FROM catalog_entries e WHERE ${text}`,
    values,
  );
  const { all = 0, active = 0 } = row ?? {};
  return { all, active, archived: all - active };
}

/** One entry of the store; undefined for another store's and for none. */
export async function findEntry(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<EntryRow | undefined> {
  const [row] = await tx.query<EntryRow>(
    `SELECT ${COLUMNS} FROM catalog_entries e WHERE e.store_id = $1 AND e.id = $2${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** How many products offer an entry. */
export async function countOffers(tx: SqlTx, id: bigint): Promise<number> {
  const [row] = await tx.query<{ offers: number }>(
    `SELECT ${OFFERS} FROM catalog_entries e WHERE e.store_id = $1 AND e.id = $2`,
    [tx.scope.storeId, id],
  );
  return row?.offers ?? 0;
}

type Write = EntryContent & { searchText: string; at: Date };

/** The values of a write from the third on, in the order of the statements below. */
const toValues = (o: Write): SqlValue[] => [
  ...[o.title, o.description, o.pictureUrl, o.productType, o.barcode],
  ...[o.priceMinMinor, o.priceMaxMinor, o.active, o.searchText, o.at],
];

export async function insertEntry(tx: SqlTx, o: Write): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO catalog_entries (store_id, title, description, picture_url, product_type, barcode, price_min_minor, price_max_minor,
       active, search_text, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, souk_search_form($10), $11, $11) RETURNING id`,
    [tx.scope.storeId, ...toValues(o)],
  );
  if (!row) throw new Error('an insert answers its id');
  return row.id;
}

/** Writes an entry over what it was; its version grows by one. */
export async function updateEntry(tx: SqlTx, id: bigint, o: Write): Promise<void> {
  await tx.query(
    `UPDATE catalog_entries SET title = $3, description = $4, picture_url = $5, product_type = $6, barcode = $7,
       price_min_minor = $8, price_max_minor = $9, active = $10, search_text = souk_search_form($11), updated_at = $12, version = version + 1
     WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, ...toValues(o)],
  );
}

/** Notes which copy the store has of an entry. */
export async function recordCopy(tx: SqlTx, id: bigint, metaobjectId: bigint): Promise<void> {
  await tx.query('UPDATE catalog_entries SET metaobject_id = $3 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    metaobjectId,
  ]);
}

/** Notes that the store and all offers have a version of an entry. */
export async function recordShown(tx: SqlTx, id: bigint, version: number): Promise<void> {
  await tx.query(
    'UPDATE catalog_entries SET shown_version = greatest(shown_version, $3::int) WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, version],
  );
}

/** Entries of which the store or an offer does not have the present version. */
export async function listUnshown(tx: SqlTx): Promise<{ id: bigint; version: number }[]> {
  return tx.query(
    'SELECT id, version FROM catalog_entries WHERE store_id = $1 AND shown_version < version ORDER BY id',
    [tx.scope.storeId],
  );
}
