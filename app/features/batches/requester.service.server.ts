import { stateRefuses } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import {
  can,
  marketplaceScope,
  permissionRefusal,
  PERMISSIONS,
  withhold,
  type Actor,
  type Permission,
  type Viewer,
} from '#app/core/viewer.ts';
import { KEY_PERMISSIONS } from '#app/features/integrations/api-keys/api-key.ts';
import { hasLiveKey } from '#app/features/integrations/api-keys/api-keys.service.server.ts';
import { findWithheld } from '#app/features/memberships/membership-access.service.server.ts';
import { findStaff } from '#app/features/stores/staff.service.server.ts';
import type { Store } from '#app/features/stores/stores.service.server.ts';
import { findMember, toPermissions } from '#app/features/identity/users/users.service.server.ts';
import { requireVendorRow } from '#app/features/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';

type Asked = { requester: Actor; vendorId: bigint | null };

/** Throws missing_permission (403) for the first permission that a viewer lacks. */
export function requirePermissions(viewer: Viewer, permissions: readonly Permission[]): void {
  for (const permission of permissions) if (!can(viewer, permission)) throw permissionRefusal(viewer, permission);
}

/**
 * Whoever asked for a batch, in the scope that they asked in and with what they may now, as signing in would let them in. Throws
 * invalid_state (409) where they, or the vendor that they acted for, are gone.
 */
export async function findRequester(services: Services, store: Store, { requester, vendorId }: Asked): Promise<Viewer> {
  const vendor =
    vendorId === null
      ? undefined
      : await services.db.fast(marketplaceScope(store.id), (tx) => requireVendorRow(tx, vendorId));
  const rights = vendor?.deletedAt ? undefined : await readRights(services, store, { requester, vendorId });
  if (!rights) throw stateRefuses('requester_removed');
  const { id, domain, name, currency, timezone } = store;
  return {
    store: { id, domain, name, currency, timezone },
    vendorScope: vendor ? asVendorId(vendor.id) : '*',
    vendorName: vendor?.name ?? '*',
    isEmbedded: false,
    locale: 'en',
    email: '',
    actor: requester,
    ...rights,
  };
}

type Rights = Pick<Viewer, 'isAdmin' | 'permissions' | 'withheld'>;

/** What somebody may do in a scope now; undefined for who is gone from it. Sessions may end: who signs out goes on by batches. */
async function readRights(
  services: Services,
  store: Store,
  { requester, vendorId }: Asked,
): Promise<Rights | undefined> {
  if (requester.kind === 'staff') {
    const staff = await findStaff(services, store, requester.id);
    return staff && { isAdmin: true, permissions: new Set(PERMISSIONS) };
  }
  if (requester.kind === 'system' && vendorId !== null) {
    if (!(await hasLiveKey(services, store.id, { actorId: requester.id, vendorId }))) return undefined;
    const withheld = await findWithheld(services, store.id, vendorId);
    return { isAdmin: false, ...withhold(new Set<Permission>(KEY_PERMISSIONS), withheld) };
  }
  const member = requester.kind === 'person' ? await findMember(services, store.id, BigInt(requester.id)) : undefined;
  if (!member || !(member.isAdmin || member.vendor?.id === vendorId)) return undefined;
  const withheld =
    member.vendor && !member.isAdmin ? await findWithheld(services, store.id, member.vendor.id) : ([] as const);
  return { isAdmin: member.isAdmin, ...withhold(toPermissions(member), withheld) };
}
