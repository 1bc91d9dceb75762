import { z } from 'zod';
import { DAY_MS } from '#app/core/durations.ts';
import { invariant } from '#app/core/invariant.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { planStatements } from '#app/features/finance/statements/issue-finished-months.service.server.ts';
import { rescheduleStalledPayouts } from '#app/features/payouts/execute/reschedule-stalled.service.server.ts';
import { findKeys } from '#app/features/payment-providers/provider-access.service.server.ts';
import { endHoldAfterComparison } from '#app/platform/hold/hold.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, hasOpenJob, scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import type { CheckSource, SourceComparison } from './check-source.server.ts';
import { countRequested } from './provider-books.repo.server.ts';
import { listNewFindings, resolveUnfound, upsertFindings } from './findings.repo.server.ts';
import * as repo from './runs.repo.server.ts';
import { SOURCES } from './sources.service.server.ts';

/** Due work that begins a run once a day, and the work of one step of a run. */
export const DAILY = 'reconciliation.daily';
export const STEP = 'reconciliation.step';

const KEEP_DONE_MS = 7 * DAY_MS;
const KEEP_RUNS_MS = 90 * DAY_MS;
const KEEP_RESOLVED_MS = 400 * DAY_MS;

const stepSchema = z.object({ runId: z.string().transform((id) => BigInt(id)), step: z.number().int() });

/** Begins a run, or answers the one that is at work. One that nobody goes on with is given up. Needs the marketplace's scope. */
export async function startRun(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  occasion: repo.Occasion,
): Promise<{ run: repo.RunRow; isNew: boolean }> {
  const isAtWork = await hasOpenJob(tx, STEP);
  const latest = await repo.findLatestRun(tx);
  if (latest?.state === 'running' && isAtWork) return { run: latest, isNew: false };
  const now = services.clock.now();
  if (latest?.state === 'running') await repo.endRun(tx, latest.id, { state: 'stopped', at: now });
  const [first] = SOURCES;
  invariant(first, 'there is something to compare');
  const run = await repo.insertRun(tx, { occasion, source: first.name, startedAt: now });
  invariant(run, 'a run that was inserted is there');
  await planStep(services, tx, { runId: run.id, step: 0 });
  return { run, isNew: true };
}

async function planStep(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  { runId, step }: { runId: bigint; step: number },
): Promise<void> {
  await services.jobs.schedule(tx, {
    kind: STEP,
    key: `${runId}:${step}`,
    payload: { runId: String(runId), step },
    dueAt: services.clock.now(),
  });
}

/**
 * One step of a run: some things of a source are compared, and what differs is noted. What it found, how far it came and the
 * plan of the next step commit together, so that a step whose worker is killed is taken again from where it began.
 */
export async function takeStep(services: Services, storeId: StoreId, payload: unknown): Promise<JobEnd | undefined> {
  const { runId, step } = stepSchema.parse(payload);
  const isCurrent = (one: repo.RunRow | undefined): one is repo.RunRow => one?.state === 'running' && one.step === step;
  const run = await services.db.fast(marketplaceScope(storeId), (tx) => repo.lockRun(tx, runId));
  if (!isCurrent(run)) return undefined;
  const source = SOURCES.find(({ name }) => name === run.source);
  const store = await findStoreById(services, storeId);
  // A source of another version of the program is unknown here: the next run begins again.
  if (!source || !store || store.uninstalledAt)
    return (tx) => repo.endRun(tx, runId, { state: 'stopped', at: services.clock.now() });
  const compare = await source.begin(storeId, run.after, services, run);
  const { paypal } = await findKeys(services, storeId);
  return async (tx) => {
    if (isCurrent(await repo.lockRun(tx, runId)))
      await finishStep(services, tx, { run, source, look: await compare(tx), hasPaypal: paypal !== undefined });
  };
}

/** Writes what a step found and how far it came, and schedules the next one or ends the run. */
async function finishStep(
  services: Services,
  tx: SqlTx,
  {
    run,
    source,
    look: comparison,
    hasPaypal,
  }: { run: repo.RunRow; source: CheckSource; look: SourceComparison; hasPaypal: boolean },
): Promise<void> {
  const { id: runId, step } = run;
  const at = services.clock.now();
  const total = run.total ?? (await countAll(tx));
  await upsertFindings(tx, comparison.findings, { source: source.name, runId, at });
  if (comparison.findings.length > 0) await tellPrograms(services, tx, { runId, at });
  if (comparison.skipped !== undefined)
    await repo.recordSkipped(tx, runId, { source: source.name, reason: comparison.skipped });
  else if (comparison.after === null) await resolveUnfound(tx, { source: source.name, runId, at });
  const checked = run.checked + comparison.checked;
  const next = comparison.after === null ? SOURCES[SOURCES.indexOf(source) + 1] : source;
  if (next) {
    // What came since then is looked at too, so that more may be checked than was counted.
    const moved = {
      source: next.name,
      after: comparison.after,
      step: step + 1,
      checked,
      total: Math.max(total, checked),
    };
    await repo.moveRun(tx, runId, moved);
    await planStep(services, tx, { runId, step: step + 1 });
  } else {
    await repo.endRun(tx, runId, { state: 'done', checked, at });
    if (!hasPaypal && (await hasSeenAll(tx, runId)))
      await endHoldAfterComparison(services, tx, { startedAt: run.startedAt, at });
    const ago = (ms: number) => new Date(at.getTime() - ms);
    await repo.forgetOld(tx, { runsBefore: ago(KEEP_RUNS_MS), resolvedBefore: ago(KEEP_RESOLVED_MS) });
  }
  await deleteDoneJobs(tx, STEP, at);
}

/** Tells the marketplace's programs of what differs since this step, each once for as long as it is open. */
async function tellPrograms(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  o: { runId: bigint; at: Date },
): Promise<void> {
  const events = (await listNewFindings(tx, o)).map(({ id, since }) => ({
    topic: 'reconciliation.difference' as const,
    vendorId: null,
    subject: 'finding' as const,
    subjectId: id,
    key: `finding/${id}/${since.toISOString()}`,
  }));
  await recordWebhookMessages(tx, services, events, o.at);
}

/** Whether a run has seen all that the providers hold: none was skipped, and PayPal, which lists no batches, was never asked for one. */
async function hasSeenAll(tx: SqlTx, runId: bigint): Promise<boolean> {
  const run = await repo.lockRun(tx, runId);
  return run?.skipped.length === 0 && (await countRequested(tx, 'paypal')) === 0;
}

async function countAll(tx: SqlTx): Promise<number> {
  let total = 0;
  for (const source of SOURCES) total += await source.count(tx);
  return total;
}

/** The daily run, and payouts that nobody carries on are taken up again; the next one is planned. A store that left is not looked at; its next installation begins anew. */
export async function runDaily(services: Services, tx: SqlTx, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const now = services.clock.now();
  await startRun(services, tx, 'daily');
  await rescheduleStalledPayouts(services, tx);
  // A store that was installed before statements were issued by themselves has nobody else who begins it.
  await planStatements(services, tx);
  await planDaily(tx, new Date(now.getTime() + DAY_MS));
  await deleteDoneJobs(tx, DAILY, new Date(now.getTime() - KEEP_DONE_MS));
}

/** Begins the daily runs of a store that was installed. May run twice. */
export async function startDailyRuns(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (!(await hasOpenJob(tx, DAILY))) await planDaily(tx, services.clock.now());
  });
}

function planDaily(tx: SqlTx, dueAt: Date): Promise<void> {
  return scheduleJob(tx, { kind: DAILY, key: dueAt.toISOString().slice(0, 10), payload: {}, dueAt });
}
