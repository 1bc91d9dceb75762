import { namedRange } from '#app/core/calendar.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { countPages, decodeCursor, encodeCursor, PAGE_SIZE } from '#app/core/paging.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import type { OrderSums } from '#app/features/orders/sums/order-sums.ts';
import { readOrderSums } from '#app/features/orders/sums/order-sums.service.server.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import { MARKETPLACE_NAME } from '#app/platform/vendors/vendor.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { toRowState, stateOfRow } from './transaction.ts';
import type {
  AggregateDto,
  TransactionFilterInput,
  TransactionsQuery,
  TransactionDto,
} from './transactions.contract.ts';
import * as repo from './transactions.repo.server.ts';

export type TransactionList = {
  transactions: TransactionDto[];
  count: number;
  pageCount: number;
  cursor?: string;
  aggs: AggregateDto[];
};

/** A page of the scope's transactions with the totals of the whole filter. A foreign `requestedVendor` is not_found (404). */
export async function listTransactions(ctx: Ctx, query: TransactionsQuery): Promise<TransactionList> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const filter = await resolveFilter(ctx, tx, query);
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
    const offset = after ? 0 : (query.page - 1) * PAGE_SIZE;
    const [found, aggregates] = await Promise.all([
      repo.listTransactions(tx, filter, { limit: PAGE_SIZE, offset, after }),
      sumTransactions(tx, filter),
    ]);
    const rows = found.slice(0, PAGE_SIZE);
    const payouts = await repo.listPayouts(
      tx,
      rows.map((row) => row.id),
    );
    const count = aggregates.reduce((sum, one) => sum + Number(one.count), 0);
    const last = rows.at(-1);
    return {
      transactions: rows.map((row) => toTransaction(row, payouts, tx.scope.vendor === '*')),
      count,
      pageCount: countPages(count),
      ...(last && found.length > PAGE_SIZE ? { cursor: encodeCursor({ at: last.orderedAt, id: last.id }) } : {}),
      aggs: aggregates.map(toAggregate),
    };
  });
}

/** The same with when the first transaction of the scope, or of the vendor that is named, was ordered. */
export async function answerTransactions(
  ctx: Ctx,
  query: TransactionsQuery,
): Promise<TransactionList & { firstTransactionAt: string | null }> {
  const list = await listTransactions(ctx, query);
  const firstAt = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) =>
    repo.findFirstAt(tx, await resolveRequested(tx, query.requestedVendor)),
  );
  return { ...list, firstTransactionAt: firstAt?.toISOString() ?? null };
}

/** What the scope is owed, waits for, got and owes back, of all time, by currency. The store's own currency is always there. */
export async function readBalances(ctx: Ctx): Promise<AggregateDto[]> {
  const filter: repo.TransactionFilter = {
    range: {},
    q: '',
    payment: 'all',
    payoutState: undefined,
    vendorId: undefined,
  };
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => sumTransactions(tx, filter));
  return found.length > 0 ? found.map(toAggregate) : [toAggregate(emptyAggregate(ctx.viewer.store.currency))];
}

/** Totals of what a filter lets through, by currency: of all time from kept sums, of a range or a search from the orders. */
async function sumTransactions(tx: SqlTx, filter: repo.TransactionFilter): Promise<OrderSums[]> {
  const { range, q, payment, payoutState, vendorId } = filter;
  const isOfAllTime = q === '' && range.from === undefined && range.to === undefined;
  const kept = isOfAllTime
    ? await readOrderSums(tx, {
        vendorId,
        payoutState,
        payment: payment === 'all' ? undefined : { of: repo.PAID_STATUSES, isOthers: payment === 'unpaid' },
      })
    : undefined;
  return kept ?? repo.sumTransactions(tx, filter);
}

/** A filter as callers name it, resolved by the store's calendar and to a vendor of the scope: another's is not_found (404). */
export async function resolveFilter(
  ctx: Ctx,
  tx: SqlTx,
  query: TransactionFilterInput,
): Promise<repo.TransactionFilter> {
  return {
    range: namedRange(query, ctx.clock.now(), ctx.viewer.store.timezone),
    q: query.q,
    payment: query.payment,
    payoutState: toRowState(query.payout),
    vendorId: await resolveRequested(tx, query.requestedVendor),
  };
}

/** The wildcard asks for the whole marketplace, which only its own scope may. */
async function resolveRequested(tx: SqlTx, name: string | undefined): Promise<bigint | undefined> {
  if (name === undefined || (name === MARKETPLACE_NAME && tx.scope.vendor === '*')) return undefined;
  return (await resolvePastVendor(tx, name)).id;
}

function toTransaction(
  row: repo.TransactionRow,
  payouts: readonly repo.PayoutOfRow[],
  isMarketplace: boolean,
): TransactionDto {
  const toMoneyDto = (amountMinor: bigint): MoneyDto => toDto(money(amountMinor, row.currency));
  return {
    // Our own counter of parts would tell a vendor how many others there are between two of its own.
    id: String(isMarketplace ? row.id : row.orderId),
    orderId: String(row.orderId),
    orderName: row.orderName,
    vendor: row.vendor,
    orderedAt: row.orderedAt.toISOString(),
    payment: row.payment,
    fulfillment: row.fulfillment,
    state: stateOfRow(row.payoutState),
    held: row.held,
    gross: toMoneyDto(row.grossMinor),
    commission: toMoneyDto(row.commissionMinor),
    payout: toMoneyDto(row.payoutMinor),
    adjusted: toMoneyDto(row.adjustedMinor),
    paidOut: toMoneyDto(row.paidOutMinor),
    due: toMoneyDto(row.postedMinor - row.paidOutMinor),
    payouts: payouts
      .filter((payout) => payout.vendorOrderId === row.id)
      .map((payout) => ({
        transactionId: String(payout.payoutId),
        method: payout.method,
        state: payout.state,
        paidAt: payout.paidAt?.toISOString() ?? null,
        amount: toMoneyDto(payout.amountMinor),
        cameBack: toMoneyDto(payout.reversedMinor),
      })),
  };
}

/** What is due and what is paid follow from what was posted, paid out and overpaid. */
function toAggregate(one: OrderSums): AggregateDto {
  const toMoneyDto = (amountMinor: bigint): MoneyDto => toDto(money(amountMinor, one.currency));
  return {
    currency: one.currency,
    count: Number(one.count),
    gross: toMoneyDto(one.grossMinor),
    commission: toMoneyDto(one.commissionMinor),
    payout: toMoneyDto(one.payoutMinor),
    adjusted: toMoneyDto(one.adjustedMinor),
    due: toMoneyDto(one.postedMinor - one.paidOutMinor + one.overpaidMinor),
    notDue: toMoneyDto(one.notDueMinor),
    paid: toMoneyDto(one.paidOutMinor - one.overpaidMinor),
    overpaid: toMoneyDto(one.overpaidMinor),
  };
}

function emptyAggregate(currency: string): OrderSums {
  return {
    currency: asCurrency(currency),
    count: 0n,
    grossMinor: 0n,
    commissionMinor: 0n,
    payoutMinor: 0n,
    adjustedMinor: 0n,
    postedMinor: 0n,
    paidOutMinor: 0n,
    notDueMinor: 0n,
    overpaidMinor: 0n,
  };
}
