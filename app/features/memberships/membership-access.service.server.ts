import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Permission } from '#app/core/viewer.ts';
import { findStripePlatform } from '#app/features/payment-providers/provider-access.service.server.ts';
import { readMembership } from '#app/platform/settings/store-sections.service.server.ts';
import type { Membership } from '#app/platform/settings/store-sections.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { hasAccess, withheldPermissions } from './membership.ts';
import * as repo from './memberships.repo.server.ts';

/** The store's settings of memberships with the account at the card provider that they are bought from. */
export type Terms = { settings: Membership; platform: repo.PlatformRef };

/** The terms of a store that asks for memberships; undefined where it does not, or has no card provider. Needs the marketplace's scope. */
export async function findTerms(tx: SqlTx): Promise<Terms | undefined> {
  const settings = await readMembership(tx);
  const platform = settings.enabled ? await findStripePlatform(tx) : undefined;
  return platform && { settings, platform };
}

export type MembershipAccess = {
  /** Whether this vendor needs a membership: those that the marketplace manages itself do not. */
  isRequired: boolean;
  hasAccess: boolean;
  row: repo.MembershipRow | undefined;
};

/** Where a vendor stands under the store's terms. Needs the marketplace's scope. */
export async function readAccess(tx: SqlTx, vendorId: bigint, terms: Terms): Promise<MembershipAccess> {
  const vendor = await requireVendorRow(tx, vendorId);
  const row = await repo.findMembership(tx, vendorId, terms.platform);
  return { isRequired: !vendor.managedByMarketplace, hasAccess: row !== undefined && hasAccess(row.status), row };
}

/**
 * What a vendor's people cannot do at the moment for want of a membership. The one guard of products and orders: it takes the
 * permissions from the viewer, by which every call, screen and batch is decided.
 */
export async function findWithheld(
  services: Pick<Services, 'db'>,
  storeId: StoreId,
  vendorId: bigint,
): Promise<readonly Permission[]> {
  const scope = marketplaceScope(storeId);
  // Most stores ask for no membership: they pay one statement.
  const { enabled, allowFulfillment } = await services.db.once(scope, readMembership);
  if (!enabled) return [];
  return services.db.fast(scope, async (tx) => {
    const terms = await findTerms(tx);
    const access = terms && (await readAccess(tx, vendorId, terms));
    return access?.isRequired && !access.hasAccess ? withheldPermissions({ allowFulfillment }) : [];
  });
}

/** How many products the plan of a vendor allows; null without a plan or a limit. Needs the marketplace's scope. */
export async function readPlanLimit(tx: SqlTx, vendorId: bigint): Promise<number | null> {
  const terms = await findTerms(tx);
  const access = terms && (await readAccess(tx, vendorId, terms));
  return access?.isRequired && access.hasAccess ? (access.row?.listingLimit ?? null) : null;
}
