import { encodeExact } from '#app/core/exact-json.ts';
import { invariant } from '#app/core/invariant.ts';
import { buildOrderTransaction, type Posting } from '#app/platform/ledger/ledger.ts';
import { recordTransactions, sumOrderPostings } from '#app/platform/ledger/ledger.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listOrdersOnHold } from '../fulfillment/hold.repo.server.ts';
import { READ_HOLDS_JOB } from '../fulfillment/hold.ts';
import * as repo from './ingest.repo.server.ts';
import * as fulfillmentsRepoServer from './fulfillments.repo.server.ts';
import { writeLineProperties, writeSellingPlans } from './line-properties.repo.server.ts';
import { settledVersion } from '../order.ts';
import { ordersWritten, type OrdersWritten } from '../orders-written.ts';
import { targetPostings } from '../money/postings.ts';
import {
  buildOrderRow,
  buildVendorOrderRows,
  OWN_FULFILLMENTS,
  splitFulfillment,
  type FulfillmentRow,
  type SettledState,
} from '../rows.ts';

/** Writes orders that were settled: rows, vendor orders, ledger. What follows from them listens to `ordersWritten`. */
export async function writeStates(
  services: Pick<Services, 'clock' | 'events'>,
  tx: SqlTx,
  states: readonly SettledState[],
): Promise<void> {
  const now = services.clock.now();
  const fulfillments = states.flatMap((state) => splitFulfillments(state));
  await fulfillmentsRepoServer.upsertFulfillments(tx, fulfillments);
  await fulfillmentsRepoServer.dropFromFulfillments(tx, states.flatMap(listWaiting));
  const old = states.filter((state) => !state.isNew || state.fulfillments.length > 0).map((state) => state.id);
  const fulfilled =
    old.length > 0
      ? await fulfillmentsRepoServer.sumFulfilled(tx, old)
      : { quantityOf: new Map<string, number>(), lastAt: new Map<string, Date>() };
  const rows = states.map((state) => buildVendorOrderRows(state, fulfilled));
  const changed = states.filter((state) => !isAsStored(state)).map(buildOrderRow);
  await repo.upsertOrders(tx, changed, now);
  const buyers = states.flatMap(({ id, buyer }) => (buyer ? [{ orderId: id, buyer }] : []));
  await repo.upsertBuyers(tx, buyers);
  await repo.upsertLines(
    tx,
    rows.flatMap((row) => row.lines),
  );
  await writeLineProperties(tx, buyers);
  await writeSellingPlans(
    tx,
    states.flatMap(({ id, sellingPlans }) =>
      [...(sellingPlans ?? [])].map(([lineId, plan]) => ({ orderId: id, lineId, plan })),
    ),
  );
  await repo.upsertVendorOrders(
    tx,
    rows.flatMap((row) => row.vendorOrders),
    now,
  );
  // Nothing is due of historical orders: nobody has to act on what their sale lacks.
  const live = states.filter((state) => !state.historical);
  await repo.upsertExceptions(tx, live.flatMap(listExceptions), now);
  await postDifferences(tx, live, now);
  const orders = states.map((state, index) => ({ state, rows: rows[index]?.vendorOrders ?? [], fulfilled }));
  await services.events.publish(tx, ordersWritten, { orders, at: now });
}

/**
 * Lines that stood in a vendor's part while no payment was known, and that wait for their own now that an earlier one is (M62):
 * their fulfillments are told again with it.
 */
function listWaiting({ id, stored, known }: SettledState): { orderId: bigint; lineId: string }[] {
  if (!stored || stored.known === known) return [];
  const settled = new Set(settledVersion(known).lines.map((line) => line.id));
  return settledVersion(stored.known).lines.flatMap((line) =>
    settled.has(line.id) ? [] : [{ orderId: id, lineId: line.id }],
  );
}

/** Whether the order's own row would be written as it stands: a fulfillment changes the lines and the vendors' parts alone. */
function isAsStored({ stored, known, orderTerms, decisions, paidAt }: SettledState): boolean {
  return (
    stored?.known === known &&
    stored.orderTerms === orderTerms &&
    stored.decisions === decisions &&
    stored.paidAt === paidAt
  );
}

/** Has the holds of orders read again that were known before, or that came with a fulfillment. */
export async function rereadHoldsOfWritten(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  { orders }: OrdersWritten,
): Promise<void> {
  const ids = orders.flatMap(({ state: { id, isNew, fulfillments } }) =>
    isNew && fulfillments.length === 0 ? [] : [id],
  );
  await rereadHolds(services, tx, ids);
}

/** What is on hold changes with the order (refunds, edits), and nothing tells so: it is read again. */
export async function rereadHolds(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<void> {
  if (orderIds.length === 0) return;
  for (const orderId of await listOrdersOnHold(tx, orderIds)) {
    const data = { storeId: String(tx.scope.storeId), orderId: String(orderId) };
    await services.jobs.enqueue(tx, READ_HOLDS_JOB, data, { key: `${data.storeId}/order/${orderId}` });
  }
}

/** The fulfillments of an order, each vendor's lines of them apart, and those of the marketplace's own lines. */
function splitFulfillments({ known, settled, fulfillments }: SettledState): FulfillmentRow[] {
  const ownerOf = new Map(settledVersion(known).lines.map((line) => [line.id, OWN_FULFILLMENTS]));
  for (const vendorOrder of settled.vendorOrders) {
    for (const { line } of vendorOrder.lines) ownerOf.set(line.facts.id, vendorOrder.vendorId);
  }
  return fulfillments.flatMap((facts) => splitFulfillment(facts, ownerOf));
}

function listExceptions(state: SettledState) {
  return state.settled.exceptions.map((exception) => ({
    vendorId: 'vendorId' in exception ? exception.vendorId : null,
    kind: exception.kind,
    reference: `order/${state.id}/${'lineId' in exception ? exception.lineId : 'refundId' in exception ? exception.refundId : 'total'}`,
    detail: encodeExact({ order: state.known.latest.name, ...exception }) as object,
  }));
}

/** Posts what is missing to each order's target. The reference numbers the postings of an order, so that a repeat posts nothing. */
async function postDifferences(tx: SqlTx, live: readonly SettledState[], now: Date): Promise<void> {
  const posted = await sumOrderPostings(
    tx,
    live.filter((state) => !state.isNew).map((state) => state.id),
  );
  const counts = await repo.countOrderTransactions(tx, [...posted.keys()]);
  const transactions = live.flatMap((state) => {
    const before: readonly Posting[] = posted.get(state.id) ?? [];
    const number = (counts.get(state.id) ?? 0) + 1;
    const occasion = {
      reference: `order/${state.id}/${number}`,
      occurredAt: occurredAt(state, number),
      source: state.source,
    };
    const transaction = buildOrderTransaction(occasion, targetPostings(state.settled), before);
    return transaction ? [{ ...transaction, orderId: state.id }] : [];
  });
  const written = await recordTransactions(tx, transactions, now);
  invariant(written.size === transactions.length, 'orders are locked, so that no reference of theirs is taken');
}

/**
 * When it happened by the platform's own time: the sale for the first entry, the latest version for a change. A correction of
 * ours happens when it is made.
 */
function occurredAt(state: SettledState, number: number): Date {
  if (state.reportedAt) return state.reportedAt;
  return new Date(number === 1 ? (state.known.paid ?? state.known.sale).updatedAt : state.known.latest.updatedAt);
}
