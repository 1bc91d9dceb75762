import { ADMIN_SETTINGS, openSettingsPages } from '#app/core/settings-pages.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { findTerms } from '#app/features/memberships/membership-access.service.server.ts';
import { readMinPercent } from '#app/features/offers/offer-settings.service.server.ts';
import { countDefaultZones } from '#app/features/shipping/zones/zones.service.server.ts';
import { countSyncProblems } from '#app/features/system/system.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import { askTogether } from '#app/server/ask-together.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { RowValue, ValuedRow } from './settings-rows.ts';
import { summarizeSettings } from './settings-summaries.ts';
import { readAdminSettings, readStoreSettings } from './store-settings.service.server.ts';

/** The settings that the viewer may change, with what each is at present: the marketplace's, or those of the vendor they act for. */
export async function readSettingsPage(ctx: Ctx): Promise<{ isMarketplace: boolean; rows: ValuedRow[] }> {
  const { viewer } = ctx;
  const isMarketplace = viewer.vendorScope === '*' && can(viewer, 'switch_vendor');
  if (isMarketplace) return { isMarketplace, rows: await readMarketplaceRows(ctx) };
  const switches = await ctx.db.fast(scopeOf(viewer), readSwitches);
  const terms = await ctx.db.fast(marketplaceScope(viewer.store.id), findTerms);
  const pages = openSettingsPages({
    viewer: {
      vendor: {},
      isAdmin: viewer.isAdmin,
      leads: viewer.actor.role === 'manager',
      permissions: [...viewer.permissions],
    },
    features: switches,
  });
  return {
    isMarketplace,
    rows: pages
      .filter(({ id }) => id !== 'membership' || terms !== undefined)
      .map(({ id, group, path }) => ({ id, group, path, value: null, summary: null })),
  };
}

async function readMarketplaceRows(ctx: Ctx): Promise<ValuedRow[]> {
  const { viewer } = ctx;
  const found = await ctx.db.fast(scopeOf(viewer), (tx) => readPresentSettings(tx, viewer.store));
  const { settings, own, counts, minOfferPercent } = found;
  const { branding, switches, registration, rules, orders, productForm } = settings;
  const values: Partial<Record<ValuedRow['id'], RowValue>> = {
    look: { text: branding.logoText.selected === 'value' ? branding.logoText.value : viewer.store.name },
    features: { count: SWITCH_NAMES.filter((name) => switches[name]).length },
    translations: { isOn: switches.translations },
    fields: { count: registration.fields.length },
    autoApprove: { isOn: rules.autoApprove.enabledDefault },
    memberships: { isOn: settings.membership.enabled },
    specifications: { isOn: switches.specifications },
    catalog: { isOn: switches.catalog },
    orderRules: { count: orders.hiddenFields.length },
    shippingDefaults: { isOn: switches.delivery },
    commissions: { count: own.defaultCommissions.length },
    payouts: { isOn: own.schedule.kind !== 'off' },
    notifications: { isOn: !own.notifications.disableAll },
    deliveries: { count: counts.problems },
  };
  const summaries = summarizeSettings({
    switches,
    languages: settings.translations.locales.length,
    fields: registration.fields.length,
    autoApprove: rules.autoApprove.enabledDefault,
    hasPlans: settings.membership.enabled,
    variants: productForm.variants,
    minOfferPercent,
    hiddenFields: orders.hiddenFields.length,
    rates: own.defaultCommissions.map(({ percentage }) => percentage),
    schedule: own.schedule,
    notifications: own.notifications,
    zones: counts.zones,
    problems: counts.problems,
  });
  // A page under another has no row of its own: it is a tab of that one.
  return ADMIN_SETTINGS.filter((row) => !('under' in row) && (!('feature' in row) || switches[row.feature])).map(
    ({ id, group, path }) => ({ id, group, path, value: values[id] ?? null, summary: summaries[id] ?? null }),
  );
}

async function readPresentSettings(tx: SqlTx, store: Ctx['viewer']['store']) {
  return {
    settings: await readStoreSettings(tx),
    own: await readAdminSettings(tx, store),
    counts: await askTogether(tx, {
      problems: (one) => countSyncProblems(one, store.domain),
      zones: countDefaultZones,
    }),
    minOfferPercent: await readMinPercent(tx),
  };
}
