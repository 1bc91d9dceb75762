import { appendTo } from '#app/core/append-to.ts';
import { storeTime } from '#app/core/calendar.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import type { Cursor } from '#app/core/paging.ts';
import { can, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv, type Cell } from '#app/server/csv.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as exported from './read-models/export-orders.repo.server.ts';
import { resolveFilter } from './read-models/list-orders.service.server.ts';
import { readHiddenFields } from './order-settings.service.server.ts';
import type { HideableField } from './order-view.ts';
import type { OrderFilter } from './orders.contract.ts';
import { listVendorOrders, type ListedOrder } from './read-models/order-list.repo.server.ts';

/** Orders of one reading; each has a row for each of its lines. */
const ORDERS_AT_ONCE = 100;

/** What a row is made of: a part of an order, one of its lines (none where an edit left none), and what was read beside. */
type Row = {
  order: ListedOrder;
  line: exported.ExportedLine | undefined;
  isFirst: boolean;
  buyer: exported.ExportedBuyer | undefined;
  fulfillments: exported.ExportedFulfillments | undefined;
  /** The store's own, by whose days the filter reads too. */
  timezone: string;
};
type Column = { name: string; hiddenBy?: HideableField; isEarnings?: true; cell: (row: Row) => Cell };

const amount = (row: Row, minor: bigint | undefined): string =>
  minor === undefined ? '' : formatAmount(minor, asCurrency(row.order.currency));
/** Sums of the order stand in its first row only, so that a column can be added up. */
const sum = (row: Row, minor: bigint): string => (row.isFirst ? amount(row, minor) : '');
const listText = <T>(list: readonly T[] | null | undefined, show: (one: T) => string): string =>
  (list ?? []).map(show).join('; ');
const address = (row: Row) => row.buyer?.shippingAddress;

/** The columns of the export, which programs read: their names stay English in every language. */
const COLUMNS: readonly Column[] = [
  { name: 'order', cell: ({ order }) => order.name },
  { name: 'order_id', cell: ({ order }) => String(order.orderId) },
  { name: 'ordered_at', cell: ({ order, timezone }) => storeTime(order.orderedAt, timezone) },
  { name: 'vendor', cell: ({ order }) => order.vendorName },
  { name: 'fulfillment', cell: ({ order }) => order.fulfillment },
  { name: 'payout', cell: ({ order }) => order.payoutState },
  { name: 'currency', cell: ({ order }) => order.currency },
  { name: 'total', cell: (row) => sum(row, row.order.totalMinor) },
  { name: 'earnings', isEarnings: true, cell: (row) => sum(row, row.order.payoutMinor) },
  { name: 'adjusted', isEarnings: true, cell: (row) => sum(row, row.order.adjustedMinor) },
  { name: 'earned', isEarnings: true, cell: (row) => sum(row, row.order.postedMinor) },
  { name: 'paid_out', isEarnings: true, cell: (row) => sum(row, row.order.paidOutMinor) },
  { name: 'due', isEarnings: true, cell: (row) => sum(row, row.order.postedMinor - row.order.paidOutMinor) },
  { name: 'line_id', cell: ({ line }) => (line ? String(line.id) : '') },
  { name: 'sku', cell: ({ line }) => line?.sku ?? '' },
  { name: 'title', cell: ({ line }) => line?.title ?? '' },
  { name: 'variant', cell: ({ line }) => line?.variantTitle ?? '' },
  { name: 'quantity', cell: ({ line }) => line?.quantity ?? '' },
  { name: 'remaining', cell: ({ line }) => line?.remaining ?? '' },
  { name: 'fulfilled', cell: ({ line }) => line?.fulfilled ?? '' },
  { name: 'properties', cell: ({ line }) => listText(line?.properties, ({ name, value }) => `${name}: ${value}`) },
  { name: 'selling_plan', cell: ({ line }) => line?.sellingPlan ?? '' },
  { name: 'discounts', cell: ({ line }) => listText(line?.discounts, ({ title }) => title) },
  { name: 'unit_price', cell: (row) => amount(row, row.line?.unitPriceMinor) },
  { name: 'carrier', cell: ({ fulfillments }) => fulfillments?.carriers.join(', ') ?? '' },
  { name: 'tracking', cell: ({ fulfillments }) => fulfillments?.tracking.join(', ') ?? '' },
  { name: 'customer', cell: ({ buyer }) => buyer?.name ?? '' },
  { name: 'customer_email', hiddenBy: 'customer.email', cell: ({ buyer }) => buyer?.email ?? '' },
  { name: 'customer_phone', hiddenBy: 'customer.phone', cell: ({ buyer }) => buyer?.phone ?? '' },
  { name: 'billing_phone', hiddenBy: 'billing.phone', cell: ({ buyer }) => buyer?.billingAddress?.phone ?? '' },
  { name: 'ship_to', cell: (row) => address(row)?.name ?? '' },
  { name: 'ship_company', cell: (row) => address(row)?.company ?? '' },
  { name: 'ship_street1', cell: (row) => address(row)?.street1 ?? '' },
  { name: 'ship_street2', cell: (row) => address(row)?.street2 ?? '' },
  { name: 'ship_city', cell: (row) => address(row)?.city ?? '' },
  { name: 'ship_state', cell: (row) => address(row)?.state ?? '' },
  { name: 'ship_zip', cell: (row) => address(row)?.zip ?? '' },
  { name: 'ship_country', cell: (row) => address(row)?.country ?? '' },
  { name: 'ship_phone', cell: (row) => address(row)?.phone ?? '' },
  { name: 'note', cell: ({ buyer }) => buyer?.note ?? '' },
];

