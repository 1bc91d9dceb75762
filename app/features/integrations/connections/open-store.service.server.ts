import { createWooStore } from '#app/adapters/woocommerce/own-store.server.ts';
import type { SellerTokens } from '#app/adapters/shopify/seller-store.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { OwnStore } from '#app/core/own-store.ts';
import type { Scope } from '#app/core/viewer.ts';
import type { Services } from '#app/server/context.server.ts';
import * as repo from './connections.repo.server.ts';
import { openWooKeys } from './woo-keys.server.ts';

/** Opens a vendor's own store by the connector of what it runs on. Throws shop_access_revoked where the store took its access away. */
export function openOwnStore(services: Services, scope: Scope, connection: repo.StoredConnection): Promise<OwnStore> {
  if (connection.kind === 'shopify') return openShopifyStore(services, scope, connection);
  const keys = openWooKeys(services.vault, connection.accessToken);
  return Promise.resolve(createWooStore({ address: connection.shop, ...keys }, services.adapters.webClient));
}

/** An expired access is renewed and kept. */
function openShopifyStore(services: Services, scope: Scope, connection: repo.StoredConnection): Promise<OwnStore> {
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
