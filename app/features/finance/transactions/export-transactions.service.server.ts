import { appendTo } from '#app/core/append-to.ts';
import { storeTime } from '#app/core/calendar.ts';
import { formatAmount } from '#app/core/money/money.ts';
import type { Cursor } from '#app/core/paging.ts';
import { marketplaceScope, scopeOf, type Scope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv, type Cell } from '#app/server/csv.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listVendorsAfter, sumSales, type SalesRow } from './export-transactions.repo.server.ts';
import { stateOfRow } from './transaction.ts';
import type { AdminReport, TransactionFilterInput } from './transactions.contract.ts';
import * as repo from './transactions.repo.server.ts';
import { resolveFilter } from './transactions.service.server.ts';

/** Transactions of one reading, which are a row each. */
const ROWS_AT_ONCE = 200;
/** Vendors of one reading of the sales report; each has a row for each of its months. */
const VENDORS_AT_ONCE = 100;

type Row = { transaction: repo.TransactionRow; payouts: readonly repo.PayoutOfRow[]; timezone: string };
type Column = { name: string; cell: (row: Row) => Cell };

const amount = (minor: bigint, { currency }: Pick<repo.TransactionRow, 'currency'>): string =>
  formatAmount(minor, currency);

/** The columns of transactions, the same for vendors and admins; programs read them, so they stay English. */
const COLUMNS: readonly Column[] = [
  { name: 'order', cell: ({ transaction }) => transaction.orderName },
  { name: 'order_id', cell: ({ transaction }) => String(transaction.orderId) },
  { name: 'ordered_at', cell: ({ transaction, timezone }) => storeTime(transaction.orderedAt, timezone) },
  { name: 'vendor', cell: ({ transaction }) => transaction.vendor },
  { name: 'payment', cell: ({ transaction }) => transaction.payment },
  { name: 'fulfillment', cell: ({ transaction }) => transaction.fulfillment },
  { name: 'state', cell: ({ transaction }) => stateOfRow(transaction.payoutState) },
  { name: 'held', cell: ({ transaction }) => transaction.held ?? '' },
  { name: 'currency', cell: ({ transaction }) => transaction.currency },
  { name: 'gross', cell: ({ transaction }) => amount(transaction.grossMinor, transaction) },
  { name: 'commission', cell: ({ transaction }) => amount(transaction.commissionMinor, transaction) },
  { name: 'earnings', cell: ({ transaction }) => amount(transaction.payoutMinor, transaction) },
  { name: 'adjusted', cell: ({ transaction }) => amount(transaction.adjustedMinor, transaction) },
  { name: 'paid_out', cell: ({ transaction }) => amount(transaction.paidOutMinor, transaction) },
  { name: 'due', cell: ({ transaction: one }) => amount(one.postedMinor - one.paidOutMinor, one) },
  { name: 'payout_methods', cell: ({ payouts }) => payouts.map(({ method }) => method).join('; ') },
  { name: 'payout_states', cell: ({ payouts }) => payouts.map(({ state }) => state).join('; ') },
  {
    name: 'paid_at',
    cell: ({ payouts, timezone }) =>
      payouts.flatMap(({ paidAt }) => (paidAt ? [storeTime(paidAt, timezone)] : [])).join('; '),
  },
];

/**
 * The transactions of the viewer's scope that a filter finds as CSV, newest first, read some at a time while it is sent. That
 * somebody took it is noted. Another vendor's or an unknown name is not_found (404).
 */
export async function exportTransactions(ctx: Ctx, input: TransactionFilterInput): Promise<ReadableStream<Uint8Array>> {
  return streamTransactions(ctx, scopeOf(ctx.viewer), input, 'exported');
}

/** A report on the whole marketplace as CSV, for admins. That somebody took it is noted. An unknown vendor is not_found (404). */
export async function exportAdminReport(
  ctx: Ctx,
  report: AdminReport,
  input: TransactionFilterInput,
): Promise<ReadableStream<Uint8Array>> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  if (report === 'all-transactions') return streamTransactions(ctx, scope, input, report);
  return streamSales(ctx, scope, input, report);
}

