import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './product-counts.repo.server.ts';

export type ProductCount = { products: number; active: number; draft: number };

/** How many products each vendor within the scope has; those of nobody stand under null. */
export async function countProductsByVendor(tx: SqlTx): Promise<Map<bigint | null, ProductCount>> {
  const rows = await repo.productsByVendor(tx);
  return new Map(rows.map(({ vendorId, products, active, draft }) => [vendorId, { products, active, draft }]));
}
