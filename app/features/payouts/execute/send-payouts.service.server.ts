import { appendTo } from '#app/core/append-to.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { openStripe, type OpenStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import type { StripeTransfer } from '#app/adapters/stripe/transfers.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { applyOutcome, applyReturned } from './outcome.service.server.ts';
import {
  buildMarks,
  buildReference,
  isTransferOf,
  parseTransferOutcome,
  readVendorMark,
  type NamedPayout,
  type ProviderOutcome,
} from './provider-payout.ts';
import { decideRetry, nextPollMs } from './retry-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';
import { processBatch } from './send-batch.service.server.ts';
import {
  applyProblem,
  applyUnanswered,
  claimSending,
  failUnsent,
  isBy,
  isOpen,
} from './payout-attempts.service.server.ts';
import {
  findUnknown,
  listStopped,
  recordUnknown,
  type ReportUnknown,
  type UnknownTransfer,
} from '../unknown/unknown-transfers.service.server.ts';

/**
 * The executor: scheduled jobs that send payouts and look them up until they have ended. Whatever they do is noted and committed
 * before the provider is called, so that whoever comes after a crash or a lost answer looks the payout up before it sends again.
 */
export const PAYOUT_WORK = 'payouts.process';

/**
 * `looks`: how often these were looked at by plan; null for a look that came from news, which plans no other. `batchRef`: what the
 * news calls their batch, for those of which the answer with its name was lost.
 */
export type PayoutWork = { ids: string[]; looks: number | null; batchRef?: string | undefined };

const MAX_NOTE = 120;
const BUSY_MS = 10_000;

/** Plans the first sending of new payouts: each transfer by itself, items of PayPal in one batch for each currency. */
export async function planSending(tx: SqlTx, payouts: readonly NamedPayout[], at: Date): Promise<void> {
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
  report: ReportUnknown,
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
  if (first.method === 'stripe') await processTransfer(services, storeId, payouts, report);
  else await processBatch(services, storeId, payouts, work.batchRef);
  if (work.looks === null) return undefined;
  const after = await read();
  const waits = after
    .map(({ state, createdAt }) => nextPollMs(state, work.looks ?? 0, now.getTime() - createdAt.getTime()))
    .filter((wait) => wait !== null);
  if (waits.length === 0) return undefined;
  const pollCount = work.looks + 1;
  return (tx) =>
    plan(
      tx,
      reference,
      { ids: work.ids, looks: pollCount },
      new Date(now.getTime() + Math.min(...waits)),
      String(pollCount),
    );
}

/** By whom transfers are sent: the store's key, its domain, and how an unknown transfer becomes an exception. */
type Sender = { stripe: OpenStripe; domain: string; report: ReportUnknown };

async function processTransfer(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
  report: ReportUnknown,
): Promise<void> {
  const stripe = await openStripe(services, storeId);
  const store = await findStoreById(services, storeId);
  if (!store) return;
  for (const payout of payouts) {
    if (stripe && isBy(payout, { account: stripe.platformId, isTest: stripe.isTest }))
      await processOneTransfer(services, storeId, { stripe, domain: store.domain, report }, payout);
    else await failUnsent(services, storeId, [payout]);
  }
}

