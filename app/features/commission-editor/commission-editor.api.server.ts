import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './what-if.contract.ts';
import { compareFlags } from './finance-config.service.server.ts';
import { compareLists } from './what-if.service.server.ts';

export const commissionEditorApi: readonly Implementation[] = [
  implement(contract.whatIf, (ctx, { body }) => compareLists(ctx, body)),
  implement(contract.flagsWhatIf, (ctx, { body }) => compareFlags(ctx, body)),
];
