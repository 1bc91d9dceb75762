import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { DISCOUNT_SCOPE } from '#app/adapters/shopify/discounts.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/translations.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { readSwitches } from '#app/features/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** Throws feature_disabled (404) where the marketplace has discounts off. */
export async function requireDiscounts(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).discounts) throw new AppError('feature_disabled');
}

/** Whether the store granted the access that discounts need. */
export async function isDiscountGranted(ctx: Ctx): Promise<boolean> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  return (await listGrantedScopes(platform)).has(DISCOUNT_SCOPE);
}

/** The store's platform. Throws invalid_state (409) where it has not granted the access. */
export async function openGranted(ctx: Ctx): Promise<PlatformClient> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  if (!(await listGrantedScopes(platform)).has(DISCOUNT_SCOPE)) throw stateRefuses('discounts_not_granted');
  return platform;
}
