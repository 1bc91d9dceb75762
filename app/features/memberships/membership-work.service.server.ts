import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { ProviderProblem } from '#app/core/provider-problem.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStripePlatform, openStripe } from '#app/features/payment-providers/provider-access.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { findVendorByName, listVendors } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, hasOpenJob, scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { isOver, OVER_STATUSES } from './membership.ts';
import { findTerms } from './membership-access.service.server.ts';
import * as repo from './memberships.repo.server.ts';
import { findNamesake, readAtProvider, recordReading } from './refresh-membership.service.server.ts';

/** Reads one membership at the provider. */
export const REFRESH = 'memberships.refresh';
/** Looks whose customer an unknown one is. */
export const MATCH = 'memberships.match';
/** Plans a read of every membership once a day. */
export const SWEEP = 'memberships.sweep';
/** Plans a read of those whose people come back from the provider's pages. */
export const RETURNED = 'memberships.returned';
/** Ends the subscription of a deleted vendor. */
export const END = 'memberships.end';

const KEEP_DONE_MS = 7 * DAY_MS;
const MAX_AT_ONCE = 2_000;
const MAX_RETURNED = 100;

type Waker = Pick<Services, 'clock' | 'jobs'>;

/** Plans a read of one vendor's membership at once, in a store that asks for memberships; its customer at the provider gets the vendor's name by it. */
export async function planRefresh(tx: SqlTx, services: Waker, vendorId: bigint): Promise<void> {
  if (!(await findTerms(tx))) return;
  const payload = { vendorId: String(vendorId) };
  await services.jobs.enqueue(tx, REFRESH, payload, { key: String(vendorId) });
}

/** Plans what follows from an event about a customer of the provider: a read of its vendor, or the search for whose it is. */
export async function planAfterEvent(tx: SqlTx, services: Waker, customerId: string): Promise<void> {
  if (!(await findTerms(tx))) return;
  const vendorId = await repo.findVendorOfCustomer(tx, customerId);
  if (vendorId !== undefined) return planRefresh(tx, services, vendorId);
  await services.jobs.enqueue(tx, MATCH, { customerId }, { key: customerId });
}

/** Plans the daily read, beginning now, of a store that asks for memberships; where one is planned already it stays. */
export async function planSweep(tx: SqlTx, services: Waker): Promise<void> {
  if (!(await findTerms(tx)) || (await hasOpenJob(tx, SWEEP))) return;
  const now = services.clock.now();
  await services.jobs.schedule(tx, { kind: SWEEP, key: now.toISOString(), payload: {}, dueAt: now });
}

/** Begins the daily read of a store that was installed or came back. May run twice. */
export async function startMemberships(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => planSweep(tx, services));
}

/** Plans a read of each vendor that needs a membership, so that an event that was lost is made good within a day. */
export async function sweepMemberships(services: Services, tx: SqlTx, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt || !(await findTerms(tx))) return;
  const now = services.clock.now();
  const vendors = (await listVendors(tx)).filter(
    (vendor) => vendor.status === 'active' && !vendor.deletedAt && !vendor.managedByMarketplace,
  );
  if (vendors.length > MAX_AT_ONCE)
    services.log.warn({ vendors: vendors.length }, 'not every membership is read today');
  for (const { id } of vendors.slice(0, MAX_AT_ONCE)) await planRefresh(tx, services, id);
  const dueAt = new Date(now.getTime() + DAY_MS);
  await scheduleJob(tx, { kind: SWEEP, key: dueAt.toISOString(), payload: {}, dueAt });
  for (const kind of [REFRESH, MATCH, SWEEP, RETURNED, END])
    await deleteDoneJobs(tx, kind, new Date(now.getTime() - KEEP_DONE_MS));
}

/** Plans that memberships whose people were sent to the provider within a day are read; whoever asks for it, how often ever. */
export async function planReturned(tx: SqlTx, services: Waker): Promise<void> {
  if ((await listReturning(tx, services)).length === 0) return;
  await services.jobs.enqueue(tx, RETURNED, {}, { key: 'returned' });
}

export async function refreshReturned(services: Services, tx: SqlTx): Promise<void> {
  for (const vendorId of await listReturning(tx, services)) await planRefresh(tx, services, vendorId);
}

/** Vendors whose people were sent to the provider within a day. */
async function listReturning(tx: SqlTx, services: Waker): Promise<bigint[]> {
  const terms = await findTerms(tx);
  const since = new Date(services.clock.now().getTime() - DAY_MS);
  return terms ? repo.listLeftSince(tx, terms.platform, since, MAX_RETURNED) : [];
}

/** The job of one membership. What is silent or busy is tried again; a key that opens nothing any more is the admins' to mend. */
export async function runRefresh(services: Services, storeId: StoreId, vendorId: bigint): Promise<JobEnd | undefined> {
  const stripe = await openStripe(services, storeId);
  if (!stripe) return undefined;
  return unlessRefused(services, async () => {
    const reading = await readAtProvider(services, storeId, vendorId, stripe);
    return reading && ((tx: SqlTx) => recordReading(services, tx, stripe, reading));
  });
}

/** The job of a customer that no vendor is known for: the vendor of exactly its name is read, which binds it. */
export async function runMatch(services: Services, storeId: StoreId, customerId: string): Promise<JobEnd | undefined> {
  return unlessRefused(services, async () => {
    const name = await findNamesake(services, storeId, customerId);
    if (name === undefined || name === '') return undefined;
    return async (tx: SqlTx) => {
      const vendor = await findVendorByName(tx, name);
      if (vendor?.name === name && !vendor.deletedAt) await planRefresh(tx, services, vendor.id);
    };
  });
}

/** Plans, in the transaction of a vendor's deletion, that it is charged no more. */
export async function planEnd(tx: SqlTx, services: Waker, vendorId: bigint): Promise<void> {
  const platform = await findStripePlatform(tx);
  const row = platform && (await repo.findMembership(tx, vendorId, platform));
  if (!row?.subscriptionId || isOver(row.status)) return;
  const payload = { subscriptionId: row.subscriptionId };
  await services.jobs.enqueue(tx, END, payload, { key: row.subscriptionId });
}

/**
 * Ends the subscription of a deleted vendor. Whether it still is to be ended is looked at and marked in one statement: a vendor that came
 * back since keeps it.
 */
export async function runEnd(services: Services, storeId: StoreId, subscriptionId: string): Promise<undefined> {
  const stripe = await openStripe(services, storeId);
  const at = services.clock.now();
  const isOurs = await services.db.fast(marketplaceScope(storeId), (tx) =>
    repo.markEndRequested(tx, { subscriptionId, over: OVER_STATUSES, at }),
  );
  if (!isOurs) return;
  await unlessRefused(services, async () => stripe?.client.subscriptions.cancelSubscription(subscriptionId));
}

async function unlessRefused<T>(services: Services, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderProblem) || ['lost', 'busy'].includes(error.reason)) throw error;
    services.log.warn({ err: error }, 'a membership could not be read');
    return undefined;
  }
}
