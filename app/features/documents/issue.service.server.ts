import { stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { lockBuyers } from '#app/features/orders/printing/lock-buyers.service.server.ts';
import {
  rereadVendorOrders,
  type VendorOrderFacts,
} from '#app/features/orders/read-models/vendor-order-facts.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { InvoiceObstacle, SellerOfRecord } from '#app/features/orders/printing/printed.ts';
import { isRefund, openCorrections, type Correction } from './corrections.ts';
import {
  formatNumber,
  ISSUED_KINDS,
  yearIn,
  type DocumentBuyer,
  type IssuedContent,
  type IssuedKind,
  type Seller,
} from './document.ts';
import { assertNotOnHold } from '#app/platform/hold/hold.service.server.ts';
import type { Billing, DocumentSettings } from './document-settings.ts';
import { readSettings } from './document-settings.service.server.ts';
import * as repo from './documents.repo.server.ts';
import { sheetAfter } from './invoice-amounts.ts';

export type { IssuedDocument } from './documents.repo.server.ts';

/** A change after the invoice that has its document, or can have one: what it took of the part, or added to it. */
export type Credit = Correction & { note: repo.IssuedDocument | undefined };

/** How a part stands with its documents. */
export type DocumentStatus = {
  part: VendorOrderFacts;
  sellerOfRecord: SellerOfRecord;
  invoice: repo.IssuedDocument | undefined;
  obstacle: InvoiceObstacle | null;
  credits: Credit[];
};

/** What was issued of parts and what can be, for a viewer who may know of these parts. Writes nothing. */
export async function listDocumentStatuses(
  ctx: Ctx,
  vendorOrders: readonly VendorOrderFacts[],
): Promise<DocumentStatus[]> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const settings = await readSettings(tx);
    const issued = await repo.listIssued(tx, toIds(vendorOrders));
    return vendorOrders.map((vendorOrder) => buildDocumentStatus(ctx, vendorOrder, settings, issued));
  });
}

/**
 * The invoices of parts, issued now where they were not yet: all of them or, where one cannot be had, none (409, with the
 * reason). Asking again, or at the same moment, yields the same documents.
 */
export async function issueInvoices(
  ctx: Ctx,
  vendorOrders: readonly VendorOrderFacts[],
): Promise<repo.IssuedDocument[]> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const settings = await readSettings(tx);
    // The parts were read before; a redaction since then wins, and one from now on waits for what is written here.
    const buyers = await lockBuyers(tx, toIds(vendorOrders));
    const billing = await repo.findBilling(tx, [...new Set(vendorOrders.map((vendorOrder) => vendorOrder.vendorId))]);
    const statuses = await readLocked(ctx, tx, vendorOrders, settings, 'invoice');
    refuseObstacles(statuses);
    const made: repo.IssuedDocument[] = [];
    for (const documentStatus of statuses) {
      const { part: vendorOrder } = documentStatus;
      made.push(
        documentStatus.invoice ??
          (await issue(ctx, tx, settings, {
            part: vendorOrder,
            kind: 'invoice',
            refundId: repo.NO_REFUND,
            issuer: computeIssuer(vendorOrder, settings.sellerOfRecord),
            seller: buildSeller(ctx, vendorOrder, settings, billing.get(vendorOrder.vendorId)?.details),
            buyer: toBuyer(buyers.get(vendorOrder.orderId)),
            content: invoiceContent(vendorOrder),
          })),
      );
    }
    return made;
  });
}

/**
 * The credit note for a refund or a correction of an invoiced part, issued now where it was not yet, together with those
 * before it, so that numbers follow time and each takes off what its change did. What was added gets an additional invoice.
 * Undefined where there is no such change.
 */
export async function issueCreditNote(
  ctx: Ctx,
  vendorOrder: VendorOrderFacts,
  id: bigint,
): Promise<repo.IssuedDocument | undefined> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const settings = await readSettings(tx);
    const issued = await repo.listIssued(tx, [vendorOrder.orderId]);
    const documentStatus = buildDocumentStatus(ctx, vendorOrder, settings, issued);
    if (documentStatus.obstacle === 'marketplace_sells')
      throw stateRefuses('invoice_marketplace_sells', { orders: vendorOrder.name });
    // A refund that is none of this part's leaves everything as it is, the notes of its own refunds too.
    if (!documentStatus.credits.some((credit) => credit.id === id)) return undefined;
    await lockBuyers(tx, [vendorOrder.orderId]);
    const [locked] = await readLocked(ctx, tx, [vendorOrder], settings, 'credit_note');
    if (!locked?.invoice) return undefined;
    const { invoice } = locked;
    for (const credit of locked.credits) {
      const note = credit.note ?? (await issue(ctx, tx, settings, buildCorrection(vendorOrder, invoice, credit)));
      if (credit.id === id) return note;
    }
    return undefined;
  });
}

