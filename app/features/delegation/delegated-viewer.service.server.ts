import { asVendorId } from '#app/core/ids.ts';
import {
  marketplaceScope,
  PERMISSIONS,
  withhold,
  type Actor,
  type Locale,
  type Permission,
  type StoreView,
  type Viewer,
} from '#app/core/viewer.ts';
import { findLeader } from '#app/platform/identity/users/vendor-members.service.server.ts';
import { findMember, toPermissions } from '#app/platform/identity/users/users.service.server.ts';
import { findWithheld } from '#app/features/memberships/membership-access.service.server.ts';
import { findStaff } from '#app/platform/stores/store-staff.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { parseMaker, toStoredMaker, type Maker } from './maker.ts';

/** What somebody may do in a scope: as signing in would let them in, but for what a missing membership withholds. */
type MakerRights = { isAdmin: boolean; permissions: ReadonlySet<Permission>; isBoundByMembership: boolean };

/** What somebody may do now for a vendor, or in the marketplace view (null); undefined for who is gone from there. */
async function findMakerRights(
  services: Services,
  store: Pick<StoreView, 'id'>,
  { maker, vendorId }: { maker: Maker; vendorId: bigint | null },
): Promise<MakerRights | undefined> {
  if (maker.kind === 'staff') {
    const staff = await findStaff(services, store, maker.id);
    return staff && { isAdmin: true, permissions: new Set(PERMISSIONS), isBoundByMembership: false };
  }
  const member = await findMember(services, store.id, BigInt(maker.id));
  if (!member || !(member.isAdmin || member.vendor?.id === vendorId)) return undefined;
  return { isAdmin: member.isAdmin, permissions: toPermissions(member), isBoundByMembership: !member.isAdmin };
}

/** Who stands for what is older than makers: the vendor's first manager, as a stored maker. */
export async function findDefaultMaker(tx: SqlTx, vendorId: bigint): Promise<string | undefined> {
  const id = await findLeader(tx, vendorId);
  return id === undefined ? undefined : toStoredMaker({ kind: 'person', id: String(id) });
}

export type Rights = Pick<Viewer, 'isAdmin' | 'permissions' | 'withheld'>;

/**
 * What somebody may do now in a scope, for work that they asked for themselves and that goes on without them. Undefined for who is
 * gone from it. Sessions may end: who signs out goes on by it.
 */
export async function findRightsOf(
  services: Services,
  store: Pick<StoreView, 'id'>,
  { maker, vendorId }: { maker: Maker; vendorId: bigint | null },
): Promise<Rights | undefined> {
  const rights = await findMakerRights(services, store, { maker, vendorId });
  if (!rights) return undefined;
  const { isAdmin, permissions, isBoundByMembership } = rights;
  const withheld =
    isBoundByMembership && vendorId !== null ? await findWithheld(services, store.id, vendorId) : ([] as const);
  return { isAdmin, ...withhold(permissions, withheld) };
}

/** What acts later in a vendor's name: a key, a spreadsheet, a store of the vendor's own; or a key of the marketplace. */
export type Delegation = {
  /** Null in the marketplace's name. */
  vendorId: bigint | null;
  /** As it is stored; null of what is older than makers: the vendor's first manager stands for it. */
  maker: string | null;
  /** What it is made for; it never gets more. */
  wanted: ReadonlySet<Permission>;
  /** Who is named for what it does. */
  actor: Actor;
  locale: Locale;
};

/**
 * The viewer of whatever acts later in a vendor's name: what it is made for, cut down to what its maker may do now, and of that what
 * the vendor's membership leaves. Never an admin, also where an admin made it. In the marketplace's name it is one, as long as its
 * maker is. Undefined where its maker or its vendor is gone.
 */
export async function buildDelegatedViewer(
  services: Services,
  store: StoreView,
  o: Delegation,
): Promise<Viewer | undefined> {
  const { vendorId, maker, wanted, actor, locale } = o;
  if (vendorId === null) return buildMarketplaceViewer(services, store, o);
  const { vendor, stored } = await services.db.fast(marketplaceScope(store.id), async (tx) => ({
    vendor: await requireVendorRow(tx, vendorId),
    stored: maker ?? (await findDefaultMaker(tx, vendorId)),
  }));
  const known = stored === undefined ? undefined : parseMaker(stored);
  if (vendor.deletedAt || !known) return undefined;
  const rights = await findMakerRights(services, store, { maker: known, vendorId });
  if (!rights) return undefined;
  const given = new Set([...wanted].filter((permission) => rights.permissions.has(permission)));
  const { id, domain, name, currency, timezone } = store;
  return {
    store: { id, domain, name, currency, timezone },
    vendorScope: asVendorId(vendor.id),
    vendorName: vendor.name,
    isAdmin: false,
    isEmbedded: false,
    ...withhold(given, await findWithheld(services, store.id, vendorId)),
    locale,
    email: '',
    actor,
  };
}

async function buildMarketplaceViewer(
  services: Services,
  store: StoreView,
  { maker, wanted, actor, locale }: Delegation,
): Promise<Viewer | undefined> {
  const known = maker === null ? undefined : parseMaker(maker);
  const rights = known && (await findMakerRights(services, store, { maker: known, vendorId: null }));
  if (!rights?.isAdmin) return undefined;
  const { id, domain, name, currency, timezone } = store;
  return {
    store: { id, domain, name, currency, timezone },
    vendorScope: '*',
    vendorName: '*',
    isAdmin: true,
    isEmbedded: false,
    permissions: new Set([...wanted].filter((permission) => rights.permissions.has(permission))),
    locale,
    email: '',
    actor,
  };
}
