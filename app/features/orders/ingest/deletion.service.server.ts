import { listMissingOrders } from '#app/adapters/shopify/orders/orders.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { TransactionSource } from '#app/platform/ledger/ledger.ts';
import type { Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './deletion.repo.server.ts';
import { findOrders, lockOrders, upsertExceptions } from './ingest.repo.server.ts';
import { resettleOrder } from './ingest.service.server.ts';
import type { StoredOrder } from '../rows.ts';

/** The kind of exception that lists an order which is gone in the store. */
export const ORDER_DELETED = 'order_deleted';
/** The job that asks the store for a page of the orders that something is due of. */
export const FIND_DELETED = 'orders.find_deleted';

const PAGE = 100;
/**
 * Without the right to read all orders, the platform answers for those of the last 60 days only: an older one that it does not
 * find may be there.
 */
const READABLE_MS = 59 * DAY_MS;

type SystemSource = Extract<TransactionSource['type'], 'webhook' | 'reconciliation'>;

/**
 * Records that orders are gone in the store: nothing of them is paid out, and each is listed for an admin, until the admin decides.
 * One that is not known, or of which nothing can be due, changes nothing; recording one again changes nothing either.
 */
export async function recordDeleted(
  services: Pick<Services, 'clock' | 'events' | 'jobs'>,
  tx: SqlTx,
  orderIds: readonly bigint[],
  source: SystemSource,
): Promise<void> {
  const sorted = [...new Set(orderIds)].sort((a, b) => (a < b ? -1 : 1));
  await lockOrders(tx, sorted);
  const stored = await findOrders(tx, sorted);
  for (const orderId of sorted) {
    const order = stored.get(orderId);
    if (!order || order.historical || order.decisions.deletion) continue;
    await resettleOrder(services, tx, orderId, withDeletion(false), { type: source, id: `deleted/${orderId}` });
    const at = services.clock.now();
    const detail = { order: order.known.latest.name, orderId: String(orderId) };
    await upsertExceptions(
      tx,
      [{ vendorId: null, kind: ORDER_DELETED, reference: `order/${orderId}/deleted`, detail }],
      at,
    );
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(orderId),
        vendorId: null,
        action: 'order.deleted_in_store',
        actor: { kind: 'system', id: source, name: '', role: 'system' },
        at,
      },
    ]);
  }
}

/** Lets an order that is gone in the store be paid out all the same: what an admin decides by resolving its exception. */
export async function releaseDeleted(
  services: Pick<Services, 'clock' | 'events' | 'jobs'>,
  tx: SqlTx,
  reference: string,
  by: string,
): Promise<void> {
  const orderId = /^order\/(\d{1,19})\/deleted$/.exec(reference)?.[1];
  if (orderId === undefined) return;
  await resettleOrder(services, tx, BigInt(orderId), withDeletion(true), { type: 'admin', id: by });
}

const withDeletion =
  (isReleased: boolean) =>
  ({ decisions }: StoredOrder): StoredOrder['decisions'] => ({ ...decisions, deletion: { isReleased } });

/** Whether the store answers for an order of that age. */
export function isReadable(orderedAt: Date, now: Date): boolean {
  return now.getTime() - orderedAt.getTime() < READABLE_MS;
}

/** Asks the store for a page of the orders that something is due of, and records those that are gone. Answers where the next begins. */
export async function findDeletedPage(
  services: Services,
  store: Store,
  storeId: StoreId,
  after: bigint,
): Promise<bigint | undefined> {
  const scope = marketplaceScope(storeId);
  const since = new Date(services.clock.now().getTime() - READABLE_MS);
  const ids = await services.db.fast(scope, (tx) => repo.listOwing(tx, { after, since, limit: PAGE }));
  if (ids.length === 0) return undefined;
  const missing = await listMissingOrders(await services.adapters.platform(store.domain), ids);
  if (missing.length > 0) await services.db.fast(scope, (tx) => recordDeleted(services, tx, missing, 'reconciliation'));
  return ids.length === PAGE ? ids.at(-1) : undefined;
}
