import { monthRange } from '#app/core/calendar.ts';
import { marketplaceScope, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readBillings } from '#app/features/documents/billing.service.server.ts';
import { readSettings } from '#app/features/documents/document-settings.service.server.ts';
import { NO_BILLING, type Billing, type DocumentSettings } from '#app/features/documents/document-settings.ts';
import { formatNumber, yearIn } from '#app/features/documents/document.ts';
import type { LedgerAccount } from '#app/platform/ledger/ledger.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { todayIn } from './balance.ts';
import { readFigures, type MonthFigures } from './months.service.server.ts';
import { sumMovements } from './movement.ts';
import {
  buildInvoice,
  INVOICE_KINDS,
  isCredit,
  isSelfBilled,
  buildPrefix,
  type InvoiceContent,
  type MonthlyFamily,
  type MonthlyDocumentKind,
  type Party,
} from './monthly-document.ts';
import { readStatementSettings } from './statement-settings.service.server.ts';
import type { StatementSettings } from './statement-settings.ts';
import { readMonth } from './statement.service.server.ts';
import * as repo from './statements.repo.server.ts';
import * as papers from './monthly-documents.repo.server.ts';

export type { IssuedMonthlyDocument } from './monthly-documents.repo.server.ts';

/** Who issues, in which store, and when: a person who wants a paper, or the program once a month is over. */
export type IssueCtx = Pick<Ctx, 'db' | 'clock'> & { viewer: Pick<Viewer, 'store' | 'actor'> };

/** A vendor whose papers are wanted. */
export type MonthlyDocumentVendor = { id: bigint; name: string };

/** What papers are written with: the settings of the moment in which they are issued, and who everybody is. */
type IssueContext = {
  settings: StatementSettings;
  documents: DocumentSettings;
  billsEarnings: boolean;
  billings: Map<bigint, Billing>;
};

/**
 * The papers of a month of vendors, issued now where they were not yet and can be, by vendor and currency; what is missing has
 * nothing to say or waits for the end of its month. Asking again, or at the same moment, yields the same papers.
 */
export async function issueMonthlyDocuments(
  ctx: IssueCtx,
  vendors: readonly MonthlyDocumentVendor[],
  month: string,
  family: MonthlyFamily,
): Promise<papers.IssuedMonthlyDocument[]> {
  const vendorIds = vendors.map((vendor) => vendor.id);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const context = await openIssueContext(tx, vendorIds);
    const wanted = { vendorIds, months: [month], billsEarnings: context.billsEarnings };
    const before = await readFigures(ctx, tx, wanted);
    const open = before.filter((one) => isToIssue(one, family));
    if (open.length === 0) return computeIssued(before, family);
    await holdSeries(ctx, tx, open, family);
    // Who waited for the series finds what the other one issued meanwhile.
    const figures = await readFigures(ctx, tx, wanted);
    for (const one of figures) {
      const vendor = vendors.find(({ id }) => id === one.vendorId);
      if (!vendor || !isToIssue(one, family)) continue;
      const monthlyDocument =
        family === 'statement'
          ? await issueStatement(ctx, tx, context, vendor, one)
          : await issueInvoice(ctx, tx, context, vendor, one);
      if (monthlyDocument) one.issued[family] = await issue(ctx, tx, family, one, monthlyDocument);
    }
    return computeIssued(figures, family);
  });
}

const isToIssue = (one: MonthFigures, family: MonthlyFamily): boolean =>
  one.closed && one.says[family] && one.issued[family] === undefined;

const computeIssued = (figures: readonly MonthFigures[], family: MonthlyFamily): papers.IssuedMonthlyDocument[] =>
  figures.flatMap((one) => one.issued[family] ?? []);

async function openIssueContext(tx: SqlTx, vendorIds: readonly bigint[]): Promise<IssueContext> {
  const [settings, documents] = [await readStatementSettings(tx), await readSettings(tx)];
  const billsEarnings = settings.selfBilling && documents.sellerOfRecord === 'marketplace';
  return { settings, documents, billsEarnings, billings: await readBillings(tx, vendorIds) };
}

