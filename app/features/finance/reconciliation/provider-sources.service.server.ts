import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { asCurrency, parseAmount } from '#app/core/money/money.ts';
import { ProviderProblem, type Provider } from '#app/core/provider-problem.ts';
import { findKeys, openPaypal, openStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { isOfAnother, readItemId, readReference } from '#app/features/payouts/execute/provider-payout.ts';
import {
  findVendors,
  listPayoutsOfReferences,
  recordUnknown,
  type UnknownTransfer,
} from '#app/features/payouts/unknown/unknown-transfers.service.server.ts';
import { scheduleRefresh } from '#app/features/payouts/execute/provider-events.service.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findRestoredAt } from '#app/platform/hold/hold.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { CheckSource, SourceComparison, RunOfStep } from './check-source.server.ts';
import type { Finding } from './finding.ts';
import type { StripeTransfer } from '#app/adapters/stripe/transfers.server.ts';
import type { PaypalBatch } from '#app/adapters/paypal/batches.server.ts';
import {
  checkItem,
  checkTransfer,
  buildMissing,
  SETTLING_MS,
  buildUnknown,
  type Compared,
  type OwnPayout,
} from './provider-check.ts';
import * as repo from './provider-books.repo.server.ts';

/** A payout may come back for thirty days; what is found stays in the period until it is gone. */
const PERIOD_MS = 35 * DAY_MS;
const UNSEEN_A_STEP = 200;
const BATCHES_A_STEP = 10;
/** Where the walk through our own payouts begins, after the last page of the provider's list. */
const OWN = 'own/';

type OpenSide = { account: string; isTest: boolean };

/** From when on a source is looked at. */
async function findPeriod(tx: SqlTx, source: string, { startedAt }: RunOfStep): Promise<Date> {
  const oldest = (await repo.findOldestOpen(tx, source))?.getTime() ?? Infinity;
  return new Date(Math.min(startedAt.getTime() - PERIOD_MS, oldest - DAY_MS));
}

async function listProviderSide(
  tx: SqlTx,
  provider: Provider,
  { account, isTest }: OpenSide,
  run: RunOfStep,
): Promise<repo.Side> {
  return { provider, account, isTest, from: await findPeriod(tx, provider, run) };
}

/** What a provider said, ready to be compared in a transaction; undefined without a key. */
type Compare = (tx: SqlTx) => Promise<SourceComparison>;

/** Looks at a provider's list. Without a key, or where it does not answer, the source is skipped and says why. */
function createSource(
  provider: Provider,
  ask: (o: {
    storeId: StoreId;
    after: string | null;
    services: Services;
    run: RunOfStep;
  }) => Promise<Compare | undefined>,
): CheckSource {
  const answer =
    (comparison: SourceComparison): Compare =>
    () =>
      Promise.resolve(comparison);
  const skip = (skipped: string): Compare => answer({ findings: [], checked: 0, after: null, skipped });
  return {
    name: provider,
    count: (tx) => repo.countRequested(tx, provider),
    async begin(storeId, after, services, run) {
      // Whoever pays by hand alone has nothing to compare there.
      const { requested, restoredAt } = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
        requested: await repo.countRequested(tx, provider),
        restoredAt: await findRestoredAt(tx),
      }));
      // A restored database may have forgotten that it asked.
      const mayHaveRequested = restoredAt !== undefined && (await findKeys(services, storeId))[provider] !== undefined;
      if (requested === 0 && !mayHaveRequested) return answer({ findings: [], checked: 0, after: null });
      try {
        return (await ask({ storeId, after, services, run })) ?? skip('not_connected');
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
  if (isMended) await scheduleRefresh(tx, reference, { word: `reconciled/${run.id}`, at: services.clock.now() });
  return findings;
}

/** Our payouts beside Stripe's own transfers: page by page of its list, then those of ours that no page had. */
export const stripeTransfers = createSource('stripe', async ({ storeId, after, services, run }) => {
  const stripe = await openStripe(services, storeId);
  if (!stripe) return undefined;
  const side = await services.db.fast(marketplaceScope(storeId), (tx) =>
    listProviderSide(tx, 'stripe', { account: stripe.platformId, isTest: stripe.isTest }, run),
  );
  if (after?.startsWith(OWN)) return (tx) => refreshUnseen(tx, side, run, BigInt(after.slice(OWN.length)));
  const { transfers, hasMore } = await stripe.client.transfers.listSince(side.from, after ?? undefined);
  const domain = (await findStoreById(services, storeId))?.domain ?? '';
  // Another store may have the same key: what says that it is of that one is none of ours.
  const found = transfers.flatMap((one) =>
    one.group !== null && readReference(one.group) && !isOfAnother(one.metadata, domain)
      ? [{ ...one, group: one.group }]
      : [],
  );
  return async (tx) => {
    const named = await listPayoutsOfReferences(
      tx,
      found.map(({ group }) => group),
    );
    const own = await repo.listTransferPayouts(
      tx,
      named.map(({ id }) => id),
    );
    const unknown = found.filter(({ group }) => !own.has(group));
    const vendors = await findVendors(tx, unknown);
    await recordUnknown(tx, toUnknownTransfers(unknown, vendors), services.clock.now());
    const findings: Finding[] = [];
    for (const transfer of found) {
      const vendorId = vendors.get(transfer.transferId) ?? null;
      const compared = checkTransfer({ ...transfer, vendorId }, own.get(transfer.group), services.clock.now());
      findings.push(...(await mend(services, tx, run, transfer.group, compared)));
    }
    const seen = found.flatMap(({ group }) => own.get(group)?.id ?? []);
    await repo.markSeen(tx, seen, run.id);
    return {
      findings,
      checked: transfers.length,
      after: (hasMore ? transfers.at(-1)?.transferId : undefined) ?? `${OWN}0`,
    };
  };
});

/** What stops the payouts of vendors: the unknown transfers whose vendor is known. */
const toUnknownTransfers = (
  transfers: readonly StripeTransfer[],
  vendors: ReadonlyMap<string, bigint>,
): UnknownTransfer[] =>
  transfers.flatMap((transfer) => {
    const vendorId = vendors.get(transfer.transferId);
    if (vendorId === undefined) return [];
    const { transferId: providerRef, group: reference, currency, amountMinor, createdAt: madeAt } = transfer;
    return [{ provider: 'stripe', providerRef, vendorId, reference, currency, amountMinor, madeAt }];
  });

async function refreshUnseen(tx: SqlTx, side: repo.Side, run: RunOfStep, after: bigint): Promise<SourceComparison> {
  const sentBefore = new Date(run.startedAt.getTime() - SETTLING_MS);
  const unseen = await repo.listUnseen(tx, side, { runId: run.id, sentBefore, after, limit: UNSEEN_A_STEP });
  const last = unseen.at(-1)?.id;
  return {
    findings: unseen.map(buildMissing),
    checked: 0,
    after: unseen.length < UNSEEN_A_STEP || last === undefined ? null : `${OWN}${last}`,
  };
}

/** Our payouts beside the items of PayPal's batches. PayPal lists no batches, so one that we do not know is not found. */
export const paypalBatches = createSource('paypal', async ({ storeId, after, services, run }) => {
  const paypal = await openPaypal(services, storeId);
  if (!paypal) return undefined;
  const batches = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const side = await listProviderSide(tx, 'paypal', { account: paypal.accountId, isTest: paypal.isTest }, run);
    return repo.listBatches(tx, side, { after: BigInt(after ?? 0), limit: BATCHES_A_STEP });
  });
  const found: { batchRef: string; batch: PaypalBatch | undefined }[] = [];
  for (const { batchRef } of batches)
    found.push({ batchRef, batch: await readBatch(() => paypal.client.batches.read(batchRef)) });
  return async (tx) => {
    const findings: Finding[] = [];
    let checked = 0;
    for (const { batchRef, batch } of found) {
      const own = await repo.listOfBatch(tx, 'paypal', batchRef);
      checked += own.length;
      findings.push(
        ...(batch ? await compareBatch(services, tx, run, { batch, own }) : own.filter(isPaid).map(buildMissing)),
      );
    }
    const last = batches.at(-1)?.firstId;
    return { findings, checked, after: batches.length < BATCHES_A_STEP || last === undefined ? null : String(last) };
  };
});

