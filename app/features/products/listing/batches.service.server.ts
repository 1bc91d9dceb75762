import { AppError } from '#app/core/errors.ts';
import { batchesOf, type NamedItem } from '#app/features/batches/batches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { MAX_IN_BATCH } from './batch.ts';
import type { BatchInput, BatchDto } from './batches.contract.ts';
import { listNamed } from './batches.repo.server.ts';
import { changeProducts } from './change-products.service.server.ts';
import { listProducts } from './product-list.repo.server.ts';
import { readFilter } from './product-list.service.server.ts';

/** What is done with several products of the scope at once: reading, listing, retrying and putting away. */
export const productBatches = batchesOf(changeProducts, ({ fields, input, failures }): BatchDto => ({
  ...fields,
  action: input.action,
  failures: failures.map(({ subjectId, name, refusal }) => ({
    productId: String(subjectId),
    title: name,
    ...refusal,
  })),
}));

/**
 * Begins to do something with several products of the scope. A foreign or deleted id refuses them all: not_found (404).
 * Throws missing_permission (403) for what only the marketplace does, invalid_state (409) while too many changes run.
 */
export function startBatch(ctx: Ctx, input: BatchInput): Promise<BatchDto> {
  const { action, note, tags } = input;
  return productBatches.start(ctx, { action, note: note ? note : null, tags }, async (tx) =>
    (await findProducts(tx, input)).map(({ id, title }): NamedItem<object> => ({
      subjectId: id,
      partId: 0n,
      name: title,
      input: {},
    })),
  );
}

async function findProducts(tx: SqlTx, input: BatchInput): Promise<{ id: bigint; title: string }[]> {
  if (input.matching) {
    const found = await listProducts(tx, { ...(await readFilter(tx, input.matching)), limit: MAX_IN_BATCH });
    if (found.length === 0) throw new AppError('not_found');
    return found;
  }
  const ids = [...new Set(input.ids)];
  const known = new Map((await listNamed(tx, ids)).map((product) => [product.id, product]));
  return ids.map((id) => {
    const product = known.get(id);
    if (!product) throw new AppError('not_found');
    return product;
  });
}
