import type { WorkflowRightsDto } from '#app/platform/payout-rights/workflow-rights.contract.ts';
import { defineProbes } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';

export const probes = defineProbes([
  { endpoint: 'workflowRights.read', request: () => ({}) },
  {
    endpoint: 'workflowRights.save',
    request: async (side) => {
      const { mayDecideMoney, version } = (await api(side.admin).get('/settings/workflows')).as<WorkflowRightsDto>();
      return { body: { mayDecideMoney: !mayDecideMoney, version } };
    },
  },
]);
