import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { DISCOUNT_SCOPE } from '#app/adapters/shopify/discounts.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  discountSettingsSchema,
  type DiscountSettings,
  type DiscountSettingsInput,
} from './discount-settings.contract.ts';
import { buildNameKey, DEFAULT_VENDOR_QUOTA } from './discount.ts';

const section = defineSettingsSection({
  name: 'discounts',
  schema: discountSettingsSchema,
  defaults: { vendorQuota: DEFAULT_VENDOR_QUOTA, reservedNames: [], vendorsMayRefuse: false },
});

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

/** What the marketplace set for discounts. */
export async function readDiscountRules(tx: SqlTx): Promise<DiscountSettings> {
  return (await readSettingsSection(tx, section)).value;
}

/** Throws invalid_input (422) for a code or title that is kept for the marketplace. */
export async function refuseReservedName(tx: SqlTx, nameKey: string): Promise<void> {
  const { reservedNames } = await readDiscountRules(tx);
  if (!reservedNames.some((name) => buildNameKey(name) === nameKey)) return;
  throw invalidInput([{ path: 'name', rule: 'discount_name_reserved', message: rule('discount_name_reserved') }]);
}

/** The settings with the version that a save names. Throws feature_disabled (404). */
export async function readDiscountSettings(ctx: Ctx): Promise<DiscountSettings & { version: number }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireDiscounts(tx);
    const { value, version } = await readSettingsSection(tx, section);
    return { ...value, version };
  });
}

/**
 * Saves the settings. Throws missing_permission (403) where whether vendors may refuse what they bear changes without the right to pay
 * out, conflict (409) over another's save, feature_disabled (404).
 */
export async function changeDiscountSettings(
  ctx: Ctx,
  { version: over, ...next }: DiscountSettingsInput,
): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const before = await readDiscountSettings(ctx);
  if (before.vendorsMayRefuse !== next.vendorsMayRefuse) await assertMayPayOut(ctx);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireDiscounts(tx);
    const { value, version } = await readSettingsSection(tx, section);
    if (version !== over) throw new AppError('conflict');
    const names = ['vendorQuota', 'reservedNames', 'vendorsMayRefuse'] as const;
    const changed = names.filter((name) => JSON.stringify(value[name]) !== JSON.stringify(next[name]));
    if (changed.length === 0) return;
    await saveSettingsSection(tx, section, { value: next, over: version, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'discounts',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: Object.fromEntries(changed.map((name) => [name, [value[name], next[name]]])),
        at,
      },
    ]);
  });
  return { ok: true };
}
