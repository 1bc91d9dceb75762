import { encodeExact } from '#app/core/exact-json.ts';
import { invariant } from '#app/core/invariant.ts';
import { readTermsInForce } from '#app/features/commissions/commissions.service.server.ts';
import { buildOrderTransaction, type Posting, type TransactionSource } from '#app/features/ledger/ledger.ts';
import { recordTransactions, sumOrderPostings } from '#app/features/ledger/ledger.service.server.ts';
import { ensureVendors } from '#app/features/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { attributeKnown } from './awaited.ts';
import type { Buyer } from './buyer.ts';
import { NO_DECISIONS, settleOrder, type SettledOrder } from './finance.ts';
import { planDigital } from './digital.service.server.ts';
import type { FulfilmentFacts } from './fulfilment.ts';
import { listHeldOrders } from './hold.repo.server.ts';
import { READ_HOLDS_JOB } from './hold.ts';
import * as repo from './ingest.repo.server.ts';
import {
  isPaidInFull,
  learnOrder,
  learnRefund,
  listVendorNames,
  type KnownOrder,
  type OrderFacts,
  type RefundFacts,
} from './order.ts';
import { queueOrderMails } from './order-mails.service.server.ts';
import { targetPostings } from './postings.ts';
import { buildRows, type FulfilmentRow, type SettledState, type StoredOrder } from './rows.ts';
import { extendTerms, recordOrder, type FrozenOrder, type SaleTerms } from './split.ts';

/** Something learnt of an order: a version of it with its buyer, a refund, or a parcel. `source` names where it came from. */
export type Lesson = { orderId: string; source: TransactionSource } & (
  | { kind: 'order'; facts: OrderFacts; buyer: Buyer; fulfilments: readonly FulfilmentFacts[] }
  | { kind: 'refund'; refund: RefundFacts }
  | { kind: 'fulfilment'; fulfilment: FulfilmentFacts }
);

type Case = {
  id: bigint;
  stored: StoredOrder | undefined;
  known: KnownOrder;
  paidAt: Date | null;
  buyer: Buyer | undefined;
  fulfilments: FulfilmentFacts[];
  source: TransactionSource;
};

/**
 * Learns of orders and brings everything that follows from them to its target: rows, vendor orders, ledger, mails. A pure
 * computation between one round of reads and one of writes for the whole batch, so that repeats and any order of arrival end
 * in the same state. Returns the ids of orders that are not known yet, whose refunds and parcels must wait.
 */
export async function learnOrders(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  store: { installedAt: Date },
  lessons: readonly Lesson[],
): Promise<{ missing: Set<string>; recorded: string[] }> {
  const ids = [...new Set(lessons.map((lesson) => lesson.orderId))].map(BigInt).sort((a, b) => (a < b ? -1 : 1));
  if (ids.length === 0) return { missing: new Set(), recorded: [] };
  await repo.lockOrders(tx, ids);
  const stored = await repo.findOrders(tx, ids);
  const { cases, missing } = foldLessons(lessons, stored);
  if (cases.length === 0) return { missing, recorded: [] };
  const terms = await gatherTerms(services, tx, cases);
  const states = cases.map((one) => settleCase(one, terms, store.installedAt));
  await writeStates(services, tx, states);
  return { missing, recorded: cases.flatMap((one) => (one.stored ? [] : [String(one.id)])) };
}

/** Computes orders anew that admins decided something about; the decision is already in the given state. */
export async function resettleOrder(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  orderId: bigint,
  decide: (stored: StoredOrder) => StoredOrder['decisions'],
  source: TransactionSource,
): Promise<SettledOrder | undefined> {
  await repo.lockOrders(tx, [orderId]);
  const stored = (await repo.findOrders(tx, [orderId])).get(orderId);
  if (!stored) return undefined;
  const decided = { ...stored, decisions: decide(stored) };
  const state = stateOf(
    {
      id: orderId,
      stored: decided,
      known: decided.known,
      paidAt: decided.paidAt,
      buyer: undefined,
      fulfilments: [],
      source,
    },
    decided.frozen,
    decided.historical,
  );
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
  return stored && settleOrder(stored.known, stored.frozen, decide(stored));
}

