import type { ShopAccess } from '#app/adapters/shopify/oauth.server.ts';
import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './connections.repo.server.ts';

/** Keeps the access to a seller's own store, sealed, for what works with it on the vendor's behalf. */
export async function connectShop(
  services: Pick<Services, 'vault' | 'clock'>,
  tx: SqlTx,
  o: { vendorId: bigint; shop: string; access: ShopAccess; actor: Actor },
): Promise<void> {
  const { vendorId, shop, access, actor } = o;
  const at = services.clock.now();
  await repo.saveConnection(tx, {
    vendorId,
    shop,
    accessToken: services.vault.sealText(access.token),
    expiresAt: access.expiresAt,
    refreshToken: access.refreshToken === null ? null : services.vault.sealText(access.refreshToken),
    refreshExpires: access.refreshExpires,
    scopes: access.scopes,
    connectedAt: at,
    connectedBy: `${actor.kind}:${actor.id}`,
  });
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: 'shop_connected',
      actor,
      detail: { shop, scopes: access.scopes },
      at,
    },
  ]);
}
