import { AppError, stateRefuses } from '#app/core/errors.ts';
import { money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope, scopeOf, type Locale } from '#app/core/viewer.ts';
import {
  readVendorOrderFacts,
  type VendorOrderFacts,
} from '#app/features/orders/read-models/vendor-order-facts.service.server.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { CorrectionKind, PrintedKind } from '#app/features/orders/printing/printed.ts';
import { isRefund } from './corrections.ts';
import type { IssuedKind } from './document.ts';
import type { OrderDocumentsDto } from './documents.contract.ts';
import { readSettings } from './document-settings.service.server.ts';
import { issueCreditNote, issueInvoices, listDocumentStatuses, type IssuedDocument } from './issue.service.server.ts';
import { formatOf, renderPage, type DocumentLook, type DocumentOfPage, type Printed } from './page.service.server.ts';
import { sheetAfter } from './invoice-amounts.ts';
import {
  creditNoteVariables,
  invoiceVariables,
  slipVariables,
  type DocumentFormat,
  type SlipLine,
} from './variables.ts';

/** What is to be printed: parts of orders, all that the viewer may know or one vendor's, or the credit note of a refund. */
export type PrintRequest = {
  kind: PrintedKind;
  orders: readonly bigint[];
  refund?: bigint | undefined;
  vendor?: string | undefined;
  locale?: Locale | undefined;
};

/** What can be printed of an order, by part. An order without a part in the scope is not_found (404). */
export async function listDocuments(ctx: Ctx, orderId: bigint): Promise<OrderDocumentsDto> {
  const statuses = await listDocumentStatuses(ctx, await readVendorOrderFacts(ctx, [orderId]));
  return {
    parts: statuses.map(({ part: vendorOrder, sellerOfRecord, invoice, obstacle, credits }) => ({
      vendor: { id: String(vendorOrder.vendorId), name: vendorOrder.vendorName },
      sellerOfRecord,
      slip: linesToPack(vendorOrder).length > 0,
      invoice: invoice
        ? {
            number: invoice.number,
            issuedAt: invoice.issuedAt.toISOString(),
            total: toDto(money(invoice.content.sheet.totalMinor, invoice.content.sheet.currency)),
          }
        : null,
      obstacle,
      creditNotes: credits.map(({ id, kind, at, sheet, note }) => ({
        refundId: String(id),
        kind: correctionKind(id, kind),
        number: note?.number ?? null,
        refundedAt: at,
        total: toDto(money(sheet.totalMinor, sheet.currency)),
      })),
    })),
  };
}

/**
 * Prints what is wished as one page, and issues on the way what was not issued yet. A foreign order among many is not_found
 * (404) for all; what cannot be had is invalid_state (409), and nothing is issued then.
 */
export async function printDocuments(ctx: Ctx, look: DocumentLook, request: PrintRequest): Promise<Printed> {
  const vendorId = await findVendor(ctx, request.vendor);
  const vendorOrders = await readVendorOrderFacts(ctx, request.orders, { vendorId });
  const locale = request.locale ?? ctx.viewer.locale;
  const format = formatOf(ctx, locale);
  const settings = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => readSettings(tx));
  const account = (vendorOrder: VendorOrderFacts, issued: IssuedDocument) => ({
    ...issued,
    issuedAt: issued.issuedAt.toISOString(),
    hidden: vendorOrder.hidden,
    footer: settings.footers.customerInvoices,
  });
  let documents: DocumentOfPage[];
  if (request.refund !== undefined) {
    documents = await listCreditNotes(ctx, vendorOrders, request.refund, (vendorOrder, note) =>
      note.kind === 'invoice'
        ? { template: 'doc-customer-invoice' as const, params: invoiceVariables(account(vendorOrder, note), format) }
        : { template: 'doc-credit-note' as const, params: creditNoteVariables(account(vendorOrder, note), format) },
    );
  } else if (request.kind === 'invoice') {
    const invoices = await issueInvoices(ctx, vendorOrders);
    documents = vendorOrders.flatMap((vendorOrder, index) => {
      const issued = invoices[index];
      return issued
        ? [
            {
              template: 'doc-customer-invoice' as const,
              params: invoiceVariables(account(vendorOrder, issued), format),
            },
          ]
        : [];
    });
  } else {
    refuseEmpty(vendorOrders);
    documents = vendorOrders.map((vendorOrder) => ({
      template: 'doc-packing-slip',
      params: computeSlip(vendorOrder, format),
    }));
  }
  return renderPage(ctx, look, locale, documents);
}

const correctionKind = (id: bigint, kind: IssuedKind): CorrectionKind =>
  kind === 'invoice' ? 'added' : isRefund(id) ? 'refund' : 'edit';

/** A correction's id is each part's own, so it is asked for of one vendor (409): a refund's is the whole order's. */
async function listCreditNotes<Document>(
  ctx: Ctx,
  vendorOrders: readonly VendorOrderFacts[],
  refund: bigint,
  toDocument: (vendorOrder: VendorOrderFacts, note: IssuedDocument) => Document,
): Promise<Document[]> {
  if (!isRefund(refund) && vendorOrders.length > 1) throw stateRefuses('one_vendor_at_a_time');
  const documents: Document[] = [];
  for (const vendorOrder of vendorOrders) {
    const note = await issueCreditNote(ctx, vendorOrder, refund);
    if (note) documents.push(toDocument(vendorOrder, note));
  }
  if (documents.length === 0) throw new AppError('not_found');
  return documents;
}

/** What is left of a part and has to go into the box, gift cards and the like included. */
function linesToPack(vendorOrder: VendorOrderFacts): SlipLine[] {
  const { stored, vendorId } = vendorOrder;
  if (stored.known.latest.cancelledAt !== null) return [];
  const refunds = new Set(stored.known.refunds.map((refund) => refund.id));
  const sheet = sheetAfter(stored, String(vendorId), refunds);
  return (sheet?.lines ?? []).flatMap(({ id, title, variant, sku, quantity }) => {
    if (quantity <= 0) return [];
    const { properties, sellingPlan } = vendorOrder.lines.get(id) ?? {};
    return [{ title, variant, sku, quantity, properties: properties ?? [], sellingPlan: sellingPlan ?? null }];
  });
}

function computeSlip(vendorOrder: VendorOrderFacts, format: DocumentFormat): object {
  const { buyer } = vendorOrder;
  return slipVariables(
    {
      orderName: vendorOrder.name,
      orderedAt: vendorOrder.orderedAt.toISOString(),
      vendorName: vendorOrder.vendorName,
      buyer:
        !buyer || buyer.redacted
          ? null
          : {
              name: buyer.name,
              email: null,
              phone: null,
              billing: null,
              shipping: buyer.shippingAddress,
              note: buyer.note,
            },
      lines: linesToPack(vendorOrder),
      fulfillments: vendorOrder.fulfillments,
    },
    format,
  );
}

/** Refuses (409) slips of parts of which nothing is left, by their orders' names. */
function refuseEmpty(vendorOrders: readonly VendorOrderFacts[]): void {
  const empty = new Set(
    vendorOrders.filter((vendorOrder) => linesToPack(vendorOrder).length === 0).map((vendorOrder) => vendorOrder.name),
  );
  if (empty.size > 0) throw stateRefuses('slip_nothing_left', { orders: [...empty].join(', ') });
}

/** The vendor that the marketplace view names. Who acts for a vendor may name that one only; another is not_found (404). */
async function findVendor(ctx: Ctx, name: string | undefined): Promise<bigint | undefined> {
  if (name === undefined) return undefined;
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => (await resolvePastVendor(tx, name)).id);
}