function foldLessons(
  lessons: readonly Lesson[],
  stored: ReadonlyMap<bigint, StoredOrder>,
): { cases: Case[]; missing: Set<string> } {
  const byOrder = new Map<string, Lesson[]>();
  for (const lesson of lessons) {
    const list = byOrder.get(lesson.orderId);
    if (list) list.push(lesson);
    else byOrder.set(lesson.orderId, [lesson]);
  }
  const missing = new Set<string>();
  const cases: Case[] = [];
  for (const [orderId, list] of byOrder) {
    const before = stored.get(BigInt(orderId));
    let known: KnownOrder | null = before?.known ?? null;
    for (const lesson of list) if (lesson.kind === 'order') known = learnOrder(known, lesson.facts);
    if (known === null) {
      missing.add(orderId);
      continue;
    }
    for (const lesson of list) if (lesson.kind === 'refund') known = learnRefund(known, lesson.refund);
    const latest = known.latest;
    const newest = list.find((lesson) => lesson.kind === 'order' && lesson.facts === latest);
    cases.push({
      id: BigInt(orderId),
      stored: before,
      known,
      paidAt: firstPaidAt(before?.paidAt ?? null, list),
      buyer: newest?.kind === 'order' ? newest.buyer : undefined,
      fulfilments: newestParcels(
        list.flatMap((lesson) =>
          lesson.kind === 'order' ? lesson.fulfilments : lesson.kind === 'fulfilment' ? [lesson.fulfilment] : [],
        ),
      ),
      source: list[0]?.source ?? { type: 'webhook', id: '' },
    });
  }
  return { cases, missing };
}

/** The earliest moment, by the platform's time, of a version that was paid in full. */
function firstPaidAt(before: Date | null, lessons: readonly Lesson[]): Date | null {
  let first = before;
  for (const lesson of lessons) {
    if (lesson.kind !== 'order' || !isPaidInFull(lesson.facts)) continue;
    const at = new Date(lesson.facts.updatedAt);
    if (first === null || at < first) first = at;
  }
  return first;
}

/** Each parcel once, in its newest version: a batch often holds a parcel by itself and again inside its order. */
function newestParcels(parcels: readonly FulfilmentFacts[]): FulfilmentFacts[] {
  const byId = new Map<string, FulfilmentFacts>();
  for (const parcel of parcels) {
    const before = byId.get(parcel.id);
    if (!before || parcel.updatedAt >= before.updatedAt) byId.set(parcel.id, parcel);
  }
  return [...byId.values()];
}

/** What a new order, or a new line of an old one, is charged by: read once for the whole batch. */
async function gatherTerms(services: Pick<Services, 'clock'>, tx: SqlTx, cases: readonly Case[]): Promise<SaleTerms> {
  const fresh = cases.filter((one) => !one.stored || hasNewLines(one));
  const names = [...new Set(fresh.flatMap((one) => [one.known.sale, one.known.latest].flatMap(spelledVendorNames)))];
  const vendorIds = names.length > 0 ? await ensureVendors(tx, names, services.clock.now()) : new Map<string, bigint>();
  const { flags, defaultLines, vendorLines } = await readTermsInForce(tx, [...vendorIds.values()]);
  const lists = [defaultLines, ...Object.values(vendorLines)];
  const needsMetafields = lists.some((list) => list.some((line) => line.constraint !== null));
  const productIds = needsMetafields
    ? fresh.flatMap((one) => one.known.latest.lines.flatMap((line) => line.productId ?? []))
    : [];
  return {
    flags,
    defaultLines,
    vendorLines,
    vendorIds: Object.fromEntries([...vendorIds].map(([key, id]) => [key, String(id)])),
    metafields: productIds.length > 0 ? await repo.readMetafields(tx, productIds.map(BigInt)) : {},
    quotes: null,
    vendorMadeDiscounts: [],
  };
}

const spelledVendorNames = (facts: OrderFacts): string[] =>
  facts.lines.filter((line) => !line.isGiftCard && line.vendorName.trim() !== '').map((line) => line.vendorName.trim());

function hasNewLines(one: Case): boolean {
  const frozen = new Set(one.stored?.frozen.lines.map((line) => line.lineId));
  return one.known.latest.lines.some((line) => !frozen.has(line.id));
}

/** Whether an order is from before the installation. The platform's times are whole seconds: a sale in that very second is not. */
function isBefore(createdAt: string, installedAt: Date): boolean {
  return Date.parse(createdAt) < Math.floor(installedAt.getTime() / 1000) * 1000;
}

function settleCase(one: Case, terms: SaleTerms, installedAt: Date): SettledState {
  const names = new Set(listVendorNames(one.known.sale).concat(listVendorNames(one.known.latest)));
  const own = narrowTerms(terms, names, one.known);
  const frozen = freeze(one, own);
  const historical = one.stored?.historical ?? isBefore(one.known.sale.createdAt, installedAt);
  return stateOf(one, frozen, historical);
}

/** What was frozen stays; an older version that arrives late is the true sale, and is frozen under the same terms. */
function freeze(one: Case, own: SaleTerms): FrozenOrder {
  if (!one.stored) return recordOrder(one.known, own);
  const { frozen, known } = one.stored;
  const terms = hasNewLines(one) ? extendTerms(frozen.terms, own) : frozen.terms;
  const isSameSale =
    known.sale.updatedAt === one.known.sale.updatedAt && known.sale.lines.length === one.known.sale.lines.length;
  return isSameSale ? { ...frozen, terms } : recordOrder(one.known, terms);
}

