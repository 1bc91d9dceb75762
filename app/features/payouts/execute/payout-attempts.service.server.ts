import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { ProviderProblem, type ProviderReason } from '#app/core/provider-problem.ts';
import { passRestoreMarker } from '#app/platform/hold/restore-marker.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { PayoutState } from '../payout.ts';
import { applyOutcome } from './outcome.service.server.ts';
import * as repo from './provider-payouts.repo.server.ts';
import { type ProviderOutcome, parseProblemOutcome } from './provider-payout.ts';

/** Whether a payout was decided for the very key that the store has now: another can neither send it nor look it up. */
export const isBy = (payout: repo.SentPayout, key: { account: string; isTest: boolean } | undefined): boolean =>
  key !== undefined && payout.providerAccount === key.account && payout.isTest === key.isTest;

export const isOpen = (state: PayoutState): boolean => state === 'processing' || state === 'unknown';

/** Without its key a payout that was never sent fails for certain; of one that was sent nobody knows. */
export async function failUnsent(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
): Promise<void> {
  for (const payout of payouts)
    if (payout.attempts === 0 && isOpen(payout.state))
      await applyOutcome(services, storeId, payout, { event: 'fail', reason: 'not_connected', code: '' }, null, 0);
}

/**
 * Marks payouts as sent, committed before anything leaves, and returns those that may be sent: none where a restore of the database
 * is noticed. The marker counts outside too, so that one from before this moment is.
 */
export async function claimSending(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
): Promise<repo.SentPayout[]> {
  await passRestoreMarker(services);
  const at = services.clock.now();
  const ids = payouts.map(({ id }) => id);
  const claimed = await services.db.fast(marketplaceScope(storeId), (own) => repo.claimSending(own, ids, at));
  return payouts.filter(({ id }) => claimed.has(id));
}

export async function applyProblem(
  services: Services,
  storeId: StoreId,
  payouts: readonly repo.SentPayout[],
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderProblem)) throw error;
  services.log.warn({ err: error, payouts: payouts.length }, 'a payout was not confirmed');
  for (const payout of payouts) {
    const resolveOutcome: ProviderOutcome = parseProblemOutcome(error.reason, error.code, payout.state);
    await applyOutcome(services, storeId, payout, resolveOutcome, null);
  }
}

export function recordSilence(services: Services, error: unknown): 'silent' {
  if (!(error instanceof ProviderProblem)) throw error;
  services.log.warn({ err: error }, 'payouts could not be looked up');
  return 'silent';
}

/** These say nothing of the key or the account: the provider is asked again. */
const PASSING: ReadonlySet<ProviderReason> = new Set<ProviderReason>(['lost', 'busy', 'duplicate']);

/** A provider that did not say what it holds: a payout that never left fails by what is certain, one that did waits. */
export async function applyUnanswered(
  services: Services,
  storeId: StoreId,
  payout: repo.SentPayout,
  error: unknown,
): Promise<void> {
  recordSilence(services, error);
  if (!(error instanceof ProviderProblem) || payout.attempts > 0 || PASSING.has(error.reason)) return;
  const resolveOutcome = parseProblemOutcome(error.reason, error.code, payout.state);
  await applyOutcome(services, storeId, payout, resolveOutcome, null, 0);
}
