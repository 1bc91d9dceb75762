import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** The currency that a vendor chose; undefined where it follows the marketplace. */
export async function findVendorCurrency(tx: SqlTx, vendorId: VendorId): Promise<string | undefined> {
  const [row] = await tx.query<{ currency: string }>(
    'SELECT currency FROM display_currencies WHERE store_id = $1 AND vendor_id = $2',
    [tx.scope.storeId, vendorId],
  );
  return row?.currency;
}

/** Keeps a vendor's choice; the empty text forgets it. */
export async function saveVendorCurrency(
  tx: SqlTx,
  o: { vendorId: VendorId; currency: string; at: Date },
): Promise<void> {
  if (o.currency === '') {
    await tx.query('DELETE FROM display_currencies WHERE store_id = $1 AND vendor_id = $2', [
      tx.scope.storeId,
      o.vendorId,
    ]);
    return;
  }
  await tx.query(
    `INSERT INTO display_currencies (store_id, vendor_id, currency, updated_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET currency = excluded.currency, updated_at = excluded.updated_at`,
    [tx.scope.storeId, o.vendorId, o.currency, o.at],
  );
}
