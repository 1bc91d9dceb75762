import { stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import type { PartFacts } from '#app/features/orders/part-facts.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { InvoiceObstacle, SellerOfRecord } from '#app/features/printing/printed.ts';
import {
  formatNumber,
  inOrderOfCredit,
  yearIn,
  type DocumentBuyer,
  type IssuedContent,
  type IssuedKind,
  type Seller,
} from './document.ts';
import type { Billing, DocumentSettings } from './document-settings.ts';
import { readSettings } from './document-settings.service.server.ts';
import * as repo from './documents.repo.server.ts';
import { differenceOf, sheetAfter, type Sheet } from './sheet.ts';

export type { IssuedDocument } from './documents.repo.server.ts';

/** A refund that has a credit note, or can have one: what it took of the part. */
export type Credit = { refundId: string; refundedAt: string; sheet: Sheet; note: repo.IssuedDocument | undefined };

/** How a part stands with its documents. */
export type Standing = {
  part: PartFacts;
  sellerOfRecord: SellerOfRecord;
  invoice: repo.IssuedDocument | undefined;
  obstacle: InvoiceObstacle | null;
  credits: Credit[];
};

/** What was issued of parts and what can be, for a viewer who may know of these parts. Writes nothing. */
export async function readStandings(ctx: Ctx, parts: readonly PartFacts[]): Promise<Standing[]> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const settings = await readSettings(tx);
    const issued = await repo.listIssued(tx, idsOf(parts));
    return parts.map((part) => standingOf(ctx, part, settings, issued));
  });
}

/**
 * The invoices of parts, issued now where they were not yet: all of them or, where one cannot be had, none (409, with the
 * reason). Asking again, or at the same moment, yields the same documents.
 */
export async function issueInvoices(ctx: Ctx, parts: readonly PartFacts[]): Promise<repo.IssuedDocument[]> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const settings = await readSettings(tx);
    const billing = await repo.findBilling(tx, [...new Set(parts.map((part) => part.vendorId))]);
    const standings = await readHeld(ctx, tx, parts, settings, 'invoice');
    refuseObstacles(standings);
    const made: repo.IssuedDocument[] = [];
    for (const standing of standings) {
      const { part } = standing;
      made.push(
        standing.invoice ??
          (await issue(ctx, tx, settings, {
            part,
            kind: 'invoice',
            refundId: repo.NO_REFUND,
            issuer: issuerOf(part, settings.sellerOfRecord),
            seller: sellerOf(ctx, part, settings, billing.get(part.vendorId)?.details),
            buyer: buyerOf(part),
            content: invoiceContent(part),
          })),
      );
    }
    return made;
  });
}

/**
 * The credit note for a refund of an invoiced part, issued now where it was not yet, together with those of earlier refunds, so
 * that numbers follow time and each note takes off what its refund did. Undefined where the refund has none.
 */
export async function issueCreditNote(
  ctx: Ctx,
  part: PartFacts,
  refundId: bigint,
): Promise<repo.IssuedDocument | undefined> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const settings = await readSettings(tx);
    const issued = await repo.listIssued(tx, [part.orderId]);
    const standing = standingOf(ctx, part, settings, issued);
    if (standing.obstacle === 'marketplace_sells')
      throw stateRefuses('invoice_marketplace_sells', { orders: part.name });
    // A refund that is none of this part's leaves everything as it is, the notes of its own refunds too.
    if (!standing.credits.some((credit) => BigInt(credit.refundId) === refundId)) return undefined;
    const [held] = await readHeld(ctx, tx, [part], settings, 'credit_note');
    if (!held?.invoice) return undefined;
    const { invoice } = held;
    for (const credit of held.credits) {
      const note =
        credit.note ??
        (await issue(ctx, tx, settings, {
          part,
          kind: 'credit_note',
          refundId: BigInt(credit.refundId),
          // It takes back what the invoice said, so it comes from the same seller and goes to the same buyer.
          issuer: invoice.issuer,
          seller: invoice.seller,
          buyer: invoice.buyer,
          content: {
            ...invoice.content,
            sheet: credit.sheet,
            refundIds: [credit.refundId],
            refundedAt: credit.refundedAt,
            invoiceNumber: invoice.number,
          },
        }));
      if (BigInt(credit.refundId) === refundId) return note;
    }
    return undefined;
  });
}

type NewDocument = {
  part: PartFacts;
  kind: IssuedKind;
  refundId: bigint;
  issuer: bigint;
  seller: Seller;
  buyer: DocumentBuyer | null;
  content: IssuedContent;
};

/** Gives the next number and writes the document with it. The series is held already. */
async function issue(ctx: Ctx, tx: SqlTx, settings: DocumentSettings, o: NewDocument): Promise<repo.IssuedDocument> {
  const { part, kind, ...document } = o;
  const at = ctx.clock.now();
  const year = yearIn(at, ctx.viewer.store.timezone);
  const serial = (await repo.lockSeries(tx, { issuer: o.issuer, kind, year })) + 1;
  const prefix = kind === 'invoice' ? settings.prefixes.invoice : settings.prefixes.creditNote;
  const made: repo.IssuedDocument = {
    ...document,
    kind,
    orderId: part.orderId,
    vendorId: part.vendorId,
    year,
    serial,
    number: formatNumber(prefix, year, serial),
    issuedAt: at,
  };
  await repo.insertIssued(tx, made);
  await recordAudit(tx, [
    {
      subject: 'order',
      subjectId: String(part.orderId),
      // A number of the marketplace's is not for the vendor's eyes.
      vendorId: o.issuer === repo.MARKETPLACE ? null : part.vendorId,
      action: `document.${kind}.issued`,
      actor: ctx.viewer.actor,
      detail: { number: made.number },
      at,
    },
  ]);
  return made;
}

