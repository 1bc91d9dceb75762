import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { countOpenRequests } from '#app/features/compliance/compliance.service.server.ts';
import { countUnsentMails } from '#app/platform/mails/mails.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { endHold, findHold, startHold } from '#app/platform/hold/hold.service.server.ts';
import { listPlatformProblems } from '#app/platform/platform-access/platform-problems.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { askTogether } from '#app/server/ask-together.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { countDeadJobs, discardDeadJobs, listDeadJobs, retryDeadJobs } from '#app/server/scheduled-jobs.server.ts';
import { replayDeadLetters } from '#app/server/webhook-queue.server.ts';
import { findProblemOrder, classifySubject } from './sync-problem.ts';
import { readDeadNote, summarisePayload } from './system.ts';
import { ORDER_DELETED, releaseDeleted } from '#app/features/orders/ingest/deletion.service.server.ts';
import type { DeadLetterDto, ExceptionDto } from './system.contract.ts';
import * as repo from './system.repo.server.ts';

const MAX_SHOWN = 200;

/** How the work behind the marketplace stands. */
export async function readSystemStatus(ctx: Ctx) {
  const { store } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const deliveries = await repo.countDeliveries(tx, store.domain);
    const mails = await countUnsentMails(tx);
    const hold = await findHold(tx);
    return {
      waitingDeliveries: deliveries.waiting,
      deadDeliveries: deliveries.dead,
      deadJobs: await countDeadJobs(tx),
      openExceptions: await repo.countOpenExceptions(tx),
      openRequests: (await countOpenRequests(tx)).count,
      lastDeliveryAt: deliveries.lastAt?.toISOString() ?? null,
      failedMails: mails.failed,
      waitingMails: mails.waiting,
      mailsFailingSince: mails.failingSince?.toISOString() ?? null,
      hold: hold ? { since: hold.since.toISOString(), reason: hold.reason } : null,
      platformProblems: (await listPlatformProblems(tx)).map(({ since, lastAt, ...problem }) => ({
        ...problem,
        since: since.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    };
  });
}

/** Holds the store: what leaves the house stands still. Throws missing_permission (403) without the right to pay out. */
export async function holdStore(ctx: Ctx): Promise<{ ok: true }> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    startHold(ctx, tx, { reason: 'asked', actor, at: ctx.clock.now() }),
  );
  return { ok: true as const };
}

/** Lets a held store go on, with a note. Throws missing_permission (403) without the right to pay out. */
export async function releaseStore(ctx: Ctx, { note }: { note: string }): Promise<{ ok: true }> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), (tx) => endHold(ctx, tx, { actor, at: ctx.clock.now(), note }));
  return { ok: true as const };
}

/** How much failed for good: deliveries and jobs together. Needs the marketplace's scope. */
export async function countDeadLetters(tx: SqlTx, shop: string): Promise<number> {
  const [deliveries, jobs] = await Promise.all([repo.countDeadDeliveries(tx, shop), countDeadJobs(tx)]);
  return deliveries + jobs;
}

/** How many sync problems the page of that name lists: what failed for good, and differences that nobody has dealt with. */
export async function countSyncProblems(tx: SqlTx, shop: string): Promise<number> {
  const [failed, differences] = await Promise.all([countDeadLetters(tx, shop), repo.countOpenExceptions(tx)]);
  return failed + differences;
}

/** Everything that failed for good, newest first, with what may be told of its payload. */
export async function listDeadLetters(ctx: Ctx): Promise<{ deadLetters: DeadLetterDto[]; count: number }> {
  const { store } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const deliveries = await repo.listDeadDeliveries(tx, store.domain, MAX_SHOWN);
    const jobs = await listDeadJobs(tx, MAX_SHOWN);
    const found = [...deliveries.map((row) => toDeadDelivery(ctx, row)), ...jobs.map(toDeadJob)]
      .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id, 'en', { numeric: true }))
      .slice(0, MAX_SHOWN);
    const ids = new Set(found.flatMap((letter) => findProblemOrder(letter, letter.summary).id ?? []));
    const names = await repo.listOrderNames(tx, [...ids].map(BigInt));
    return {
      deadLetters: found.map((letter) => ({ ...letter, order: toOrder(letter, names) })),
      count: (await askTogether(tx, { count: (one) => countDeadLetters(one, store.domain) })).count,
    };
  });
}

type FoundLetter = Omit<DeadLetterDto, 'order'>;

/** The order of a letter by its name: the one that we know it by, else the one that the message says. */
function toOrder(letter: FoundLetter, names: ReadonlyMap<string, string>): DeadLetterDto['order'] {
  const { id, name } = findProblemOrder(letter, letter.summary);
  const known = id === null ? undefined : names.get(id);
  if (known !== undefined) return { id, name: known };
  return name === null ? null : { id: null, name };
}

function toDeadDelivery(ctx: Ctx, row: repo.DeadDelivery): FoundLetter {
  return {
    id: String(row.id),
    kind: 'delivery',
    name: row.topic,
    subject: classifySubject(row.topic),
    ...readDeadNote(row.error),
    error: row.error,
    tries: row.attempts,
    at: row.receivedAt.toISOString(),
    summary: row.body ? summarisePayload(readJson(ctx, row.body)) : [],
    canReplay: row.body !== null,
  };
}

