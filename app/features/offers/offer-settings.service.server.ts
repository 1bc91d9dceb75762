import { DRAFT_ORDER_SCOPE } from '#app/adapters/shopify/orders/draft-orders.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  defineSettingsSection,
  readSettingsSection,
  saveSettingsSection,
} from '#app/platform/settings/settings.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { DEFAULT_MIN_PERCENT } from './offer.ts';
import { offerSettingsSchema, type OfferSettingsDto } from './offers.contract.ts';

const slice = defineSettingsSection({
  name: 'offers',
  schema: offerSettingsSchema,
  defaults: { minPercent: DEFAULT_MIN_PERCENT },
});

/** Throws feature_disabled (404) where the marketplace takes no offers. */
export async function requireOffers(tx: SqlTx): Promise<void> {
  if (!(await areOffersOn(tx))) throw new AppError('feature_disabled');
}

/** Whether the marketplace takes offers. */
export async function areOffersOn(tx: SqlTx): Promise<boolean> {
  return (await readSwitches(tx)).makeAnOffer;
}

/** The lowest share of the listed price that offers are taken at, in percent. */
export async function readMinPercent(tx: SqlTx): Promise<number> {
  return (await readSettingsSection(tx, slice)).value.minPercent;
}

/** Whether the store granted the access that invoices of accepted offers need. */
export async function isDraftGranted(ctx: Ctx): Promise<boolean> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  return (await listGrantedScopes(platform)).has(DRAFT_ORDER_SCOPE);
}

/** Throws invalid_state (409) where the store has not granted it. */
export async function requireDraftGranted(ctx: Ctx): Promise<void> {
  if (!(await isDraftGranted(ctx))) throw stateRefuses('offers_not_granted');
}

/** The settings with the version that a save names. Throws feature_disabled (404). */
export async function readOfferSettings(ctx: Ctx): Promise<OfferSettingsDto & { granted: boolean }> {
  const { value, version } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireOffers(tx);
    return readSettingsSection(tx, slice);
  });
  return { ...value, version, granted: await isDraftGranted(ctx) };
}

/** Saves the settings. Throws conflict (409) over another's save, feature_disabled (404). */
export async function changeOfferSettings(ctx: Ctx, input: OfferSettingsDto): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireOffers(tx);
    const { value, version } = await readSettingsSection(tx, slice);
    if (version !== input.version) throw new AppError('conflict');
    if (value.minPercent === input.minPercent) return;
    await saveSettingsSection(tx, slice, { value: { minPercent: input.minPercent }, over: version, at, actor });
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'offers',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: { minPercent: [value.minPercent, input.minPercent] },
        at,
      },
    ]);
  });
  return { ok: true };
}
