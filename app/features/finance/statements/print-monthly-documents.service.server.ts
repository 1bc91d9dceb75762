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
import { requestedVendor, type RequestedVendor } from './balances.service.server.ts';
import {
  draftStatement,
  issueMonthlyDocuments,
  type IssuedMonthlyDocument,
  type MonthlyDocumentVendor,
} from './issue-monthly-documents.service.server.ts';
import { requireStarted } from './months.service.server.ts';
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
  request: StatementRequest & { paper: MonthlyFamily; locale?: Locale | undefined },
): Promise<Printed> {
  const vendor = await requestedVendor(ctx, request.requestedVendor);
  const statement = await loadStatement(ctx, vendor, request);
  const pen = await takePen(ctx, request.locale);
  const { closed, says, currency } = statement;
  if (!says[request.paper] && statement.issued[request.paper] === undefined) throw stateRefuses('paper_nothing_posted');
  if (!closed && request.paper === 'invoice') throw stateRefuses('paper_month_open');
  if (!closed) {
    const parties = await draftStatement(ctx, vendor, statement);
    const { openingMinor, closingMinor, movements } = statement;
    const content = { openingMinor, closingMinor, sums: sumMovements(movements) };
    const source = {
      number: null,
      issuedAt: null,
      month: request.month,
      currency,
      ...parties,
      footer: pen.footers.statement,
    };
    const params = statementVariables(source, content, computeLines(movements, ctx.viewer.store.timezone), pen.format);
    return renderPage(ctx, look, pen.locale, [{ template: 'doc-vendor-statement', params }]);
  }
  const issued = await issueMonthlyDocuments(ctx, [vendor], request.month, request.paper);
  const monthlyDocument = issued.find((one) => one.currency === currency);
  if (!monthlyDocument) throw stateRefuses('paper_nothing_posted');
  return renderPage(ctx, look, pen.locale, [buildDocument(ctx, monthlyDocument, statement.movements, pen)]);
}

/**
 * The papers of a month of many vendors in one page, by name, issued on the way: of those named, or of all that have one.
 * A foreign vendor is not_found (404) for all; too many, or none at all, is invalid_state (409).
 */
export async function printMonthlyDocuments(
  ctx: Ctx,
  look: DocumentLook,
  request: {
    month: string;
    paper: MonthlyFamily;
    vendors?: readonly bigint[] | undefined;
    locale?: Locale | undefined;
  },
): Promise<Printed> {
  requireStarted(ctx, request.month);
  const vendors = await listVendors(ctx, request.vendors);
  const issued = await issueMonthlyDocuments(ctx, vendors, request.month, request.paper);
  if (issued.length === 0) throw stateRefuses(computeReason(ctx, request.month));
  if (issued.length > MAX_MONTHLY_DOCUMENTS) throw stateRefuses('papers_too_many', { limit: MAX_MONTHLY_DOCUMENTS });
  const pen = await takePen(ctx, request.locale);
  const order = new Map(vendors.map(({ id }, index) => [id, index]));
  const sorted = issued.sort((a, b) => (order.get(a.vendorId) ?? 0) - (order.get(b.vendorId) ?? 0));
  const documents: DocumentOfPage[] = [];
  for (const monthlyDocument of sorted) {
    const movements = request.paper === 'statement' ? await listMovements(ctx, monthlyDocument) : [];
    documents.push(buildDocument(ctx, monthlyDocument, movements, pen));
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
  const scope = { storeId: ctx.viewer.store.id, vendor: vendorId as RequestedVendor['id'] };
  return ctx.db.fast(scope, (tx) => readMonth(ctx, tx, { vendorId, month, currency }));
}

function buildDocument(
  ctx: Ctx,
  monthlyDocument: IssuedMonthlyDocument,
  movements: readonly Movement[],
  pen: Pen,
): DocumentOfPage {
  const source = {
    ...monthlyDocument,
    issuedAt: monthlyDocument.issuedAt.toISOString(),
    footer: pen.footers[monthlyDocument.family],
  };
  if (monthlyDocument.family === 'invoice') {
    const params = invoiceVariables(
      source,
      monthlyDocument.kind,
      monthlyDocument.content as InvoiceContent,
      pen.format,
    );
    return { template: 'doc-vendor-invoice', params };
  }
  const lines = computeLines(movements, ctx.viewer.store.timezone);
  const params = statementVariables(source, monthlyDocument.content as StatementContent, lines, pen.format);
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
