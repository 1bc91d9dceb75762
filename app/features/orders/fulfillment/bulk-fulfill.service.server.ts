import { AppError } from '#app/core/errors.ts';
import { batchesOf, type NamedItem } from '#app/features/batches/batches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { BulkFulfillInput, BulkFulfillDto } from './bulk-fulfill.contract.ts';
import { listVendorOrdersOf } from './bulk-fulfill.repo.server.ts';
import { MAX_AT_ONCE, OPEN_FULFILLMENTS } from './bulk-fulfill.ts';
import { resolveFilter } from '../read-models/list-orders.service.server.ts';
import { listVendorOrders } from '../read-models/order-list.repo.server.ts';
import { shipOrders, type Fulfillment } from './ship-orders.service.server.ts';

/** The shippings of several orders of the scope at once: reading, listing, retrying and putting away. */
export const bulkFulfills = batchesOf(shipOrders, ({ fields, failures }): BulkFulfillDto => ({
  ...fields,
  failures: failures.map(({ subjectId, partId: vendorOrderId, name, refusal }) => ({
    orderId: String(subjectId),
    vendorId: String(vendorOrderId),
    name,
    ...refusal,
  })),
}));

/**
 * Begins to ship what is left of several orders, of the viewer's own parts alone. An order or a vendor outside the scope
 * refuses them all: not_found (404). What cannot be shipped is found out one by one and reported with its reason. Throws
 * invalid_state (409) while too many changes run.
 */
export function startBulkFulfill(
  ctx: Ctx,
  { notify, unpaid, matching, orders }: BulkFulfillInput,
): Promise<BulkFulfillDto> {
  return bulkFulfills.start(ctx, { notify, unpaid }, (tx) =>
    matching ? findMatching(ctx, tx, matching) : findChosen(tx, orders),
  );
}

async function findMatching(
  ctx: Ctx,
  tx: SqlTx,
  filter: NonNullable<BulkFulfillInput['matching']>,
): Promise<NamedItem<Fulfillment>[]> {
  const query = await resolveFilter(ctx, tx, filter);
  const statuses = OPEN_FULFILLMENTS.filter((status) => query.statuses?.includes(status) ?? true);
  const place = { page: 1, after: undefined, limit: MAX_AT_ONCE };
  const found = statuses.length === 0 ? [] : await listVendorOrders(tx, { ...query, statuses }, place);
  if (found.length === 0) throw new AppError('not_found');
  return found.map(({ orderId, vendorId, name }) => ({
    subjectId: orderId,
    partId: vendorId,
    name,
    input: { carrier: null, tracking: null, url: null },
  }));
}

/** The parts that were named, each once; the first word about one counts. */
async function findChosen(tx: SqlTx, chosen: BulkFulfillInput['orders'] = []): Promise<NamedItem<Fulfillment>[]> {
  const vendorOrders = await listVendorOrdersOf(
    tx,
    chosen.map(({ id }) => id),
  );
  const items = new Map<string, NamedItem<Fulfillment>>();
  for (const { id, vendor, carrier, tracking, url } of chosen) {
    const own = vendorOrders.filter(
      (vendorOrder) => vendorOrder.orderId === id && (vendor === undefined || vendorOrder.vendorId === vendor),
    );
    if (own.length === 0) throw new AppError('not_found');
    for (const { vendorId, name } of own) {
      const key = `${id}/${vendorId}`;
      if (!items.has(key)) items.set(key, { subjectId: id, partId: vendorId, name, input: { carrier, tracking, url } });
    }
  }
  return [...items.values()];
}
