import { AppError, stateRefuses, managersOnly } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { can, scopeOf, VENDOR_PERMISSIONS, type Permission } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { listWithSecondFactor } from '#app/platform/identity/auth/second-factor.service.server.ts';
import { keepOrigin } from '#app/platform/identity/users/origin.service.server.ts';
import {
  findVendorOfPerson,
  removePerson,
  setRole,
} from '#app/platform/identity/users/vendor-members.service.server.ts';
import { inviteUser, listUsers } from '#app/platform/identity/users/users.service.server.ts';
import { endMade, handOverMade, listMade } from '#app/features/integrations/made/made.service.server.ts';
import type { VendorRef } from '#app/platform/vendors/vendor.ts';
import { requireVendor, resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { MemberDto } from './team.contract.ts';
import { permissionsFor, MAX_TEAM, type StaffRole } from './team.ts';

/** Refuses (403) everybody but those who lead a vendor and the marketplace's admins: staff changes nobody's rights. */
export function requireLead(ctx: Ctx): void {
  const { viewer } = ctx;
  if (!can(viewer, 'switch_vendor') && viewer.actor.role !== 'manager') {
    throw managersOnly();
  }
}

/** The vendor that is meant: the named one of the scope, else the one that the viewer acts for. Throws not_found (404). */
async function findVendor(ctx: Ctx, tx: SqlTx, name: string | undefined): Promise<VendorRef> {
  if (name !== undefined) return resolveVendor(tx, name);
  if (ctx.viewer.vendorScope === '*') throw new AppError('not_found');
  return requireVendor(tx, ctx.viewer.vendorScope);
}

/** The people of a vendor, those who came first on top. */
export async function readTeam(ctx: Ctx, name: string | undefined): Promise<{ vendor: string; members: MemberDto[] }> {
  requireLead(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendor = await findVendor(ctx, tx, name);
    return { vendor: vendor.name, members: await listMembers(ctx, tx, vendor.id) };
  });
}

type Invite = {
  email: string;
  name: string;
  role: StaffRole;
  permissions: readonly Permission[];
  vendor?: string | undefined;
};

/** Invites a person by mail. Inviting somebody of the same vendor again sends a new link and sets what they may. */
export async function inviteMember(ctx: Ctx, input: Invite): Promise<MemberDto> {
  requireLead(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendor = await findVendor(ctx, tx, input.vendor);
    const { email, name, role } = input;
    const permissions = permissionsFor(role, input.permissions);
    await refuseMany(tx, vendor.id, email);
    const { userId } = await inviteUser(ctx, tx, { vendorId: vendor.id, email, name, role, permissions });
    await setRole(tx, { vendorId: vendor.id, userId, role, permissions });
    await keepOrigin(tx, userId, { by: ctx.viewer.actor, isAdmin: ctx.viewer.isAdmin, at: ctx.clock.now() });
    await recordMember(tx, ctx, vendor.id, { userId, action: 'user.invited', detail: { role, permissions } });
    return requireMember(ctx, tx, vendor.id, userId);
  });
}

/** Refuses (409) one more person than a team may have; who is in it already may be invited again. */
async function refuseMany(tx: SqlTx, vendorId: bigint, email: string): Promise<void> {
  const open = (await listUsers(tx, vendorId)).filter((person) => person.disabledAt === null);
  if (open.length < MAX_TEAM || open.some((person) => person.email === email)) return;
  throw stateRefuses('team_full', { people: MAX_TEAM });
}

/** Sets what a person may, from their next request on. Nobody changes their own rights. */
export async function setMemberRole(
  ctx: Ctx,
  userId: bigint,
  input: { role: StaffRole; permissions: readonly Permission[] },
): Promise<MemberDto> {
  requireLead(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendorId = await vendorOfPerson(tx, userId);
    refuseSelf(ctx, userId);
    const permissions = permissionsFor(input.role, input.permissions);
    const { before } = await setRole(tx, { vendorId, userId, role: input.role, permissions });
    if (input.role === 'manager' && before.role !== 'manager')
      await keepOrigin(tx, userId, { by: ctx.viewer.actor, isAdmin: ctx.viewer.isAdmin, at: ctx.clock.now() });
    await recordMember(tx, ctx, vendorId, {
      userId,
      action: 'user.role.saved',
      detail: { role: [before.role, input.role], permissions: [before.permissions, permissions] },
    });
    return requireMember(ctx, tx, vendorId, userId);
  });
}

