import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './what-if.contract.ts';
import { compareFlags } from './finance-config.service.server.ts';
import { compareLists } from './what-if.service.server.ts';

export const commissionEditorApi: readonly Implementation[] = [
  implement(contract.whatIfEndpoint, (ctx, { body }) => compareLists(ctx, body)),
  implement(contract.flagsWhatIfEndpoint, (ctx, { body }) => compareFlags(ctx, body)),
];