const isPaid = ({ state }: { state: string }): boolean => state === 'paid' || state === 'unclaimed';

/** Compares the items of a batch with our payouts in it. */
async function compareBatch(
  services: Services,
  tx: SqlTx,
  run: RunOfStep,
  { batch, own }: { batch: PaypalBatch; own: readonly OwnPayout[] },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const ownOf = new Map(own.map((one) => [one.itemKey, one]));
  for (const { itemId, paypalItemId, state, problem, value, currency: code } of batch.items) {
    const id = readItemId(itemId, tx.scope.storeId) ?? '';
    const payout = ownOf.get(id);
    ownOf.delete(id);
    const currency = asCurrency(code);
    const amount = parseAmount(value, currency);
    const found = { item: { state, problem }, currency, amountMinor: amount.ok ? amount.value : 0n };
    if (!payout)
      findings.push(
        buildUnknown('paypal', paypalItemId, { ...found, vendorId: null }, own[0]?.attemptedAt?.toISOString() ?? ''),
      );
    else {
      const compared = checkItem(batch.state, found, payout, services.clock.now());
      findings.push(...(await mend(services, tx, run, payout.reference, compared)));
    }
  }
  findings.push(...[...ownOf.values()].filter(isPaid).map(buildMissing));
  return findings;
}

/** A batch; undefined where PayPal knows none of this name. */
async function readBatch<Batch>(read: () => Promise<Batch>): Promise<Batch | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProviderProblem && error.reason === 'missing') return undefined;
    throw error;
  }
}
