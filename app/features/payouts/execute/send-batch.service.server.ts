import type { PaypalItem } from '#app/adapters/paypal/batches.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { parseAmount } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { openPaypal, type OpenPaypal } from '#app/features/payment-providers/provider-access.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { applyOutcome } from './outcome.service.server.ts';
import { buildItemId, buildReference, parseItemOutcome, readItemId, toItemKey } from './provider-payout.ts';
import { canSubmitBatch } from './retry-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';
import {
  applyProblem,
  claimSending,
  failUnsent,
  isBy,
  isOpen,
  recordSilence,
} from './payout-attempts.service.server.ts';

export async function processBatch(
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
    (own.some(({ state }) => isOpen(state)) ? await submit(services, storeId, paypal, own) : null);
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
      { reference: buildReference(first), payouts: payouts.length },
      'a batch is too old to be asked for',
    );
    return null;
  }
  const claimed = await claimSending(services, storeId, payouts);
  if (claimed.length === 0) return null;
  try {
    const { paypalBatchId } = await paypal.client.batches.create({
      batchId: buildReference(first),
      currency: first.currency,
      subject: SUBJECT,
      items: claimed.map((payout) => ({
        itemId: buildItemId(payout, storeId),
        type: payout.destinationType === 'USER_HANDLE' ? 'USER_HANDLE' : 'EMAIL',
        receiver: payout.destination,
        amountMinor: payout.amountMinor,
        note: `Payout ${payout.id}`,
      })),
    });
    await recordBatchId(services, storeId, payouts, paypalBatchId);
    return paypalBatchId;
  } catch (error) {
    await applyProblem(services, storeId, claimed, error);
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
      if (batch.batchId !== buildReference(first)) return;
      await recordBatchId(services, storeId, payouts, batchRef);
    }
    const itemOf = new Map(batch.items.map((item) => [readItemId(item.itemId, storeId), item]));
    for (const payout of payouts) {
      const item = itemOf.get(toItemKey(payout));
      if (item && !isItemOf(payout, item)) {
        services.log.error(
          { payout: String(payout.id) },
          'an item of a batch carries the name of a payout and is another',
        );
        continue;
      }
      await applyOutcome(services, storeId, payout, parseItemOutcome(batch.state, item), item?.paypalItemId ?? null);
    }
  } catch (error) {
    recordSilence(services, error);
  }
}

/** Whether an item is what a payout is: its amount, its currency and, where PayPal says so, whom it goes to. */
function isItemOf(payout: repo.SentPayout, item: PaypalItem): boolean {
  const amount = parseAmount(item.value, payout.currency);
  const isSameReceiver = item.receiver === '' || item.receiver.toLowerCase() === payout.destination.toLowerCase();
  return item.currency === payout.currency && amount.ok && amount.value === payout.amountMinor && isSameReceiver;
}

async function recordBatchId(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
  batchRef: string,
): Promise<void> {
  const ids = payouts.map(({ id }) => id);
  const at = services.clock.now();
  await services.db.fast(marketplaceScope(storeId), (own) => repo.recordBatch(own, ids, batchRef, at));
}
