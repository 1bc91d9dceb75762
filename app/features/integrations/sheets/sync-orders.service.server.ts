import { storeTime } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import {
  listShippedTo,
  listSoldLines,
  type ShippedTo,
  type SoldLine,
} from '#app/features/orders/read-models/sold-lines.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { columnLetters, findColumn, LINE_COLUMN, plainHeader, toCellText, type SheetProblem } from './sheet.ts';
import * as repo from './sheets.repo.server.ts';

/** Lines of orders that a sheet gets at most from before: older ones are in the export. */
const MAX_LINES = 5_000;
const MAX_AGE_MS = 60 * DAY_MS;
/** Rows that are added at once. */
const AT_ONCE = 500;

type Written = { line: SoldLine; to: ShippedTo | undefined; timezone: string };

/** What each column of the tab says, by its plain header. */
const CELLS: Readonly<Record<string, (row: Written) => string>> = {
  lineid: ({ line }) => String(line.id),
  order: ({ line }) => line.orderName,
  orderedat: ({ line, timezone }) => storeTime(line.orderedAt, timezone),
  sku: ({ line }) => line.sku,
  title: ({ line }) => line.title,
  variant: ({ line }) => line.variantTitle,
  quantity: ({ line }) => String(line.quantity),
  unitprice: ({ line }) => formatAmount(line.unitPriceMinor, asCurrency(line.currency)),
  currency: ({ line }) => line.currency,
  shipto: ({ to }) => to?.address?.name ?? '',
  shipcompany: ({ to }) => to?.address?.company ?? '',
  shipstreet1: ({ to }) => to?.address?.street1 ?? '',
  shipstreet2: ({ to }) => to?.address?.street2 ?? '',
  shipcity: ({ to }) => to?.address?.city ?? '',
  shipstate: ({ to }) => to?.address?.state ?? '',
  shipzip: ({ to }) => to?.address?.zip ?? '',
  shipcountry: ({ to }) => to?.address?.country ?? '',
  customerphone: ({ to }) => to?.phone ?? '',
  note: ({ to }) => to?.note ?? '',
};

/**
 * Adds a row for each line of an order since the sheet was connected, once: what an answer that was lost has added is found by
 * the ids of lines in the sheet. Returns a problem where the tab has no column for those.
 */
export async function syncOrders(
  ctx: Ctx,
  connection: repo.StoredConnection,
  headers: readonly string[],
): Promise<SheetProblem | null> {
  const { vendorId, sheetId, locale } = connection;
  const scope = scopeOf(ctx.viewer);
  const column = findColumn(headers, LINE_COLUMN);
  if (column === undefined) return 'order_columns';
  const oldest = ctx.clock.now().getTime() - MAX_AGE_MS;
  const since = new Date(Math.max(connection.connectedAt.getTime(), oldest));
  const sold = await listSoldLines(ctx, { since, limit: MAX_LINES });
  const written = await ctx.db.fast(scope, (tx) =>
    repo.listWrittenLines(
      tx,
      vendorId,
      sold.map(({ id }) => id),
    ),
  );
  const open = sold.filter(({ id }) => !written.has(id));
  if (open.length === 0) return null;
  const letters = columnLetters(column);
  const [there = []] = await ctx.adapters.sheets.readValues(sheetId, [`Orders!${letters}1:${letters}`]);
  const ids = new Set(there.map(([cell]) => toCellText(cell, locale).trim()));
  const record = (lines: readonly SoldLine[]): Promise<void> =>
    ctx.db.fast(scope, (tx) =>
      repo.insertWrittenLines(tx, vendorId, { lineIds: lines.map(({ id }) => id), at: ctx.clock.now() }),
    );
  await record(open.filter(({ id }) => ids.has(String(id))));
  const added = open.filter(({ id }) => !ids.has(String(id)));
  for (let from = 0; from < added.length; from += AT_ONCE) {
    const chunk = added.slice(from, from + AT_ONCE);
    const to = await listShippedTo(ctx, [...new Set(chunk.map(({ orderId }) => orderId))]);
    const rows = chunk.map((line) => {
      const row = { line, to: to.get(line.orderId), timezone: ctx.viewer.store.timezone };
      return headers.map((header) => CELLS[plainHeader(header)]?.(row) ?? '');
    });
    await ctx.adapters.sheets.appendRows(sheetId, 'Orders', rows);
    await record(chunk);
  }
  return null;
}
