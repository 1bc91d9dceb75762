import type { StripeAccountView } from '#app/adapters/stripe/accounts.server.ts';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { openStripe, type OpenStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { SUBSCRIBE } from '#app/features/payment-providers/subscribe.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, hasOpenJob, scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { computeState } from './payout-method.ts';
import * as repo from './payout-methods.repo.server.ts';

/** Scheduled jobs: one reads one account at Stripe, the daily one plans that for every account. */
export const REFRESH_ACCOUNT = 'payout-methods.refresh';
export const SWEEP = 'payout-methods.sweep';

const KEEP_DONE_MS = 7 * DAY_MS;
const MAX_AT_ONCE = 2_000;

/** Whether an account belongs to the platform and mode that a key is for. */
export function isOf(account: Pick<repo.AccountRow, 'platformId' | 'isTest'>, stripe: OpenStripe): boolean {
  return account.platformId === stripe.platformId && account.isTest === stripe.isTest;
}

type Seen = Pick<StripeAccountView, 'transfers' | 'isRejected' | 'isSubmitted' | 'isUnderReview' | 'due'>;

/** Writes what Stripe said of an account at a moment; a state that changed stands in the vendor's log. Later knowledge stays, and is what it returns. */
export async function recordAccountStatus(
  tx: SqlTx,
  account: repo.AccountRow,
  view: Seen,
  at: Date,
): Promise<repo.AccountRow> {
  const next = { ...computeState(view, account.isSubmitted), due: view.due };
  // Reading an account that stands as it stood writes nothing, but for the hour in which it was last seen so.
  const isKnown =
    next.state === account.state && next.isSubmitted === account.isSubmitted && isSameList(next.due, account.due);
  if (isKnown && at.getTime() - account.checkedAt.getTime() < HOUR_MS) return { ...account, checkedAt: at };
  if (!(await repo.saveAccountStatus(tx, account.id, { ...next, at })))
    return (await repo.findAccount(tx, account.accountId)) ?? account;
  if (next.state !== account.state) {
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(account.vendorId),
        vendorId: account.vendorId,
        action: 'vendor.payout_account.changed',
        actor: { kind: 'system', id: 'stripe', name: 'Stripe', role: 'system' },
        detail: { state: [account.state, next.state] },
        at,
      },
    ]);
  }
  return { ...account, ...next, checkedAt: at };
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n');

/** An account that Stripe no longer knows under this key can receive nothing: it is as good as rejected. */
const GONE: Seen = { transfers: 'inactive', isRejected: true, isSubmitted: null, isUnderReview: false, due: [] };

/** What Stripe says of an account now. Throws ProviderProblem where it does not say anything. */
export async function readAccountStatus(stripe: OpenStripe, account: repo.AccountRow): Promise<Seen> {
  try {
    return await stripe.client.accounts.read(account.accountId, account.madeWith);
  } catch (error) {
    if (error instanceof ProviderProblem && error.reason === 'missing') return GONE;
    throw error;
  }
}

/**
 * The job of one account, scheduled by Stripe's news and by the daily look. What is silent or busy is tried again; a key that
 * opens nothing any more is the admins' to mend.
 */
export async function refreshAccount(
  services: Services,
  storeId: StoreId,
  accountId: string,
): Promise<JobEnd | undefined> {
  const account = await services.db.fast(marketplaceScope(storeId), (tx) => repo.findAccount(tx, accountId));
  const stripe = account && (await openStripe(services, storeId));
  if (!account || !stripe || !isOf(account, stripe)) return undefined;
  try {
    const at = services.clock.now();
    const view = await readAccountStatus(stripe, account);
    return async (tx) => {
      await recordAccountStatus(tx, account, view, at);
    };
  } catch (error) {
    if (!(error instanceof ProviderProblem) || ['lost', 'busy'].includes(error.reason)) throw error;
    services.log.warn({ err: error }, 'an account could not be looked at');
    return undefined;
  }
}

/** Plans a look at a known account, once for each occasion. */
async function scheduleRefresh(tx: SqlTx, o: { accountId: string; occasion: string; dueAt: Date }): Promise<void> {
  const { accountId, occasion, dueAt } = o;
  await scheduleJob(tx, { kind: REFRESH_ACCOUNT, key: `${accountId}/${occasion}`, payload: { accountId }, dueAt });
}

/** The same after a word of Stripe; false for an account that is no vendor's here. */
export async function scheduleRefreshAfterEvent(
  tx: SqlTx,
  o: { accountId: string; occasion: string; dueAt: Date },
): Promise<boolean> {
  const isKnown = (await repo.findAccount(tx, o.accountId)) !== undefined;
  if (isKnown) await scheduleRefresh(tx, o);
  return isKnown;
}

/** Begins the daily look of a store that was installed. May run twice. */
export async function startAccountPolls(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if (!(await hasOpenJob(tx, SWEEP))) await planSweep(tx, services.clock.now());
  });
}

function planSweep(tx: SqlTx, dueAt: Date): Promise<void> {
  return scheduleJob(tx, { kind: SWEEP, key: dueAt.toISOString().slice(0, 10), payload: {}, dueAt });
}

/** Plans a look at every account of the present key, so that a word of Stripe that was lost is made good within a day. */
export async function sweepAccounts(services: Services, tx: SqlTx, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const now = services.clock.now();
  const stripe = await openStripe(services, storeId);
  const accounts = stripe ? await repo.listDueForRefresh(tx, { ...stripe, limit: MAX_AT_ONCE }) : [];
  const occasion = now.toISOString().slice(0, 10);
  for (const accountId of accounts) await scheduleRefresh(tx, { accountId, occasion, dueAt: now });
  if (stripe) await scheduleJob(tx, { kind: SUBSCRIBE, key: occasion, payload: {}, dueAt: now });
  await planSweep(tx, new Date(now.getTime() + DAY_MS));
  for (const kind of [REFRESH_ACCOUNT, SWEEP, SUBSCRIBE])
    await deleteDoneJobs(tx, kind, new Date(now.getTime() - KEEP_DONE_MS));
}