/**
 * Takes a person out of a vendor. What acts in their name (keys, the spreadsheet, the own store) is handed over to a manager of the
 * vendor, or else ends with them. Throws not_found (404), invalid_state (409) for oneself, for the last manager, and for a hand-over
 * to nobody who leads the vendor.
 */
export async function removeMember(
  ctx: Ctx,
  userId: bigint,
  { handOverTo }: { handOverTo?: bigint | undefined } = {},
): Promise<{ ok: true }> {
  requireLead(ctx);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendorId = await vendorOfPerson(tx, userId);
    refuseSelf(ctx, userId);
    const at = ctx.clock.now();
    // Before the account is closed: what has no maker is the first manager's, who may be the one that goes.
    if (handOverTo === undefined) await endMade(ctx, tx, { vendorId, userId, at });
    else {
      await requireManager(tx, { vendorId, userId: handOverTo, but: userId });
      await handOverMade(ctx, tx, { vendorId, userId, to: handOverTo, at });
    }
    const { before } = await removePerson(tx, { vendorId, userId, at });
    await recordMember(tx, ctx, vendorId, { userId, action: 'user.removed', detail: { role: before.role } });
    return { ok: true };
  });
}

/** Throws invalid_state (409) unless somebody else leads the vendor. */
async function requireManager(tx: SqlTx, o: { vendorId: bigint; userId: bigint; but: bigint }): Promise<void> {
  const [person] = await listUsers(tx, o.vendorId, o.userId);
  const leads = person?.role === 'manager' && person.disabledAt === null && o.userId !== o.but;
  if (!leads) throw stateRefuses('hand_over_to_manager');
}

async function vendorOfPerson(tx: SqlTx, userId: bigint): Promise<bigint> {
  const vendorId = await findVendorOfPerson(tx, userId);
  if (vendorId === undefined) throw new AppError('not_found');
  return vendorId;
}

/** Refuses (409) what nobody does to their own account here. */
export function refuseSelf(ctx: Ctx, userId: bigint): void {
  const { actor } = ctx.viewer;
  if (actor.kind === 'person' && actor.id === String(userId)) throw stateRefuses('own_account');
}

async function listMembers(ctx: Ctx, tx: SqlTx, vendorId: bigint, only?: bigint): Promise<MemberDto[]> {
  const people = await listUsers(tx, vendorId, only);
  const { actor } = ctx.viewer;
  const guarded = await listWithSecondFactor(
    tx,
    people.map((person) => person.id),
  );
  const made = await listMade(tx, vendorId, ctx.clock.now());
  return people
    .filter((person) => person.disabledAt === null)
    .map((person) => ({
      id: String(person.id),
      email: person.email,
      name: person.name,
      role: person.role === 'manager' ? 'manager' : 'staff',
      permissions: VENDOR_PERMISSIONS.filter((permission) => person.permissions.includes(permission)),
      hasSignedIn: person.hasPassword,
      isSelf: actor.kind === 'person' && actor.id === String(person.id),
      hasSecondFactor: guarded.has(person.id),
      made: made.flatMap(({ kind, name, userId }) => (userId === person.id ? [{ kind, name }] : [])),
      invitedAt: person.createdAt.toISOString(),
    }));
}

async function requireMember(ctx: Ctx, tx: SqlTx, vendorId: bigint, userId: bigint): Promise<MemberDto> {
  const [member] = await listMembers(ctx, tx, vendorId, userId);
  invariant(member, 'a person who was just written is listed');
  return member;
}

/** Writes into a vendor's history what happened to one of its people. */
export async function recordMember(
  tx: SqlTx,
  ctx: Ctx,
  vendorId: bigint,
  o: { userId: bigint; action: string; detail: object },
): Promise<void> {
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: o.action,
      actor: ctx.viewer.actor,
      detail: { userId: String(o.userId), ...o.detail },
      at: ctx.clock.now(),
    },
  ]);
}
