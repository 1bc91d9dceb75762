import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SwitchesForm } from './feature-changes.contract.ts';
import { countOpenWork, type OpenWork } from './feature-usage.repo.server.ts';
import { FEATURE_ACCESS, SHOWN_SWITCHES, type ShownSwitch } from './shown-switches.ts';

type FeaturesPage = {
  switches: SwitchesForm;
  /** How much each would hide that is open or filled in. */
  open: OpenWork;
  /** Those that are on and cannot be used, because the store has not granted their access. */
  withoutAccess: ShownSwitch[];
};

/** The switches as they are, what turning them off would hide, and which of them wait for an access. */
export async function readFeaturesScreen(ctx: Ctx): Promise<FeaturesPage> {
  const { switches, open } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => ({
    switches: await readSwitches(tx),
    open: await countOpenWork(tx, ctx.clock.now()),
  }));
  const form = Object.fromEntries(SHOWN_SWITCHES.map((name) => [name, { enabled: switches[name] }])) as SwitchesForm;
  const withAccess = SHOWN_SWITCHES.filter((name) => switches[name] && FEATURE_ACCESS[name]);
  return {
    switches: form,
    open,
    withoutAccess: withAccess.length === 0 ? [] : await listWithoutAccess(ctx, withAccess),
  };
}

/** Those whose access is not granted; none while the platform cannot be asked, so that the switches can be turned all the same. */
async function listWithoutAccess(ctx: Ctx, names: readonly ShownSwitch[]): Promise<ShownSwitch[]> {
  try {
    const granted = await listGrantedScopes(await ctx.adapters.platform(ctx.viewer.store.domain));
    return names.filter((name) => FEATURE_ACCESS[name]?.some((scope) => !granted.has(scope)));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
