import type { SqlTx } from '#app/server/db.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { AppError } from '#app/core/errors.ts';
import { batchesOf } from '#app/features/batches/batches.service.server.ts';
import { importProducts } from './import-products.service.server.ts';
import type { ImportBatchDto } from './product-import.contract.ts';
import * as repo from './product-import.repo.server.ts';

export const importBatches = batchesOf(importProducts, ({ fields, failures }): ImportBatchDto => ({
  ...fields,
  failures: failures.map(({ subjectId, name, refusal }) => ({
    position: Number(subjectId),
    title: name,
    lines: '',
    ...refusal,
  })),
}));

/** How far an import came; null where nothing runs yet, or its batch was forgotten. */
export async function readBatch(ctx: Ctx, { batchId }: repo.StoredImport): Promise<ImportBatchDto | null> {
  if (batchId === null) return null;
  try {
    return await importBatches.read(ctx, batchId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

export async function requireImport(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<repo.StoredImport> {
  const found = await repo.findImport(tx, id, o);
  if (!found) throw new AppError('not_found');
  return found;
}