/** Only what concerns the order is frozen with it: its own vendors, their lists, its own products. */
function narrowTerms(terms: SaleTerms, names: ReadonlySet<string>, known: KnownOrder): SaleTerms {
  const vendorIds = Object.fromEntries(Object.entries(terms.vendorIds).filter(([key]) => names.has(key)));
  const owned = new Set(Object.values(vendorIds));
  const products = new Set(known.latest.lines.map((line) => line.productId));
  return {
    ...terms,
    vendorIds,
    vendorLines: Object.fromEntries(Object.entries(terms.vendorLines).filter(([id]) => owned.has(id))),
    metafields: Object.fromEntries(Object.entries(terms.metafields).filter(([id]) => products.has(id))),
  };
}

function stateOf(one: Case, frozen: FrozenOrder, historical: boolean): SettledState {
  // Whoever learns of a refund first attributes it: the call that sent it may have ended without an answer.
  const decisions = attributeKnown(one.stored?.decisions ?? NO_DECISIONS, one.known);
  const settled = settleOrder(one.known, frozen, decisions);
  return { ...one, isNew: one.stored === undefined, frozen, decisions, historical, settled };
}

async function writeStates(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  states: readonly SettledState[],
): Promise<void> {
  const now = services.clock.now();
  const fulfilments = states.flatMap((state) => splitFulfilments(state));
  await repo.upsertFulfilments(tx, fulfilments);
  const old = states.filter((state) => !state.isNew || state.fulfilments.length > 0).map((state) => state.id);
  const fulfilled =
    old.length > 0
      ? await repo.sumFulfilled(tx, old)
      : { quantityOf: new Map<string, number>(), lastAt: new Map<string, Date>() };
  const rows = states.map((state) => buildRows(state, fulfilled));
  await repo.upsertOrders(
    tx,
    rows.map((row) => row.order),
    now,
  );
  await repo.upsertBuyers(
    tx,
    states.flatMap(({ id, buyer }) => (buyer ? [{ orderId: id, buyer }] : [])),
  );
  await repo.upsertLines(
    tx,
    rows.flatMap((row) => row.lines),
  );
  await repo.upsertVendorOrders(
    tx,
    rows.flatMap((row) => row.vendorOrders),
    now,
  );
  await repo.upsertExceptions(tx, states.flatMap(listExceptions), now);
  await postDifferences(tx, states, now);
  await rereadHolds(services, tx, old);
  await queueOrderMails(services, tx, states, now);
  await planDigital(services, tx, states, now);
}

/** What is on hold changes with the order (refunds, edits), and nothing tells so: it is read again. */
async function rereadHolds(services: Pick<Services, 'jobs'>, tx: SqlTx, orderIds: readonly bigint[]): Promise<void> {
  if (orderIds.length === 0) return;
  for (const orderId of await listHeldOrders(tx, orderIds)) {
    const data = { storeId: String(tx.scope.storeId), orderId: String(orderId) };
    await services.jobs.enqueue(tx, READ_HOLDS_JOB, data, { key: `${data.storeId}/order/${orderId}` });
  }
}

/** A parcel may hold lines of several vendors: each vendor gets a parcel of its own lines. */
function splitFulfilments(state: SettledState): FulfilmentRow[] {
  const ownerOf = new Map(
    state.settled.vendorOrders.flatMap((part) =>
      part.lines.map((money) => [money.line.facts.id, part.vendorId] as const),
    ),
  );
  return state.fulfilments.flatMap((facts) => {
    const byVendor = new Map<string, { lineId: string; quantity: number }[]>();
    for (const line of facts.lines) {
      const vendorId = ownerOf.get(line.lineId);
      if (vendorId === undefined) continue;
      const list = byVendor.get(vendorId);
      if (list) list.push(line);
      else byVendor.set(vendorId, [line]);
    }
    return [...byVendor].map(([vendorId, lines]) => ({ facts, vendorId: BigInt(vendorId), lines }));
  });
}

function listExceptions(state: SettledState) {
  return state.settled.exceptions.map((exception) => ({
    vendorId: exception.kind === 'no_commission_line' ? exception.vendorId : null,
    kind: exception.kind,
    reference: `order/${state.id}/${'lineId' in exception ? exception.lineId : 'refundId' in exception ? exception.refundId : 'total'}`,
    detail: encodeExact({ order: state.known.latest.name, ...exception }) as object,
  }));
}

/** Posts what is missing to each order's target. The reference numbers the postings of an order, so that a repeat posts nothing. */
async function postDifferences(tx: SqlTx, states: readonly SettledState[], now: Date): Promise<void> {
  const live = states.filter((state) => !state.historical);
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

/** When it happened by the platform's own time: the sale for the first entry, the latest version for a change. */
function occurredAt(state: SettledState, number: number): Date {
  return new Date(number === 1 ? (state.known.paid ?? state.known.sale).updatedAt : state.known.latest.updatedAt);
}
