import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './onboarding.contract.ts';
import { changeChecklist, readChecklist } from './onboarding.service.server.ts';

export const onboardingApi: readonly Implementation[] = [
  implement(contract.readChecklistEndpoint, (ctx) => readChecklist(ctx)),
  implement(contract.changeChecklistEndpoint, (ctx, { body }) => changeChecklist(ctx, body)),
];
