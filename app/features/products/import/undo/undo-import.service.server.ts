import { z } from 'zod';
import { DAY_MS } from '#app/core/durations.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { batchesOf } from '#app/features/batches/batches.service.server.ts';
import type { BatchKind } from '#app/features/batches/kind.server.ts';
import { saveProduct } from '#app/features/products/editing/save-product.service.server.ts';
import { productInput } from '#app/features/products/product-input.contract.ts';
import type { ProductDto } from '#app/features/products/products.contract.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import { archiveProduct } from '#app/features/products/review/decide-product.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { importBatches, requireImport } from '../import-batch.service.server.ts';
import { asTable } from '../import-products.service.server.ts';
import { mergeOptions, toSentProduct } from '../merge-product.service.server.ts';
import type { ImportUndoDto } from '../product-import.contract.ts';
import { KEEP_DAYS, MAX_CONFLICTS } from '../product-import.ts';
import type { StoredImport } from '../product-import.repo.server.ts';
import { toSnapshot } from './keep-undo.service.server.ts';
import {
  joinKept,
  keptSchema,
  decideUndoOutcome,
  toSent,
  undoRecord,
  undoRecordSchema,
  type Kept,
  type UndoOutcome,
  type UndoRecord,
} from './undo-record.ts';
import * as repo from './undo.repo.server.ts';

/** Products of which something stays that are named. */
const MAX_NAMED = 100;

/**
 * Puts back what an import did, product by product: what it made is archived where nothing of it was sold, what it changed goes back
 * by the form's own save where nobody changed it since. Done once more, nothing happens.
 */
export const undoProducts: BatchKind<{ importId: string }, object> = {
  name: 'products.undo-import',
  input: z.object({ importId: z.string() }),
  item: z.object({}),
  whileRunning: 'import_running',
  permissions: () => ['write_products'],
  async run(ctx, { importId }, { subjectId }) {
    const id = BigInt(importId);
    const position = Number(subjectId);
    const scope = scopeOf(ctx.viewer);
    const { item, startedAt } = await ctx.db.fast(scope, async (tx) => ({
      item: await repo.findUndoItem(tx, id, position),
      startedAt: (await requireImport(tx, id)).startedAt,
    }));
    if (!item || !startedAt) throw new AppError('not_found');
    if (item.undoOutcome !== null) return;
    const mark = (done: { outcome: UndoOutcome | null; kept: Kept[] }): Promise<void> =>
      ctx.db.fast(scope, (tx) => repo.markUndone(tx, id, position, done));
    await mark(await undoProduct(asTable(ctx), item, { since: startedAt, mark }));
  },
};

type Done = { outcome: UndoOutcome; kept: Kept[] };
/** `mark` notes what will stay before anything is put back. */
type Undoing = { since: Date; mark: (planned: { outcome: null; kept: Kept[] }) => Promise<void> };

async function undoProduct(ctx: Ctx, item: repo.UndoItem, { since, mark }: Undoing): Promise<Done> {
  const { productId, outcome, undo } = item;
  if (productId === null) return { outcome: 'gone', kept: [] };
  const known = await findProduct(ctx, productId);
  if (!known) return { outcome: 'gone', kept: [] };
  const scope = marketplaceScope(ctx.viewer.store.id);
  const sold = await ctx.db.fast(scope, (tx) => repo.listSoldVariants(tx, productId, since));
  if (outcome === 'created') {
    if (sold.length > 0) return { outcome: 'kept', kept: [{ field: null, variant: null, reason: 'sold' }] };
    await archiveProduct(ctx, productId);
    return { outcome: 'archived', kept: [] };
  }
  // An import of the release before kept nothing.
  if (undo === null) return { outcome: 'kept', kept: [{ field: null, variant: null, reason: 'unknown' }] };
  const soldVariants = new Set(sold.map(({ variantId }) => String(variantId)));
  const record = undoRecordSchema.parse(undo);
  const planned = item.undoKept === null ? undefined : z.array(keptSchema).parse(item.undoKept);
  const kept = await putBack(ctx, known, { record, planned, isSold: (id) => soldVariants.has(id), mark });
  return { outcome: decideUndoOutcome(record, kept), kept };
}

