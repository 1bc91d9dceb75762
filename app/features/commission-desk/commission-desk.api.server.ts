import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './what-if.contract.ts';
import { compareLists } from './what-if.service.server.ts';

export const commissionDeskApi: readonly Implementation[] = [
  implement(contract.whatIf, (ctx, { body }) => compareLists(ctx, body)),
];
