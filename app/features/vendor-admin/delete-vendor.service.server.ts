import { stateRefuses } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { listBalances } from '#app/platform/ledger/ledger.service.server.ts';
import { disableUsersOfVendor } from '#app/platform/identity/users/users.service.server.ts';
import { vendorDeleted } from '#app/platform/vendors/vendor-events.ts';
import { lockVendor, markVendorDeleted, resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';

/**
 * Takes a vendor's account away: its people are out with their next request, its page leaves the storefront. Products stay
 * live, and orders and dues stay under its name. Throws invalid_state (409) while something is not settled, unless
 * that was confirmed; not_found (404) for a vendor that was deleted before.
 */
export async function deleteVendor(ctx: Ctx, input: { vendor: string; confirm: boolean }): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { id } = await resolveVendor(tx, input.vendor);
    await lockVendor(tx, id);
    const vendor = await resolveVendor(tx, input.vendor);
    const open = (await listBalances(tx)).filter((row) => row.vendorId === id && row.payableMinor !== 0n);
    const amounts = open.map((row) => toDto(money(row.payableMinor, asCurrency(row.currency))));
    if (amounts.length > 0 && !input.confirm) {
      const amount = amounts.map((one) => `${one.amount} ${one.currency}`).join(', ');
      throw stateRefuses('vendor_owed', { amount });
    }
    await markVendorDeleted(tx, id, at);
    const people = await disableUsersOfVendor(tx, id, at);
    await ctx.events.publish(tx, vendorDeleted, { vendorId: id, actor });
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(id),
        vendorId: id,
        action: 'vendor.deleted',
        actor,
        detail: { name: vendor.name, people, open: amounts },
        at,
      },
    ]);
  });
  return { ok: true };
}
