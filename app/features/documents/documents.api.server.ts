import { AppError } from '#app/core/errors.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { PRINTED_KINDS, type FileFormat } from '#app/features/printing/printed.ts';
import * as contract from './documents.contract.ts';
import { readBillingForm, saveBillingForm } from './billing.service.server.ts';
import { readSettingsForm, saveSettingsForm } from './document-settings.service.server.ts';
import { linkDocuments, openLink } from './link.service.server.ts';
import { fileOf, listDocuments, printDocuments, type DocumentLook, type Printed } from './print.service.server.ts';

/** The calls of documents; `look` is how the store's documents look. */
export const documentsApi = (look: DocumentLook): readonly Implementation[] => [
  implement(contract.listDocuments, (ctx, { params }) => listDocuments(ctx, params.orderId)),
  implement(contract.readDocument, async (ctx, { params, query }) => {
    const kind = PRINTED_KINDS.find((one) => one === params.document);
    if (!kind) throw new AppError('not_found');
    const { format, ...more } = query;
    return answer(ctx, await printDocuments(ctx, look, { kind, orders: [params.orderId], ...more }), format);
  }),
  implement(contract.readCreditNote, async (ctx, { params, query }) => {
    const { format, ...more } = query;
    const wish = { kind: 'invoice' as const, orders: [params.orderId], refund: params.refundId, ...more };
    return answer(ctx, await printDocuments(ctx, look, wish), format);
  }),
  implement(contract.printOrders, async (ctx, { body }) => {
    const { format, ...wish } = body;
    return answer(ctx, await printDocuments(ctx, look, wish), format);
  }),
  implement(contract.linkDocuments, (ctx, { body }) => linkDocuments(ctx, look, body)),
  implement(contract.openLink, async (ctx, { query }) => answer(ctx, await openLink(ctx, look, query.ticket), 'html')),
  implement(contract.readDocumentSettings, (ctx) => readSettingsForm(ctx)),
  implement(contract.saveDocumentSettings, (ctx, { body }) => saveSettingsForm(ctx, body)),
  implement(contract.readBilling, (ctx) => readBillingForm(ctx)),
  implement(contract.saveBilling, (ctx, { body }) => saveBillingForm(ctx, body)),
];

/** A printed page as it is, or as a PDF file. */
async function answer(ctx: Ctx, printed: Printed, format: FileFormat): Promise<Reply<string>> {
  const bytes = format === 'pdf' ? await ctx.adapters.pdf.print(printed.html) : Buffer.from(printed.html);
  const type = format === 'pdf' ? 'application/pdf' : 'text/html; charset=utf-8';
  return new Reply('', {
    stream: new Blob([new Uint8Array(bytes)]).stream(),
    headers: [
      ['content-type', type],
      ['content-length', String(bytes.length)],
      ['content-disposition', `inline; filename="${fileOf(printed, format)}"`],
      ['content-security-policy', POLICY],
      ['referrer-policy', 'no-referrer'],
      ['cache-control', 'no-store'],
    ],
  });
}

/**
 * A page to print is nobody's: no script whatever an admin wrote into its template, no origin, no form, no frame; styles of
 * its own, and pictures that are part of it.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
