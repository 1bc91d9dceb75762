import { monthRange, storeTime } from '#app/core/calendar.ts';
import { AppError } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, formatAmount, isCurrency, money, toDto, type Currency } from '#app/core/money/money.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { formatFileName } from '#app/features/documents/document.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv, type Cell } from '#app/server/csv.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { requestedVendor, type RequestedVendor } from './balances.service.server.ts';
import {
  billsEarnings,
  computeCurrencies,
  readFigures,
  requireStarted,
  toMonth,
  type MonthCtx,
  type MonthFigures,
} from './months.service.server.ts';
import { computeLines, computeOther, sumMovements, chooseType, type Movement, type StatementLine } from './movement.ts';
import type { MonthlyDocumentKey } from './monthly-document.ts';
import type { StatementDto } from './statements.contract.ts';
import * as repo from './statements.repo.server.ts';

/** A vendor's month with everything that moved it. */
export type Statement = MonthFigures & {
  movements: Movement[];
  currencies: Currency[];
  /** Discounts that the marketplace bore. */
  discountsBorneMinor: bigint;
};

/** Which month of which vendor in which currency: the store's own where none is named. */
export type StatementRequest = { month: string; requestedVendor?: string | undefined; currency?: string | undefined };

/** A vendor's month for a screen. A foreign vendor, or a month that has not begun, is not_found (404). */
export async function readStatement(ctx: Ctx, request: StatementRequest): Promise<StatementDto> {
  const vendor = await requestedVendor(ctx, request.requestedVendor);
  const statement = await loadStatement(ctx, vendor, request);
  const { closed, invoice, statement: monthlyDocument, opening, closing } = toMonth(statement);
  const toMoneyDto = (minor: bigint) => toDto(money(minor, statement.currency));
  const sums = sumMovements(statement.movements);
  return {
    vendor: vendor.name,
    month: request.month,
    currency: statement.currency,
    currencies: statement.currencies,
    closed,
    opening,
    sums: {
      sales: toMoneyDto(sums.salesMinor),
      refunds: toMoneyDto(sums.refundsMinor),
      commission: toMoneyDto(sums.commissionMinor),
      other: toMoneyDto(sums.otherMinor),
      payouts: toMoneyDto(sums.payoutsMinor),
      corrections: toMoneyDto(sums.correctionsMinor),
    },
    discountsBorne: toMoneyDto(statement.discountsBorneMinor),
    closing,
    statement: monthlyDocument,
    invoice,
    lines: computeLines(statement.movements, ctx.viewer.store.timezone).map((line) => toLine(line, statement.currency)),
  };
}

function toLine(line: StatementLine, currency: Currency): StatementDto['lines'][number] {
  const toMoneyDto = (minor: bigint) => toDto(money(minor, currency));
  return {
    at: line.at.toISOString(),
    type: line.type,
    count: line.count,
    orderId: line.orderId === null ? null : String(line.orderId),
    orderName: line.orderName,
    payoutId: line.payoutId === null ? null : String(line.payoutId),
    note: line.note,
    gross: toMoneyDto(line.grossMinor),
    commission: toMoneyDto(-line.commissionMinor),
    other: toMoneyDto(computeOther(line)),
    amount: toMoneyDto(line.amountMinor),
  };
}

/** A vendor's month with its movements, read with a scope that sees this vendor alone. */
export async function loadStatement(ctx: Ctx, vendor: RequestedVendor, request: StatementRequest): Promise<Statement> {
  requireStarted(ctx, request.month);
  return ctx.db.fast(vendor.scope, (tx) => readAll(ctx, tx, vendor, request));
}

async function readAll(ctx: Ctx, tx: SqlTx, vendor: RequestedVendor, request: StatementRequest): Promise<Statement> {
  const figures = await readFigures(ctx, tx, {
    vendorIds: [vendor.id],
    months: [request.month],
    billsEarnings: await billsEarnings(tx),
  });
  const currencies = computeCurrencies(
    ctx,
    figures.map((one) => one.currency),
  );
  const currency = requestedCurrency(request.currency, currencies);
  const movements = await readMonth(ctx, tx, { vendorId: vendor.id, month: request.month, currency });
  const month = figures.find((one) => one.currency === currency) ?? emptyMonth(vendor, request.month, currency);
  const closingMinor = month.openingMinor + sumMovements(movements).changeMinor;
  // While a month goes on, something may have been posted between the two readings; its movements are the later one.
  invariant(!month.closed || closingMinor === month.closingMinor, 'a month’s movements explain its balances');
  const range = monthRange(request.month, ctx.viewer.store.timezone);
  const discountSharesMinor = await repo.sumDiscountShares(tx, { vendorId: vendor.id, currency, ...range });
  return { ...month, closingMinor, movements, currencies, discountsBorneMinor: discountSharesMinor };
}

