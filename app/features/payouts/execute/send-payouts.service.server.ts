import type { StoreId } from '#app/core/ids.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import {
  openPaypal,
  openStripe,
  type OpenPaypal,
  type OpenStripe,
} from '#app/features/payment-providers/provider-access.service.server.ts';
import type { StripeTransfer } from '#app/adapters/stripe/transfers.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { applyOutcome, applyReturned } from './outcome.service.server.ts';
import type { PayoutState } from '../payout.ts';
import {
  decideRetry,
  parseItemOutcome,
  parseProblemOutcome,
  itemIdOf,
  parseTransferOutcome,
  marksOf,
  canSubmitBatch,
  nextPollMs,
  readItemId,
  referenceOf,
  type ProviderOutcome,
} from './provider-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';

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
    const reference = referenceOf(payout);
    idsOf.set(reference, [...(idsOf.get(reference) ?? []), String(payout.id)]);
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
  const reference = referenceOf(first);
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

/** Whether a payout was decided for the very key that the store has now: another can neither send it nor look it up. */
const isBy = (payout: repo.SentPayout, key: { account: string; isTest: boolean } | undefined): boolean =>
  key !== undefined && payout.providerAccount === key.account && payout.isTest === key.isTest;

const isOpen = (state: PayoutState): boolean => state === 'processing' || state === 'unknown';

/** Without its key a payout that was never sent fails for certain; of one that was sent nobody knows. */
async function failUnsent(services: Services, storeId: StoreId, payouts: readonly repo.SentPayout[]): Promise<void> {
  for (const payout of payouts)
    if (payout.attempts === 0 && isOpen(payout.state))
      await applyOutcome(services, storeId, payout, { event: 'fail', reason: 'not_connected', code: '' }, null);
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
    const found = await stripe.client.transfers.listOfGroup(referenceOf(payout));
    return found.find(({ destination }) => destination === payout.destination);
  } catch (error) {
    return recordSilence(services, error);
  }
}

async function send(services: Services, storeId: StoreId, stripe: OpenStripe, payout: repo.SentPayout): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store) return;
  await recordAttempt(services, storeId, [payout]);
  const reference = referenceOf(payout);
  try {
    const made = await stripe.client.transfers.create({
      amountMinor: payout.amountMinor,
      currency: payout.currency,
      destination: payout.destination,
      group: reference,
      description: `Payout ${payout.id}`,
      metadata: marksOf(payout, store.domain),
      idempotencyKey: reference,
    });
    await applyTransfer(services, storeId, payout, made);
  } catch (error) {
    await applyProblem(services, storeId, [payout], error);
  }
}

async function processBatch(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
  reportedBatchRef: string | undefined,
): Promise<void> {
  const paypal = await openPaypal(services, storeId);
  const own = paypal ? payouts.filter((one) => isBy(one, { account: paypal.accountId, isTest: paypal.isTest })) : [];
  await failUnsent(
    services,
    storeId,
    payouts.filter((one) => !own.includes(one)),
  );
  if (!paypal || own.length === 0) return;
  const batchRef =
    own[0]?.batchRef ??
    reportedBatchRef ??
    (own.every(({ state }) => isOpen(state)) ? await submit(services, storeId, paypal, own) : null);
  if (batchRef !== null) await readBatch(services, storeId, paypal, own, batchRef);
}

/**
 * Hands a batch in; a used id answers with the batch that it made, so that a lost answer is looked up by asking again. Null where
 * that is not known, or can no longer be asked for.
 */
async function submit(
  services: Services,
  storeId: StoreId,
  paypal: OpenPaypal,
  payouts: readonly repo.SentPayout[],
): Promise<string | null> {
  const [first] = payouts;
  if (!first) return null;
  const ageMs = services.clock.now().getTime() - first.createdAt.getTime();
  if (!canSubmitBatch({ attempts: first.attempts, ageMs })) {
    services.log.error(
      { reference: referenceOf(first), payouts: payouts.length },
      'a batch is too old to be asked for',
    );
    return null;
  }
  await recordAttempt(services, storeId, payouts);
  try {
    const { paypalBatchId } = await paypal.client.batches.create({
      batchId: referenceOf(first),
      currency: first.currency,
      subject: SUBJECT,
      items: payouts.map((payout) => ({
        itemId: itemIdOf(payout, storeId),
        type: payout.destinationType === 'USER_HANDLE' ? 'USER_HANDLE' : 'EMAIL',
        receiver: payout.destination,
        amountMinor: payout.amountMinor,
        note: `Payout ${payout.id}`,
      })),
    });
    await keepBatch(services, storeId, payouts, paypalBatchId);
    return paypalBatchId;
  } catch (error) {
    await applyProblem(services, storeId, payouts, error);
    return null;
  }
}

const SUBJECT = 'You have a payout';

async function readBatch(
  services: Services,
  storeId: StoreId,
  paypal: OpenPaypal,
  payouts: readonly repo.SentPayout[],
  batchRef: string,
): Promise<void> {
  try {
    const batch = await paypal.client.batches.read(batchRef);
    const [first] = payouts;
    if (first && first.batchRef === null) {
      // Of a name that news told, the batch itself has to say that it is ours.
      if (batch.batchId !== referenceOf(first)) return;
      await keepBatch(services, storeId, payouts, batchRef);
    }
    const itemOf = new Map(batch.items.map((item) => [readItemId(item.itemId, storeId), item]));
    for (const payout of payouts) {
      const item = itemOf.get(String(payout.id));
      await applyOutcome(services, storeId, payout, parseItemOutcome(batch.state, item), item?.paypalItemId ?? null);
    }
  } catch (error) {
    recordSilence(services, error);
  }
}

async function keepBatch(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
  batchRef: string,
): Promise<void> {
  const ids = payouts.map(({ id }) => id);
  const at = services.clock.now();
  await services.db.fast(marketplaceScope(storeId), (own) => repo.recordBatch(own, ids, batchRef, at));
}

async function recordAttempt(services: Services, storeId: StoreId, payouts: readonly repo.SentPayout[]): Promise<void> {
  const at = services.clock.now();
  const ids = payouts.map(({ id }) => id);
  await services.db.fast(marketplaceScope(storeId), (own) => repo.recordAttempt(own, ids, at));
}

async function applyProblem(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderProblem)) throw error;
  services.log.warn({ err: error, payouts: payouts.length }, 'a payout was not confirmed');
  for (const payout of payouts) {
    const outcomeOf: ProviderOutcome = parseProblemOutcome(error.reason, error.code, payout.state);
    await applyOutcome(services, storeId, payout, outcomeOf, null);
  }
}

function recordSilence(services: Services, error: unknown): 'silent' {
  if (!(error instanceof ProviderProblem)) throw error;
  services.log.warn({ err: error }, 'payouts could not be looked up');
  return 'silent';
}
