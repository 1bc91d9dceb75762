import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { inviteEndpoint, listEndpoint, removeEndpoint, resetFactorEndpoint, setRoleEndpoint } from './team.contract.ts';
import { resetMemberFactor } from './second-factor-reset.service.server.ts';
import { inviteMember, readTeam, removeMember, setMemberRole } from './team.service.server.ts';

export const staffApi: readonly Implementation[] = [
  implement(listEndpoint, (ctx, { query }) => readTeam(ctx, query.vendor)),
  implement(inviteEndpoint, async (ctx, { body }) => ({ member: await inviteMember(ctx, body) })),
  implement(setRoleEndpoint, async (ctx, { params, body }) => ({ member: await setMemberRole(ctx, params.id, body) })),
  implement(removeEndpoint, (ctx, { params, body }) => removeMember(ctx, params.id, body)),
  implement(resetFactorEndpoint, (ctx, { params }) => resetMemberFactor(ctx, params.id)),
];
