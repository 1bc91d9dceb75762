import { listOrderIds, readOrder } from '#app/adapters/shopify/orders/orders.server.ts';
import { RETURN_SCOPE } from '#app/adapters/shopify/orders/returns.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findOrders } from '../ingest/ingest.repo.server.ts';
import { ingestReadOrders } from '../ingest/read-orders.service.server.ts';
import { parseReadOrders } from '../ingest/read-orders.ts';
import { refreshReturns } from '../returns/returns.service.server.ts';
import * as repo from './orders-since.repo.server.ts';

/** A place in the orders that changed since a moment. */
type SinceStep = { since: Date; cursor: string | undefined };

/** What a page of orders brought that was not known. `changedOrders`: known in an older version. */
export type BroughtOrders = { orders: number; changedOrders: number; refunds: number; fulfillments: number };

/**
 * Reads a page of the orders that changed since a moment, whole and one by one. `write` ingests them in the transaction that records
 * how far the reading came, and counts what it brought; again it brings nothing.
 */
export async function readOrdersSince(
  services: Services,
  store: Store,
  { since, cursor }: SinceStep,
): Promise<{ next: string | undefined; write: (tx: SqlTx) => Promise<BroughtOrders> }> {
  const platform = await services.adapters.platform(store.domain);
  const page = await listOrderIds(platform, { updatedSince: since, cursor });
  const payloads: object[] = [];
  for (const { id } of page.orders) {
    const payload = await readOrder(platform, id);
    if (payload) payloads.push(payload);
  }
  const read = parseReadOrders(payloads);
  const ids = page.orders.map(({ id }) => id);
  return {
    next: page.cursor,
    async write(tx) {
      const before = await countKnown(tx, ids);
      await ingestReadOrders(services, tx, store, read);
      const after = await countKnown(tx, ids);
      const changed = ids.filter((id) => before.versions.has(id) && before.versions.get(id) !== after.versions.get(id));
      return {
        orders: after.versions.size - before.versions.size,
        changedOrders: changed.length,
        refunds: after.refunds - before.refunds,
        fulfillments: after.fulfillments - before.fulfillments,
      };
    },
  };
}

async function countKnown(tx: SqlTx, ids: readonly bigint[]) {
  const found = await findOrders(tx, ids);
  return {
    versions: new Map([...found].map(([id, { known }]) => [id, known.latest.updatedAt])),
    refunds: [...found.values()].reduce((sum, { known }) => sum + known.refunds.length, 0),
    fulfillments: await repo.countFulfillments(tx, ids),
  };
}

/**
 * Reads the returns of a page of the orders that changed since a moment. `isSkipped` where the store has not granted the access.
 * Returns how many were not known; a page that is read again brings none.
 */
export async function readReturnsSince(
  services: Services,
  store: Store,
  { since, cursor }: SinceStep,
): Promise<{ next: string | undefined; returns: number; isSkipped: boolean }> {
  const platform = await services.adapters.platform(store.domain);
  if (!(await listGrantedScopes(platform)).has(RETURN_SCOPE)) return { next: undefined, returns: 0, isSkipped: true };
  const page = await listOrderIds(platform, { updatedSince: since, cursor });
  const ids = page.orders.map(({ id }) => id);
  const scope = marketplaceScope(store.id);
  const before = await services.db.fast(scope, (tx) => repo.countReturns(tx, ids));
  for (const id of ids) await refreshReturns(services, store.id, id);
  const after = await services.db.fast(scope, (tx) => repo.countReturns(tx, ids));
  return { next: page.cursor, returns: after - before, isSkipped: false };
}