async function findProduct(ctx: Ctx, productId: bigint): Promise<ProductDto | undefined> {
  try {
    return (await readProduct(ctx, productId)).product;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

type PutBack = Pick<Undoing, 'mark'> & {
  record: UndoRecord;
  /** What an earlier try found to stay. */
  planned: readonly Kept[] | undefined;
  isSold: (variantId: string) => boolean;
};

/** Puts a product back by the form's own save; returns what stays. */
async function putBack(ctx: Ctx, first: ProductDto, { record, planned, isSold, mark }: PutBack): Promise<Kept[]> {
  let known = first;
  for (let attempt = 1; ; attempt++) {
    const sent = toSentProduct(known);
    const now = toSnapshot(known, sent);
    const { product, kept: found } = undoRecord(now, record, isSold);
    const kept = planned ? joinKept(planned, found) : found;
    const back = toSent({ ...product, options: mergeOptions(now.options, product.variants) }, now);
    if (JSON.stringify(back) === JSON.stringify(sent)) return kept;
    const parsed = productInput.safeParse(back);
    if (!parsed.success) throw invalidInput(toIssues(parsed.error));
    await mark({ outcome: null, kept });
    try {
      await saveProduct(ctx, parsed.data);
      return kept;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict' || attempt === MAX_CONFLICTS) throw error;
      known = (await readProduct(ctx, BigInt(known.id))).product;
    }
  }
}

const undoBatches = batchesOf(undoProducts, ({ fields, failures }) => ({
  ...fields,
  failures: failures.map(({ name, refusal }) => ({ title: name, ...refusal })),
}));

/**
 * Starts to undo an import, or tries again what failed when it was undone. Throws invalid_state (409) while it is imported, where it
 * changed nothing, and after 30 days.
 */
export async function startUndo(ctx: Ctx, importId: bigint): Promise<void> {
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => requireImport(tx, importId));
  if (found.undoBatchId !== null) {
    await undoBatches.retry(ctx, found.undoBatchId);
    return;
  }
  const at = ctx.clock.now();
  await undoBatches
    .start(
      ctx,
      { importId: String(importId) },
      async (tx) => {
        const one = await requireImport(tx, importId, { lock: true });
        // Two requests at once: the second finds it begun, and its batch is not written.
        if (one.undoBatchId !== null) throw new AlreadyUndoing();
        if (one.batchId !== null) await importBatches.requireEnded(tx, one.batchId);
        const products = await repo.listUndoable(tx, importId);
        if (one.startedAt === null || products.length === 0) throw stateRefuses('nothing_to_undo');
        if (at >= undoEnds(one.startedAt)) throw stateRefuses('import_too_old', { days: KEEP_DAYS });
        return products.map(({ position, title }) => ({
          subjectId: BigInt(position),
          partId: 0n,
          name: title,
          input: {},
        }));
      },
      (tx, batchId) => repo.markUndoing(tx, importId, { batchId, at, by: ctx.viewer.actor.name }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyUndoing)) throw error;
    });
}

class AlreadyUndoing extends Error {}

/** Until when an import that was started can be undone. */
export const undoEnds = (startedAt: Date): Date => new Date(startedAt.getTime() + KEEP_DAYS * DAY_MS);

/** Which imports are being undone, and how many products of each came to which outcome, or failed. */
export async function readUndone(tx: SqlTx, found: readonly StoredImport[]) {
  const undone = found.flatMap(({ id, undoBatchId }) => (undoBatchId === null ? [] : [{ id, undoBatchId }]));
  if (undone.length === 0) return { running: new Set<bigint>(), counts: [] };
  const batches = await undoBatches.listOutcomes(
    tx,
    undone.map(({ undoBatchId }) => undoBatchId),
  );
  const running = new Set(batches.filter(({ isRunning }) => isRunning).map(({ id }) => id));
  return {
    running: new Set(undone.filter(({ undoBatchId }) => running.has(undoBatchId)).map(({ id }) => id)),
    counts: await repo.countUndone(
      tx,
      undone.map(({ id }) => id),
    ),
  };
}

/** How far the undoing of an import came, and what stays with its reason; null where nobody asked for it. */
export async function readUndo(ctx: Ctx, found: StoredImport): Promise<ImportUndoDto | null> {
  const { id, undoBatchId, undoneAt } = found;
  if (undoBatchId === null || undoneAt === null) return null;
  const batch = await undoBatches.read(ctx, undoBatchId).catch((error: unknown) => {
    // Batches are forgotten by themselves.
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  const kept = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listKept(tx, id, MAX_NAMED));
  return {
    state: batch?.state ?? 'done',
    at: undoneAt.toISOString(),
    by: found.undoneBy ?? '',
    done: batch ? batch.done + batch.failed : 0,
    total: batch?.total ?? 0,
    failed: batch?.failed ?? 0,
    products: kept.map(({ title, productId, outcome, kept: fields }) => ({
      title,
      productId: productId === null ? null : String(productId),
      outcome,
      kept: z.array(keptSchema).parse(fields),
    })),
    failures: (batch?.failures ?? []).slice(0, MAX_NAMED),
  };
}