async function processOneTransfer(
  services: Services,
  storeId: StoreId,
  sender: Sender,
  payout: repo.SentPayout,
): Promise<void> {
  const { attempts, attemptedAt, state } = payout;
  if (attempts === 0 && !isOpen(state)) return;
  const found = await findTransfer(services, storeId, sender, payout);
  if (found === 'silent') return;
  if (found === 'foreign') {
    await applyForeign(services, storeId, payout);
    return;
  }
  if (found) {
    await applyTransfer(services, storeId, payout, found);
    return;
  }
  if (!isOpen(state)) return;
  if (attempts > 0) {
    const sinceSentMs = services.clock.now().getTime() - (attemptedAt?.getTime() ?? 0);
    const next = decideRetry({ attempts, sinceSentMs });
    if (next === 'give_up')
      await applyOutcome(services, storeId, payout, { event: 'fail', reason: 'not_sent', code: '' }, null, attempts);
    if (next !== 'send') return;
  }
  if (await isStopped(services, storeId, sender, payout)) return;
  await send(services, storeId, sender, payout);
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

/** A transfer of the payout's name that is not what the payout is: nothing is sent, and a person has to look. */
async function applyForeign(services: Services, storeId: StoreId, payout: repo.SentPayout): Promise<void> {
  services.log.error({ payout: String(payout.id) }, 'a transfer carries the name of a payout and is another');
  const resolveOutcome: ProviderOutcome =
    payout.attempts === 0
      ? { event: 'fail', reason: 'unknown_transfer', code: '' }
      : { event: 'lose_answer', reason: null, code: '' };
  await applyOutcome(services, storeId, payout, resolveOutcome, null, payout.attempts);
}

/**
 * The transfer of a payout, by its group; `silent` where Stripe does not say. One of another amount, currency or account does not
 * count as ours (`foreign`).
 */
async function findTransfer(
  services: Services,
  storeId: StoreId,
  { stripe }: Sender,
  payout: repo.SentPayout,
): Promise<StripeTransfer | 'silent' | 'foreign' | undefined> {
  try {
    const found = await stripe.client.transfers.listOfGroup(buildReference(payout));
    const own = found.find((transfer) => isTransferOf(payout, transfer));
    return own ?? (found.length > 0 ? 'foreign' : undefined);
  } catch (error) {
    await applyUnanswered(services, storeId, payout, error);
    return 'silent';
  }
}

/** Before the last transfer that we know, by so much, the provider is asked from: its clock is not ours. */
const SLACK_MS = DAY_MS;

/**
 * Whether the payout's account has a transfer of ours that no payout here knows, as after a restore of the database. It is recorded
 * and stops the payouts of its vendor until a person decides; a payout that never left fails, and is due again.
 */
async function isStopped(
  services: Services,
  storeId: StoreId,
  { stripe, domain, report }: Sender,
  payout: repo.SentPayout,
): Promise<boolean> {
  const scope = marketplaceScope(storeId);
  const last = await services.db.fast(scope, (own) => repo.findLastTransferAt(own, payout.destination));
  let transfers: StripeTransfer[];
  try {
    const since = last && new Date(last.getTime() - SLACK_MS);
    transfers = await stripe.client.transfers.listOfDestination(payout.destination, since);
  } catch (error) {
    await applyUnanswered(services, storeId, payout, error);
    return true;
  }
  const isUnknown = await services.db.fast(scope, async (own) => {
    const unknown = await findUnknown(own, transfers, domain);
    const at = services.clock.now();
    const rows = unknown.map((one): UnknownTransfer => ({
      provider: 'stripe',
      providerRef: one.transferId,
      vendorId: readVendorMark(one.metadata) ?? payout.vendorId,
      reference: one.group,
      currency: one.currency,
      amountMinor: one.amountMinor,
      madeAt: one.createdAt,
    }));
    await recordUnknown(own, rows, at);
    await report(own, rows, at);
    return (await listStopped(own, [payout.vendorId])).has(payout.vendorId);
  });
  if (!isUnknown) return false;
  const resolveOutcome: ProviderOutcome = { event: 'fail', reason: 'unknown_transfer', code: '' };
  if (payout.attempts === 0) await applyOutcome(services, storeId, payout, resolveOutcome, null, 0);
  return true;
}

async function send(
  services: Services,
  storeId: StoreId,
  { stripe, domain }: Sender,
  payout: repo.SentPayout,
): Promise<void> {
  const [claimed] = await claimSending(services, storeId, [payout]);
  if (!claimed) return;
  const reference = buildReference(payout);
  try {
    const made = await stripe.client.transfers.create({
      amountMinor: payout.amountMinor,
      currency: payout.currency,
      destination: payout.destination,
      group: reference,
      description: `Payout ${payout.id}`,
      metadata: buildMarks(payout, domain),
      idempotencyKey: reference,
    });
    if (isTransferOf(payout, made)) await applyTransfer(services, storeId, payout, made);
    else await applyForeign(services, storeId, { ...payout, attempts: payout.attempts + 1 });
  } catch (error) {
    await applyProblem(services, storeId, [payout], error);
  }
}