async function streamTransactions(
  ctx: Ctx,
  scope: Scope,
  input: TransactionFilterInput,
  action: string,
): Promise<ReadableStream<Uint8Array>> {
  const filter = await startExport(ctx, scope, input, action);
  const { timezone } = ctx.viewer.store;
  let after: Cursor | undefined;
  let ended = false;
  return streamCsv(
    COLUMNS.map(({ name }) => name),
    async () => {
      if (ended) return undefined;
      const { rows, payouts } = await ctx.db.fast(scope, async (tx) => {
        const found = await repo.listTransactions(tx, filter, { limit: ROWS_AT_ONCE - 1, offset: 0, after });
        return { rows: found, payouts: await listPayouts(tx, found) };
      });
      const last = rows.at(-1);
      after = last && { at: last.orderedAt, id: last.id };
      ended = rows.length < ROWS_AT_ONCE;
      return rows.map((transaction) => {
        const row = { transaction, payouts: payouts.get(transaction.id) ?? [], timezone };
        return COLUMNS.map(({ cell }) => cell(row));
      });
    },
  );
}

async function listPayouts(
  tx: SqlTx,
  rows: readonly repo.TransactionRow[],
): Promise<Map<bigint, readonly repo.PayoutOfRow[]>> {
  const found = await repo.listPayouts(
    tx,
    rows.map(({ id }) => id),
  );
  const byOrder = new Map<bigint, repo.PayoutOfRow[]>();
  for (const one of found) appendTo(byOrder, one.vendorOrderId, one);
  return byOrder;
}

const SALES_COLUMNS = [
  'vendor',
  'month',
  'currency',
  'orders',
  'items',
  'gross',
  'commission',
  'earnings',
  'adjusted',
  'paid_out',
  'due',
] as const;

async function streamSales(
  ctx: Ctx,
  scope: Scope,
  input: TransactionFilterInput,
  action: string,
): Promise<ReadableStream<Uint8Array>> {
  const filter = await startExport(ctx, scope, input, action);
  const { timezone } = ctx.viewer.store;
  let after = 0n;
  let ended = false;
  return streamCsv(SALES_COLUMNS, async () => {
    if (ended) return undefined;
    return ctx.db.fast(scope, async (tx) => {
      const vendors = await listVendorsAfter(tx, { after, only: filter.vendorId, limit: VENDORS_AT_ONCE });
      after = vendors.at(-1)?.id ?? after;
      ended = vendors.length < VENDORS_AT_ONCE;
      const names = new Map(vendors.map(({ id, name }) => [id, name]));
      const sales = await sumSales(tx, filter, { vendorIds: [...names.keys()], timezone });
      return sales.map((row) => salesCells(row, names.get(row.vendorId) ?? ''));
    });
  });
}

function salesCells(row: SalesRow, vendor: string): Cell[] {
  const counts = [Number(row.orders), Number(row.items)];
  const sums = [
    row.grossMinor,
    row.commissionMinor,
    row.payoutMinor,
    row.adjustedMinor,
    row.paidOutMinor,
    row.dueMinor,
  ];
  return [vendor, row.month, row.currency, ...counts, ...sums.map((minor) => amount(minor, row))];
}

/** What an export begins with, in one unit of work: its filter as it is meant now, and the note of who took it. */
async function startExport(
  ctx: Ctx,
  scope: Scope,
  input: TransactionFilterInput,
  action: string,
): Promise<repo.TransactionFilter> {
  return ctx.db.fast(scope, async (tx) => {
    const filter = await resolveFilter(ctx, tx, input);
    await recordAudit(tx, [
      {
        subject: 'transaction',
        subjectId: 'all',
        vendorId: scope.vendor === '*' ? null : scope.vendor,
        action,
        actor: ctx.viewer.actor,
        at: ctx.clock.now(),
      },
    ]);
    return filter;
  });
}
