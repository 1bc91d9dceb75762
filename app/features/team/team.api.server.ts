import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { invite, list, remove, resetFactor, setRole } from './team.contract.ts';
import { resetMemberFactor } from './second-factor-reset.service.server.ts';
import { inviteMember, readTeam, removeMember, setMemberRole } from './team.service.server.ts';

export const staffApi: readonly Implementation[] = [
  implement(list, (ctx, { query }) => readTeam(ctx, query.vendor)),
  implement(invite, async (ctx, { body }) => ({ member: await inviteMember(ctx, body) })),
  implement(setRole, async (ctx, { params, body }) => ({ member: await setMemberRole(ctx, params.id, body) })),
  implement(remove, (ctx, { params, body }) => removeMember(ctx, params.id, body)),
  implement(resetFactor, (ctx, { params }) => resetMemberFactor(ctx, params.id)),
];
