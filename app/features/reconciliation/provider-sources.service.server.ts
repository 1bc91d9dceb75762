import { asCurrency, parseAmount } from '#app/core/money.ts';
import { ProviderProblem, type Provider } from '#app/core/provider-problem.ts';
import { openPaypal, openStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { isOfAnother, readItemId, readReference } from '#app/features/payouts/provider-payout.ts';
import { planLookAt } from '#app/features/payouts/provider-news.service.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { CheckSource, Look, RunOfStep } from './check-source.server.ts';
import type { Finding } from './finding.ts';
import { checkItem, checkTransfer, missingOf, UNDER_WAY_MS, unknownOf, type Compared } from './provider-check.ts';
import * as repo from './provider-books.repo.server.ts';

const DAY_MS = 86_400_000;
/** A payout may come back for thirty days; what is found stays in the period until it is gone. */
const PERIOD_MS = 35 * DAY_MS;
const UNSEEN_A_STEP = 200;
const BATCHES_A_STEP = 10;
/** Where the walk through our own payouts begins, after the last page of the provider's list. */
const OWN = 'own/';

type OpenSide = { account: string; isTest: boolean };

/** From when on a source is looked at. */
async function periodOf(tx: SqlTx, source: string, { startedAt }: RunOfStep): Promise<Date> {
  const oldest = (await repo.findOldestOpen(tx, source))?.getTime() ?? Infinity;
  return new Date(Math.min(startedAt.getTime() - PERIOD_MS, oldest - DAY_MS));
}

async function sideOf(
  tx: SqlTx,
  provider: Provider,
  { account, isTest }: OpenSide,
  run: RunOfStep,
): Promise<repo.Side> {
  return { provider, account, isTest, from: await periodOf(tx, provider, run) };
}

/** Looks at a provider's list. Without a key, or where it does not answer, the source is skipped and says why. */
function sourceOf(
  provider: Provider,
  look: (tx: SqlTx, after: string | null, services: Services, run: RunOfStep) => Promise<Look | undefined>,
): CheckSource {
  const skip = (skipped: string): Look => ({ findings: [], checked: 0, after: null, skipped });
  return {
    name: provider,
    count: (tx) => repo.countAsked(tx, provider),
    async look(tx, after, services, run) {
      // Whoever pays by hand alone has nothing to compare there.
      if ((await repo.countAsked(tx, provider)) === 0) return { findings: [], checked: 0, after: null };
      try {
        return (await look(tx, after, services, run)) ?? skip('not_connected');
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error;
        services.log.warn({ err: error }, 'the list of a provider could not be compared');
        return skip(error.reason);
      }
    },
  };
}

/** Looks a payout up once more in this run, where that mends what differs. */
async function mend(
  services: Services,
  tx: SqlTx,
  run: RunOfStep,
  reference: string,
  { findings, isMended }: Compared,
): Promise<Finding[]> {
  if (isMended) await planLookAt(tx, reference, { word: `reconciled/${run.id}`, at: services.clock.now() });
  return findings;
}

/** Our payouts beside Stripe's own transfers: page by page of its list, then those of ours that no page had. */
export const stripeTransfers = sourceOf('stripe', async (tx, after, services, run) => {
  const stripe = await openStripe(services, tx.scope.storeId);
  if (!stripe) return undefined;
  const side = await sideOf(tx, 'stripe', { account: stripe.platformId, isTest: stripe.isTest }, run);
  if (after?.startsWith(OWN)) return lookAtUnseen(tx, side, run, BigInt(after.slice(OWN.length)));
  const { transfers, hasMore } = await stripe.client.transfers.listSince(side.from, after ?? undefined);
  const domain = (await findStoreById(services, tx.scope.storeId))?.domain ?? '';
  // Another store may have the same key: what says that it is of that one is none of ours.
  const held = transfers.flatMap((one) =>
    one.group !== null && readReference(one.group) && !isOfAnother(one.metadata, domain)
      ? [{ ...one, group: one.group }]
      : [],
  );
  const runIds = new Set(held.flatMap(({ group }) => readReference(group)?.runId ?? []));
  const own = await repo.listOfRuns(tx, 'stripe', [...runIds]);
  const findings: Finding[] = [];
  for (const transfer of held) {
    const compared = checkTransfer(transfer, own.get(transfer.group), services.clock.now());
    findings.push(...(await mend(services, tx, run, transfer.group, compared)));
  }
  const seen = held.flatMap(({ group }) => own.get(group)?.id ?? []);
  await repo.markSeen(tx, seen, run.id);
  return {
    findings,
    checked: transfers.length,
    after: (hasMore ? transfers.at(-1)?.transferId : undefined) ?? `${OWN}0`,
  };
});

async function lookAtUnseen(tx: SqlTx, side: repo.Side, run: RunOfStep, after: bigint): Promise<Look> {
  const sentBefore = new Date(run.startedAt.getTime() - UNDER_WAY_MS);
  const unseen = await repo.listUnseen(tx, side, { runId: run.id, sentBefore, after, limit: UNSEEN_A_STEP });
  const last = unseen.at(-1)?.id;
  return {
    findings: unseen.map(missingOf),
    checked: 0,
    after: unseen.length < UNSEEN_A_STEP || last === undefined ? null : `${OWN}${last}`,
  };
}

/** Our payouts beside the items of PayPal's batches. PayPal lists no batches, so one that we do not know is not found. */
export const paypalBatches = sourceOf('paypal', async (tx, after, services, run) => {
  const paypal = await openPaypal(services, tx.scope.storeId);
  if (!paypal) return undefined;
  const side = await sideOf(tx, 'paypal', { account: paypal.accountId, isTest: paypal.isTest }, run);
  const batches = await repo.listBatches(tx, side, { after: BigInt(after ?? 0), limit: BATCHES_A_STEP });
  const findings: Finding[] = [];
  let checked = 0;
  for (const { batchRef } of batches) {
    const own = await repo.listOfBatch(tx, 'paypal', batchRef);
    checked += own.length;
    const batch = await readBatch(() => paypal.client.batches.read(batchRef));
    if (!batch) {
      findings.push(...own.filter(({ state }) => state === 'paid' || state === 'unclaimed').map(missingOf));
      continue;
    }
    const ownOf = new Map(own.map((one) => [String(one.id), one]));
    for (const { itemId, paypalItemId, state, problem, value, currency: code } of batch.items) {
      const id = readItemId(itemId, tx.scope.storeId) ?? '';
      const payout = ownOf.get(id);
      ownOf.delete(id);
      const currency = asCurrency(code);
      const amount = parseAmount(value, currency);
      const held = { item: { state, problem }, currency, amountMinor: amount.ok ? amount.value : 0n };
      if (!payout) findings.push(unknownOf('paypal', paypalItemId, held, own[0]?.attemptedAt?.toISOString() ?? ''));
      else {
        const compared = checkItem(batch.state, held, payout, services.clock.now());
        findings.push(...(await mend(services, tx, run, payout.reference, compared)));
      }
    }
    findings.push(
      ...[...ownOf.values()].filter(({ state }) => state === 'paid' || state === 'unclaimed').map(missingOf),
    );
  }
  const last = batches.at(-1)?.firstId;
  return { findings, checked, after: batches.length < BATCHES_A_STEP || last === undefined ? null : String(last) };
});

/** A batch; undefined where PayPal knows none of this name. */
async function readBatch<Batch>(read: () => Promise<Batch>): Promise<Batch | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProviderProblem && error.reason === 'missing') return undefined;
    throw error;
  }
}