/**
 * How parts stand once their series are held, in one order of issuers for everybody. Only then is it read what was issued: two
 * who ask for the same document at once take turns here, and the second finds what the first one made.
 */
async function readHeld(
  ctx: Ctx,
  tx: SqlTx,
  parts: readonly PartFacts[],
  settings: DocumentSettings,
  kind: IssuedKind,
): Promise<Standing[]> {
  const year = yearIn(ctx.clock.now(), ctx.viewer.store.timezone);
  const before = await repo.listIssued(tx, idsOf(parts));
  const issuers = new Set(
    parts.flatMap((part) => {
      const invoice = before.find((one) => isOf(one, part) && one.kind === 'invoice');
      if (kind === 'invoice') return invoice ? [] : [issuerOf(part, settings.sellerOfRecord)];
      return invoice ? [invoice.issuer] : [];
    }),
  );
  for (const issuer of [...issuers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    await repo.lockSeries(tx, { issuer, kind, year });
  }
  const issued = await repo.listIssued(tx, idsOf(parts));
  return parts.map((part) => standingOf(ctx, part, settings, issued));
}

function standingOf(
  ctx: Ctx,
  part: PartFacts,
  settings: DocumentSettings,
  issued: readonly repo.IssuedDocument[],
): Standing {
  const own = issued.filter((one) => isOf(one, part));
  const invoice = own.find((one) => one.kind === 'invoice');
  const issuer = invoice?.issuer ?? issuerOf(part, settings.sellerOfRecord);
  const sellerOfRecord = issuer === repo.MARKETPLACE ? 'marketplace' : 'vendor';
  const isHidden = sellerOfRecord === 'marketplace' && ctx.viewer.vendorScope !== '*';
  return {
    part,
    sellerOfRecord,
    invoice: isHidden ? undefined : invoice,
    obstacle: isHidden ? 'marketplace_sells' : invoice ? null : obstacleOf(part),
    credits: isHidden || !invoice ? [] : creditsOf(part, invoice, own),
  };
}

/** The refunds after the invoice that took something of the part: those with a note first, then by time. */
function creditsOf(part: PartFacts, invoice: repo.IssuedDocument, own: readonly repo.IssuedDocument[]): Credit[] {
  const notes = own.filter((one) => one.kind === 'credit_note');
  const counted = new Set(invoice.content.refundIds);
  const credits: Credit[] = notes.map((note) => ({
    refundId: String(note.refundId),
    refundedAt: note.content.refundedAt ?? note.issuedAt.toISOString(),
    sheet: note.content.sheet,
    note,
  }));
  for (const { refundId } of credits) counted.add(refundId);
  const open = part.stored.known.refunds.filter((refund) => refund.refusal === null && !counted.has(refund.id));
  for (const refund of inOrderOfCredit(open)) {
    const before = sheetAfter(part.stored, String(part.vendorId), counted);
    counted.add(refund.id);
    const after = sheetAfter(part.stored, String(part.vendorId), counted);
    if (!before || !after) continue;
    const sheet = differenceOf(before, after);
    if (sheet.totalMinor === 0n && sheet.lines.length === 0) continue;
    const refundedAt = new Date(refund.createdAt).toISOString();
    credits.push({ refundId: refund.id, refundedAt, sheet, note: undefined });
  }
  return credits;
}

function obstacleOf(part: PartFacts): InvoiceObstacle | null {
  const { known } = part.stored;
  if (known.paid === null) return 'unpaid';
  if (known.latest.cancelledAt !== null) return 'nothing_left';
  const { lines } = invoiceContent(part).sheet;
  return lines.length === 0 ? 'nothing_left' : null;
}

function refuseObstacles(standings: readonly Standing[]): void {
  for (const obstacle of ['marketplace_sells', 'unpaid', 'nothing_left'] as const) {
    const names = [...new Set(standings.filter((one) => one.obstacle === obstacle).map((one) => one.part.name))];
    if (names.length > 0) throw stateRefuses(`invoice_${obstacle}`, { orders: names.join(', ') });
  }
}

function invoiceContent(part: PartFacts): IssuedContent {
  const refundIds = part.stored.known.refunds.map((refund) => refund.id);
  const sheet = sheetAfter(part.stored, String(part.vendorId), new Set(refundIds));
  if (!sheet) throw stateRefuses('invoice_nothing_left', { orders: part.name });
  return { orderName: part.name, orderedAt: part.orderedAt.toISOString(), sheet, refundIds };
}

function buyerOf({ buyer }: PartFacts): DocumentBuyer | null {
  if (!buyer || buyer.redacted) return null;
  const { name, email, phone, billingAddress, shippingAddress, note } = buyer;
  return { name, email, phone, billing: billingAddress, shipping: shippingAddress, note };
}

/** The marketplace with its address, or the vendor with its own; who has told none is called by the trade name. */
function sellerOf(ctx: Ctx, part: PartFacts, settings: DocumentSettings, billing: Billing | undefined): Seller {
  const isMarketplace = settings.sellerOfRecord === 'marketplace';
  const { name = '', address, zip, city, country, taxNumber } = (isMarketplace ? settings.marketplace : billing) ?? {};
  const trade = isMarketplace ? ctx.viewer.store.name : part.vendorName;
  return { trade, name, address, zip, city, country, taxNumber };
}

const issuerOf = (part: PartFacts, seller: SellerOfRecord): bigint =>
  seller === 'marketplace' ? repo.MARKETPLACE : part.vendorId;

const isOf = (one: repo.IssuedDocument, part: PartFacts): boolean =>
  one.orderId === part.orderId && one.vendorId === part.vendorId;

const idsOf = (parts: readonly PartFacts[]): bigint[] => [...new Set(parts.map((part) => part.orderId))];