function toDeadJob(job: Awaited<ReturnType<typeof listDeadJobs>>[number]): FoundLetter {
  return {
    id: `${JOB}${job.id}`,
    kind: 'job',
    name: job.kind,
    subject: classifySubject(job.kind),
    ...readDeadNote(job.error),
    error: job.error,
    tries: job.attempts,
    at: job.at.toISOString(),
    summary: Object.entries(job.payload)
      .filter(([field, value]) => field.endsWith('Id') && field !== 'storeId' && typeof value === 'string')
      .map(([field, value]) => ({ field, value: String(value) })),
    canReplay: true,
  };
}

function readJson(ctx: Ctx, body: Buffer): unknown {
  try {
    return JSON.parse(ctx.vault.open(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** How the id of a job begins among the dead letters. */
const JOB = 'job-';

/** Puts dead letters back to work. Throws not_found (404) for the whole when one of them is none of the store's. */
export async function replayLetters(ctx: Ctx, input: { ids: readonly string[] }): Promise<{ replayed: number }> {
  const { store, actor } = ctx.viewer;
  const now = ctx.clock.now();
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { deliveries, jobIds } = await lockLetters(tx, store.domain, input.ids);
    const bodiless = deliveries.filter((one) => !one.hasBody);
    if (bodiless.length > 0) {
      throw stateRefuses('delivery_erased');
    }
    const ids = deliveries.map((one) => one.id);
    await replayDeadLetters(tx, store.domain, ids, now);
    if ((await retryDeadJobs(tx, jobIds, now)) !== jobIds.length) throw new AppError('not_found');
    await recordAudit(tx, [
      { ...storeEvent(ctx, now), action: 'dead_letters.replayed', actor, detail: { ids: input.ids } },
    ]);
    ctx.jobs.wakeAfterCommit(tx, 'deliveries');
    ctx.jobs.wakeAfterCommit(tx, 'due');
    return { replayed: ids.length + jobIds.length };
  });
}

/** Gives dead letters up, with the reason in the log. Throws not_found (404) for the whole when one is none of the store's. */
export async function discardLetters(
  ctx: Ctx,
  input: { ids: readonly string[]; reason: string },
): Promise<{ discarded: number }> {
  const { store, actor } = ctx.viewer;
  const now = ctx.clock.now();
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { deliveries, jobIds } = await lockLetters(tx, store.domain, input.ids);
    if ((await discardDeadJobs(tx, jobIds, now)) !== jobIds.length) throw new AppError('not_found');
    await repo.discardDeliveries(
      tx,
      store.domain,
      deliveries.map((one) => one.id),
      { error: 'discarded by an admin', at: now },
    );
    await recordAudit(tx, [
      {
        ...storeEvent(ctx, now),
        action: 'dead_letters.discarded',
        actor,
        detail: { ids: input.ids },
        note: input.reason,
      },
    ]);
    return { discarded: deliveries.length + jobIds.length };
  });
}

/** Locks every named delivery. Throws not_found (404) for the whole when one is none of the store's. */
async function lockLetters(tx: SqlTx, shop: string, given: readonly string[]) {
  const ids = [...new Set(given)];
  const jobIds = ids.filter((id) => id.startsWith(JOB)).map((id) => BigInt(id.slice(JOB.length)));
  const deliveryIds = ids.filter((id) => !id.startsWith(JOB)).map(BigInt);
  const deliveries = await repo.lockDeadDeliveries(tx, shop, deliveryIds);
  if (deliveries.length !== deliveryIds.length) throw new AppError('not_found');
  return { deliveries, jobIds };
}

/** Differences that an admin should look at (or has looked at), newest first. */
export async function listExceptions(
  ctx: Ctx,
  o: { state: 'open' | 'resolved' },
): Promise<{ exceptions: ExceptionDto[]; count: number }> {
  const { rows, count } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
    repo.listExceptions(tx, { resolved: o.state === 'resolved', limit: MAX_SHOWN }),
  );
  return { exceptions: rows.map(toDto), count };
}

function toDto(row: repo.ExceptionRow): ExceptionDto {
  const { order } = row.detail;
  return {
    id: String(row.id),
    kind: row.kind,
    vendor: row.vendor,
    reference: row.reference,
    orderId: /^order\/(\d+)/.exec(row.reference)?.[1] ?? null,
    order: typeof order === 'string' ? order : null,
    foundAt: row.foundAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}

/** Notes that a difference was dealt with. Throws not_found (404). */
export async function resolveException(ctx: Ctx, id: bigint, input: { note: string }): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const done = await repo.resolveException(tx, id, { at, by: actor.name || actor.kind });
    if (!done) throw new AppError('not_found');
    if (done.changed) {
      if (done.kind === ORDER_DELETED) await releaseDeleted(ctx, tx, done.reference, `${actor.kind}:${actor.id}`);
      const detail = { kind: done.kind, reference: done.reference };
      await recordAudit(tx, [
        { ...storeEvent(ctx, at), action: 'exception.resolved', actor, detail, note: input.note || null },
      ]);
    }
    return { ok: true as const };
  });
}

const storeEvent = (ctx: Ctx, at: Date) => ({
  subject: 'store' as const,
  subjectId: String(ctx.viewer.store.id),
  vendorId: null,
  at,
});
