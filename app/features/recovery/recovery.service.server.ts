import { DAY_MS } from '#app/core/durations.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { invariant } from '#app/core/invariant.ts';
import { rule } from '#app/core/rules.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { hasOpenJob, isJobScheduled } from '#app/server/scheduled-jobs.server.ts';
import { LOST_KINDS, MAX_DAYS, NO_COUNTS, READ_PHASES } from './recovery-read.ts';
import type { RecoveryReadDto } from './recovery.contract.ts';
import * as repo from './recovery.repo.server.ts';
import { planReadStep, READ_STEP } from './take-step.service.server.ts';

/** Begins a read, or answers the one that is at work. Throws invalid_input (422) for a moment that is to come or too long ago. */
export async function startRead(ctx: Ctx, { since }: { since: Date }): Promise<RecoveryReadDto> {
  const { store, actor } = ctx.viewer;
  return toDto(await beginRead(ctx, store.id, { since, actor }));
}

/** The newest read; null before the first. */
export async function readLatestRead(ctx: Ctx): Promise<RecoveryReadDto | null> {
  const row = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), repo.findLatestRead);
  return row ? toDto(row) : null;
}

/** The same for a command, which names the store. */
export async function startReadOfStore(
  services: Services,
  storeId: StoreId,
  o: { since: Date; actor: Actor },
): Promise<void> {
  await beginRead(services, storeId, o);
}

/** The newest read of a store, for a command. `isStuck`: a step of it failed so often that it is not tried again. */
export async function findReadOfStore(
  services: Services,
  storeId: StoreId,
): Promise<{ read: RecoveryReadDto; isStuck: boolean } | undefined> {
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const row = await repo.findLatestRead(tx);
    if (!row) return undefined;
    return { read: toDto(row), isStuck: row.state === 'running' && !(await isJobScheduled(tx, READ_STEP, '')) };
  });
}

async function beginRead(
  services: Services,
  storeId: StoreId,
  { since, actor }: { since: Date; actor: Actor },
): Promise<repo.ReadRow> {
  const now = services.clock.now();
  if (since > now) throw invalidInput([{ path: 'since', rule: 'not_in_future', message: rule('not_in_future') }]);
  if (since.getTime() < now.getTime() - MAX_DAYS * DAY_MS)
    throw invalidInput([
      { path: 'since', rule: 'too_many_days_ago', message: rule('too_many_days_ago', { maximum: MAX_DAYS }) },
    ]);
  if (!(await findStoreById(services, storeId))) throw new AppError('store_unknown');
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const isAtWork = await hasOpenJob(tx, READ_STEP);
    const latest = await repo.findLatestRead(tx);
    if (latest?.state === 'running' && isAtWork) return latest;
    if (latest?.state === 'running') await repo.endRead(tx, latest.id, { state: 'stopped', at: now });
    const read = await repo.insertRead(tx, { since, phase: READ_PHASES[0], startedAt: now });
    invariant(read, 'a read that was inserted is there');
    await planReadStep(services, tx, { readId: read.id, step: 0 });
    await recordAudit(tx, [
      {
        subject: 'store',
        subjectId: String(storeId),
        vendorId: null,
        action: 'recovery.started',
        actor,
        at: now,
        detail: { since: since.toISOString() },
      },
    ]);
    return read;
  });
}

const toDto = (row: repo.ReadRow): RecoveryReadDto => ({
  id: String(row.id),
  since: row.since.toISOString(),
  state: row.state,
  phase: row.phase,
  counts: { ...NO_COUNTS, ...row.counts },
  unknownLabels: row.unknownLabels,
  skipped: row.skipped,
  lost: [...LOST_KINDS],
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