/** It corrects what the invoice said, so it comes from the same seller and goes to the same buyer. */
function buildCorrection(
  vendorOrder: VendorOrderFacts,
  invoice: repo.IssuedDocument,
  { id, kind, at, sheet }: Credit,
): NewDocument {
  const { issuer, seller, buyer, content, number } = invoice;
  const refundIds = isRefund(id) ? [String(id)] : [];
  return {
    part: vendorOrder,
    kind,
    refundId: id,
    issuer,
    seller,
    buyer,
    content: { ...content, sheet, refundIds, refundedAt: at, invoiceNumber: number },
  };
}

type NewDocument = {
  part: VendorOrderFacts;
  kind: IssuedKind;
  refundId: bigint;
  issuer: bigint;
  seller: Seller;
  buyer: DocumentBuyer | null;
  content: IssuedContent;
};

/** Gives the next number and writes the document with it. The series is held already. */
async function issue(ctx: Ctx, tx: SqlTx, settings: DocumentSettings, o: NewDocument): Promise<repo.IssuedDocument> {
  const { part: vendorOrder, kind, ...document } = o;
  // After a restore the next number may have been given before.
  await assertNotOnHold(tx);
  const at = ctx.clock.now();
  const year = yearIn(at, ctx.viewer.store.timezone);
  const serial = (await repo.lockSeries(tx, { issuer: o.issuer, kind, year })) + 1;
  const prefix = kind === 'invoice' ? settings.prefixes.invoice : settings.prefixes.creditNote;
  const made: repo.IssuedDocument = {
    ...document,
    kind,
    orderId: vendorOrder.orderId,
    vendorId: vendorOrder.vendorId,
    year,
    serial,
    number: formatNumber(prefix, year, serial),
    issuedAt: at,
  };
  await repo.insertIssued(tx, made);
  await recordAudit(tx, [
    {
      subject: 'order',
      subjectId: String(vendorOrder.orderId),
      // A number of the marketplace's is not for the vendor's eyes.
      vendorId: o.issuer === repo.MARKETPLACE ? null : vendorOrder.vendorId,
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
async function readLocked(
  ctx: Ctx,
  tx: SqlTx,
  vendorOrders: readonly VendorOrderFacts[],
  settings: DocumentSettings,
  kind: IssuedKind,
): Promise<DocumentStatus[]> {
  const year = yearIn(ctx.clock.now(), ctx.viewer.store.timezone);
  const before = await repo.listIssued(tx, toIds(vendorOrders));
  const issuers = new Set(
    vendorOrders.flatMap((vendorOrder) => {
      const invoice = before.find((one) => isOf(one, vendorOrder) && one.refundId === repo.NO_REFUND);
      if (kind === 'invoice') return invoice ? [] : [computeIssuer(vendorOrder, settings.sellerOfRecord)];
      return invoice ? [invoice.issuer] : [];
    }),
  );
  // A correction may turn out to be an additional invoice, so both series are held for it, in the order of their kinds.
  const kinds = kind === 'invoice' ? [kind] : ISSUED_KINDS;
  for (const issuer of [...issuers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    for (const locked of kinds) await repo.lockSeries(tx, { issuer, kind: locked, year });
  }
  const issued = await repo.listIssued(tx, toIds(vendorOrders));
  // Of the orders, too, only what is known now counts: an older state would take back what another one has just corrected.
  const current = await rereadVendorOrders(tx, vendorOrders);
  return current.map((vendorOrder) => buildDocumentStatus(ctx, vendorOrder, settings, issued));
}

function buildDocumentStatus(
  ctx: Ctx,
  vendorOrder: VendorOrderFacts,
  settings: DocumentSettings,
  issued: readonly repo.IssuedDocument[],
): DocumentStatus {
  const own = issued.filter((one) => isOf(one, vendorOrder));
  const invoice = own.find((one) => one.refundId === repo.NO_REFUND);
  const issuer = invoice?.issuer ?? computeIssuer(vendorOrder, settings.sellerOfRecord);
  const sellerOfRecord = issuer === repo.MARKETPLACE ? 'marketplace' : 'vendor';
  const isHidden = sellerOfRecord === 'marketplace' && ctx.viewer.vendorScope !== '*';
  return {
    part: vendorOrder,
    sellerOfRecord,
    invoice: isHidden ? undefined : invoice,
    obstacle: isHidden ? 'marketplace_sells' : invoice ? null : toObstacle(vendorOrder),
    credits: isHidden || !invoice ? [] : computeCredits(vendorOrder, invoice, own, ctx.clock.now()),
  };
}

/** What corrects the invoice: what was issued first, then what can be, in its order. */
function computeCredits(
  vendorOrder: VendorOrderFacts,
  invoice: repo.IssuedDocument,
  own: readonly repo.IssuedDocument[],
  now: Date,
): Credit[] {
  const notes = own.filter((one) => one.refundId !== repo.NO_REFUND);
  const issued = notes.map((note) => ({ id: note.refundId, kind: note.kind, sheet: note.content.sheet }));
  const open = openCorrections(vendorOrder.stored, String(vendorOrder.vendorId), invoice.content, issued, now);
  return [
    ...notes.map((note): Credit => ({
      id: note.refundId,
      kind: note.kind,
      at: note.content.refundedAt ?? note.issuedAt.toISOString(),
      sheet: note.content.sheet,
      note,
    })),
    ...open.map((correction): Credit => ({ ...correction, note: undefined })),
  ];
}

function toObstacle(vendorOrder: VendorOrderFacts): InvoiceObstacle | null {
  const { known } = vendorOrder.stored;
  if (known.paid === null) return 'unpaid';
  if (known.latest.cancelledAt !== null) return 'nothing_left';
  const { lines } = invoiceContent(vendorOrder).sheet;
  return lines.length === 0 ? 'nothing_left' : null;
}

function refuseObstacles(statuses: readonly DocumentStatus[]): void {
  for (const obstacle of ['marketplace_sells', 'unpaid', 'nothing_left'] as const) {
    const names = [...new Set(statuses.filter((one) => one.obstacle === obstacle).map((one) => one.part.name))];
    if (names.length > 0) throw stateRefuses(`invoice_${obstacle}`, { orders: names.join(', ') });
  }
}

function invoiceContent(vendorOrder: VendorOrderFacts): IssuedContent {
  const refundIds = vendorOrder.stored.known.refunds.map((refund) => refund.id);
  const sheet = sheetAfter(vendorOrder.stored, String(vendorOrder.vendorId), new Set(refundIds));
  if (!sheet) throw stateRefuses('invoice_nothing_left', { orders: vendorOrder.name });
  return { orderName: vendorOrder.name, orderedAt: vendorOrder.orderedAt.toISOString(), sheet, refundIds };
}

function toBuyer(buyer: VendorOrderFacts['buyer']): DocumentBuyer | null {
  if (!buyer || buyer.redacted) return null;
  const { name, email, phone, billingAddress, shippingAddress, note } = buyer;
  return { name, email, phone, billing: billingAddress, shipping: shippingAddress, note };
}

/** The marketplace with its address, or the vendor with its own; who has told none is called by the trade name. */
function buildSeller(
  ctx: Ctx,
  vendorOrder: VendorOrderFacts,
  settings: DocumentSettings,
  billing: Billing | undefined,
): Seller {
  const isMarketplace = settings.sellerOfRecord === 'marketplace';
  const { name = '', address, zip, city, country, taxNumber } = (isMarketplace ? settings.marketplace : billing) ?? {};
  const trade = isMarketplace ? ctx.viewer.store.name : vendorOrder.vendorName;
  return { trade, name, address, zip, city, country, taxNumber };
}

const computeIssuer = (vendorOrder: VendorOrderFacts, seller: SellerOfRecord): bigint =>
  seller === 'marketplace' ? repo.MARKETPLACE : vendorOrder.vendorId;

const isOf = (one: repo.IssuedDocument, vendorOrder: VendorOrderFacts): boolean =>
  one.orderId === vendorOrder.orderId && one.vendorId === vendorOrder.vendorId;

const toIds = (vendorOrders: readonly VendorOrderFacts[]): bigint[] => [
  ...new Set(vendorOrders.map((vendorOrder) => vendorOrder.orderId)),
];
