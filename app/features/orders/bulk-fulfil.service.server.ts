import { AppError, stateRefuses } from '#app/core/errors.ts';
import { scopeOf, type Viewer } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { BulkFulfilInput, BulkFulfilWire } from './bulk-fulfil.contract.ts';
import * as repo from './bulk-fulfil.repo.server.ts';
import { MOST_AT_ONCE, OPEN_FULFILMENTS } from './bulk-fulfil.ts';
import { resolveFilter } from './list.service.server.ts';
import { listVendorOrders } from './order-list.repo.server.ts';
import { PASSING, planBulkStep } from './run-bulk-fulfil.service.server.ts';

/** Reports that stand over the list at once. */
const MOST_SHOWN = 3;

/**
 * Begins to ship what is left of several orders, of the viewer's own parts alone. An order or a vendor outside the scope
 * refuses them all: not_found (404). What cannot be shipped is found out one by one and reported with its reason.
 */
export async function startBulkFulfil(ctx: Ctx, input: BulkFulfilInput): Promise<BulkFulfilWire> {
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const items = input.matching ? await findMatching(ctx, tx, input.matching) : await findChosen(tx, input.orders);
    await repo.putGoodAway(tx, at);
    const id = await repo.insertBatch(tx, { ...input, asker: askerOf(ctx.viewer), at, items });
    await planBulkStep(tx, ctx, { batchId: id, round: 0, step: 0, troubles: 0, dueAt: at });
    return readWire(tx, id);
  });
}

async function findMatching(
  ctx: Ctx,
  tx: SqlTx,
  filter: NonNullable<BulkFulfilInput['matching']>,
): Promise<repo.NewItem[]> {
  const query = await resolveFilter(ctx, tx, filter);
  const statuses = OPEN_FULFILMENTS.filter((status) => query.statuses?.includes(status) ?? true);
  const place = { page: 1, after: undefined, limit: MOST_AT_ONCE };
  const found = statuses.length === 0 ? [] : await listVendorOrders(tx, { ...query, statuses }, place);
  if (found.length === 0) throw new AppError('not_found');
  return found.map(({ orderId, vendorId, name }) => ({
    orderId,
    partVendorId: vendorId,
    name,
    carrier: null,
    tracking: null,
    url: null,
  }));
}

/** The parts that were named, each once; the first word about one counts. */
async function findChosen(tx: SqlTx, chosen: BulkFulfilInput['orders'] = []): Promise<repo.NewItem[]> {
  const parts = await repo.listPartsOf(
    tx,
    chosen.map(({ id }) => id),
  );
  const items = new Map<string, repo.NewItem>();
  for (const { id, vendor, carrier, tracking, url } of chosen) {
    const own = parts.filter((part) => part.orderId === id && (vendor === undefined || part.vendorId === vendor));
    if (own.length === 0) throw new AppError('not_found');
    for (const { vendorId, name } of own) {
      const key = `${id}/${vendorId}`;
      if (!items.has(key)) items.set(key, { orderId: id, partVendorId: vendorId, name, carrier, tracking, url });
    }
  }
  return [...items.values()];
}

const askerOf = (viewer: Viewer): repo.Asker => ({
  actor: viewer.actor,
  isAdmin: viewer.isAdmin,
  permissions: [...viewer.permissions],
  vendorName: viewer.vendorName,
});

/** How far one came. Another scope's or an unknown id is not_found (404). */
export async function readBulkFulfil(ctx: Ctx, batchId: bigint): Promise<BulkFulfilWire> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => readWire(tx, batchId));
}

/** The shippings of the scope that run or whose report nobody has put away, newest first, at most three. */
export async function listShownBulkFulfils(ctx: Ctx): Promise<BulkFulfilWire[]> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const shown: BulkFulfilWire[] = [];
    for (const batch of await repo.listShown(tx, MOST_SHOWN)) {
      shown.push(toWire(batch, await repo.listItems(tx, batch.id)));
    }
    return shown;
  });
}

/** Tries again what was refused, in the name of whoever asks for that. Throws state_refuses (409) while it runs. */
export async function retryBulkFulfil(ctx: Ctx, batchId: bigint): Promise<BulkFulfilWire> {
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireEnded(tx, batchId);
    const { count, round } = await repo.reopenFailed(tx, batchId, {
      asker: askerOf(ctx.viewer),
      unknown: [...PASSING],
      at,
    });
    if (count > 0) await planBulkStep(tx, ctx, { batchId, round, step: 0, troubles: 0, dueAt: at });
    return readWire(tx, batchId);
  });
}

/** Puts a report away. Throws state_refuses (409) while it runs. */
export async function putBulkFulfilAway(ctx: Ctx, batchId: bigint): Promise<{ ok: true }> {
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireEnded(tx, batchId);
    await repo.putAway(tx, batchId, ctx.clock.now());
  });
  return { ok: true };
}

async function requireEnded(tx: SqlTx, batchId: bigint): Promise<void> {
  const batch = await repo.findBatch(tx, batchId, { lock: true });
  if (!batch) throw new AppError('not_found');
  if (batch.finishedAt === null) throw stateRefuses('orders_shipping');
}

async function readWire(tx: SqlTx, batchId: bigint): Promise<BulkFulfilWire> {
  const batch = await repo.findBatch(tx, batchId);
  if (!batch) throw new AppError('not_found');
  return toWire(batch, await repo.listItems(tx, batchId));
}

function toWire(batch: repo.BatchRow, items: readonly repo.ItemRow[]): BulkFulfilWire {
  const { id, asker, trouble, startedAt, finishedAt } = batch;
  const failures = items.filter((item) => item.state === 'failed');
  return {
    id: String(id),
    state: finishedAt === null ? 'running' : 'done',
    total: items.length,
    done: items.filter((item) => item.state === 'done').length,
    failed: failures.length,
    by: asker.actor.name,
    trouble,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    failures: failures.map(({ orderId, partVendorId, name, refusal }) => ({
      orderId: String(orderId),
      vendorId: String(partVendorId),
      name,
      code: refusal?.code ?? 'internal',
      message: refusal?.message ?? '',
      params: refusal?.params ?? {},
    })),
  };
}
