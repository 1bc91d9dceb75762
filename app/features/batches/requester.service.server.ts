import { stateRefuses } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import {
  can,
  marketplaceScope,
  permissionRefusal,
  type Actor,
  type Permission,
  type Viewer,
  permissionsOfScopes,
} from '#app/core/viewer.ts';
import {
  buildDelegatedViewer,
  findRightsOf,
  type Rights,
} from '#app/features/delegation/delegated-viewer.service.server.ts';
import { findLiveKey } from '#app/features/api-keys/api-keys.service.server.ts';
import type { Store } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';

type RequesterRef = { requester: Actor; vendorId: bigint | null };

/** Throws missing_permission (403) for the first permission that a viewer lacks. */
export function requirePermissions(viewer: Viewer, permissions: readonly Permission[]): void {
  for (const permission of permissions) if (!can(viewer, permission)) throw permissionRefusal(viewer, permission);
}

/**
 * Whoever asked for a batch, in the scope that they asked in and with what they may now, as signing in would let them in. Throws
 * invalid_state (409) where they, or the vendor that they acted for, are gone.
 */
export async function findRequester(
  services: Services,
  store: Store,
  { requester, vendorId }: RequesterRef,
): Promise<Viewer> {
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
    isAdmin: rights.isAdmin,
    permissions: rights.permissions,
    ...(rights.withheld ? { withheld: rights.withheld } : {}),
  };
}

/** What somebody may do in a scope now; undefined for who is gone from it. Sessions may end: who signs out goes on by batches. */
async function readRights(
  services: Services,
  store: Store,
  { requester, vendorId }: RequesterRef,
): Promise<Rights | undefined> {
  const { kind, id } = requester;
  if (kind === 'person' || kind === 'staff') {
    return findRightsOf(services, store, { maker: { kind, id }, vendorId });
  }
  if (kind !== 'system' || vendorId === null) return undefined;
  const key = await findLiveKey(services, store.id, { actorId: id, vendorId });
  if (!key) return undefined;
  return buildDelegatedViewer(services, store, {
    vendorId,
    maker: key.maker,
    wanted: permissionsOfScopes(key.scopes),
    actor: requester,
    locale: 'en',
  });
}
