import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { findPayingKeys, openPayingStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { listVendorMethods } from '#app/features/payouts/methods/vendor-methods.service.server.ts';
import { PAYOUT_TICK } from '#app/features/payouts/rules/next-runs.ts';
import { planTick, readPayoutRules } from '#app/features/payouts/rules/payout-rules.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { payAutomatically } from '#app/features/payouts/prepare/pay.service.server.ts';
import type { PayOutcome } from '#app/features/payouts/payouts.contract.ts';
import type { PayRefusal } from '#app/features/payouts/payout.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { hasOpenJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { chooseOrders, type Candidate, type Skipped } from './choose.ts';
import type { RunDto } from './payout-runs.contract.ts';
import * as repo from './payout-runs.repo.server.ts';
import type { RunResults } from './run-results.ts';

/** Due work that performs a run. */
export const RUN = 'payout-runs.run';

const MAX_ORDERS = 5_000;
const MAX_SKIPPED = 500;
const RUNS_LISTED = 20;
/** Longer than a job is tried again for. */
const BROKEN_MS = 6 * HOUR_MS;
/** More than a year, so that last year’s run of the same day can be looked at. */
const KEEP_RUNS_MS = 400 * DAY_MS;
const SCHEDULE: Actor = { kind: 'system', id: 'schedule', name: 'Schedule', role: 'system' };

/** Begins a run, or answers the one that is going on. Throws missing_permission (403) without the right to pay out. */
export async function triggerRun(ctx: Ctx): Promise<{ run: RunDto; started: boolean }> {
  await assertMayPayOut(ctx);
  const { actor, store } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const started = await startRun(ctx, tx, { actor, occasion: `person/${randomUUID()}` });
    const run = started ?? (await repo.findOpenRun(tx));
    // The other ended in this moment: what it paid is paid, and the next call begins anew.
    const [last] = run ? [run] : await repo.listRuns(tx, 1);
    if (!last) throw new Error('a run that kept another from beginning is noted');
    return { run: toRunDto(last), started: started !== undefined };
  });
}

/** The last runs, newest first. */
export function listRuns(ctx: Ctx): Promise<{ runs: RunDto[] }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => ({
    runs: (await repo.listRuns(tx, RUNS_LISTED)).map(toRunDto),
  }));
}

async function startRun(
  services: Services,
  tx: SqlTx,
  o: { actor: Actor; occasion: string },
): Promise<repo.RunRow | undefined> {
  const at = services.clock.now();
  await repo.endBrokenRuns(tx, { startedBefore: new Date(at.getTime() - BROKEN_MS), at });
  await repo.forgetRuns(tx, new Date(at.getTime() - KEEP_RUNS_MS));
  const run = await repo.insertRun(tx, { ...o, at });
  if (!run) return undefined;
  await services.jobs.schedule(tx, { kind: RUN, key: String(run.id), payload: { runId: String(run.id) }, dueAt: at });
  return run;
}

/** Begins the run that a schedule asks for, and plans the next look. One of other rules than those that hold ends. */
export async function tick(
  services: Services,
  tx: SqlTx,
  storeId: StoreId,
  o: { version: number; dueAt: Date },
): Promise<void> {
  const store = await findStoreById(services, storeId);
  const { rules, version } = await readPayoutRules(tx);
  if (!store || store.uninstalledAt || version !== o.version) return;
  await startRun(services, tx, { actor: SCHEDULE, occasion: `schedule/${o.dueAt.toISOString()}` });
  const after = services.clock.now();
  await planTick(tx, { schedule: rules.schedule, version, after, timezone: store.timezone });
}

/** Takes the schedule of a store up again that came back. May run twice. */
export async function startPayoutTicks(services: Services, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store) return;
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (await hasOpenJob(tx, PAYOUT_TICK)) return;
    const { rules, version } = await readPayoutRules(tx);
    const after = services.clock.now();
    await planTick(tx, { schedule: rules.schedule, version, after, timezone: store.timezone });
  });
}

