import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type Comment = {
  id: bigint;
  vendorId: bigint;
  vendorName: string;
  author: string;
  role: string;
  text: string;
  createdAt: Date;
};

/** The comments on an order within the scope, newest first, at most 200. */
export async function listComments(tx: SqlTx, orderId: bigint): Promise<Comment[]> {
  const filter = scopedSql(tx.scope, 'c', 2);
  return tx.query<Comment>(
    `SELECT c.id, c.vendor_id AS "vendorId", v.name AS "vendorName", c.author, c.role, c.text, c.created_at AS "createdAt"
     FROM order_comments c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
     WHERE c.order_id = $1 AND ${filter.text} ORDER BY c.id DESC LIMIT 200`,
    [orderId, ...filter.values],
  );
}

export async function insertComment(
  tx: SqlTx,
  o: { orderId: bigint; vendorId: bigint; author: string; role: string; text: string; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO order_comments (store_id, order_id, vendor_id, author, role, text, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.scope.storeId, o.orderId, o.vendorId, o.author, o.role, o.text, o.at],
  );
}
