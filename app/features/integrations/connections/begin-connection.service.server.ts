import { invalidInput } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { requireIntegrations, requireVendor } from './integration-keys.service.server.ts';
import { sealSeller } from './seller-token.service.server.ts';

/**
 * Where a browser goes to connect a store of the vendor's own: it names the vendor for ten minutes. Throws invalid_input (422) for
 * the marketplace's own store, invalid_state (409) in the marketplace view, feature_disabled (404).
 */
export async function beginConnection(ctx: Ctx, shop: string): Promise<{ url: string }> {
  const { store, actor } = ctx.viewer;
  const vendorId = String(requireVendor(ctx));
  await ctx.db.fast(scopeOf(ctx.viewer), requireIntegrations);
  if (shop === store.domain) throw invalidInput([{ path: 'shop', rule: 'own', message: rule('own_store') }]);
  const query = new URLSearchParams({
    ...{ store: store.domain, shop, token: sealSeller(ctx, store.id, { vendorId, actor }) },
    next: '/app/settings/integrations',
  });
  return { url: new URL(`/api/auth/seller/request?${query.toString()}`, ctx.env.SHOPIFY_APP_URL).toString() };
}
