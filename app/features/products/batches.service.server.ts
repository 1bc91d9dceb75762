import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { allowedBatches, MOST_IN_BATCH, type BatchAction } from './batch.ts';
import type { BatchInput, BatchWire } from './batches.contract.ts';
import * as repo from './batches.repo.server.ts';
import { listProducts } from './product-list.repo.server.ts';
import { readFilter } from './product-list.service.server.ts';
import { planBatchStep } from './run-batch.service.server.ts';

/** Reports that stand over the list at once. */
const MOST_SHOWN = 3;

/**
 * Begins to do something with several products of the scope. A foreign or deleted id refuses them all: not_found (404).
 * Throws missing_permission (403) for what only the marketplace does.
 */
export async function startBatch(ctx: Ctx, input: BatchInput): Promise<BatchWire> {
  const { viewer } = ctx;
  requireAllowed(viewer, input.action);
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    const products = await findProducts(tx, input);
    await repo.putGoodAway(tx, at);
    const id = await repo.insertBatch(tx, {
      action: input.action,
      note: input.note ? input.note : null,
      tags: input.tags,
      asker: askerOf(viewer),
      at,
      products,
    });
    await planBatchStep(tx, ctx, { batchId: id, round: 0, step: 0, troubles: 0, dueAt: at });
    return readWire(tx, id);
  });
}

async function findProducts(tx: SqlTx, input: BatchInput): Promise<{ id: bigint; title: string }[]> {
  if (input.matching) {
    const found = await listProducts(tx, { ...(await readFilter(tx, input.matching)), limit: MOST_IN_BATCH });
    if (found.length === 0) throw new AppError('not_found');
    return found;
  }
  const ids = [...new Set(input.ids)];
  const known = new Map((await repo.listNamed(tx, ids)).map((product) => [product.id, product]));
  return ids.map((id) => {
    const product = known.get(id);
    if (!product) throw new AppError('not_found');
    return product;
  });
}

const askerOf = (viewer: Viewer): repo.Asker => ({
  actor: viewer.actor,
  isAdmin: viewer.isAdmin,
  permissions: [...viewer.permissions],
  vendorName: viewer.vendorName,
});

function requireAllowed(viewer: Viewer, action: BatchAction): void {
  const may = allowedBatches({ isAdmin: viewer.isAdmin, mayWrite: can(viewer, 'write_products') });
  if (!may.includes(action)) throw new AppError('missing_permission', { permission: 'switch_vendor' });
}

/** One batch of the scope. Another scope's or an unknown id is not_found (404). */
export async function readBatch(ctx: Ctx, batchId: bigint): Promise<BatchWire> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => readWire(tx, batchId));
}

/** The batches of the scope that run or whose report nobody has put away, newest first, at most three. */
export async function listShownBatches(ctx: Ctx): Promise<BatchWire[]> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const shown: BatchWire[] = [];
    for (const batch of await repo.listShown(tx, MOST_SHOWN))
      shown.push(toWire(batch, await repo.listItems(tx, batch.id)));
    return shown;
  });
}

/**
 * Tries again what was refused, in the name of whoever asks for that. Throws state_refuses (409) while the batch runs.
 */
export async function retryBatch(ctx: Ctx, batchId: bigint): Promise<BatchWire> {
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const batch = await requireEnded(tx, batchId);
    requireAllowed(ctx.viewer, batch.action);
    const { count, round } = await repo.reopenFailed(tx, batchId, askerOf(ctx.viewer));
    if (count > 0) await planBatchStep(tx, ctx, { batchId, round, step: 0, troubles: 0, dueAt: at });
    return readWire(tx, batchId);
  });
}

/** Puts the report of a batch away. Throws state_refuses (409) while it runs. */
export async function putBatchAway(ctx: Ctx, batchId: bigint): Promise<{ ok: true }> {
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireEnded(tx, batchId);
    await repo.putAway(tx, batchId, ctx.clock.now());
  });
  return { ok: true };
}

async function requireEnded(tx: SqlTx, batchId: bigint): Promise<repo.BatchRow> {
  const batch = await repo.findBatch(tx, batchId, { lock: true });
  if (!batch) throw new AppError('not_found');
  if (batch.finishedAt === null) throw stateRefuses('batch_running');
  return batch;
}

async function readWire(tx: SqlTx, batchId: bigint): Promise<BatchWire> {
  const batch = await repo.findBatch(tx, batchId);
  if (!batch) throw new AppError('not_found');
  return toWire(batch, await repo.listItems(tx, batchId));
}

function toWire(batch: repo.BatchRow, items: readonly repo.ItemRow[]): BatchWire {
  const { id, action, asker, trouble, startedAt, finishedAt } = batch;
  const failures = items.filter((item) => item.state === 'failed');
  return {
    id: String(id),
    action,
    state: finishedAt === null ? 'running' : 'done',
    total: items.length,
    done: items.filter((item) => item.state === 'done').length,
    failed: failures.length,
    by: asker.actor.name,
    trouble,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    failures: failures.map(({ productId, title, refusal }) => ({
      productId: String(productId),
      title,
      code: refusal?.code ?? 'internal',
      message: refusal?.message ?? '',
      params: refusal?.params ?? {},
    })),
  };
}
