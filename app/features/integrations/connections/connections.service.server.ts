import type { ShopAccess } from '#app/adapters/shopify/oauth.server.ts';
import type { Actor, Locale } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { toStoredMaker } from '#app/features/delegation/maker.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { grantsOrders, wakeStoreOrders } from '../store-orders/schedule-orders.service.server.ts';
import * as repo from './connections.repo.server.ts';
import { scheduleStoreSync } from './schedule-sync.service.server.ts';

/**
 * Keeps the access to a vendor's own store, sealed, in the place of an earlier one, and syncs it. What was kept in step of another
 * store is no longer; its products stay. From now on new orders are placed there, where its access and whoever connects it allow that
 * (`canShip`); a store that is connected again keeps what was set.
 */
export async function connectShop(
  services: Pick<Services, 'vault' | 'clock' | 'jobs'>,
  tx: SqlTx,
  o: { vendorId: bigint; shop: string; access: ShopAccess; actor: Actor; locale: Locale; canShip: boolean },
): Promise<void> {
  const { vendorId, shop, access, actor, locale, canShip } = o;
  const at = services.clock.now();
  const before = await repo.findConnection(tx, vendorId, { lock: true });
  if (before && before.shop !== shop) await repo.deleteSyncedProducts(tx, vendorId);
  await repo.saveConnection(tx, {
    vendorId,
    shop,
    scopes: access.scopes,
    expiresAt: access.expiresAt,
    refreshExpires: access.refreshExpires,
    accessToken: services.vault.sealText(access.token),
    refreshToken: access.refreshToken === null ? null : services.vault.sealText(access.refreshToken),
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
  await wakeStoreOrders(tx, services, vendorId, at);
}
