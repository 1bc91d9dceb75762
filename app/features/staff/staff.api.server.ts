import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { invite, list, remove, setRole } from './staff.contract.ts';
import { inviteMember, readTeam, removeMember, setMemberRole } from './staff.service.server.ts';

export const staffApi: readonly Implementation[] = [
  implement(list, (ctx, { query }) => readTeam(ctx, query.vendor)),
  implement(invite, async (ctx, { body }) => ({ member: await inviteMember(ctx, body) })),
  implement(setRole, async (ctx, { params, body }) => ({ member: await setMemberRole(ctx, params.id, body) })),
  implement(remove, (ctx, { params }) => removeMember(ctx, params.id)),
];