/** Takes the series of a family of these vendors, in one order for everybody. */
async function holdSeries(
  ctx: IssueCtx,
  tx: SqlTx,
  months: readonly MonthFigures[],
  family: MonthlyFamily,
): Promise<void> {
  const ids = [...new Set(months.map((one) => one.vendorId))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  for (const vendorId of ids) await papers.lockSeries(tx, { vendorId, kinds: toKinds(family), year: yearNow(ctx) });
}

const toKinds = (family: MonthlyFamily): readonly MonthlyDocumentKind[] =>
  family === 'statement' ? ['statement'] : INVOICE_KINDS;
const yearNow = (ctx: IssueCtx): number => yearIn(ctx.clock.now(), ctx.viewer.store.timezone);

type NewMonthlyDocument = Pick<papers.IssuedMonthlyDocument, 'kind' | 'issuer' | 'recipient' | 'content'>;

/** What a statement of a month says; also of one that goes on, which gets no number. */
export async function draftStatement(
  ctx: IssueCtx,
  vendor: MonthlyDocumentVendor,
  figures: MonthFigures,
): Promise<{ issuer: Party; recipient: Party }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const context = await openIssueContext(tx, [figures.vendorId]);
    return { issuer: buildMarketplace(ctx, context), recipient: buildParty(context, vendor) };
  });
}

async function issueStatement(
  ctx: IssueCtx,
  tx: SqlTx,
  context: IssueContext,
  vendor: MonthlyDocumentVendor,
  { openingMinor, closingMinor, month, currency }: MonthFigures,
): Promise<NewMonthlyDocument> {
  const movements = await readMonth(ctx, tx, { vendorId: vendor.id, month, currency });
  return {
    kind: 'statement',
    issuer: buildMarketplace(ctx, context),
    recipient: buildParty(context, vendor),
    content: { openingMinor, closingMinor, sums: sumMovements(movements) },
  };
}

async function issueInvoice(
  ctx: IssueCtx,
  tx: SqlTx,
  context: IssueContext,
  vendor: MonthlyDocumentVendor,
  figures: MonthFigures,
): Promise<NewMonthlyDocument | undefined> {
  const own = buildParty(context, vendor);
  const marketplace = buildMarketplace(ctx, context);
  const built = buildInvoice(figures.billed, {
    settings: context.settings,
    marketplaceSells: context.documents.sellerOfRecord === 'marketplace',
    marketplace,
    vendor: { ...own, isCompany: context.billings.get(vendor.id)?.kind !== 'person' },
  });
  if (!built) return undefined;
  const { kind, content } = built;
  const corrects = isCredit(kind) ? await correctedBy(ctx, tx, figures, kind) : [];
  const [issuer, recipient] = isSelfBilled(kind) ? [own, marketplace] : [marketplace, own];
  return { kind, issuer, recipient, content: { ...content, corrects } };
}

/** The months, with their invoices' numbers, that had billed what this month takes back. */
async function correctedBy(
  ctx: IssueCtx,
  tx: SqlTx,
  { vendorId, currency, month }: MonthFigures,
  kind: MonthlyDocumentKind,
): Promise<InvoiceContent['corrects']> {
  const { timezone } = ctx.viewer.store;
  const accounts: LedgerAccount[] = isSelfBilled(kind) ? ['vendor_payable'] : ['commission', 'shipping_kept'];
  const times = await repo.listCreditedTimes(tx, { vendorId, currency, accounts, ...monthRange(month, timezone) });
  const months = [...new Set(times.map((at) => todayIn(at, timezone).slice(0, 'yyyy-mm'.length)))];
  const issued = await papers.listMonthlyDocuments(tx, [vendorId], months);
  return months.map((one) => {
    const invoice = issued.find(
      (monthlyDocument) =>
        monthlyDocument.month === one && monthlyDocument.currency === currency && monthlyDocument.family === 'invoice',
    );
    return { month: one, number: invoice?.number ?? null };
  });
}

/** Gives the next number and writes the paper with it. The series is held already. */
async function issue(
  ctx: IssueCtx,
  tx: SqlTx,
  family: MonthlyFamily,
  { vendorId, month, currency }: MonthFigures,
  monthlyDocument: NewMonthlyDocument,
): Promise<papers.IssuedMonthlyDocument> {
  const at = ctx.clock.now();
  const year = yearNow(ctx);
  const serial =
    ((await papers.lockSeries(tx, { vendorId, kinds: [monthlyDocument.kind], year })).get(monthlyDocument.kind) ?? 0) +
    1;
  const number = formatNumber(buildPrefix(monthlyDocument.kind, vendorId), year, serial);
  const made = { ...monthlyDocument, vendorId, month, currency, family, year, serial, number, issuedAt: at };
  await papers.insertMonthlyDocument(tx, made);
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: 'vendor.paper.issued',
      actor: ctx.viewer.actor,
      detail: { number, month },
      at,
    },
  ]);
  return made;
}

function buildMarketplace(ctx: IssueCtx, { documents }: IssueContext): Party {
  return { trade: ctx.viewer.store.name, ...documents.marketplace };
}

function buildParty({ billings }: IssueContext, vendor: MonthlyDocumentVendor): Party {
  const { kind: _, ...details } = billings.get(vendor.id) ?? NO_BILLING;
  return { trade: vendor.name, ...details };
}
