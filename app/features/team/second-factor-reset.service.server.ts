import { AppError } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { resetSecondFactor } from '#app/platform/identity/auth/second-factor.service.server.ts';
import { findVendorOfPerson } from '#app/platform/identity/users/vendor-members.service.server.ts';
import { findMemberIn, mailFactorReset } from '#app/platform/identity/users/users.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { recordMember, refuseSelf, requireLead } from './team.service.server.ts';

/**
 * Takes the second factor of somebody who lost it away: of a vendor's person by those who lead it and by admins, of another
 * admin by an admin in the marketplace view. They are signed out everywhere and told by mail. Throws not_found (404),
 * invalid_state (409) for oneself and where there is none.
 */
export async function resetMemberFactor(ctx: Ctx, userId: bigint): Promise<{ ok: true }> {
  requireLead(ctx);
  const { viewer } = ctx;
  return ctx.db.unit(scopeOf(viewer), async (tx) => {
    const vendorId = await findVendorOfPerson(tx, userId);
    const member = await findMemberIn(tx, userId);
    const mayReach = vendorId !== undefined || (viewer.isAdmin && viewer.vendorScope === '*' && member?.isAdmin);
    if (!member || !mayReach) throw new AppError('not_found');
    refuseSelf(ctx, userId);
    await resetSecondFactor(ctx, tx, member, viewer.actor);
    await mailFactorReset(ctx, tx, member, viewer.actor.name);
    if (vendorId !== undefined) {
      await recordMember(tx, ctx, vendorId, { userId, action: 'user.factor.reset', detail: {} });
    }
    return { ok: true };
  });
}
