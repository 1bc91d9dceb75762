import type { ShopAccess } from '#app/adapters/shopify/oauth.server.ts';
import { STORE_ORDER_SCOPES } from '#app/adapters/shopify/store-orders.server.ts';
import type { Actor, Locale } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { toStoredMaker } from '#app/features/delegation/maker.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { grantsOrders, wakeStoreOrders } from '../store-orders/schedule-orders.service.server.ts';
import * as repo from './connections.repo.server.ts';
import { scheduleEmptyUncovered } from './empty-uncovered.service.server.ts';
import { scheduleStoreSync } from './schedule-sync.service.server.ts';

/** Whose store is connected, by whom. `canShip`: whether they may ship orders. */
type Connecting = { vendorId: bigint; shop: string; actor: Actor; locale: Locale; canShip: boolean };

/** The access to a store as it is kept: sealed. */
type KeptAccess = Pick<
  repo.NewConnection,
  'kind' | 'scopes' | 'accessToken' | 'expiresAt' | 'refreshToken' | 'refreshExpires' | 'hookSecret'
>;

type Needs = Pick<Services, 'vault' | 'clock' | 'jobs'>;

/** Connects a vendor's own store on the platform, as `connectStore` says. */
export function connectShop(
  services: Needs,
  tx: SqlTx,
  { access, ...o }: Connecting & { access: ShopAccess },
): Promise<void> {
  const { vault } = services;
  return connectStore(services, tx, {
    ...o,
    access: {
      kind: 'shopify',
      scopes: access.scopes,
      expiresAt: access.expiresAt,
      refreshExpires: access.refreshExpires,
      accessToken: vault.sealText(access.token),
      refreshToken: access.refreshToken === null ? null : vault.sealText(access.refreshToken),
      hookSecret: null,
    },
  });
}

/** The access to a store of WooCommerce whose keys may change things there: everything that a store is asked for. */
export const keepWooAccess = (o: { accessToken: string; hookSecret: string }): KeptAccess => ({
  kind: 'woocommerce',
  scopes: ['read_products', ...STORE_ORDER_SCOPES],
  accessToken: o.accessToken,
  expiresAt: null,
  refreshToken: null,
  refreshExpires: null,
  hookSecret: o.hookSecret,
});

/**
 * Keeps the access to a vendor's own store, sealed, in the place of an earlier one, and syncs it. What was kept in step of another
 * store is no longer; its products stay. From now on new orders are placed there, where its access and whoever connects it allow that
 * (`canShip`); a store that is connected again keeps what was set.
 */
export async function connectStore(services: Needs, tx: SqlTx, o: Connecting & { access: KeptAccess }): Promise<void> {
  const { vendorId, shop, access, actor, locale, canShip } = o;
  const at = services.clock.now();
  const before = await repo.findConnection(tx, vendorId, { lock: true });
  if (before && before.shop !== shop) await repo.deleteSyncedProducts(tx, vendorId);
  await repo.saveConnection(tx, {
    vendorId,
    shop,
    ...access,
    connectedAt: at,
    connectedBy: `${actor.kind}:${actor.id}`,
    connectedName: actor.name,
    maker: toStoredMaker(actor),
    locale,
    ordersSince: canShip && grantsOrders(access.scopes) ? at : null,
  });
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: 'shop_connected',
      actor,
      at,
      detail: { shop, scopes: access.scopes },
    },
  ]);
  await scheduleStoreSync(tx, services, { vendorId, at, roundAt: at });
  if (before?.shop !== shop) await scheduleEmptyUncovered(tx, services, { vendorId, shop });
  await wakeStoreOrders(tx, services, vendorId, at);
}
