import { monthRange } from '#app/core/calendar.ts';
import { AppError, stateRefuses, type ReasonCode } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf, type Locale } from '#app/core/viewer.ts';
import { readSettings } from '#app/features/documents/document-settings.service.server.ts';
import {
  formatOf,
  renderPage,
  type DocumentLook,
  type DocumentOfPage,
  type Printed,
} from '#app/features/documents/page.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { formatMonth } from '#app/ui/time/format.ts';
import { askedVendor, type AskedVendor } from './balances.service.server.ts';
import {
  draftStatement,
  issueMonthlyDocuments,
  type IssuedMonthlyDocument,
  type MonthlyDocumentVendor,
} from './issue-monthly-documents.service.server.ts';
import { requireBegun } from './months.service.server.ts';
import { computeLines, sumMovements, type Movement } from './movement.ts';
import { isClosed, type InvoiceContent, type MonthlyFamily, type StatementContent } from './monthly-document.ts';
import { invoiceVariables, statementVariables, type MonthlyDocumentFormat } from './monthly-document-variables.ts';
import { readStatementSettings } from './statement-settings.service.server.ts';
import { loadStatement, readMonth, type StatementRequest } from './statement.service.server.ts';
import { MAX_MONTHLY_DOCUMENTS } from './statements.contract.ts';
import * as repo from './statements.repo.server.ts';

/** What is printed with: the language, how it writes, and what stands at the foot. */
type Pen = { locale: Locale; format: MonthlyDocumentFormat; footers: Record<MonthlyFamily, string> };

/**
 * One paper of a month, issued on the way. The statement of a month that goes on is provisional, without a number; what has
 * nothing to say, or an invoice whose month goes on, is invalid_state (409).
 */
export async function printMonthlyDocument(
  ctx: Ctx,
  look: DocumentLook,
  wish: StatementRequest & { paper: MonthlyFamily; locale?: Locale | undefined },
): Promise<Printed> {
  const vendor = await askedVendor(ctx, wish.requestedVendor);
  const statement = await loadStatement(ctx, vendor, wish);
  const pen = await takePen(ctx, wish.locale);
  const { closed, says, currency } = statement;
  if (!says[wish.paper] && statement.issued[wish.paper] === undefined) throw stateRefuses('paper_nothing_posted');
  if (!closed && wish.paper === 'invoice') throw stateRefuses('paper_month_open');
  if (!closed) {
    const parties = await draftStatement(ctx, vendor, statement);
    const { openingMinor, closingMinor, movements } = statement;
    const content = { openingMinor, closingMinor, sums: sumMovements(movements) };
    const source = {
      number: null,
      issuedAt: null,
      month: wish.month,
      currency,
      ...parties,
      footer: pen.footers.statement,
    };
    const params = statementVariables(source, content, computeLines(movements, ctx.viewer.store.timezone), pen.format);
    return renderPage(ctx, look, pen.locale, [{ template: 'doc-vendor-statement', params }]);
  }
  const issued = await issueMonthlyDocuments(ctx, [vendor], wish.month, wish.paper);
  const paper = issued.find((one) => one.currency === currency);
  if (!paper) throw stateRefuses('paper_nothing_posted');
  return renderPage(ctx, look, pen.locale, [buildDocument(ctx, paper, statement.movements, pen)]);
}

/**
 * The papers of a month of many vendors in one page, by name, issued on the way: of those named, or of all that have one.
 * A foreign vendor is not_found (404) for all; too many, or none at all, is invalid_state (409).
 */
export async function printMonthlyDocuments(
  ctx: Ctx,
  look: DocumentLook,
  wish: { month: string; paper: MonthlyFamily; vendors?: readonly bigint[] | undefined; locale?: Locale | undefined },
): Promise<Printed> {
  requireBegun(ctx, wish.month);
  const vendors = await listVendors(ctx, wish.vendors);
  const issued = await issueMonthlyDocuments(ctx, vendors, wish.month, wish.paper);
  if (issued.length === 0) throw stateRefuses(computeReason(ctx, wish.month));
  if (issued.length > MAX_MONTHLY_DOCUMENTS) throw stateRefuses('papers_too_many', { limit: MAX_MONTHLY_DOCUMENTS });
  const pen = await takePen(ctx, wish.locale);
  const order = new Map(vendors.map(({ id }, index) => [id, index]));
  const sorted = issued.sort((a, b) => (order.get(a.vendorId) ?? 0) - (order.get(b.vendorId) ?? 0));
  const documents: DocumentOfPage[] = [];
  for (const paper of sorted) {
    const movements = wish.paper === 'statement' ? await listMovements(ctx, paper) : [];
    documents.push(buildDocument(ctx, paper, movements, pen));
  }
  return renderPage(ctx, look, pen.locale, documents);
}

/** Why nobody has such a paper: a month that goes on has none of anybody. */
function computeReason(ctx: Ctx, month: string): ReasonCode {
  const range = monthRange(month, ctx.viewer.store.timezone);
  return isClosed(range, ctx.clock.now()) ? 'paper_nothing_posted' : 'paper_month_open';
}

/** The named vendors of the view, or all with money, by name. More than one file may hold is invalid_state (409). */
async function listVendors(ctx: Ctx, ids: readonly bigint[] | undefined): Promise<MonthlyDocumentVendor[]> {
  const rows = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.listVendorsWithMoney(tx, { ids, limit: MAX_MONTHLY_DOCUMENTS + 1, offset: 0 }),
  );
  const vendors = [...new Map(rows.map(({ id, name }) => [id, { id, name }])).values()];
  if (ids?.some((id) => !vendors.some((vendor) => vendor.id === id))) throw new AppError('not_found');
  if (vendors.length > MAX_MONTHLY_DOCUMENTS) throw stateRefuses('papers_too_many', { limit: MAX_MONTHLY_DOCUMENTS });
  return vendors;
}

async function listMovements(ctx: Ctx, { vendorId, month, currency }: IssuedMonthlyDocument): Promise<Movement[]> {
  const scope = { storeId: ctx.viewer.store.id, vendor: vendorId as AskedVendor['id'] };
  return ctx.db.fast(scope, (tx) => readMonth(ctx, tx, { vendorId, month, currency }));
}

function buildDocument(
  ctx: Ctx,
  paper: IssuedMonthlyDocument,
  movements: readonly Movement[],
  pen: Pen,
): DocumentOfPage {
  const source = { ...paper, issuedAt: paper.issuedAt.toISOString(), footer: pen.footers[paper.family] };
  if (paper.family === 'invoice') {
    const params = invoiceVariables(source, paper.kind, paper.content as InvoiceContent, pen.format);
    return { template: 'doc-vendor-invoice', params };
  }
  const lines = computeLines(movements, ctx.viewer.store.timezone);
  const params = statementVariables(source, paper.content as StatementContent, lines, pen.format);
  return { template: 'doc-vendor-statement', params };
}

async function takePen(ctx: Ctx, wished: Locale | undefined): Promise<Pen> {
  const locale = wished ?? ctx.viewer.locale;
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => ({
    locale,
    format: { ...formatOf(ctx, locale), month: (month) => formatMonth(month, locale) },
    footers: {
      statement: (await readStatementSettings(tx)).footer,
      invoice: (await readSettings(tx)).footers.vendorInvoices,
    },
  }));
}
