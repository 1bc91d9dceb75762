import type { SqlTx } from '#app/server/db.server.ts';

export type NewConnection = {
  vendorId: bigint;
  shop: string;
  accessToken: string;
  expiresAt: Date | null;
  refreshToken: string | null;
  refreshExpires: Date | null;
  scopes: readonly string[];
  connectedAt: Date;
  connectedBy: string;
};

/** Keeps the access that a shop gave for a vendor, in the place of an earlier one of the same shop. Tokens come sealed. */
export async function saveConnection(tx: SqlTx, one: NewConnection): Promise<void> {
  await tx.query(
    `INSERT INTO shop_connections (store_id, vendor_id, shop, access_token, expires_at, refresh_token, refresh_expires_at, scopes,
       connected_at, connected_by)
     VALUES ($1, $2, $3, $4, $5::timestamptz, $6::text, $7::timestamptz, $8::text[], $9::timestamptz, $10)
     ON CONFLICT (store_id, vendor_id, shop) DO UPDATE SET access_token = excluded.access_token, expires_at = excluded.expires_at,
       refresh_token = excluded.refresh_token, refresh_expires_at = excluded.refresh_expires_at, scopes = excluded.scopes,
       connected_at = excluded.connected_at, connected_by = excluded.connected_by`,
    [
      tx.scope.storeId,
      one.vendorId,
      one.shop,
      one.accessToken,
      one.expiresAt,
      one.refreshToken,
      one.refreshExpires,
      [...one.scopes],
      one.connectedAt,
      one.connectedBy,
    ],
  );
}