/** Everything that moved a vendor's balance in a month, oldest first. */
export async function readMonth(
  ctx: MonthCtx,
  tx: SqlTx,
  { vendorId, month, currency }: MonthlyDocumentKey,
): Promise<Movement[]> {
  const posted = await repo.listMovements(tx, { vendorId, currency, ...monthRange(month, ctx.viewer.store.timezone) });
  return posted.map((one) => ({
    type: chooseType(one),
    at: one.at,
    orderId: one.orderId,
    orderName: one.orderName,
    payoutId: one.payoutId,
    note: one.note,
    grossMinor: -one.receiptsMinor,
    commissionMinor: one.commissionMinor,
    amountMinor: one.amountMinor,
  }));
}

/** The store's own currency, or the one that is named; one in which the vendor has no money is not_found (404). */
function requestedCurrency(named: string | undefined, currencies: readonly Currency[]): Currency {
  const [first] = currencies;
  invariant(first, 'there is always a currency');
  if (named === undefined) return first;
  if (!isCurrency(named) || !currencies.includes(asCurrency(named))) throw new AppError('not_found');
  return asCurrency(named);
}

const emptyMonth = (vendor: RequestedVendor, month: string, currency: Currency): MonthFigures => ({
  vendorId: vendor.id,
  month,
  currency,
  closed: false,
  openingMinor: 0n,
  closingMinor: 0n,
  says: { statement: false, invoice: false },
  billed: { commissionMinor: 0n, shippingKeptMinor: 0n, earnedMinor: 0n },
  issued: {},
});

const HEAD = ['date', 'type', 'order', 'currency', 'gross', 'commission', 'other', 'amount', 'balance', 'note'];

/**
 * A vendor's month as a table: the opening balance, each movement with the balance after it, the closing balance. Names of
 * columns are English, as programs read them. Our numbers of payouts are left out: they count those of all vendors. That
 * somebody took it is noted.
 */
export async function exportStatement(
  ctx: Ctx,
  request: StatementRequest,
): Promise<{ stream: ReadableStream<Uint8Array>; name: string }> {
  const vendor = await requestedVendor(ctx, request.requestedVendor);
  const statement = await loadStatement(ctx, vendor, request);
  await ctx.db.fast(vendor.scope, (tx) =>
    recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(vendor.id),
        vendorId: vendor.id,
        action: 'vendor.statement.exported',
        actor: ctx.viewer.actor,
        detail: { month: request.month },
        at: ctx.clock.now(),
      },
    ]),
  );
  const rows = computeRows(ctx, statement);
  const left = [rows];
  return {
    stream: streamCsv(HEAD, () => Promise.resolve(left.pop())),
    name: formatFileName(`statement-${vendor.name}-${request.month}-${statement.currency}`, 'csv'),
  };
}

function computeRows(ctx: Ctx, statement: Statement): Cell[][] {
  const { currency, movements, openingMinor, closingMinor, month } = statement;
  const { from, to } = monthRange(month, ctx.viewer.store.timezone);
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  const edge = (type: string, at: Date, minor: bigint): Cell[] => [
    storeTime(at, ctx.viewer.store.timezone),
    type,
    '',
    currency,
    '',
    '',
    '',
    '',
    amount(minor),
    '',
  ];
  let balance = openingMinor;
  const lines = movements.map((one): Cell[] => {
    balance += one.amountMinor;
    return [
      storeTime(one.at, ctx.viewer.store.timezone),
      one.type,
      one.orderName ?? '',
      currency,
      amount(one.grossMinor),
      amount(-one.commissionMinor),
      amount(computeOther(one)),
      amount(one.amountMinor),
      amount(balance),
      one.note ?? '',
    ];
  });
  return [edge('opening', from, openingMinor), ...lines, edge('closing', to, closingMinor)];
}
