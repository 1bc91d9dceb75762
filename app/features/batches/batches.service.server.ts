import { AppError, stateRefuses } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { requirePermissions } from './requester.service.server.ts';
import { MAX_RUNNING, MAX_SHOWN } from './batch.ts';
import type { AnyBatchDto, RefusalDto } from './batches.contract.ts';
import * as repo from './batches.repo.server.ts';
import type { BatchKind, ItemAbout } from './kind.server.ts';
import { PASSING, planBatchStep, toRefusal } from './run-batch.service.server.ts';

/** A batch as its feature tells of it: what all have, its input, and what was refused. */
export type Report<Input> = {
  fields: AnyBatchDto;
  input: Input;
  failures: readonly { subjectId: bigint; partId: bigint; name: string; refusal: RefusalDto }[];
};

/** A thing that somebody names for a batch, with what they call it. */
export type NamedItem<Item> = ItemAbout<Item> & { name: string };

/**
 * The use cases of one kind of batch; `toDto` says a report in the words of the kind's contract. Every one of them knows the
 * batches of the viewer's own scope alone: another scope's, another kind's or an unknown id is not_found (404).
 */
export function batchesOf<Input, Item, Dto>(kind: BatchKind<Input, Item>, toDto: (report: Report<Input>) => Dto) {
  const inScope = <T>(ctx: Ctx, work: (tx: SqlTx) => Promise<T>): Promise<T> => ctx.db.fast(scopeOf(ctx.viewer), work);
  const read = async (tx: SqlTx, batchId: bigint): Promise<Dto> => {
    const batch = await repo.findBatch(tx, kind.name, batchId);
    if (!batch) throw new AppError('not_found');
    return toDto(await readReport(tx, kind, batch));
  };
  return {
    /**
     * Begins it. `find` names its items, each once, and throws where one is not the scope's, so that all are refused. Throws
     * missing_permission (403), and invalid_state (409) while too many run. `record` notes its id with what asked for it.
     */
    start: async (
      ctx: Ctx,
      input: Input,
      find: (tx: SqlTx) => Promise<readonly NamedItem<Item>[]>,
      record?: (tx: SqlTx, id: bigint) => Promise<void>,
    ): Promise<Dto> => {
      requirePermissions(ctx.viewer, kind.permissions(input));
      const at = ctx.clock.now();
      return inScope(ctx, async (tx) => {
        const items = await find(tx);
        await repo.dismissSucceeded(tx, kind.name, at);
        const requester = ctx.viewer.actor;
        const id = await repo.insertBatch(tx, { kind: kind.name, input, requester, at, items });
        await start(ctx, tx, { id, round: 0, at });
        await record?.(tx, id);
        return read(tx, id);
      });
    },

    /** Whether batches of the scope run, and which of their subjects failed; forgotten ones are left out. */
    listOutcomes: (tx: SqlTx, ids: readonly bigint[]): Promise<repo.BatchOutcome[]> =>
      repo.listOutcomes(tx, { name: kind.name, whenStopped: kind.whenStopped ?? null }, ids),

    /** Throws invalid_state (409) while it runs, and keeps it from running on until the transaction ends; a forgotten one has ended. */
    requireEnded: async (tx: SqlTx, batchId: bigint): Promise<void> => {
      const batch = await repo.findBatch(tx, kind.name, batchId, { lock: true });
      if (batch?.finishedAt === null) throw stateRefuses(kind.whileRunning);
    },

    read: (ctx: Ctx, batchId: bigint): Promise<Dto> => inScope(ctx, (tx) => read(tx, batchId)),

    /** Those that run or whose report nobody has put away, newest first, at most three. */
    listShown: (ctx: Ctx): Promise<Dto[]> =>
      inScope(ctx, async (tx) => {
        const shown: Dto[] = [];
        for (const batch of await repo.listShown(tx, kind.name, MAX_SHOWN))
          shown.push(toDto(await readReport(tx, kind, batch)));
        return shown;
      }),

    /**
     * Tries again what was refused, in the name of whoever asks for that. Throws missing_permission (403), and invalid_state
     * (409) while it runs or too many do.
     */
    retry: (ctx: Ctx, batchId: bigint): Promise<Dto> =>
      inScope(ctx, async (tx) => {
        const batch = await requireEnded(tx, kind, batchId);
        requirePermissions(ctx.viewer, kind.permissions(kind.input.parse(batch.input)));
        const at = ctx.clock.now();
        const again = { requester: ctx.viewer.actor, unknown: [...PASSING], at };
        const { count, round } = await repo.reopenFailed(tx, batchId, again);
        if (count > 0) await start(ctx, tx, { id: batchId, round, at });
        return read(tx, batchId);
      }),

    /**
     * Ends it once what was begun has ended: what was not is refused as stopped, and done by a retry. One that has ended stays as it is.
     */
    stop: (ctx: Ctx, batchId: bigint): Promise<Dto> =>
      inScope(ctx, async (tx) => {
        const batch = await repo.findBatch(tx, kind.name, batchId, { lock: true });
        if (!batch) throw new AppError('not_found');
        requirePermissions(ctx.viewer, kind.permissions(kind.input.parse(batch.input)));
        invariant(kind.whenStopped, `a batch of ${kind.name} is never stopped`);
        if (batch.finishedAt === null) {
          const { begun } = await repo.failWaiting(tx, batchId, toRefusal(stateRefuses(kind.whenStopped)));
          if (begun === 0) await repo.markBatch(tx, batchId, { trouble: null, finishedAt: ctx.clock.now() });
        }
        return read(tx, batchId);
      }),

    /** Puts a report away. Throws invalid_state (409) while it runs. */
    dismiss: async (ctx: Ctx, batchId: bigint): Promise<{ ok: true }> => {
      await inScope(ctx, async (tx) => {
        await requireEnded(tx, kind, batchId);
        await repo.markDismissed(tx, batchId, ctx.clock.now());
      });
      return { ok: true };
    },
  };
}

