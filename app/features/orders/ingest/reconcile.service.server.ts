import { listOrderIds, readOrder, type OrderVersion } from '#app/adapters/shopify/orders/orders.server.ts';
import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { SHIP_DIGITAL } from '../fulfillment/digital.service.server.ts';
import { FIND_DELETED, findDeletedPage, isReadable, recordDeleted } from './deletion.service.server.ts';
import { findOrders } from './ingest.repo.server.ts';
import { isPaidInFull } from '../order.ts';
import * as repo from '../orders.repo.server.ts';
import { ingestReadOrders } from './read-orders.service.server.ts';
import { parseReadOrders } from './read-orders.ts';
import { isSureSale } from './original-sale.ts';

/** The kind of job that looks for orders whose webhook never came. */
export const RECONCILE = 'orders.reconcile';
/** The job that compares one page of orders with the platform's. */
export const RECONCILE_PAGE = 'orders.reconcile_page';
export const READ_ORDER_JOB = 'orders.read';

const OVERLAP_MS = 48 * HOUR_MS;
/** A webhook may still be on its way; what changed later than this is looked at by the next run. */
const GRACE_MS = 10 * MINUTE_MS;
const FIND_DELETED_HOUR = 3;
const KEEP_DONE_MS = 7 * 24 * HOUR_MS;

/**
 * Reads an order of the store again and learns what it says. An order that is gone there is kept out of payouts; one that cannot
 * be read is listed for an admin, as reading it again would find the same.
 */
export async function readOrderAgain(services: Services, storeId: StoreId, orderId: bigint): Promise<void> {
  const store = await findActiveStore(services, storeId);
  if (!store) return;
  const payload = await readOrder(await services.adapters.platform(store.domain), orderId);
  if (!payload) {
    await services.db.fast(marketplaceScope(storeId), async (tx) => {
      const known = (await findOrders(tx, [orderId])).get(orderId);
      const orderedAt = new Date(known?.known.sale.createdAt ?? 0);
      if (isReadable(orderedAt, services.clock.now())) await recordDeleted(services, tx, [orderId], 'reconciliation');
    });
    return;
  }
  const read = parseReadOrders([payload]);
  await services.db.fast(marketplaceScope(storeId), (tx) => ingestReadOrders(services, tx, store, read));
}

/** Begins the hourly search of a store that was installed. May run twice: a run that is planned is not planned again. */
export async function startOrderReconciliation(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => planReconciliation(tx, services.clock.now()));
}

/** Plans the next run of a store at the next full hour. `since` is when the last one ended. */
async function planReconciliation(tx: SqlTx, now: Date, since?: Date): Promise<void> {
  const dueAt = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  await scheduleJob(tx, {
    kind: RECONCILE,
    key: dueAt.toISOString(),
    payload: since ? { since: since.toISOString() } : {},
    dueAt,
  });
}

/** A run that became due: it is carried by a job, and the next one is planned. An uninstalled store rests. */
export async function startReconciliation(
  services: Services,
  tx: SqlTx,
  storeId: StoreId,
  lastSince: Date | undefined,
): Promise<void> {
  const store = await findActiveStore(services, storeId);
  if (!store) return;
  const now = services.clock.now();
  const until = new Date(now.getTime() - GRACE_MS);
  const reach = Math.min(now.getTime() - OVERLAP_MS, (lastSince ?? store.installedAt).getTime());
  const since = new Date(Math.max(reach, store.installedAt.getTime()));
  await services.jobs.enqueue(tx, RECONCILE_PAGE, {
    storeId: String(storeId),
    since: since.toISOString(),
    until: until.toISOString(),
  });
  // Once a day: a deletion whose webhook was lost.
  if (now.getUTCHours() === FIND_DELETED_HOUR) {
    await services.jobs.enqueue(tx, FIND_DELETED, { storeId: String(storeId), after: '0' });
  }
  await planReconciliation(tx, now, until);
  // Digital items are looked at once an order and more, so that their done looks are forgotten here and not by each of them.
  for (const kind of [RECONCILE, SHIP_DIGITAL]) await deleteDoneJobs(tx, kind, new Date(now.getTime() - KEEP_DONE_MS));
}

