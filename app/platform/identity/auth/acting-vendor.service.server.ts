import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, type Locale } from '#app/core/viewer.ts';
import { chooseStaffLocale, chooseStaffVendor, findStaff } from '#app/platform/stores/store-staff.service.server.ts';
import { chooseUserLocale, chooseUserVendor, findMember } from '#app/platform/identity/users/users.service.server.ts';
import { MARKETPLACE_NAME } from '#app/platform/vendors/vendor.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx, RequestInfo } from '#app/server/context.server.ts';
import { renewedSessionHeaders, type Headers } from './cookies.server.ts';

/**
 * Chooses whom an admin acts for: a vendor by its name, or `*` for the whole marketplace. Looked up in the whole
 * marketplace, whomever the admin acts for now. Throws not_found (404). Returns the name as it is written, and cookies
 * for those who have a session of ours.
 */
export async function chooseVendor(
  ctx: Ctx,
  input: { vendor: string },
  info: RequestInfo,
): Promise<{ vendor: string; headers: Headers }> {
  const { store, actor } = ctx.viewer;
  const scope = marketplaceScope(store.id);
  const chosen =
    input.vendor === MARKETPLACE_NAME ? undefined : await ctx.db.fast(scope, (tx) => resolveVendor(tx, input.vendor));
  const vendor = chosen?.name ?? MARKETPLACE_NAME;
  if (actor.kind === 'staff') {
    await chooseStaffVendor(ctx, store, actor.id, chosen?.id ?? null);
    const staff = ctx.viewer.sessionId ? await findStaff(ctx, store, actor.id) : undefined;
    // In the store admin they have no session of ours; on the web what it says of them has changed.
    const headers = staff ? await renewedSessionHeaders(ctx, store, { staff }, info, ctx.viewer.sessionId) : [];
    return { vendor, headers };
  }
  const userId = BigInt(actor.id);
  await ctx.db.fast(scope, (tx) => chooseUserVendor(tx, userId, chosen?.id ?? null));
  const member = await findMember(ctx, store.id, userId);
  if (!member) throw new AppError('not_signed_in');
  return { vendor, headers: await renewedSessionHeaders(ctx, store, { member }, info, ctx.viewer.sessionId) };
}

/** Chooses the language of somebody's screens and mails, kept with the person. */
export async function chooseLocale(ctx: Ctx, input: { locale: Locale }): Promise<{ locale: Locale }> {
  const { store, actor } = ctx.viewer;
  if (actor.kind === 'staff') await chooseStaffLocale(ctx, store, actor.id, input.locale);
  else await ctx.db.fast(marketplaceScope(store.id), (tx) => chooseUserLocale(tx, BigInt(actor.id), input.locale));
  return input;
}
