import { stateRefuses } from '#app/core/errors.ts';
import { asVendorId, type VendorId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { assertMayDecideMoney } from '#app/platform/payout-rights/workflow-rights.service.server.ts';
import { resolvePastVendor, resolveVendor, type VendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { mayRelease, type PayoutHold } from './payout-hold.ts';
import type { PayoutHoldDto } from './payout-holds.contract.ts';
import * as repo from './payout-holds.repo.server.ts';

/**
 * Holds what is due to a vendor, by its name, from now on: no payout of it begins, by whatever method. What left before arrives all the
 * same. The vendor is told the reason. Held already, it changes nothing. Throws not_found (404), missing_permission (403) without the
 * right to pay out, invalid_state (409) for a workflow that nobody allowed to decide about money.
 */
export async function holdPayouts(ctx: Ctx, o: { vendor: string; reason: string }): Promise<PayoutHoldDto> {
  await assertMayDecideMoney(ctx);
  const { store, actor } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const id = asVendorId((await resolveVendor(tx, o.vendor)).id);
    const hold: PayoutHold = { since: ctx.clock.now(), reason: o.reason, by: actor };
    if (await repo.startHold(tx, id, hold)) await announce(ctx, tx, id, hold, 'held');
    return toHoldDto(tx, (await repo.findHold(tx, id)) ?? hold);
  });
}

/**
 * Ends the hold of a vendor, deleted ones too; the vendor is told. Not held, it changes nothing. Throws not_found (404),
 * missing_permission (403), invalid_state (409) for a workflow that nobody allowed, or where a person began the hold.
 */
export async function releasePayouts(ctx: Ctx, o: { vendor: string }): Promise<{ ok: true }> {
  await assertMayDecideMoney(ctx);
  const { store, actor } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const id = asVendorId((await resolvePastVendor(tx, o.vendor)).id);
    const hold = await repo.findHold(tx, id);
    if (!hold) return;
    if (!mayRelease(actor, hold)) throw stateRefuses('hold_by_person');
    if (await repo.endHold(tx, id, hold.since)) await announce(ctx, tx, id, hold, 'released');
  });
  return { ok: true };
}

/** The hold on a vendor's row; null while it is paid. */
export function readPayoutHold(
  tx: SqlTx,
  { onHoldSince: since, onHoldReason: reason, onHoldBy: by }: VendorRow,
): PayoutHoldDto | null {
  return since && reason !== null && by ? toHoldDto(tx, { since, reason, by }) : null;
}

/** A hold as it is answered: who decided it is for the marketplace alone. */
export const toHoldDto = ({ scope }: Pick<SqlTx, 'scope'>, { since, reason, by }: PayoutHold): PayoutHoldDto => ({
  since: since.toISOString(),
  reason,
  by: scope.vendor === '*' ? by.name : null,
});

/** The vendor's log, and the mail to its people: once for each hold and for its end. */
async function announce(
  ctx: Ctx,
  tx: SqlTx,
  vendorId: VendorId,
  { since, reason }: PayoutHold,
  what: 'held' | 'released',
): Promise<void> {
  const at = ctx.clock.now();
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: `vendor.payouts.${what}`,
      actor: ctx.viewer.actor,
      detail: {},
      note: what === 'held' ? reason : null,
      at,
    },
  ]);
  await queueMails(tx, ctx, [
    {
      dedupeKey: `payouts-${what}/${vendorId}/${since.toISOString()}`,
      template: 'vendor-payouts-on-hold',
      audience: { kind: 'vendor', vendorId },
      params: { vendorId: String(vendorId), state: what, reason },
      dueAt: at,
      createdAt: at,
    },
  ]);
}
