import { AppError } from '#app/core/errors.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { replyCsv } from '#app/server/http/file-reply.server.ts';
import { exportAdminReport, exportTransactions } from './export-transactions.service.server.ts';
import * as contract from './transactions.contract.ts';
import { answerTransactions } from './transactions.service.server.ts';

export const transactionsApi: readonly Implementation[] = [
  implement(contract.listTransactionsEndpoint, (ctx, { query }) => answerTransactions(ctx, query)),
  implement(contract.exportTransactionsEndpoint, async (ctx, { body }) =>
    replyCsv(await exportTransactions(ctx, body), 'transactions.csv'),
  ),
  implement(contract.exportAdminReportEndpoint, async (ctx, { params, body }) => {
    const report = contract.ADMIN_REPORTS.find((name) => name === params.report);
    if (!report) throw new AppError('not_found');
    return replyCsv(await exportAdminReport(ctx, report, body), `${report}.csv`);
  }),
];
