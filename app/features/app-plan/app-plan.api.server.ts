import { implement } from '#app/server/http/api.server.ts';
import { changeInstallationEndpoint, readInstallationEndpoint } from './app-plan.contract.ts';
import { changeInstallation, readInstallation } from './app-plan.service.server.ts';

export const installationApi = [
  implement(readInstallationEndpoint, (ctx) => readInstallation(ctx)),
  implement(changeInstallationEndpoint, (ctx, { body }) => changeInstallation(ctx, body)),
];
