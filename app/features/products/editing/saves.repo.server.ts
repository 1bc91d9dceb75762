import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** One call that moves stock: the platform does it once for its key. */
export type StockBatch = { key: string; changes: PlannedChange[] };
export type PlannedChange = { inventoryItemId: string; locationId: string; from: number | null; to: number };
/** A specification that a save writes over what it was; '' is none. `ownerId` is the platform's reference of its product or variant. */
export type PlannedField = { ownerId: string; namespace: string; key: string; from: string; to: string };
/** A save that was begun and whose end is not known. */
export type UnfinishedSave = {
  fingerprint: string;
  contentHash: string;
  stockPlan: StockBatch[];
  fields: PlannedField[];
};

export async function findSave(tx: SqlTx, productId: bigint): Promise<UnfinishedSave | undefined> {
  const filter = scopedSql(tx.scope, 's', 2);
  const [row] = await tx.query<UnfinishedSave>(
    `SELECT s.fingerprint, s.content_hash AS "contentHash", s.stock_plan AS "stockPlan", s.fields FROM product_saves s WHERE s.product_id = $1 AND ${filter.text}`,
    [productId, ...filter.values],
  );
  return row;
}

/** Notes a save before the platform hears of it; a later save of the product takes the place of an earlier one. */
export async function startSave(tx: SqlTx, productId: bigint, save: UnfinishedSave & { at: Date }): Promise<void> {
  await tx.query(
    `INSERT INTO product_saves (store_id, product_id, fingerprint, content_hash, stock_plan, fields, started_at)
     VALUES ($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb, $7)
     ON CONFLICT (store_id, product_id) DO UPDATE SET fingerprint = excluded.fingerprint, content_hash = excluded.content_hash,
       stock_plan = excluded.stock_plan, fields = excluded.fields, started_at = excluded.started_at`,
    [
      tx.scope.storeId,
      productId,
      save.fingerprint,
      save.contentHash,
      JSON.stringify(save.stockPlan),
      JSON.stringify(save.fields),
      save.at,
    ],
  );
}

export async function replanSave(tx: SqlTx, productId: bigint, stockPlan: readonly StockBatch[]): Promise<void> {
  await tx.query('UPDATE product_saves SET stock_plan = $3::text::jsonb WHERE store_id = $1 AND product_id = $2', [
    tx.scope.storeId,
    productId,
    JSON.stringify(stockPlan),
  ]);
}

/** Forgets a save that has ended, and those that nobody came back to. */
export async function endSave(tx: SqlTx, productId: bigint, startedBefore: Date): Promise<void> {
  await tx.query('DELETE FROM product_saves WHERE store_id = $1 AND (product_id = $2 OR started_at < $3)', [
    tx.scope.storeId,
    productId,
    startedBefore,
  ]);
}
