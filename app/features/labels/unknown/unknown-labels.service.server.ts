import { ShippoProblem } from '#app/adapters/shippo/shippo.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import { readLabelReference, readOutcome } from '../label.ts';
import { openShippo } from '../shippo-key.service.server.ts';
import type { UnknownLabel } from './unknown-label.ts';
import { listKnownPurchases } from './unknown-labels.repo.server.ts';

/** The refusals of a provider that pass by themselves: whoever asks again later is answered. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'lost']);

/**
 * A page of the labels that were bought for a store since a moment and are not known here. `next` is the page after it, undefined at
 * the end; `skipped` why the provider could not be asked.
 */
export async function listUnknownLabels(
  services: Services,
  storeId: StoreId,
  { since, page }: { since: Date; page: number },
): Promise<{ labels: UnknownLabel[]; next: number | undefined; skipped?: 'not_connected' | 'refused' }> {
  const access = await openShippo(services, storeId);
  if (!access) return { labels: [], next: undefined, skipped: 'not_connected' };
  try {
    const { purchases, isLast } = await access.client.listAllPurchases(page);
    const ofTime = purchases.filter(({ createdAt }) => createdAt === null || createdAt >= since);
    const bought = ofTime.flatMap(({ transactionId, rateId, tracking, status, metadata }) => {
      const reference = readLabelReference(metadata, storeId);
      return reference && readOutcome(status) !== 'failed' ? [{ transactionId, rateId, tracking, ...reference }] : [];
    });
    const known = await services.db.fast(marketplaceScope(storeId), (tx) => listKnownPurchases(tx, bought));
    return {
      labels: bought
        .filter(({ transactionId }) => !known.has(transactionId))
        .map(({ transactionId, tracking, orderId }) => ({ transactionId, tracking, orderId })),
      // The newest come first: a page with older ones is the last that is of the time.
      next: isLast || ofTime.length < purchases.length ? undefined : page + 1,
    };
  } catch (error) {
    if (!(error instanceof ShippoProblem) || PASSING.has(error.reason)) throw error;
    services.log.warn({ err: error }, 'the labels of a provider could not be listed');
    return { labels: [], next: undefined, skipped: 'refused' };
  }
}
