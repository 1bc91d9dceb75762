import { DAY_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { countOthers, isSamePerson } from '#app/platform/payout-rights/payer.ts';
import {
  assertMayDecide,
  assertMayPayOut,
  listPayers,
} from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { findOrigin } from '#app/platform/identity/users/origin.service.server.ts';
import { requireVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readMethodOf } from './method-view.service.server.ts';
import type { PayoutMethodView } from './payout-methods.contract.ts';
import * as repo from './payout-methods.repo.server.ts';

/** A destination set by somebody whom an admin brought in within so many days is looked at by another person. */
const NEW_DAYS = 30;

/**
 * By whose invitation a destination that somebody sets now waits; null where it does not: whoever sets it has been here for
 * longer, or nobody but the admin who brought them in could approve it.
 */
export async function findWaitsFor(tx: SqlTx, by: Actor, now: Date): Promise<Actor | null> {
  const origin = by.kind === 'person' ? await findOrigin(tx, BigInt(by.id)) : null;
  if (!origin || now.getTime() - origin.at.getTime() >= NEW_DAYS * DAY_MS) return null;
  const payers = await listPayers(tx);
  return countOthers(payers, origin.by) === 0 ? null : origin.by;
}

/**
 * Releases the destination of a vendor that waits, for another person than the one whose invitation it waits for. `seen` is when
 * the details changed that were shown. Throws not_found (404), missing_permission (403), conflict (409) for other details,
 * invalid_state (409) for whoever invited and for who decides nothing at the moment.
 */
export async function approveDestination(ctx: Ctx, vendorId: VendorId, seen: Date): Promise<PayoutMethodView> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireVendor(tx, vendorId);
    await repo.lockMethod(tx, vendorId);
    const method = await repo.findMethod(tx, vendorId);
    if (!method) throw new AppError('not_found');
    if (method.detailsChangedAt.getTime() !== seen.getTime()) throw new AppError('conflict');
    if (!method.waitsFor) return;
    const payers = await listPayers(tx);
    const at = ctx.clock.now();
    if (isSamePerson(payers, actor, method.waitsFor)) throw stateRefuses('own_invitation');
    await assertMayDecide(tx, payers, actor, at);
    await repo.releaseMethod(tx, vendorId);
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(vendorId),
        vendorId,
        action: 'vendor.payout_method.approved',
        actor,
        detail: { invitedBy: method.waitsFor.name },
        at,
      },
    ]);
  });
  return readMethodOf(ctx, vendorId);
}
