import { z } from 'zod';
import { managersOnly } from '#app/core/errors.ts';
import type { VendorId } from '#app/core/ids.ts';
import { can, marketplaceScope, scopeOf, type Actor, type Viewer } from '#app/core/viewer.ts';
import { DEFAULT_COLORS } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { readTermsInForce } from '#app/features/commissions/commissions.service.server.ts';
import { hasProvider } from '#app/features/payment-providers/provider-access.service.server.ts';
import { hasPaidOut } from '#app/features/payouts/payouts.service.server.ts';
import { hasBankAccount } from '#app/features/payouts/methods/bank-account/bank-account.service.server.ts';
import { hasPayoutMethod } from '#app/features/payouts/methods/method-view.service.server.ts';
import { countAnyOnSale, countProductsByVendor } from '#app/features/products/listing/product-counts.service.server.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { defineSettingsSection, readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import { changeSection, type Changed } from '#app/platform/settings/store-sections.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { hasShipFrom } from '#app/features/shipping/ship-from/ship-from.service.server.ts';
import { hasZones } from '#app/features/shipping/zones/zones.service.server.ts';
import { listUsers } from '#app/platform/identity/users/users.service.server.ts';
import { readPageSettings } from '#app/features/vendor-profiles/page/page-settings.service.server.ts';
import { readPageStatus } from '#app/features/vendor-profiles/page/vendor-page.service.server.ts';
import { countAnyVendor } from '#app/platform/vendors/vendors.service.server.ts';
import { askTogether } from '#app/server/ask-together.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { buildChecklist, MARKETPLACE_STEPS, VENDOR_STEPS, type Checklist, type SetupFacts } from './checklist.ts';
import * as repo from './onboarding.repo.server.ts';

const setupSection = defineSettingsSection({
  name: 'setup-guide',
  schema: z.object({ dismissed: z.boolean() }),
  defaults: { dismissed: false },
});

/** The first steps of the marketplace, or of the vendor that the viewer acts for. */
export async function readChecklist(ctx: Ctx): Promise<Checklist> {
  const { vendorScope, store } = ctx.viewer;
  return vendorScope === '*'
    ? ctx.db.fast(marketplaceScope(store.id), (tx) => readMarketplaceChecklist(tx))
    : readVendorChecklist(ctx, vendorScope);
}

/** Dismisses the first steps for everybody they are for, or shows them again. Throws missing_permission (403) for staff of a vendor. */
export async function changeChecklist(ctx: Ctx, { dismissed }: { dismissed: boolean }): Promise<Checklist> {
  const { vendorScope, store, actor } = ctx.viewer;
  if (!mayDismiss(ctx.viewer)) throw managersOnly();
  if (vendorScope === '*')
    await ctx.db.fast(marketplaceScope(store.id), (tx) =>
      changeOnBoarded(tx, { isOnBoarded: dismissed, at: ctx.clock.now(), actor }),
    );
  else
    await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
      dismissed ? repo.insertDismissal(tx, vendorScope) : repo.deleteDismissal(tx, vendorScope),
    );
  return readChecklist(ctx);
}

/** Those who lead the vendor, and admins, decide for all of its people. */
const mayDismiss = (viewer: Viewer): boolean => can(viewer, 'switch_vendor') || viewer.actor.role === 'manager';

/** Whether the marketplace's steps were finished or dismissed: the specification's `hasBeenOnBoarded`. */
export async function hasBeenOnBoarded(tx: SqlTx): Promise<boolean> {
  return !(await readMarketplaceChecklist(tx)).isShown;
}

/** Dismisses the marketplace's steps, or shows them again until they are done. Returns what changed. */
export async function changeOnBoarded(
  tx: SqlTx,
  o: { isOnBoarded: boolean; at: Date; actor: Actor },
): Promise<Changed> {
  const before = await hasBeenOnBoarded(tx);
  await changeSection(tx, setupSection, { changes: { dismissed: o.isOnBoarded }, at: o.at, actor: o.actor });
  const after = await hasBeenOnBoarded(tx);
  return before === after ? {} : { hasBeenOnBoarded: [before, after] };
}

