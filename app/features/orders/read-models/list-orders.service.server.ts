import { namedRange } from '#app/core/calendar.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { decodeCursor, encodeCursor, PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { OrderFilter, OrderListInput, OrderRowDto } from '../orders.contract.ts';
import { sumToShip } from './order-counts.service.server.ts';
import { sumEarned } from './order-figures.repo.server.ts';
import { toStatuses } from '../order-view.ts';
import { readOrderSums } from '../sums/order-sums.service.server.ts';
import * as repo from './order-list.repo.server.ts';
import { findVendorOrders } from '../orders.repo.server.ts';

/**
 * A page of orders in the viewer's scope with the counts of its tabs; `matching` is how many the open tab has, at least.
 * With `isWhole` no order is torn in two: a page goes on to the last vendor order of its last order, and the next one begins after
 * it. Throws not_found (404) for a vendor that the scope does not have.
 */
export async function listOrders(ctx: Ctx, input: OrderListInput, { isWhole = false }: { isWhole?: boolean } = {}) {
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
  const seesMoney = can(ctx.viewer, 'read_finance');
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const query = await resolveFilter(ctx, tx, input);
    const place = { page: input.page, after, sort: input.sort };
    const { rows, hasMore } = isWhole
      ? takeWhole(await repo.listVendorOrders(tx, query, { ...place, limit: PAGE_SIZE + MAX_TORN, lead: 1 }), {
          hasLead: after === undefined && input.page > 1,
        })
      : takePage(await repo.listVendorOrders(tx, query, place));
    const last = rows.at(-1);
    const counted = await countOrders(tx, query);
    return {
      orders: rows.map((row) => toRowDto(row, seesMoney)),
      counts: counted.counts,
      pageCount: Math.max(1, Math.ceil(counted.matching / PAGE_SIZE)),
      pageCountIsExact: counted.isExact,
      matching: counted.matching,
      cursor: hasMore && last ? encodeCursor({ at: last.orderedAt, id: last.id }) : null,
      totals: seesMoney && (await readSwitches(tx)).useFinanceV2 ? await readTotals(ctx, tx, query) : null,
    };
  });
}

/** An order has hardly ever more vendors than this; of one that does, the rest stands on the next page. */
const MAX_TORN = 100;

type Taken = { rows: readonly repo.ListedOrder[]; hasMore: boolean };

const takePage = (found: readonly repo.ListedOrder[]): Taken => ({
  rows: found.slice(0, PAGE_SIZE),
  hasMore: found.length > PAGE_SIZE,
});

/** A page without the vendor orders of the order that the page before ended with (the lead row), and to the end of its own last order. */
export function takeWhole(found: readonly repo.ListedOrder[], { hasLead }: { hasLead: boolean }): Taken {
  const lead = hasLead ? found[0] : undefined;
  const rows = hasLead ? found.slice(1) : found;
  const start = lead ? rows.findIndex(({ orderId }) => orderId !== lead.orderId) : 0;
  let end = Math.min(PAGE_SIZE, rows.length);
  while (end < rows.length && rows[end]?.orderId === rows[end - 1]?.orderId) end += 1;
  return { rows: start < 0 ? [] : rows.slice(start, end), hasMore: rows.length > end };
}

/** What was earned and is due, by currency; the store's own is always there. */
async function readTotals(ctx: Ctx, tx: SqlTx, { vendorId, range }: repo.OrderQuery) {
  const isOfAllTime = range.from === undefined && range.to === undefined;
  const kept = isOfAllTime
    ? await readOrderSums(tx, { vendorId, payment: undefined, payoutState: undefined })
    : undefined;
  const found =
    kept?.map((one) => ({
      currency: one.currency,
      earnedMinor: one.postedMinor,
      dueMinor: one.postedMinor - one.paidOutMinor + one.overpaidMinor,
    })) ?? (await sumEarned(tx, { vendorId, range }));
  const none = { currency: ctx.viewer.store.currency, earnedMinor: 0n, dueMinor: 0n };
  return (found.length > 0 ? found : [none]).map(({ currency, earnedMinor, dueMinor }) => ({
    earned: toDto(money(earnedMinor, asCurrency(currency))),
    due: toDto(money(dueMinor, asCurrency(currency))),
  }));
}

