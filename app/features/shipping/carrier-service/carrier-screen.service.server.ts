import { isMarketDriven, listProfiles, type PlatformProfile } from '#app/adapters/shopify/carrier-services.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { requireShipping } from '../zones/shipping-settings.service.server.ts';
import * as repo from './carrier.repo.server.ts';
import type { CarrierView, ProfileGuide } from './carrier-view.ts';
import { planCarrierSync } from './sync-carrier.service.server.ts';

/** What went wrong once is shown for so long. */
const RECENT_DAYS = 14;

/** How our carrier service stands, and which shipping zones of the store ask it. Throws feature_disabled (404). */
export async function readCarrier(ctx: Ctx): Promise<CarrierView> {
  const { store } = ctx.viewer;
  const row = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireShipping(tx);
    return repo.findCarrier(tx);
  });
  const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  const since = ctx.clock.now().getTime() - RECENT_DAYS * DAY_MS;
  const toRecent = (at: Date | null | undefined): string | null =>
    at && at.getTime() > since ? at.toISOString() : null;
  const isActive = row?.state === 'active';
  return {
    state: row?.state ?? 'pending',
    refusal: row?.refusal ?? null,
    plan: row?.plan ?? null,
    checkedAt: iso(row?.checkedAt),
    deactivatedAt: isActive ? toRecent(row.deactivatedAt) : null,
    calledAt: iso(row?.calledAt),
    foreignAt: toRecent(row?.foreignAt),
    ...(isActive ? await readProfiles(ctx, row.carrierId) : { profiles: [], isMarketDriven: false }),
  };
}

/** Looks at the carrier service again. Throws feature_disabled (404). */
export async function recheckCarrier(ctx: Ctx): Promise<{ ok: true }> {
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireShipping(tx);
    await planCarrierSync(ctx, tx);
  });
  return { ok: true };
}

async function readProfiles(
  ctx: Ctx,
  carrierId: bigint | null,
): Promise<Pick<CarrierView, 'profiles' | 'isMarketDriven'>> {
  try {
    const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
    if (await isMarketDriven(platform)) return { profiles: [], isMarketDriven: true };
    const profiles = await listProfiles(platform);
    return { profiles: profiles.map((profile) => toGuide(profile, carrierId)), isMarketDriven: false };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ err: error }, 'the shipping profiles of a store could not be read');
    return { profiles: null, isMarketDriven: false };
  }
}

const toGuide = ({ zones, ...profile }: PlatformProfile, carrierId: bigint | null): ProfileGuide => ({
  ...profile,
  zones: zones.map(({ name, carrierIds }) => ({ name, isAsked: carrierIds.some((id) => id === carrierId) })),
});
