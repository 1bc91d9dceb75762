import { AppError } from '#app/core/errors.ts';
import { csvHeaders } from '#app/server/csv.server.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { exportAdminReport, exportTransactions } from './export-transactions.service.server.ts';
import * as contract from './transactions.contract.ts';
import { listTransactions } from './transactions.service.server.ts';

export const transactionsApi: readonly Implementation[] = [
  implement(contract.listTransactions, (ctx, { query }) => listTransactions(ctx, query)),
  implement(
    contract.exportTransactions,
    async (ctx, { body }) =>
      new Reply('', { stream: await exportTransactions(ctx, body), headers: csvHeaders('transactions.csv') }),
  ),
  implement(contract.exportAdminReport, async (ctx, { params, body }) => {
    const report = contract.ADMIN_REPORTS.find((name) => name === params.report);
    if (!report) throw new AppError('not_found');
    return new Reply('', { stream: await exportAdminReport(ctx, report, body), headers: csvHeaders(`${report}.csv`) });
  }),
];
