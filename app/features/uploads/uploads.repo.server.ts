import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type Upload = {
  id: bigint;
  vendorId: VendorId | null;
  key: string;
  contentType: string;
  filename: string;
  fileId: string | null;
};

export async function insertUpload(
  tx: SqlTx,
  o: { proxy: string; key: string; filename: string; contentType: string; sizeBytes: number; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO uploads (store_id, vendor_id, proxy, key, filename, content_type, size_bytes, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.scope.storeId,
      tx.scope.vendor === '*' ? null : tx.scope.vendor,
      o.proxy,
      o.key,
      o.filename,
      o.contentType,
      o.sizeBytes,
      o.at,
    ],
  );
}

/** An upload of the scope by where it lies. With a lock, so that a file is made of it once. */
export async function findUpload(tx: SqlTx, key: string, o: { lock?: boolean } = {}): Promise<Upload | undefined> {
  const filter = scopedSql(tx.scope, 'u', 2);
  const [row] = await tx.query<Upload>(
    `SELECT u.id, u.vendor_id AS "vendorId", u.key, u.content_type AS "contentType", u.filename, u.file_id AS "fileId"
     FROM uploads u WHERE u.key = $1 AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [key, ...filter.values],
  );
  return row;
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
