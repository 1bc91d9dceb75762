import type { SqlTx } from '#app/server/db.server.ts';

/** Products of a vendor that carry another name than the given one, the lowest ids first. */
export async function listMisnamed(tx: SqlTx, vendorId: bigint, name: string, limit: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT p.id FROM products p
     WHERE p.store_id = $1 AND p.vendor_id = $2 AND p.vendor_name <> $3 AND p.deleted_at IS NULL ORDER BY p.id LIMIT $4`,
    [tx.scope.storeId, vendorId, name, limit],
  );
  return rows.map((row) => row.id);
}

export async function countMisnamed(tx: SqlTx, vendorId: bigint, name: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM products p
     WHERE p.store_id = $1 AND p.vendor_id = $2 AND p.vendor_name <> $3 AND p.deleted_at IS NULL`,
    [tx.scope.storeId, vendorId, name],
  );
  return row?.count ?? 0;
}

/** Notes the name that products carry at the platform from now on, and that some of them are no longer there. */
export async function recordNames(
  tx: SqlTx,
  o: { vendorId: bigint; name: string; named: readonly bigint[]; gone: readonly bigint[]; at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE products SET vendor_name = $4 WHERE store_id = $1 AND id IN (
       SELECT p.id FROM products p WHERE p.store_id = $1 AND p.vendor_id = $2 AND p.id = ANY($3::bigint[]) ORDER BY p.id FOR UPDATE)`,
    [tx.scope.storeId, o.vendorId, [...o.named], o.name],
  );
  await tx.query(
    `UPDATE products SET deleted_at = $4::timestamptz WHERE store_id = $1 AND vendor_id = $2 AND id = ANY($3::bigint[])`,
    [tx.scope.storeId, o.vendorId, [...o.gone], o.at],
  );
}

/** Makes what one vendor has on sale another's: products that are there, with their variants. */
export async function moveProducts(tx: SqlTx, { from, to }: { from: bigint; to: bigint }): Promise<void> {
  const values = [tx.scope.storeId, from, to];
  await tx.query(
    `UPDATE variants v SET vendor_id = $3 FROM products p
     WHERE v.store_id = $1 AND p.store_id = $1 AND p.id = v.product_id AND p.vendor_id = $2 AND p.deleted_at IS NULL`,
    values,
  );
  await tx.query(
    'UPDATE products SET vendor_id = $3 WHERE store_id = $1 AND vendor_id = $2 AND deleted_at IS NULL',
    values,
  );
}
