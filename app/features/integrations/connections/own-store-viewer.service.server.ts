import type { Permission, Viewer } from '#app/core/viewer.ts';
import { buildDelegatedViewer } from '#app/features/delegation/delegated-viewer.service.server.ts';
import type { Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { StoredConnection } from './connections.repo.server.ts';

/** The viewer of a vendor's own store: which of `wanted` whoever connected it may do now. Undefined where that person is gone. */
export const findOwnStoreViewer = (
  services: Services,
  store: Store,
  o: { vendor: { id: bigint; name: string }; connection: StoredConnection; wanted: readonly Permission[] },
): Promise<Viewer | undefined> =>
  buildDelegatedViewer(services, store, {
    vendorId: o.vendor.id,
    maker: o.connection.maker,
    wanted: new Set(o.wanted),
    actor: { kind: 'system', id: 'own-store', name: o.vendor.name, role: 'own_store' },
    locale: o.connection.locale,
  });