async function readMarketplaceChecklist(tx: SqlTx): Promise<Checklist> {
  const { dismissed } = (await readSettingsSection(tx, setupSection)).value;
  return buildChecklist(MARKETPLACE_STEPS, await readMarketplaceFacts(tx), { dismissed, mayDismiss: true });
}

async function readMarketplaceFacts(tx: SqlTx): Promise<SetupFacts> {
  const { delivery } = await readSwitches(tx);
  // A store's products name vendors from long before: those become vendors of the marketplace when somebody is invited.
  const known = await askTogether(tx, {
    vendors: countAnyVendor,
    onSale: countAnyOnSale,
    zones: async (tx) => Number(await hasZones(tx)),
    payouts: async (tx) => Number(await hasPaidOut(tx)),
  });
  return {
    branding: await isBranded(tx),
    commission: (await readTermsInForce(tx, [])).defaultLines.length > 0,
    fields: (await readFormSettings(tx)).fields.length > 0,
    ...(delivery ? { shipping: known.zones > 0 } : {}),
    // A marketplace that pays by hand connects nothing: its first payout shows that it has chosen.
    payments: known.payouts > 0 || (await hasProvider(tx)),
    vendor: known.vendors > 0,
    firstProduct: known.onSale > 0,
  };
}

/** Whether the marketplace chose a logo, a color or a word of its own. */
async function isBranded(tx: SqlTx): Promise<boolean> {
  const { colors, logoText, logoRegistration, wordings } = await readBranding(tx);
  const names = Object.keys(DEFAULT_COLORS) as (keyof typeof DEFAULT_COLORS)[];
  return (
    logoText.selected !== 'default' ||
    logoRegistration.selected !== 'default' ||
    names.some((name) => colors[name].toLowerCase() !== DEFAULT_COLORS[name]) ||
    Object.values(wordings).some((word) => word.trim() !== '')
  );
}

async function readVendorChecklist(ctx: Ctx, vendorId: VendorId): Promise<Checklist> {
  const { viewer } = ctx;
  const isLead = mayDismiss(viewer);
  // Keys of providers are the marketplace's: a vendor sees only whether there are any.
  const isPaidByProvider = await ctx.db.fast(marketplaceScope(viewer.store.id), hasProvider);
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    const { delivery } = await readSwitches(tx);
    const hasPages = (await readPageSettings(tx)).enabled;
    const known = await askTogether(tx, {
      products: countProducts,
      addresses: async (tx) => Number(await hasShipFrom(tx, vendorId)),
      team: async (tx) => Number(await hasTeam(tx, vendorId)),
      dismissals: async (tx) => Number(await repo.isDismissed(tx, vendorId)),
    });
    const facts: SetupFacts = {
      ...(can(viewer, 'write_products') ? { product: known.products > 0 } : {}),
      ...(isLead && can(viewer, 'read_finance') ? await readDestination(tx, vendorId, isPaidByProvider) : {}),
      ...(isLead && delivery && can(viewer, 'read_settings') ? { address: known.addresses > 0 } : {}),
      ...(hasPages && can(viewer, 'write_products') ? { page: (await readPageStatus(tx, vendorId)) !== 'none' } : {}),
      ...(isLead ? { team: known.team > 0 } : {}),
    };
    return buildChecklist(VENDOR_STEPS, facts, {
      dismissed: known.dismissals > 0,
      mayDismiss: isLead,
    });
  });
}

/** Whether the vendor said where its money goes: by which method where there is a choice, else to which bank account. */
async function readDestination(tx: SqlTx, vendorId: VendorId, isPaidByProvider: boolean): Promise<SetupFacts> {
  const hasAccount = await hasBankAccount(tx, vendorId);
  return isPaidByProvider
    ? { payoutMethod: hasAccount || (await hasPayoutMethod(tx, vendorId)) }
    : { bankAccount: hasAccount };
}

/** How many products the vendors of the scope have. */
async function countProducts(tx: SqlTx): Promise<number> {
  return [...(await countProductsByVendor(tx)).values()].reduce((sum, { products }) => sum + products, 0);
}

/** Whether somebody besides the first was invited; who left does not count. */
async function hasTeam(tx: SqlTx, vendorId: VendorId): Promise<boolean> {
  return (await listUsers(tx, vendorId)).filter(({ disabledAt }) => disabledAt === null).length > 1;
}
