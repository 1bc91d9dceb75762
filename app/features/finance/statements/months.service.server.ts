import { monthAfter, monthRange } from '#app/core/calendar.ts';
import { AppError } from '#app/core/errors.ts';
import { asCurrency, money, toDto, type Currency } from '#app/core/money/money.ts';
import { countPages, PAGE_SIZE } from '#app/core/paging.ts';
import { scopeOf, type Viewer } from '#app/core/viewer.ts';
import { readSettings } from '#app/features/documents/document-settings.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { balancesAt, todayIn } from './balance.ts';
import { requestedVendor } from './balances.service.server.ts';
import { INVOICE_KINDS, isClosed, computeObstacle, type BilledSums, type MonthlyFamily } from './monthly-document.ts';
import { readStatementSettings } from './statement-settings.service.server.ts';
import type { OverviewRowDto, StatementMonthDto } from './statements.contract.ts';
import * as repo from './statements.repo.server.ts';
import * as papers from './monthly-documents.repo.server.ts';

/** A vendor's month in one currency: balances at its ends, whether it is over, and which papers it has or can have. */
export type MonthFigures = {
  vendorId: bigint;
  month: string;
  currency: Currency;
  closed: boolean;
  openingMinor: bigint;
  closingMinor: bigint;
  /** Whether a statement, or an invoice, has anything to say. */
  says: Record<MonthlyFamily, boolean>;
  billed: BilledSums;
  issued: Partial<Record<MonthlyFamily, papers.IssuedMonthlyDocument>>;
};

/** What months are read with: the store's zone and the time. */
export type MonthCtx = Pick<Ctx, 'clock'> & { viewer: Pick<Viewer, 'store'> };

/** The month that runs now in the store's zone. */
export const runningMonth = (ctx: MonthCtx): string =>
  todayIn(ctx.clock.now(), ctx.viewer.store.timezone).slice(0, 'yyyy-mm'.length);

/** A month that has not begun is not_found (404). */
export function requireStarted(ctx: Ctx, month: string): void {
  if (month > runningMonth(ctx)) throw new AppError('not_found');
}

/** The figures of following months of vendors of the scope, by vendor, currency and month. `billsEarnings`: see `billsEarnings`. */
export async function readFigures(
  ctx: MonthCtx,
  tx: SqlTx,
  o: { vendorIds: readonly bigint[]; months: readonly string[]; billsEarnings: boolean },
): Promise<MonthFigures[]> {
  const { timezone } = ctx.viewer.store;
  const ranges = o.months.map((month) => ({ month, ...monthRange(month, timezone) }));
  const last = ranges.at(-1);
  if (!last || o.vendorIds.length === 0) return [];
  const bounds = [...ranges.map((range) => range.from), last.to];
  const posted = await repo.readPostedBetween(tx, bounds, o.vendorIds);
  const billed = new Map(
    (await repo.readBilledBetween(tx, bounds, o.vendorIds)).map((one) => [
      [one.vendorId, one.currency, one.bucket].join('|'),
      one,
    ]),
  );
  const issued = new Map(
    (await papers.listMonthlyDocuments(tx, o.vendorIds, o.months)).map((monthlyDocument) => [
      papers.buildKey(monthlyDocument),
      monthlyDocument,
    ]),
  );
  return posted.flatMap(({ vendorId, currency, nowMinor, sums, touched }) => {
    const balances = balancesAt(nowMinor, sums);
    return ranges.map(({ month, to }, index): MonthFigures => {
      const [openingMinor = 0n, closingMinor = 0n] = balances.slice(index);
      const sumsOfMonth = billed.get([vendorId, currency, index + 1].join('|')) ?? NOTHING_BILLED;
      const key = { vendorId, month, currency };
      const statement = issued.get(papers.buildKey({ ...key, family: 'statement' }));
      const invoice = issued.get(papers.buildKey({ ...key, family: 'invoice' }));
      return {
        ...key,
        closed: isClosed({ to }, ctx.clock.now()),
        openingMinor,
        closingMinor,
        says: {
          statement: touched.has(index + 1) || openingMinor !== 0n || sumsOfMonth !== NOTHING_BILLED,
          invoice: toBill(sumsOfMonth, o.billsEarnings) !== 0n,
        },
        billed: sumsOfMonth,
        issued: { ...(statement ? { statement } : {}), ...(invoice ? { invoice } : {}) },
      };
    });
  });
}

const NOTHING_BILLED: BilledSums = { commissionMinor: 0n, shippingKeptMinor: 0n, earnedMinor: 0n };

