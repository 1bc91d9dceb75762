import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { listAutomatedEndpoint, triggerAutomatedEndpoint } from './payout-runs.contract.ts';
import { listRuns, triggerRun } from './payout-runs.service.server.ts';

export const payoutRunsApi: readonly Implementation[] = [
  implement(triggerAutomatedEndpoint, (ctx) => triggerRun(ctx)),
  implement(listAutomatedEndpoint, (ctx) => listRuns(ctx)),
];
