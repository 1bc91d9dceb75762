import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './onboarding.contract.ts';
import { changeChecklist, readChecklist } from './onboarding.service.server.ts';

export const onboardingApi: readonly Implementation[] = [
  implement(contract.readChecklist, (ctx) => readChecklist(ctx)),
  implement(contract.changeChecklist, (ctx, { body }) => changeChecklist(ctx, body)),
];
