import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { SellerTokens } from '#app/adapters/shopify/seller-store.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { Scope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import * as repo from './connections.repo.server.ts';

/** Opens a vendor's own store. An expired access is renewed and kept. Throws shop_access_revoked where the store took it away. */
export function openOwnStore(
  services: Services,
  scope: Scope,
  connection: repo.StoredConnection,
): Promise<PlatformClient> {
  const { vault, db, adapters } = services;
  const { shop, vendorId } = connection;
  const read = (row: repo.StoredConnection): SellerTokens => ({
    token: vault.openText(row.accessToken),
    expiresAt: row.expiresAt,
    refreshToken: row.refreshToken === null ? null : vault.openText(row.refreshToken),
  });
  return adapters.sellerStore({
    shop,
    tokens: read(connection),
    // A refresh token works once: the lock is held while the platform is asked, so that nobody else asks with the same one.
    renew: (old, ask) =>
      db.fast(scope, async (tx) => {
        const current = await repo.findConnection(tx, vendorId, { lock: true });
        if (current?.shop !== shop) throw new AppError('shop_access_revoked');
        const kept = read(current);
        if (kept.token !== old.token) return kept;
        if (kept.refreshToken === null) throw new AppError('shop_access_revoked');
        const fresh = await ask(kept.refreshToken);
        await repo.saveTokens(tx, vendorId, {
          accessToken: vault.sealText(fresh.token),
          expiresAt: fresh.expiresAt,
          refreshToken: fresh.refreshToken === null ? null : vault.sealText(fresh.refreshToken),
          refreshExpires: fresh.refreshExpires,
        });
        return fresh;
      }),
  });
}
