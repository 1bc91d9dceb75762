import { AppError } from '#app/core/errors.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { PRINTED_KINDS, type FileFormat } from '#app/features/orders/printing/printed.ts';
import { replyPrinted } from '#app/server/http/file-reply.server.ts';
import * as contract from './documents.contract.ts';
import { readBillingForm, saveBillingForm } from './billing.service.server.ts';
import { readSettingsForm, saveSettingsForm } from './document-settings.service.server.ts';
import { linkDocuments, openLink } from './link.service.server.ts';
import { formatFileName } from './document.ts';
import type { DocumentLook, Printed } from './page.service.server.ts';
import { listDocuments, printDocuments } from './print.service.server.ts';

/** The calls of documents; `look` is how the store's documents look. */
export const documentsApi = (look: DocumentLook): readonly Implementation[] => [
  implement(contract.listDocumentsEndpoint, (ctx, { params }) => listDocuments(ctx, params.orderId)),
  implement(contract.readDocumentEndpoint, async (ctx, { params, query }) => {
    const kind = PRINTED_KINDS.find((one) => one === params.document);
    if (!kind) throw new AppError('not_found');
    const { format, ...more } = query;
    return answer(ctx, await printDocuments(ctx, look, { kind, orders: [params.orderId], ...more }), format);
  }),
  implement(contract.readCreditNoteEndpoint, async (ctx, { params, query }) => {
    const { format, ...more } = query;
    const request = { kind: 'invoice' as const, orders: [params.orderId], refund: params.refundId, ...more };
    return answer(ctx, await printDocuments(ctx, look, request), format);
  }),
  implement(contract.printOrdersEndpoint, async (ctx, { body }) => {
    const { format, ...request } = body;
    return answer(ctx, await printDocuments(ctx, look, request), format);
  }),
  implement(contract.linkDocumentsEndpoint, (ctx, { body }) => linkDocuments(ctx, look, body)),
  implement(contract.openLinkEndpoint, async (ctx, { query }) =>
    answer(ctx, await openLink(ctx, look, query.ticket), 'html'),
  ),
  implement(contract.readDocumentSettingsEndpoint, (ctx) => readSettingsForm(ctx)),
  implement(contract.saveDocumentSettingsEndpoint, (ctx, { body }) => saveSettingsForm(ctx, body)),
  implement(contract.readBillingEndpoint, (ctx) => readBillingForm(ctx)),
  implement(contract.saveBillingEndpoint, (ctx, { body }) => saveBillingForm(ctx, body)),
];

const answer = (ctx: Ctx, { html, name }: Printed, format: FileFormat) =>
  replyPrinted(ctx.adapters.pdf, { html, format, filename: formatFileName(name, format) });
