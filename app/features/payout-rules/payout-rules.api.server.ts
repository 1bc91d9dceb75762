import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readPayoutRulesEndpoint, savePayoutRulesEndpoint } from './payout-rules.contract.ts';
import { readRulesState, saveRules } from './payout-rules.service.server.ts';

export const payoutRulesApi: readonly Implementation[] = [
  implement(readPayoutRulesEndpoint, (ctx) => readRulesState(ctx)),
  implement(savePayoutRulesEndpoint, (ctx, { body }) => saveRules(ctx, body)),
];
