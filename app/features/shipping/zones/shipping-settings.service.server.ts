import { AppError, invalidInput } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readSwitches, saveSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { toMode, type RateMode } from '../live/live-rate.ts';
import { planCarrierSync } from '../carrier-service/sync-carrier.service.server.ts';
import { shippingSettings, type SaveSettingsInput } from './zones.contract.ts';

/** How rates may be called where the marketplace says nothing, from the slowest to the fastest. */
const DEFAULT_RATE_NAMES = ['Standard', 'Express'];

const slice = defineSettingsSection({
  name: 'delivery',
  schema: shippingSettings,
  defaults: {
    enableRateNames: false,
    rateNames: [...DEFAULT_RATE_NAMES],
    useDefaults: true,
    enableLocalPickup: false,
    enableFlatRates: true,
    enableLiveRates: false,
  },
});

/** How rates may be called, whether the defaults apply, whether buyers may collect and how vendors ship, by the stored settings. */
export function readStoredSettings(stored: unknown): {
  names: readonly string[];
  useDefaults: boolean;
  hasPickups: boolean;
  mode: RateMode;
} {
  const value = slice.schema.parse({ ...slice.defaults, ...(stored as object | undefined) });
  return {
    names: value.enableRateNames ? value.rateNames : DEFAULT_RATE_NAMES,
    useDefaults: value.useDefaults,
    hasPickups: value.enableLocalPickup,
    mode: toMode(value),
  };
}

/** What the marketplace has set for shipping, whether it is on, and how rates may be called now. */
export async function readShippingSettings(tx: SqlTx) {
  const { value, version } = await readSettingsSection(tx, slice);
  const names = value.enableRateNames ? value.rateNames : DEFAULT_RATE_NAMES;
  return { ...value, names, mode: toMode(value), version, enabled: (await readSwitches(tx)).delivery };
}

/** The same where shipping is on. Throws feature_disabled (404) where it is off. */
export async function requireShipping(tx: SqlTx) {
  const settings = await readShippingSettings(tx);
  if (!settings.enabled) throw new AppError('feature_disabled');
  return settings;
}

/**
 * Saves the settings and the switch of shipping. Throws conflict (409) over another's save, invalid_input (422) without any kind of
 * rate.
 */
export async function saveShippingSettings(ctx: Ctx, input: SaveSettingsInput): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { value, version } = await readSettingsSection(tx, slice);
    if (version !== input.version) throw new AppError('conflict');
    const { enableRateNames, rateNames, defaultShipping } = input;
    const { enableLocalPickup = value.enableLocalPickup } = input;
    const { enableFlatRates = value.enableFlatRates, enableLiveRates = value.enableLiveRates } = input;
    if (!enableFlatRates && !enableLiveRates) {
      throw invalidInput([{ path: 'enableFlatRates', rule: 'one_kind_of_rate', message: rule('one_kind_of_rate') }]);
    }
    const next = {
      enableRateNames,
      rateNames,
      useDefaults: defaultShipping.enabled,
      enableLocalPickup,
      enableFlatRates,
      enableLiveRates,
    };
    const switched = await saveSwitches(tx, { changes: { delivery: { enabled: input.enabled } }, at, actor });
    if (switched['delivery']) await planCarrierSync(ctx, tx);
    const isSame = JSON.stringify(shippingSettings.parse(value)) === JSON.stringify(next);
    if (isSame && Object.keys(switched).length === 0) return;
    if (!isSame) await saveSettingsSection(tx, slice, { value: next, over: version, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'delivery',
        vendorId: null,
        action: 'settings.saved',
        actor,
        at,
        detail: { ...switched, ...(isSame ? {} : { delivery: [value, next] }) },
      },
    ]);
  });
  return { ok: true };
}
