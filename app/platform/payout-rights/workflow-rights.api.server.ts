import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readWorkflowRightsEndpoint, saveWorkflowRightsEndpoint } from './workflow-rights.contract.ts';
import { getWorkflowRights, saveWorkflowRights } from './workflow-rights.service.server.ts';

export const workflowRightsApi: readonly Implementation[] = [
  implement(readWorkflowRightsEndpoint, (ctx) => getWorkflowRights(ctx)),
  implement(saveWorkflowRightsEndpoint, (ctx, { body }) => saveWorkflowRights(ctx, body)),
];
