import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { findTerms } from '#app/features/memberships/membership-access.service.server.ts';
import { countSyncProblems } from '#app/features/system/system.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { SWITCH_NAMES } from '#app/platform/settings/switches.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { ADMIN_ROWS, VENDOR_ROWS, type RowValue, type ValuedRow } from './settings-rows.ts';
import { readAdminSettings, readStoreSettings } from './store-settings.service.server.ts';

/** The settings that the viewer may open, with what each is at present: the marketplace's, or those of the vendor they act for. */
export async function readSettingsPage(ctx: Ctx): Promise<{ isMarketplace: boolean; rows: ValuedRow[] }> {
  const { viewer } = ctx;
  const isMarketplace = viewer.vendorScope === '*' && can(viewer, 'switch_vendor');
  if (isMarketplace) return { isMarketplace, rows: await readMarketplaceRows(ctx) };
  const leads = viewer.isAdmin || viewer.actor.role === 'manager';
  const switches = await ctx.db.fast(scopeOf(viewer), readSwitches);
  const terms = await ctx.db.fast(marketplaceScope(viewer.store.id), findTerms);
  return {
    isMarketplace,
    rows: VENDOR_ROWS.filter(
      (row) =>
        (!('feature' in row) || switches[row.feature]) &&
        (!('isLead' in row) || leads) &&
        (!('permission' in row) || can(viewer, row.permission)) &&
        (row.id !== 'membership' || terms !== undefined) &&
        (row.id !== 'paymentInformation' || can(viewer, 'read_finance')),
    ).map(({ id, group, path }) => ({ id, group, path, value: null })),
  };
}

async function readMarketplaceRows(ctx: Ctx): Promise<ValuedRow[]> {
  const { viewer } = ctx;
  const { settings, own, deliveries } = await ctx.db.fast(scopeOf(viewer), async (tx) => ({
    settings: await readStoreSettings(tx),
    own: await readAdminSettings(tx, viewer.store),
    deliveries: await countSyncProblems(tx, viewer.store.domain),
  }));
  const { branding, switches, registration, rules, orders } = settings;
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
    deliveries: { count: deliveries },
  };
  return ADMIN_ROWS.filter((row) => !('feature' in row) || switches[row.feature]).map((row) => ({
    ...row,
    value: values[row.id] ?? null,
  }));
}