/** One page of the daily search for orders that are gone in the store; the next page is a job of its own. */
export async function findDeletedOrders(services: Services, storeId: StoreId, after: bigint): Promise<void> {
  const store = await findActiveStore(services, storeId);
  if (!store) return;
  const next = await findDeletedPage(services, store, storeId, after);
  if (next === undefined) return;
  await services.db.fast(marketplaceScope(storeId), (tx) =>
    services.jobs.enqueue(tx, FIND_DELETED, { storeId: String(storeId), after: String(next) }),
  );
}

export type ReconcileStep = { storeId: StoreId; since: Date; until: Date; cursor?: string | undefined };

/**
 * One page of a run: orders that the store has and we have not, or that are newer there, are read and learnt, and noted for
 * the admin; edited ones whose sale never came are read; so are those that cannot be read. The next page is a job of its own, sent in the same transaction, so that a crash repeats one page only.
 */
export async function reconcilePage(services: Services, step: ReconcileStep): Promise<void> {
  const { storeId, since, until, cursor } = step;
  const store = await findActiveStore(services, storeId);
  if (!store) return;
  const platform = await services.adapters.platform(store.domain);
  const page = await listOrderIds(platform, { updatedSince: since, cursor });
  const settled = page.orders.filter((order) => order.updatedAt <= until);
  const missed = await findMissed(services, storeId, settled);
  const unsure = await findUnsureSales(services, storeId, settled);
  const payloads: object[] = [];
  for (const order of new Set([...missed, ...unsure])) {
    const payload = await readOrder(platform, order.id);
    if (payload) payloads.push(payload);
  }
  // One that cannot be read does not keep the others, and the pages after it, from being compared.
  const read = parseReadOrders(payloads);
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    await ingestReadOrders(services, tx, store, read);
    await repo.insertMissedOrders(
      tx,
      missed.map(({ id, name, updatedAt }) => ({
        reference: `order/${id}/${updatedAt.toISOString()}`,
        detail: { order: name, orderId: String(id), updatedAt: updatedAt.toISOString() },
      })),
      services.clock.now(),
    );
    // Orders come by the time of their change: past `until` nothing on later pages is for this run.
    if (page.cursor === undefined || settled.length < page.orders.length) return;
    await services.jobs.enqueue(tx, RECONCILE_PAGE, {
      storeId: String(storeId),
      since: since.toISOString(),
      until: until.toISOString(),
      cursor: page.cursor,
    });
  });
  if (missed.length > 0) {
    services.log.warn({ shop: store.domain, orders: missed.length }, 'orders were found whose webhook never came');
  }
}

async function findMissed(
  services: Services,
  storeId: StoreId,
  listed: readonly OrderVersion[],
): Promise<OrderVersion[]> {
  const known = await services.db.fast(marketplaceScope(storeId), (tx) =>
    repo.listKnownVersions(
      tx,
      listed.map(({ id }) => id),
    ),
  );
  return listed.filter(({ id, updatedAt, financialStatus }) => {
    const ours = known.get(id);
    if (ours === undefined) return true;
    // The webhooks state whole seconds. Of two versions of one second the payment tells which is ours.
    const newerBy = computeSecond(updatedAt) - computeSecond(ours.at);
    return newerBy > 0 || (newerBy === 0 && financialStatus !== null && financialStatus !== ours.financialStatus);
  });
}

const computeSecond = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Edited orders of whose sale only later versions came, or of which a balance is open, so that a payment before the edit may
 * have been missed: the store says what was agreed and paid.
 */
async function findUnsureSales(
  services: Services,
  storeId: StoreId,
  listed: readonly OrderVersion[],
): Promise<OrderVersion[]> {
  const edited = listed.filter((order) => order.isEdited);
  if (edited.length === 0) return [];
  const known = await services.db.fast(marketplaceScope(storeId), (tx) =>
    findOrders(
      tx,
      edited.map(({ id }) => id),
    ),
  );
  return edited.filter(({ id }) => {
    const order = known.get(id);
    if (order === undefined || order.historical) return false;
    return !isSureSale(order.known.sale) || !isPaidInFull(order.known.latest);
  });
}

/** The store, unless it is uninstalled: then its jobs rest. */
async function findActiveStore(services: Services, storeId: StoreId): Promise<Store | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store) throw new AppError('store_unknown');
  return store.uninstalledAt ? undefined : store;
}
