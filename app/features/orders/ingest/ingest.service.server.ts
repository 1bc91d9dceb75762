import type { TransactionSource } from '#app/platform/ledger/ledger.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { assignLiability } from '../money/pending-refunds.ts';
import { NO_DECISIONS, splitOrder, type SettledOrder } from '../money/split-order.ts';
import * as repo from './ingest.repo.server.ts';
import { foldOrderEvents, isBefore, type OrderIngest, type OrderEvent } from './order-events.ts';
import { readOrderSettings } from '../order-settings.service.server.ts';
import type { FoundOrder, SettledState, StoredOrder } from '../rows.ts';
import { snapshotSale, collectTerms, type CollectedTerms } from './sale-terms.service.server.ts';
import { writeStates } from './write-orders.service.server.ts';

/**
 * Learns of orders and brings everything that follows from them to its target: rows, vendor orders, ledger, mails. A pure
 * computation between one round of reads and one of writes for the whole batch, so that repeats and any order of arrival end
 * in the same state. Returns the ids of orders that are not known yet, whose refunds and fulfillments must wait.
 */
export async function ingestOrders(
  services: Pick<Services, 'clock' | 'events'>,
  tx: SqlTx,
  store: { installedAt: Date },
  orderEvents: readonly OrderEvent[],
): Promise<{ missing: Set<string>; recorded: string[] }> {
  const ids = [...new Set(orderEvents.map((orderEvent) => orderEvent.orderId))]
    .map(BigInt)
    .sort((a, b) => (a < b ? -1 : 1));
  if (ids.length === 0) return { missing: new Set(), recorded: [] };
  await repo.lockOrders(tx, ids);
  const stored = await repo.findOrders(tx, ids);
  const { cases, missing } = foldOrderEvents(orderEvents, stored, store.installedAt);
  if (cases.length === 0) return { missing, recorded: [] };
  const terms = await collectTerms(services, tx, cases);
  const isQuiet = await readQuiet(tx, cases, store.installedAt);
  const states = cases.map((one) => settleIngest(one, terms, isQuiet(one)));
  await writeStates(services, tx, states);
  return { missing, recorded: cases.flatMap((one) => (one.stored ? [] : [String(one.id)])) };
}

/** Computes orders anew that admins decided something about; the decision is already in the given state. */
export async function resettleOrder(
  services: Pick<Services, 'clock' | 'events'>,
  tx: SqlTx,
  orderId: bigint,
  decide: (stored: StoredOrder) => StoredOrder['decisions'],
  source: TransactionSource,
): Promise<SettledOrder | undefined> {
  await repo.lockOrders(tx, [orderId]);
  const stored = (await repo.findOrders(tx, [orderId])).get(orderId);
  if (!stored) return undefined;
  const { known, paidAt, orderTerms, historical } = stored;
  const nothing = { written: undefined, buyer: undefined, fulfillments: [] };
  const one: OrderIngest = { id: orderId, stored, known, paidAt, ...nothing, source };
  const state = buildState(one, { orderTerms, historical, decisions: decide(stored) });
  await writeStates(services, tx, [state]);
  return state.settled;
}

/** Computes a stored order anew whose sale was read wrongly, under other frozen terms; what differs is posted at the given moment. */
export async function refreshOrderTerms(
  services: Pick<Services, 'clock' | 'events'>,
  tx: SqlTx,
  o: { orderId: bigint; stored: FoundOrder; orderTerms: StoredOrder['orderTerms']; at: Date },
): Promise<SettledOrder> {
  const { known, paidAt, historical, decisions } = o.stored;
  const source = { type: 'reconciliation' as const, id: `order/${o.orderId}` };
  const nothing = { written: undefined, buyer: undefined, fulfillments: [] };
  const one: OrderIngest = { id: o.orderId, stored: o.stored, known, paidAt, ...nothing, source };
  const state = { ...buildState(one, { orderTerms: o.orderTerms, historical, decisions }), reportedAt: o.at };
  await writeStates(services, tx, [state]);
  return state.settled;
}

/** What an order would be settled as if admins decided something else; nothing is written or locked. */
export async function previewSettlement(
  tx: SqlTx,
  orderId: bigint,
  decide: (stored: StoredOrder) => StoredOrder['decisions'],
): Promise<SettledOrder | undefined> {
  const stored = (await repo.findOrders(tx, [orderId])).get(orderId);
  return stored && splitOrder(stored.known, stored.orderTerms, decide(stored));
}

/**
 * Which orders nothing is due of and nobody is told of, as it was decided when each was recorded: those from before the
 * installation, and test orders where the settings do not count them.
 */
async function readQuiet(
  tx: SqlTx,
  cases: readonly OrderIngest[],
  installedAt: Date,
): Promise<(one: OrderIngest) => boolean> {
  const hasNewTest = cases.some((one) => !one.stored && one.known.sale.isTest);
  const countsTests = hasNewTest && (await readOrderSettings(tx)).countTests;
  return ({ stored, known: { sale } }) =>
    stored?.historical ?? (isBefore(sale.createdAt, installedAt) || (sale.isTest && !countsTests));
}

function settleIngest(one: OrderIngest, terms: CollectedTerms, historical: boolean): SettledState {
  const orderTerms = snapshotSale(one, terms);
  return buildState(one, { orderTerms, historical, decisions: one.stored?.decisions ?? NO_DECISIONS });
}

function buildState(
  one: OrderIngest,
  { orderTerms, historical, decisions: decided }: Pick<SettledState, 'orderTerms' | 'historical' | 'decisions'>,
): SettledState {
  // Whoever learns of a refund first attributes it: the call that sent it may have ended without an answer.
  const decisions = assignLiability(decided, one.known);
  const settled = splitOrder(one.known, orderTerms, decisions);
  return { ...one, isNew: one.stored === undefined, orderTerms, decisions, historical, settled };
}
