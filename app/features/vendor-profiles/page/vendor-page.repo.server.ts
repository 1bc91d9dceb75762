import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { PageContent, PageState } from './vendor-page.ts';

export type PageRow = PageState & {
  vendorId: bigint;
  note: string | null;
  version: number;
  submittedAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  collectionId: bigint | null;
  collectionHandle: string | null;
  shownVersion: number;
};

const COLUMNS = `p.vendor_id AS "vendorId", p.live, p.draft, p.approved, p.note, p.version, p.submitted_at AS "submittedAt",
  p.decided_at AS "decidedAt", p.decided_by AS "decidedBy", p.collection_id AS "collectionId",
  p.collection_handle AS "collectionHandle", p.shown_version AS "shownVersion"`;

/** The page of a vendor of the scope, locked where it is going to be written. */
export async function findPage(tx: SqlTx, vendorId: bigint, o: { lock?: boolean } = {}): Promise<PageRow | undefined> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const [row] = await tx.query<PageRow>(
    `SELECT ${COLUMNS} FROM vendor_pages p WHERE p.vendor_id = $1 AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [vendorId, ...filter.values],
  );
  return row;
}

/** Adds an empty page unless there is one. */
export async function ensurePage(tx: SqlTx, vendorId: bigint, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO vendor_pages (store_id, vendor_id, version, updated_at) VALUES ($1, $2, 0, $3::timestamptz) ON CONFLICT DO NOTHING`,
    [tx.scope.storeId, vendorId, at],
  );
}

const json = (content: PageContent | null): string | null => (content === null ? null : JSON.stringify(content));

/** What a write was: a draft handed in, somebody's decision, or neither. */
export type PageEvent = { kind: 'saved' } | { kind: 'submitted' } | { kind: 'decided'; by: string };

export type PageWrite = { state: PageState; note: string | null; at: Date; event: PageEvent };

/** Writes a page that the caller holds, as its next version. */
export async function writePage(tx: SqlTx, vendorId: bigint, o: PageWrite): Promise<void> {
  const filter = scopedSql(tx.scope, 'p', 9);
  const { state, event } = o;
  await tx.query(
    `UPDATE vendor_pages p SET live = $2::jsonb, draft = $3::jsonb, approved = $4, note = $5, updated_at = $6::timestamptz,
       version = p.version + 1,
       submitted_at = CASE WHEN $7 = 'submitted' THEN $6::timestamptz ELSE p.submitted_at END,
       decided_at = CASE WHEN $7 = 'decided' THEN $6::timestamptz ELSE p.decided_at END,
       decided_by = CASE WHEN $7 = 'decided' THEN $8 ELSE p.decided_by END
     WHERE p.vendor_id = $1 AND ${filter.text}`,
    [
      vendorId,
      json(state.live),
      json(state.draft),
      state.approved,
      o.note,
      o.at,
      event.kind,
      event.kind === 'decided' ? event.by : null,
      ...filter.values,
    ],
  );
}

/** Makes the storefront's copy count as old, because what it is made of changed elsewhere. */
export async function touchPage(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE vendor_pages SET version = version + 1 WHERE store_id = $1 AND vendor_id = $2 RETURNING vendor_id`,
    [tx.scope.storeId, vendorId],
  );
  return rows.length > 0;
}

/** Notes which collection shows a page, and which version of it. */
export async function recordShown(
  tx: SqlTx,
  vendorId: bigint,
  o: { collection: { id: bigint; handle: string } | null; version: number },
): Promise<void> {
  await tx.query(
    `UPDATE vendor_pages SET collection_id = coalesce($3::bigint, collection_id), collection_handle = coalesce($4, collection_handle), shown_version = $5
     WHERE store_id = $1 AND vendor_id = $2`,
    [tx.scope.storeId, vendorId, o.collection?.id ?? null, o.collection?.handle ?? null, o.version],
  );
}

/** The collections of vendors of the store, as far as they have one. */
export async function listCollections(tx: SqlTx, vendorIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT collection_id AS id FROM vendor_pages
     WHERE store_id = $1 AND vendor_id = ANY($2::bigint[]) AND collection_id IS NOT NULL ORDER BY vendor_id`,
    [tx.scope.storeId, [...vendorIds]],
  );
  return rows.map((row) => row.id);
}

/** The vendors of the store whose pages are at the platform. */
export async function listShown(tx: SqlTx): Promise<bigint[]> {
  const rows = await tx.query<{ vendorId: bigint }>(
    `SELECT vendor_id AS "vendorId" FROM vendor_pages WHERE store_id = $1 AND (approved OR collection_id IS NOT NULL) ORDER BY vendor_id`,
    [tx.scope.storeId],
  );
  return rows.map((row) => row.vendorId);
}

export type PublicPageRow = { name: string; handle: string; live: PageContent; collectionHandle: string };

/** The pages that the storefront shows, by the vendors' names; `key` is one vendor's compared name. */
export async function listPublicPages(tx: SqlTx, o: { limit: number; key?: string }): Promise<PublicPageRow[]> {
  return tx.query<PublicPageRow>(
    `SELECT v.name, v.handle, p.live, p.collection_handle AS "collectionHandle"
     FROM vendor_pages p JOIN vendors v ON v.store_id = p.store_id AND v.id = p.vendor_id
     WHERE p.store_id = $1 AND p.approved AND p.live IS NOT NULL AND p.collection_handle IS NOT NULL AND v.deleted_at IS NULL
       AND ($3::text IS NULL OR v.key = $3) ORDER BY v.key LIMIT $2`,
    [tx.scope.storeId, o.limit, o.key ?? null],
  );
}
