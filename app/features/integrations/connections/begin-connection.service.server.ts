import { AppError, ERRORS, invalidInput, type ErrorCode, type Refusal } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { requirePermissions } from '#app/features/batches/requester.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ConnectionRequest } from './connect-store.ts';
import { requireIntegrations, requireVendor } from './integration-keys.service.server.ts';
import { CONNECT_PERMISSIONS, openSeller, sealSeller } from './seller-token.service.server.ts';

/**
 * The page of the portal that asks whether a store of the vendor's own is to be connected: its link is good for whoever asked, for
 * ten minutes. Throws missing_permission (403), invalid_input (422) for the marketplace's own store, invalid_state (409) in the
 * marketplace view, feature_disabled (404).
 */
export async function startConnection(ctx: Ctx, shop: string): Promise<{ url: string }> {
  const { store, actor } = ctx.viewer;
  const vendorId = String(requireVendor(ctx));
  requirePermissions(ctx.viewer, CONNECT_PERMISSIONS);
  await ctx.db.fast(scopeOf(ctx.viewer), requireIntegrations);
  if (shop === store.domain) throw invalidInput([{ path: 'shop', rule: 'own', message: rule('own_store') }]);
  const query = new URLSearchParams({
    store: store.domain,
    shop,
    token: sealSeller(ctx, store.id, { vendorId, actor }),
  });
  // The portal's page, also from the store admin: the platform leads back to a browser tab, which is signed in there.
  return { url: new URL(`/app/settings/integrations/connect?${query.toString()}`, ctx.env.SHOPIFY_APP_URL).toString() };
}

/** What is about to be connected, and where that begins. Throws way_refused (403) for whoever did not ask for it themselves. */
export async function readConnectionRequest(
  ctx: Ctx,
  { shop, token }: { shop: string; token: string },
): Promise<ConnectionRequest> {
  const { store, actor, vendorName } = ctx.viewer;
  const vendorId = String(requireVendor(ctx));
  requirePermissions(ctx.viewer, CONNECT_PERMISSIONS);
  await ctx.db.fast(scopeOf(ctx.viewer), requireIntegrations);
  const seller = openSeller(ctx, store.id, token);
  const isOwn = seller?.vendorId === vendorId && seller.actor.kind === actor.kind && seller.actor.id === actor.id;
  if (!isOwn) throw new AppError('way_refused');
  const query = new URLSearchParams({ store: store.domain, shop, token, next: '/app/settings/integrations' });
  return {
    vendor: vendorName,
    marketplace: store.name,
    shop,
    url: `/api/auth/seller/request?${query.toString()}`,
  };
}

/** Why a way to a store of one's own ended, by the code in the address; only these are said. */
export function findConnectRefusal(code: string | null): Refusal | undefined {
  const known: readonly ErrorCode[] = ['way_refused', 'not_signed_in', 'platform_failed', 'shop_access_revoked'];
  const found = known.find((one) => one === code);
  return found && { code: found, message: ERRORS[found].text };
}