type Named = Pick<BatchKind<unknown, unknown>, 'name' | 'whileRunning'>;

async function requireEnded(tx: SqlTx, kind: Named, batchId: bigint): Promise<repo.BatchRow> {
  const batch = await repo.findBatch(tx, kind.name, batchId, { lock: true });
  if (!batch) throw new AppError('not_found');
  if (batch.finishedAt === null) throw stateRefuses(kind.whileRunning);
  return batch;
}

/** Plans the first step of a round, which was written before: it counts among those that run. */
async function start(ctx: Ctx, tx: SqlTx, o: { id: bigint; round: number; at: Date }): Promise<void> {
  if ((await repo.countRunning(tx)) > MAX_RUNNING) throw stateRefuses('batches_full', { most: MAX_RUNNING });
  await planBatchStep(tx, ctx, { batchId: o.id, round: o.round, step: 0, issues: 0, dueAt: o.at });
}

async function readReport<Input>(
  tx: SqlTx,
  kind: Pick<BatchKind<Input, unknown>, 'input'>,
  batch: repo.BatchRow,
): Promise<Report<Input>> {
  const { id, requester, trouble: issue, startedAt, finishedAt } = batch;
  const items = await repo.listItems(tx, id);
  const failures = items.filter((item) => item.state === 'failed');
  return {
    fields: {
      id: String(id),
      state: finishedAt === null ? 'running' : 'done',
      total: items.length,
      done: items.filter((item) => item.state === 'done').length,
      failed: failures.length,
      by: requester.name,
      trouble: issue,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
    },
    input: kind.input.parse(batch.input),
    failures: failures.map(({ subjectId, partId, name, refusal }) => ({
      subjectId,
      partId,
      name,
      refusal: refusal ?? { code: 'internal', message: '', params: {} },
    })),
  };
}
