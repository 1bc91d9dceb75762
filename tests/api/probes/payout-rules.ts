import type { PayoutRulesState } from '#app/features/payout-rules/payout-rules.contract.ts';
import { defineProbes } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';

export const probes = defineProbes([
  { endpoint: 'payoutRules.read', request: () => ({}) },
  {
    endpoint: 'payoutRules.save',
    request: async (side) => {
      const { rules, version } = (await api(side.admin).get('/settings/payouts')).as<PayoutRulesState>();
      return { body: { rules: { ...rules, holdingDays: 14 }, version } };
    },
  },
]);
