import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { listAutomated, triggerAutomated } from './payout-runs.contract.ts';
import { listRuns, triggerRun } from './payout-runs.service.server.ts';

export const payoutRunsApi: readonly Implementation[] = [
  implement(triggerAutomated, (ctx) => triggerRun(ctx)),
  implement(listAutomated, (ctx) => listRuns(ctx)),
];
