import { AppError } from '#app/core/errors.ts';
import { formatFileName } from '#app/features/documents/document.ts';
import type { DocumentLook, Printed } from '#app/features/documents/page.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { replyCsv, replyPrinted } from '#app/server/http/file-reply.server.ts';
import { readBalances } from './balances.service.server.ts';
import { listMonths, readOverview } from './months.service.server.ts';
import { MONTHLY_FAMILIES } from './monthly-document.ts';
import { linkMonthlyDocuments, openMonthlyDocuments } from './monthly-documents-link.service.server.ts';
import { printMonthlyDocument, printMonthlyDocuments } from './print-monthly-documents.service.server.ts';
import { readSettingsForm, saveSettingsForm } from './statement-settings.service.server.ts';
import { exportStatement, readStatement } from './statement.service.server.ts';
import * as contract from './statements.contract.ts';

/** The calls of statements; `look` is how the store's documents look. */
export const statementsApi = (look: DocumentLook): readonly Implementation[] => [
  implement(contract.readBalancesEndpoint, (ctx, { query }) => readBalances(ctx, query)),
  implement(contract.listMonthsEndpoint, (ctx, { query }) => listMonths(ctx, query)),
  implement(contract.readStatementEndpoint, (ctx, { params, query }) => readStatement(ctx, { ...params, ...query })),
  implement(contract.readMonthlyDocumentEndpoint, async (ctx, { params, query }) => {
    const monthlyDocument = MONTHLY_FAMILIES.find((one) => one === params.paper);
    const { format, ...more } = query;
    const request = { ...more, month: params.month };
    if (!monthlyDocument || (format === 'csv' && monthlyDocument !== 'statement')) throw new AppError('not_found');
    if (format === 'csv') {
      const { stream, name } = await exportStatement(ctx, request);
      return replyCsv(stream, name);
    }
    return answer(ctx, await printMonthlyDocument(ctx, look, { ...request, paper: monthlyDocument }), format);
  }),
  implement(contract.printMonthlyDocumentsEndpoint, async (ctx, { body: { format, ...request } }) =>
    answer(ctx, await printMonthlyDocuments(ctx, look, request), format),
  ),
  implement(contract.linkMonthlyDocumentsEndpoint, (ctx, { body }) => linkMonthlyDocuments(ctx, look, body)),
  implement(contract.openMonthlyDocumentsEndpoint, async (ctx, { query }) =>
    answer(ctx, await openMonthlyDocuments(ctx, look, query.ticket), 'html'),
  ),
  implement(contract.readOverviewEndpoint, (ctx, { params, query }) => readOverview(ctx, params.month, query.page)),
  implement(contract.readStatementSettingsEndpoint, (ctx) => readSettingsForm(ctx)),
  implement(contract.saveStatementSettingsEndpoint, (ctx, { body }) => saveSettingsForm(ctx, body)),
];

const answer = (ctx: Ctx, { html, name }: Printed, format: 'html' | 'pdf') =>
  replyPrinted(ctx.adapters.pdf, { html, format, filename: formatFileName(name, format) });
