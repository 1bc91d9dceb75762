import { appendTo } from '#app/core/append-to.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { openStripe, type OpenStripe } from '#app/features/payouts/providers/provider-access.service.server.ts';
import type { StripeTransfer } from '#app/adapters/stripe/transfers.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { applyOutcome, applyReturned } from './outcome.service.server.ts';
import { parseTransferOutcome, buildMarks, buildReference } from './provider-payout.ts';
import { decideRetry, nextPollMs } from './retry-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';
import { processBatch } from './send-batch.service.server.ts';
import {
  isBy,
  failUnsent,
  isOpen,
  recordSilence,
  recordAttempt,
  applyProblem,
} from './payout-attempts.service.server.ts';

/**
 * The executor: scheduled jobs that send payouts and look them up until they have ended. Whatever they do is noted and committed
 * before the provider is called, so that whoever comes after a crash or a lost answer looks the payout up before it sends again.
 */
export const PAYOUT_WORK = 'payouts.carry';

/**
 * `looks`: how often these were looked at by plan; null for a look that came from news, which plans no other. `batchRef`: what the
 * news calls their batch, for those of which the answer with its name was lost.
 */
export type PayoutWork = { ids: string[]; looks: number | null; batchRef?: string | undefined };

const MAX_NOTE = 120;
const BUSY_MS = 10_000;

/** Plans the first sending of new payouts: each transfer by itself, items of PayPal in one batch for each currency. */
export async function planSending(
  tx: SqlTx,
  payouts: readonly { id: bigint; method: string; runId: string; currency: string }[],
  at: Date,
): Promise<void> {
  const idsOf = new Map<string, string[]>();
  for (const payout of payouts) {
    const reference = buildReference(payout);
    appendTo(idsOf, reference, String(payout.id));
  }
  for (const [reference, ids] of idsOf) await plan(tx, reference, { ids, looks: 0 }, at, 'send');
}

/** Plans a look after a provider's word; once for each word. */
export function schedulePoll(
  tx: SqlTx,
  reference: string,
  ids: readonly bigint[],
  { word, at, batchRef }: { word: string; at: Date; batchRef?: string | undefined },
): Promise<void> {
  const work = { ids: ids.map(String), looks: null, ...(batchRef === undefined ? {} : { batchRef }) };
  return plan(tx, reference, work, at, `news/${word.slice(0, MAX_NOTE)}`);
}

function plan(tx: SqlTx, reference: string, payload: PayoutWork, dueAt: Date, occasion: string): Promise<void> {
  return scheduleJob(tx, { kind: PAYOUT_WORK, key: `${reference}/${occasion}`, payload, dueAt });
}

/**
 * Sends what was not sent, looks up what was, and schedules the next look. May run twice. While it runs its job says so
 * (isJobRunning), by which whoever resolves a payout by hand keeps away from it.
 */
export async function processPayouts(
  services: Services,
  storeId: StoreId,
  work: PayoutWork,
): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(storeId);
  const ids = work.ids.map(BigInt);
  const read = () => services.db.fast(scope, (own) => repo.listSent(own, ids));
  const [first] = await read();
  if (!first) return undefined;
  const reference = buildReference(first);
  const now = services.clock.now();
  const payouts = await services.db.fast(scope, async (own) =>
    (await repo.tryLock(own, reference)) ? repo.listSent(own, ids) : undefined,
  );
  // Somebody resolves these payouts by hand at the moment; they are looked at again.
  if (!payouts)
    return (tx) => plan(tx, reference, work, new Date(now.getTime() + BUSY_MS), `after/${now.toISOString()}`);
  if (first.method === 'stripe') await processTransfer(services, storeId, payouts);
  else await processBatch(services, storeId, payouts, work.batchRef);
  if (work.looks === null) return undefined;
  const after = await read();
  const waits = after
    .map(({ state, createdAt }) => nextPollMs(state, work.looks ?? 0, now.getTime() - createdAt.getTime()))
    .filter((wait) => wait !== null);
  if (waits.length === 0) return undefined;
  const looks = work.looks + 1;
  return (tx) =>
    plan(tx, reference, { ids: work.ids, looks }, new Date(now.getTime() + Math.min(...waits)), String(looks));
}

async function processTransfer(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
): Promise<void> {
  const stripe = await openStripe(services, storeId);
  for (const payout of payouts) {
    if (stripe && isBy(payout, { account: stripe.platformId, isTest: stripe.isTest }))
      await processOneTransfer(services, storeId, stripe, payout);
    else await failUnsent(services, storeId, [payout]);
  }
}

async function processOneTransfer(
  services: Services,
  storeId: StoreId,
  stripe: OpenStripe,
  payout: repo.SentPayout,
): Promise<void> {
  const { attempts, attemptedAt, state } = payout;
  if (attempts > 0) {
    const found = await lookUp(services, stripe, payout);
    if (found === 'silent') return;
    if (found) {
      await applyTransfer(services, storeId, payout, found);
      return;
    }
    if (!isOpen(state)) return;
    const sinceSentMs = services.clock.now().getTime() - (attemptedAt?.getTime() ?? 0);
    const next = decideRetry({ attempts, sinceSentMs });
    if (next === 'give_up')
      await applyOutcome(services, storeId, payout, { event: 'fail', reason: 'not_sent', code: '' }, null);
    if (next !== 'send') return;
  }
  await send(services, storeId, stripe, payout);
}

/** Takes over what a transfer says: how it stands, and what of one that is paid was taken back. */
async function applyTransfer(
  services: Services,
  storeId: StoreId,
  payout: repo.SentPayout,
  transfer: StripeTransfer,
): Promise<void> {
  const state = await applyOutcome(services, storeId, payout, parseTransferOutcome(transfer), transfer.transferId);
  if (state === 'paid' && transfer.currency === payout.currency)
    await applyReturned(services, storeId, payout, transfer.reversedMinor);
}

/** The transfer of a payout, by its group; `silent` where Stripe does not say. */
async function lookUp(services: Services, stripe: OpenStripe, payout: repo.SentPayout) {
  try {
    const found = await stripe.client.transfers.listOfGroup(buildReference(payout));
    return found.find(({ destination }) => destination === payout.destination);
  } catch (error) {
    return recordSilence(services, error);
  }
}

async function send(services: Services, storeId: StoreId, stripe: OpenStripe, payout: repo.SentPayout): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store) return;
  await recordAttempt(services, storeId, [payout]);
  const reference = buildReference(payout);
  try {
    const made = await stripe.client.transfers.create({
      amountMinor: payout.amountMinor,
      currency: payout.currency,
      destination: payout.destination,
      group: reference,
      description: `Payout ${payout.id}`,
      metadata: buildMarks(payout, store.domain),
      idempotencyKey: reference,
    });
    await applyTransfer(services, storeId, payout, made);
  } catch (error) {
    await applyProblem(services, storeId, [payout], error);
  }
}
