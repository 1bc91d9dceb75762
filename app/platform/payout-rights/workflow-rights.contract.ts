import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';

const mayDecideMoney = z.boolean().meta({
  description:
    'Whether workflows of the store’s Flow may hold and release payouts of vendors and set their commissions',
});

export const workflowRightsDto = z.object({ mayDecideMoney, version: z.number().int() }).meta({ id: 'WorkflowRights' });
export type WorkflowRightsDto = z.output<typeof workflowRightsDto>;

/** `version` is the one that was read; somebody else's later save is refused as a conflict. */
export const workflowRightsBody = z.strictObject({ mayDecideMoney, version: versionInput });

const PATH = '/settings/workflows';

export const readWorkflowRightsEndpoint = endpoint({
  name: 'workflowRights.read',
  method: 'GET',
  path: PATH,
  summary: 'Whether workflows of the store may decide about money',
  access: { kind: 'admin' },
  response: workflowRightsDto,
});

export const saveWorkflowRightsEndpoint = endpoint({
  name: 'workflowRights.save',
  method: 'PUT',
  path: PATH,
  summary:
    'Sets it over the version that was read: whoever builds workflows in the store’s admin then decides about money',
  access: { kind: 'admin' },
  body: workflowRightsBody,
  response: workflowRightsDto,
  errors: ['missing_permission', 'invalid_input', 'conflict'],
});