const toBill = (sums: BilledSums, earnings: boolean): bigint =>
  earnings ? sums.earnedMinor : sums.commissionMinor + sums.shippingKeptMinor;

/** Whether invoices of months are the vendors' own, which the marketplace writes: see the settings. */
export async function billsEarnings(tx: SqlTx): Promise<boolean> {
  const [documents, statements] = [await readSettings(tx), await readStatementSettings(tx)];
  return statements.selfBilling && documents.sellerOfRecord === 'marketplace';
}

/** Figures at the API. */
export function toMonth(one: MonthFigures): StatementMonthDto {
  const toMoneyDto = (minor: bigint) => toDto(money(minor, one.currency));
  const monthlyDocument = (family: MonthlyFamily) => {
    const number = one.issued[family]?.number ?? null;
    return { number, obstacle: number === null ? computeObstacle(one.closed, one.says[family]) : null };
  };
  return {
    month: one.month,
    currency: one.currency,
    closed: one.closed,
    opening: toMoneyDto(one.openingMinor),
    change: toMoneyDto(one.closingMinor - one.openingMinor),
    closing: toMoneyDto(one.closingMinor),
    statement: monthlyDocument('statement'),
    invoice: {
      ...monthlyDocument('invoice'),
      kind: INVOICE_KINDS.find((kind) => kind === one.issued.invoice?.kind) ?? null,
    },
  };
}

const MONTHS = 12;

export type MonthList = { vendor: string; year: number; years: number[]; months: StatementMonthDto[] };

/** A vendor's months of a year, or the newest twelve, newest first: from the first with money to the one that runs. */
export async function listMonths(
  ctx: Ctx,
  query: { year?: number | undefined; requestedVendor?: string | undefined },
): Promise<MonthList> {
  const vendor = await requestedVendor(ctx, query.requestedVendor);
  const running = runningMonth(ctx);
  const thisYear = Number(running.slice(0, 'yyyy'.length));
  const year = query.year ?? thisYear;
  return ctx.db.fast(vendor.scope, async (tx) => {
    const firstAt = await repo.findFirstAt(tx, vendor.id);
    const first = firstAt ? todayIn(firstAt, ctx.viewer.store.timezone).slice(0, 'yyyy-mm'.length) : running;
    const firstYear = Number(first.slice(0, 'yyyy'.length));
    // In January the year has nothing to show yet, and the month that just closed is what is looked for.
    const from = query.year === undefined ? monthAfter(running, 1 - MONTHS) : `${year}-01`;
    const months = Array.from({ length: MONTHS }, (_, index) => monthAfter(from, index)).filter(
      (month) => month >= first && month <= running,
    );
    const figures = await readFigures(ctx, tx, {
      vendorIds: [vendor.id],
      months,
      billsEarnings: await billsEarnings(tx),
    });
    return {
      vendor: vendor.name,
      year,
      years: Array.from({ length: thisYear - firstYear + 1 }, (_, index) => thisYear - index),
      months: figures.map(toMonth).sort((a, b) => b.month.localeCompare(a.month)),
    };
  });
}

export type Overview = { month: string; count: number; pageCount: number; vendors: OverviewRowDto[] };

/** The vendors of the view that ever had money, by name, with a month's figures. A month that has not begun is not_found (404). */
export async function readOverview(ctx: Ctx, month: string, page: number): Promise<Overview> {
  requireStarted(ctx, month);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const activeIn = monthRange(month, ctx.viewer.store.timezone);
    const rows = await repo.listVendorsWithMoney(tx, { activeIn, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
    const vendorIds = [...new Set(rows.map((row) => row.id))];
    const figures = await readFigures(ctx, tx, { vendorIds, months: [month], billsEarnings: await billsEarnings(tx) });
    const count = rows[0]?.found ?? (await repo.countVendorsWithMoney(tx, activeIn));
    return {
      month,
      count,
      pageCount: countPages(count),
      vendors: rows.flatMap(({ id, name, currency }) => {
        const found = figures.find((one) => one.vendorId === id && one.currency === currency);
        if (!found) return [];
        const { month: _, ...rest } = toMonth(found);
        return [{ ...rest, vendor: { id: String(id), name } }];
      }),
    };
  });
}

/** A vendor's currencies with money, the store's own first; the store's own where there is none yet. */
export function computeCurrencies(ctx: Ctx, found: readonly Currency[]): Currency[] {
  const own = asCurrency(ctx.viewer.store.currency);
  const others = [...new Set(found)].filter((one) => one !== own).sort();
  return found.includes(own) || found.length === 0 ? [own, ...others] : others;
}
