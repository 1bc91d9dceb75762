import type { SqlTx } from '#app/server/db.server.ts';

/** Where a vendor's buyers collect, as lines of an address, and when; undefined where it has stated none. */
export async function findPickupPlace(
  tx: SqlTx,
  vendorId: bigint,
): Promise<{ lines: string[]; hours: string } | undefined> {
  const [row] = await tx.query<{ name: string; street1: string; street2: string; town: string; hours: string }>(
    `SELECT coalesce(nullif(address->>'company', ''), address->>'name') AS name, address->>'street1' AS street1,
       coalesce(address->>'street2', '') AS street2, concat_ws(' ', address->>'zip', address->>'city') AS town, pickup_hours AS hours
     FROM vendor_ship_from WHERE store_id = $1 AND vendor_id = $2`,
    [tx.scope.storeId, vendorId],
  );
  return row && { lines: [row.name, row.street1, row.street2, row.town].filter(Boolean), hours: row.hours };
}
