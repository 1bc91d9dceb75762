import type { PayoutRulesState } from '#app/features/payouts/rules/payout-rules.contract.ts';
import { buildSecondAdmin } from '#tests/factories/people.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';

/** A higher limit that somebody else of the side's store asked for; returns the version of the rules. */
async function buildRaise(side: Side): Promise<number> {
  const requester = await buildSecondAdmin(side.store);
  const save = async (approveAbove: string | null) => {
    const { rules, version } = (await api(requester).get('/settings/payouts')).as<PayoutRulesState>();
    return (
      await api(requester).put('/settings/payouts', { rules: { ...rules, approveAbove }, version })
    ).as<PayoutRulesState>();
  };
  await save('999999');
  return (await save('1000000')).version;
}

export const probes = defineProbes([
  { endpoint: 'payoutRules.read', request: () => ({}) },
  {
    endpoint: 'payoutRules.save',
    request: async (side) => {
      const { rules, version } = (await api(side.admin).get('/settings/payouts')).as<PayoutRulesState>();
      return { body: { rules: { ...rules, holdingDays: 14 }, version } };
    },
  },
  {
    endpoint: 'payoutRules.decideRaise',
    request: async (side) => ({ body: { act: 'approve', version: await buildRaise(side) } }),
  },
]);
