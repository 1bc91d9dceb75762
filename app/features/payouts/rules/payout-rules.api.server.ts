import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { decideRaise } from './limit.service.server.ts';
import { decideRaiseEndpoint, readPayoutRulesEndpoint, savePayoutRulesEndpoint } from './payout-rules.contract.ts';
import { readRulesState, saveRules } from './payout-rules.service.server.ts';

export const payoutRulesApi: readonly Implementation[] = [
  implement(readPayoutRulesEndpoint, (ctx) => readRulesState(ctx)),
  implement(savePayoutRulesEndpoint, (ctx, { body }) => saveRules(ctx, body)),
  implement(decideRaiseEndpoint, (ctx, { body }) => decideRaise(ctx, body)),
];
