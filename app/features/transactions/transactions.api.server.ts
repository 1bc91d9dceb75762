import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './transactions.contract.ts';
import { listTransactions } from './transactions.service.server.ts';

export const transactionsApi: readonly Implementation[] = [
  implement(contract.listTransactions, (ctx, { query }) => listTransactions(ctx, query)),
];
