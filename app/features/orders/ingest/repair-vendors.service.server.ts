import { z } from 'zod';
import { encodeExact } from '#app/core/exact-json.ts';
import { foldName } from '#app/core/text/folding.ts';
import { idSchema, type StoreId } from '#app/core/ids.ts';
import type { CommissionLine } from '#app/features/commissions/commission.ts';
import { readListsOfThePast } from '#app/features/commissions/commissions.service.server.ts';
import { findVendorsByKeys } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { splitOrder, type SettledOrder } from '../money/split-order.ts';
import * as ingest from './ingest.repo.server.ts';
import * as fulfillmentsRepoServer from './fulfillments.repo.server.ts';
import { refreshOrderTerms } from './ingest.service.server.ts';
import { settledVersion, type LineFacts } from '../order.ts';
import { READ_ORDER_JOB } from './reconcile.service.server.ts';
import * as repo from './repair-vendors.repo.server.ts';
import type { FoundOrder } from '../rows.ts';
import { adoptLines, type OrderTerms } from '../money/order-terms.ts';

/** The kind of due work that gives lines of unknown vendors to the vendors that have their names. */
export const REPAIR_VENDORS = 'orders.repair_vendors';
const stepSchema = z.object({ run: z.string().max(40), after: idSchema.optional() });
/** Orders of one step, which is one transaction. */
const ORDERS_A_STEP = 50;

/** Plans the repair of a store whose names were keyed anew. */
export function planVendorRepair(tx: SqlTx, now: Date): Promise<void> {
  return planStep(tx, { run: now.toISOString() }, now);
}

function planStep(tx: SqlTx, step: { run: string; after?: string }, dueAt: Date): Promise<void> {
  return scheduleJob(tx, { kind: REPAIR_VENDORS, key: `${step.run}/${step.after ?? ''}`, payload: step, dueAt });
}

/**
 * Repairs some orders of a store: their lines of unknown vendors go to vendors that have the name by now and were there at the
 * sale, the difference is posted at this moment, and each repaired part is listed for the admin. What is repaired is nobody's
 * unknown line any more, so that a repeat changes nothing. The next orders are a step of their own.
 */
export async function repairVendors(services: Services, tx: SqlTx, storeId: StoreId, payload: unknown): Promise<void> {
  const { run, after } = stepSchema.parse(payload);
  const now = services.clock.now();
  const ids = await repo.listOrdersWithUnknownVendor(tx, { after: after ?? 0n, limit: ORDERS_A_STEP });
  if (ids.length === 0) return;
  await ingest.lockOrders(tx, ids);
  const stored = await ingest.findOrders(tx, ids);
  const found = await findOwners(tx, [...stored.values()]);
  for (const [orderId, order] of stored) {
    const repaired = adoptKnown(order, found);
    if (repaired) await repairOrder(services, tx, { storeId, orderId, order, repaired, now });
  }
  const last = ids.at(-1);
  if (ids.length === ORDERS_A_STEP && last !== undefined) await planStep(tx, { run, after: String(last) }, now);
}

type Owners = {
  vendors: ReadonlyMap<string, { id: bigint; createdAt: Date }>;
  listsAt: (moment: Date) => Record<string, CommissionLine[]>;
  metafields: Awaited<ReturnType<typeof ingest.readMetafields>>;
};

/** The vendors that have the names of unknown lines, with their lists and the fields of what was sold. */
async function findOwners(tx: SqlTx, orders: readonly FoundOrder[]): Promise<Owners> {
  const lines = orders.flatMap(listUnknownLines);
  const names = new Set(lines.map((line) => foldName(line.vendorName)));
  const vendors = await findVendorsByKeys(tx, [...names]);
  const products = [...new Set(lines.flatMap((line) => line.productId ?? []))];
  return {
    vendors,
    listsAt: await readListsOfThePast(
      tx,
      [...vendors.values()].map(({ id }) => id),
    ),
    metafields: products.length > 0 ? await ingest.readMetafields(tx, products.map(BigInt)) : {},
  };
}

