import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SwitchesForm } from './feature-changes.contract.ts';
import { countOpenWork, type OpenWork } from './feature-usage.repo.server.ts';
import { SHOWN_SWITCHES } from './shown-switches.ts';

/** The switches as they are, and how much each would hide that is open or filled in. */
export async function readFeaturesScreen(ctx: Ctx): Promise<{ switches: SwitchesForm; open: OpenWork }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const switches = await readSwitches(tx);
    const form = Object.fromEntries(SHOWN_SWITCHES.map((name) => [name, { enabled: switches[name] }]));
    return { switches: form as SwitchesForm, open: await countOpenWork(tx, ctx.clock.now()) };
  });
}
