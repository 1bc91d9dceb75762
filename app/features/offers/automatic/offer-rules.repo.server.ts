import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { OfferRules } from './automatic-decision.ts';

export type StoredOfferRules = OfferRules & { version: number };

/** The rules of a vendor of the scope; undefined where it never saved any. */
export async function findRules(tx: SqlTx, vendorId: bigint): Promise<StoredOfferRules | undefined> {
  const scope = scopedSql(tx.scope, 'r', 2);
  const [row] = await tx.query<StoredOfferRules>(
    `SELECT r.accept_percent AS "acceptPercent", r.decline_percent AS "declinePercent", r.version
     FROM offer_rules r WHERE r.vendor_id = $1 AND ${scope.text}`,
    [vendorId, ...scope.values],
  );
  return row;
}

/** Writes them over the version that was read (0: none); false where they have another by now. */
export async function writeRules(
  tx: SqlTx,
  vendorId: bigint,
  o: OfferRules & { over: number; at: Date },
): Promise<boolean> {
  // Hand-written: the first save and a save over a version are one statement.
  const rows = await tx.query(
    `INSERT INTO offer_rules AS r (store_id, vendor_id, accept_percent, decline_percent, updated_at)
     SELECT $1, $2, $3, $4, $5 WHERE $6 = 0
       OR EXISTS (SELECT 1 FROM offer_rules k WHERE k.store_id = $1 AND k.vendor_id = $2 AND k.version = $6)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET accept_percent = excluded.accept_percent,
       decline_percent = excluded.decline_percent, updated_at = excluded.updated_at, version = r.version + 1
     WHERE r.version = $6 RETURNING r.version`,
    [tx.scope.storeId, vendorId, o.acceptPercent, o.declinePercent, o.at, o.over],
  );
  return rows.length > 0;
}