/** Performs a run. What it pays is keyed by the run, so that a repeat after a crash pays nothing twice. */
export async function performRun(services: Services, storeId: StoreId, runId: bigint): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(storeId);
  const run = await services.db.fast(scope, (tx) => repo.findRun(tx, runId));
  const store = await findStoreById(services, storeId);
  if (!run || run.endedAt || !store) return undefined;
  const balances = await readBalances(services, storeId);
  const now = services.clock.now();
  const { due, overpaid, rules } = await services.db.fast(scope, async (tx) => ({
    ...(await readCandidates(services, tx, storeId, now)),
    rules: (await readPayoutRules(tx)).rules,
  }));
  const { chosen, skipped } = chooseOrders(due, overpaid, { rules, currency: store.currency, balances, now });
  const orders = chosen.map(({ id, vendorId }) => ({ id, vendorId }));
  const outcome = await payAutomatically(services, { storeId, actor: run.actor, occasion: String(run.id), orders });
  const results = buildResults(outcome, skipped);
  const isWorthTelling = results.paid.length > 0 || skipped.some(({ reason }) => !QUIET.has(reason));
  if (run.actor.kind === 'system' && !isWorthTelling) return (tx) => repo.deleteRun(tx, run.id);
  return async (tx) => {
    await repo.endRun(tx, run.id, { results, at: now });
    await queueMails(tx, services, [
      {
        dedupeKey: `marketplace-automated-payments/${run.id}`,
        template: 'marketplace-automated-payments',
        audience: { kind: 'admins' },
        params: { runId: String(run.id) },
        dueAt: now,
        createdAt: now,
      },
    ]);
  };
}

/** What is as it should be is no news. */
const QUIET: ReadonlySet<string> = new Set([
  'unshipped',
  'cancelled',
  'waiting',
  'held',
  'below_minimum',
  'not_registered',
]);

async function readBalances(services: Services, storeId: StoreId): Promise<Map<string, bigint>> {
  const stripe = await openPayingStripe(services, storeId);
  if (!stripe) return new Map();
  try {
    const { available } = await stripe.client.readBalance();
    return new Map(available.map(({ currency, amountMinor }) => [currency, amountMinor]));
  } catch (error) {
    // What is silent or busy is asked again by the job; a key that opens nothing can send nothing.
    if (!(error instanceof ProviderProblem) || ['lost', 'busy'].includes(error.reason)) throw error;
    return new Map();
  }
}

async function readCandidates(services: Services, tx: SqlTx, storeId: StoreId, now: Date) {
  const rows = await repo.listDue(tx, MAX_ORDERS);
  const vendorIds = [...new Set(rows.map(({ vendorId }) => vendorId))];
  const methods = await listVendorMethods(tx, await findPayingKeys(services, storeId), vendorIds, now);
  const findRefusal = ({ vendorId, isTest, isVendorOnHold }: repo.DueRow): PayRefusal | null => {
    if (isVendorOnHold) return 'on_hold';
    const method = methods.get(vendorId);
    if (method?.method !== 'stripe') return 'not_registered';
    return method.refusal ?? (method.isTest === isTest ? null : method.isTest ? 'test_key' : 'live_key');
  };
  const toCandidate = (due: repo.DueRow): Candidate => {
    const { fulfillment, fulfilledAt, held: onHold, isVendorOnHold: _, ...row } = due;
    const refusal = findRefusal(due);
    return { ...row, refusal, part: { isPaidByBuyer: true, fulfillment, fulfilledAt, held: onHold } };
  };
  return {
    due: rows.map(toCandidate),
    overpaid: (await repo.listOverpaid(tx, vendorIds)).map(toCandidate),
  };
}

function buildResults({ results }: PayOutcome, skipped: readonly Skipped[]): RunResults {
  return {
    paid: results.map(({ vendor, status, amount, lineCount, transactionId, reason }) => {
      invariant(status !== 'waiting', 'what waits for a person is no part of an automatic run');
      return {
        vendor,
        status,
        amount,
        orders: lineCount,
        payoutId: transactionId,
        reason: reason?.code ?? null,
      };
    }),
    skipped: skipped.slice(0, MAX_SKIPPED).map(({ candidate: { vendor, orderName, dueMinor, currency }, reason }) => ({
      vendor,
      orderName,
      amount: toDto(money(dueMinor, asCurrency(currency))),
      reason,
    })),
    skippedCount: skipped.length,
  };
}

function toRunDto({ id, startedAt, endedAt, results }: repo.RunRow): RunDto {
  return { id: String(id), startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null, results };
}

/** A run that has ended, for its mail. */
export async function findEndedRun(tx: SqlTx, runId: bigint): Promise<RunResults | undefined> {
  return (await repo.findRun(tx, runId))?.results ?? undefined;
}