/**
 * A filter as callers name it, resolved to states, to moments by the store's calendar, and to a vendor of the scope: another
 * or an unknown name is not_found (404).
 */
export async function resolveFilter(ctx: Ctx, tx: SqlTx, filter: OrderFilter): Promise<repo.OrderQuery> {
  const vendor = filter.vendor ? await resolvePastVendor(tx, filter.vendor) : undefined;
  return {
    vendorId: vendor?.id,
    q: filter.q,
    range: namedRange(filter, ctx.clock.now(), ctx.viewer.store.timezone),
    statuses: toStatuses(filter.fulfillment),
    payout: filter.payout === 'all' ? undefined : filter.payout,
    isSold: filter.payment === 'sold' ? true : undefined,
  };
}

/** The parts of an order that the scope has, each with its vendor; none where there is no such order. */
export async function listOwnVendorOrders(
  tx: SqlTx,
  orderId: bigint,
): Promise<{ vendorId: bigint; vendorName: string }[]> {
  return (await findVendorOrders(tx, orderId)).map(({ vendorId, vendorName }) => ({ vendorId, vendorName }));
}

type Counted = {
  counts: { count: number; payoutDue: number; payoutPaid: number; unfulfilled: number };
  /** Rows of the open tab; where they are not exact there are more. */
  matching: number;
  isExact: boolean;
};

/** Counts the tabs: from the kept counters where nothing else narrows, else by looking, no further than pages reach. */
async function countOrders(tx: SqlTx, query: repo.OrderQuery): Promise<Counted> {
  const { statuses, payout, ...rest } = query;
  const isKept =
    query.q === '' && query.range.from === undefined && query.range.to === undefined && query.isSold === undefined;
  const tallies = isKept ? await repo.readTallies(tx, query.vendorId) : await repo.countVendorOrders(tx, rest);
  const sum = (matches: (tally: repo.Tally) => boolean, of = tallies): number =>
    of.reduce((total, tally) => (matches(tally) ? total + tally.count : total), 0);
  const isInTab = (tally: repo.Tally): boolean =>
    (!statuses || statuses.includes(tally.fulfillment)) && (!payout || tally.payoutState === payout);
  const count = sum(() => true);
  const areTalliesWhole = isKept || count <= PAGE_ROW_LIMIT;
  // Past the bound the tallies hold a part of the rows only, so the open tab is counted by itself.
  const inTab = areTalliesWhole ? sum(isInTab) : sum(() => true, await repo.countVendorOrders(tx, query));
  const isExact = isKept || inTab <= PAGE_ROW_LIMIT;
  return {
    counts: {
      count,
      payoutDue: sum((tally) => tally.payoutState === 'due'),
      payoutPaid: sum((tally) => tally.payoutState === 'paid'),
      unfulfilled: sumToShip(tallies),
    },
    matching: isExact ? inTab : PAGE_ROW_LIMIT,
    isExact,
  };
}

/** What lists show of a vendor order; amounts of a vendor's earnings only where the viewer sees them. */
export function toRowDto(row: repo.ListedOrder, seesMoney: boolean): OrderRowDto {
  const currency = asCurrency(row.currency);
  const amount = (amountMinor: bigint) => toDto(money(amountMinor, currency));
  return {
    id: String(row.orderId),
    name: row.name,
    vendor: { id: String(row.vendorId), name: row.vendorName },
    orderedAt: row.orderedAt.toISOString(),
    buyer: { name: row.buyerName ?? '', city: row.buyerCity ?? '', country: row.buyerCountry ?? '' },
    itemCount: row.itemCount,
    firstLine:
      row.lineTitle === null
        ? null
        : { title: row.lineTitle, variantTitle: row.lineVariant ?? '', image: row.lineImage },
    lineCount: row.lineCount ?? 0,
    fulfillment: row.fulfillment,
    payout: row.payoutState,
    held: row.held,
    onHold: row.onHold,
    historical: row.historical,
    test: row.isTest,
    total: amount(row.totalMinor),
    earnings: seesMoney ? amount(row.payoutMinor) : null,
    due: seesMoney ? amount(row.postedMinor - row.paidOutMinor) : null,
  };
}
