import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type Upload = {
  id: bigint;
  vendorId: VendorId | null;
  proxy: string;
  key: string;
  contentType: string;
  filename: string;
  fileId: string | null;
  src: string | null;
  tokenId: bigint | null;
  attachedTo: string | null;
};

const COLUMNS = `u.id, u.vendor_id AS "vendorId", u.proxy, u.key, u.content_type AS "contentType", u.filename,
  u.file_id AS "fileId", u.src, u.token_id AS "tokenId", u.attached_to AS "attachedTo"`;

export async function insertUpload(
  tx: SqlTx,
  o: {
    proxy: string;
    key: string;
    filename: string;
    contentType: string;
    sizeBytes: number;
    tokenId: bigint | null;
    at: Date;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO uploads (store_id, vendor_id, proxy, key, filename, content_type, size_bytes, token_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.scope.storeId,
      tx.scope.vendor === '*' ? null : tx.scope.vendor,
      o.proxy,
      o.key,
      o.filename,
      o.contentType,
      o.sizeBytes,
      o.tokenId,
      o.at,
    ],
  );
}

/**
 * An upload of the scope by where it lies. With a lock, so that a file is made of it once. With a ticket, only what came on
 * it.
 */
export async function findUpload(
  tx: SqlTx,
  key: string,
  o: { lock?: boolean; tokenId?: bigint | null } = {},
): Promise<Upload | undefined> {
  const filter = scopedSql(tx.scope, 'u', 3);
  const [row] = await tx.query<Upload>(
    `SELECT ${COLUMNS} FROM uploads u
     WHERE u.key = $1 AND ($2::bigint IS NULL OR u.token_id = $2) AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [key, o.tokenId ?? null, ...filter.values],
  );
  return row;
}

/** Uploads of the scope by where they lie or by where the platform shows them. */
export async function listUploads(tx: SqlTx, sources: readonly string[]): Promise<Upload[]> {
  const filter = scopedSql(tx.scope, 'u', 2);
  return tx.query<Upload>(
    `SELECT ${COLUMNS} FROM uploads u WHERE (u.key = ANY($1) OR u.src = ANY($1)) AND ${filter.text}`,
    [[...sources], ...filter.values],
  );
}

/** Whether a file of the store was made of an upload of the scope. */
export async function ownsFile(tx: SqlTx, fileId: string): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'u', 2);
  const rows = await tx.query(`SELECT 1 FROM uploads u WHERE u.file_id = $1 AND ${filter.text} LIMIT 1`, [
    fileId,
    ...filter.values,
  ]);
  return rows.length > 0;
}

export async function setFile(tx: SqlTx, id: bigint, fileId: string): Promise<void> {
  const filter = scopedSql(tx.scope, 'u', 3);
  await tx.query(`UPDATE uploads u SET file_id = $2 WHERE u.id = $1 AND ${filter.text}`, [
    id,
    fileId,
    ...filter.values,
  ]);
}

/** Notes where the platform shows the file that was made of an upload. */
export async function setSource(tx: SqlTx, fileId: string, src: string): Promise<void> {
  const filter = scopedSql(tx.scope, 'u', 3);
  await tx.query(
    `UPDATE uploads u SET src = $2 WHERE u.file_id = $1 AND u.src IS DISTINCT FROM $2 AND ${filter.text}`,
    [fileId, src, ...filter.values],
  );
}

/** Notes what holds uploads now; what was held before stays with its first holder. */
export async function attach(tx: SqlTx, ids: readonly bigint[], to: string, at: Date): Promise<void> {
  const filter = scopedSql(tx.scope, 'u', 4);
  await tx.query(
    `UPDATE uploads u SET attached_to = coalesce(u.attached_to, $2), stored_at = coalesce(u.stored_at, $3)
     WHERE u.id = ANY($1) AND ${filter.text}`,
    [[...ids], to, at, ...filter.values],
  );
}

/** Gives what something holds to a vendor, who reads it from then on. */
export async function giveToVendor(tx: SqlTx, attachedTo: string, vendorId: bigint): Promise<void> {
  await tx.query('UPDATE uploads SET vendor_id = $3 WHERE store_id = $1 AND attached_to = $2', [
    tx.scope.storeId,
    attachedTo,
    vendorId,
  ]);
}

/** Forgets the uploads of a ticket that nothing holds. Returns what is left of them to delete. */
export async function deleteUnattached(
  tx: SqlTx,
  tokenId: bigint,
): Promise<{ proxy: string; key: string; fileId: string | null }[]> {
  return tx.query(
    `DELETE FROM uploads u WHERE u.store_id = $1 AND u.token_id = $2 AND u.attached_to IS NULL
     RETURNING u.proxy, u.key, u.file_id AS "fileId"`,
    [tx.scope.storeId, tokenId],
  );
}

/** Forgets an upload of the scope by its key. False where there is none. */
export async function deleteUpload(tx: SqlTx, key: string): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'u', 2);
  const rows = await tx.query(`DELETE FROM uploads u WHERE u.key = $1 AND ${filter.text} RETURNING 1`, [
    key,
    ...filter.values,
  ]);
  return rows.length > 0;
}
