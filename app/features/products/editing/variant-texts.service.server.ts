import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from '../products.repo.server.ts';

/** The variants of a product of the scope with the metafields that we know of each. */
export async function listVariantFields(
  tx: SqlTx,
  productId: bigint,
): Promise<{ id: bigint; title: string; fields: { namespace: string; key: string; type: string }[] }[]> {
  const variants = await repo.listVariants(tx, productId);
  return variants.map(({ id, title, metafields }) => ({
    id,
    title,
    fields: metafields.map(({ namespace, key, type }) => ({ namespace, key, type })),
  }));
}