/**
 * The orders that a filter finds as CSV, a row for each line, newest first, read some at a time while it is sent: an order that
 * changes meanwhile keeps its place. Fields that the marketplace hides from vendors have no column, and earnings have none for who
 * may not see money. That somebody took it is noted. Another vendor's or an unknown name is not_found (404).
 */
export async function exportOrders(ctx: Ctx, filter: OrderFilter): Promise<ReadableStream<Uint8Array>> {
  const { viewer } = ctx;
  const scope = scopeOf(viewer);
  const { query, hidden } = await ctx.db.fast(scope, async (tx) => {
    const found = await resolveFilter(ctx, tx, filter);
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: 'all',
        vendorId: viewer.vendorScope === '*' ? null : viewer.vendorScope,
        action: 'exported',
        actor: viewer.actor,
        at: ctx.clock.now(),
      },
    ]);
    return { query: found, hidden: await readHiddenFields(tx) };
  });
  const seesMoney = can(viewer, 'read_finance');
  const columns = COLUMNS.filter(
    ({ hiddenBy, isEarnings }) =>
      (hiddenBy === undefined || !hidden.includes(hiddenBy)) && (isEarnings === undefined || seesMoney),
  );
  let after: Cursor | undefined;
  let ended = false;
  return streamCsv(
    columns.map((column) => column.name),
    async () => {
      if (ended) return undefined;
      const { orders, rows } = await ctx.db.fast(scope, async (tx) => {
        const found = await listVendorOrders(tx, query, { page: 1, after, limit: ORDERS_AT_ONCE });
        return { orders: found, rows: await readRows(tx, found, viewer.store.timezone) };
      });
      const last = orders.at(-1);
      after = last && { at: last.orderedAt, id: last.id };
      ended = orders.length < ORDERS_AT_ONCE;
      return rows.map((row) => columns.map((column) => column.cell(row)));
    },
  );
}

/** The rows of a reading: three questions for all its orders together. */
async function readRows(tx: SqlTx, orders: readonly ListedOrder[], timezone: string): Promise<Row[]> {
  if (orders.length === 0) return [];
  const keyOf = (vendorOrder: { orderId: bigint; vendorId: bigint }): string =>
    `${vendorOrder.orderId}/${vendorOrder.vendorId}`;
  const lines = new Map<string, exported.ExportedLine[]>();
  for (const line of await exported.listLinesOf(tx, orders)) {
    appendTo(lines, keyOf(line), line);
  }
  const fulfillments = new Map((await exported.listFulfillmentsOf(tx, orders)).map((one) => [keyOf(one), one]));
  const orderIds = [...new Set(orders.map((order) => order.orderId))];
  const buyers = new Map((await exported.listBuyersOf(tx, orderIds)).map((one) => [one.orderId, one]));
  return orders.flatMap((order) =>
    (lines.get(keyOf(order)) ?? [undefined]).map((line, index) => ({
      order,
      line,
      isFirst: index === 0,
      buyer: buyers.get(order.orderId),
      fulfillments: fulfillments.get(keyOf(order)),
      timezone,
    })),
  );
}