/** Lines that are the marketplace's for want of their vendor: of the sale, and those that an edit added. */
function listUnknownLines({ known, orderTerms, decisions }: FoundOrder): LineFacts[] {
  const unknown = new Set(
    orderTerms.lines.flatMap((line) => (line.marketplaceReason === 'unknown_vendor' ? [line.lineId] : [])),
  );
  for (const exception of splitOrder(known, orderTerms, decisions).exceptions) {
    if (exception.kind === 'unknown_vendor') unknown.add(exception.lineId);
  }
  const byId = new Map([...known.sale.lines, ...settledVersion(known).lines].map((line) => [line.id, line]));
  return [...byId.values()].filter((line) => unknown.has(line.id));
}

/** The order under the vendors that are known by now; undefined where that changes nothing. */
function adoptKnown(order: FoundOrder, { vendors, listsAt, metafields }: Owners): OrderTerms | undefined {
  const sold = new Set(order.orderTerms.lines.map((line) => line.lineId));
  const vendorIds: Record<string, string> = {};
  for (const line of listUnknownLines(order)) {
    const name = foldName(line.vendorName);
    const vendor = vendors.get(name);
    // Somebody who takes a name later has not sold what was sold before under it.
    if (vendor && (!sold.has(line.id) || vendor.createdAt <= order.recordedAt)) vendorIds[name] = String(vendor.id);
  }
  if (Object.keys(vendorIds).length === 0) return undefined;
  return adoptLines(order.orderTerms, order.known.sale, {
    vendorIds,
    vendorLines: listsAt(order.recordedAt),
    metafields,
  });
}

async function repairOrder(
  services: Services,
  tx: SqlTx,
  o: { storeId: StoreId; orderId: bigint; order: FoundOrder; repaired: OrderTerms; now: Date },
): Promise<void> {
  const { storeId, orderId, order, repaired, now } = o;
  const before = splitOrder(order.known, order.orderTerms, order.decisions);
  const after = await refreshOrderTerms(services, tx, { orderId, stored: order, orderTerms: repaired, at: now });
  const still = new Set(toUnknownLines(after));
  const adopted = toUnknownLines(before).filter((lineId) => !still.has(lineId));
  await repo.resolveUnknown(
    tx,
    adopted.map((lineId) => `order/${orderId}/${lineId}`),
    now,
  );
  if (!order.historical) await ingest.upsertExceptions(tx, listRepaired(orderId, order, before, after), now);
  // Its fulfillments were the marketplace's: they come again with the order.
  await fulfillmentsRepoServer.dropFromFulfillments(
    tx,
    adopted.map((lineId) => ({ orderId, lineId })),
  );
  const data = { storeId: String(storeId), orderId: String(orderId) };
  await services.jobs.enqueue(tx, READ_ORDER_JOB, data, { key: data.orderId });
}

const toUnknownLines = ({ exceptions }: SettledOrder): string[] =>
  exceptions.flatMap((exception) => (exception.kind === 'unknown_vendor' ? [exception.lineId] : []));

/** Each vendor's part that is another than before, as it is listed for the admin. */
function listRepaired(orderId: bigint, order: FoundOrder, before: SettledOrder, after: SettledOrder) {
  const payoutOf = new Map(before.vendorOrders.map((vendorOrder) => [vendorOrder.vendorId, vendorOrder.payoutMinor]));
  return after.vendorOrders.flatMap(({ vendorId, payoutMinor, currency }) => {
    const beforeMinor = payoutOf.get(vendorId) ?? 0n;
    if (payoutOf.has(vendorId) && beforeMinor === payoutMinor) return [];
    const detail = { order: order.known.latest.name, currency, beforeMinor, payoutMinor };
    return [
      {
        vendorId,
        kind: 'vendor_found',
        reference: `order/${orderId}/${vendorId}`,
        detail: encodeExact(detail) as object,
      },
    ];
  });
}
