import type { SqlTx } from '#app/server/db.server.ts';

export type FollowingProduct = { id: bigint; vendorId: bigint | null; title: string; bodyHtml: string };

/** A product that stands for an entry; what is gone or put away no longer does. */
const STANDS = `p.deleted_at IS NULL AND p.status <> 'ARCHIVED'`;

/** Products that offer an entry, from one on, by their ids. Needs the marketplace's scope. */
export async function listFollowing(
  tx: SqlTx,
  o: { entryId: bigint; after: bigint; limit: number },
): Promise<FollowingProduct[]> {
  return tx.query(
    `SELECT p.id, p.vendor_id AS "vendorId", p.title, p.body_html AS "bodyHtml"
     FROM catalog_listings o JOIN products p ON p.store_id = o.store_id AND p.id = o.product_id
     WHERE o.store_id = $1 AND o.entry_id = $2 AND p.id > $3 AND ${STANDS} ORDER BY p.id LIMIT $4`,
    [tx.scope.storeId, o.entryId, o.after, o.limit],
  );
}

export type Claim = { productId: bigint | null; claimedAt: Date; stands: boolean };

/** What a vendor has of an entry: its offer, or that one is being made. Held until the transaction ends. */
export async function findClaim(tx: SqlTx, o: { entryId: bigint; vendorId: bigint }): Promise<Claim | undefined> {
  const [row] = await tx.query<Claim>(
    `SELECT o.product_id AS "productId", o.claimed_at AS "claimedAt",
       EXISTS (SELECT FROM products p
         WHERE p.store_id = o.store_id AND p.id = o.product_id AND p.vendor_id = o.vendor_id AND ${STANDS}) AS stands
     FROM catalog_listings o WHERE o.store_id = $1 AND o.entry_id = $2 AND o.vendor_id = $3 FOR UPDATE OF o`,
    [tx.scope.storeId, o.entryId, o.vendorId],
  );
  return row;
}

/** Makes the offers of an entry those of whom their products belong to now, unless such a vendor has one already. */
export async function followVendors(tx: SqlTx, entryId: bigint): Promise<void> {
  await tx.query(
    `UPDATE catalog_listings o SET vendor_id = p.vendor_id FROM products p
     WHERE o.store_id = $1 AND o.entry_id = $2 AND p.store_id = o.store_id AND p.id = o.product_id AND p.vendor_id <> o.vendor_id
       AND p.id = (SELECT min(q.id) FROM catalog_listings m JOIN products q ON q.store_id = m.store_id AND q.id = m.product_id
         WHERE m.store_id = o.store_id AND m.entry_id = o.entry_id AND q.vendor_id = p.vendor_id)
       AND NOT EXISTS (SELECT FROM catalog_listings t
         WHERE t.store_id = o.store_id AND t.entry_id = o.entry_id AND t.vendor_id = p.vendor_id)`,
    [tx.scope.storeId, entryId],
  );
}

/** Notes that a vendor's offer is about to be made. False when somebody else noted it at the same moment. */
export async function insertClaim(tx: SqlTx, o: { entryId: bigint; vendorId: bigint; at: Date }): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO catalog_listings (store_id, entry_id, vendor_id, claimed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (store_id, entry_id, vendor_id) DO NOTHING RETURNING entry_id`,
    [tx.scope.storeId, o.entryId, o.vendorId, o.at],
  );
  return rows.length > 0;
}

/** Takes over a claim whose product is gone, or that was never made. */
export async function renewClaim(tx: SqlTx, o: { entryId: bigint; vendorId: bigint; at: Date }): Promise<void> {
  await tx.query(
    `UPDATE catalog_listings SET product_id = NULL, claimed_at = $4 WHERE store_id = $1 AND entry_id = $2 AND vendor_id = $3`,
    [tx.scope.storeId, o.entryId, o.vendorId, o.at],
  );
}

/** Gives up a claim whose product was not made. */
export async function dropClaim(tx: SqlTx, o: { entryId: bigint; vendorId: bigint; at: Date }): Promise<void> {
  await tx.query(
    `DELETE FROM catalog_listings
     WHERE store_id = $1 AND entry_id = $2 AND vendor_id = $3 AND product_id IS NULL AND claimed_at = $4`,
    [tx.scope.storeId, o.entryId, o.vendorId, o.at],
  );
}

/** The product was made: it is the vendor's offer of the entry from now on, also where its claim is gone meanwhile. */
export async function linkProduct(
  tx: SqlTx,
  o: { entryId: bigint; vendorId: bigint; productId: bigint; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO catalog_listings (store_id, entry_id, vendor_id, product_id, claimed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (store_id, entry_id, vendor_id) DO UPDATE SET product_id = excluded.product_id`,
    [tx.scope.storeId, o.entryId, o.vendorId, o.productId, o.at],
  );
}

export type LinkedEntry = { entryId: bigint; title: string; bodyHtml: string };

/** The entry that a product offers, with the texts that it follows; undefined for every other product. */
export async function findLinkedEntry(tx: SqlTx, productId: bigint): Promise<LinkedEntry | undefined> {
  const [row] = await tx.query<LinkedEntry>(
    `SELECT e.id AS "entryId", e.title, e.description AS "bodyHtml"
     FROM catalog_listings o JOIN catalog_entries e ON e.store_id = o.store_id AND e.id = o.entry_id
     WHERE o.store_id = $1 AND o.product_id = $2`,
    [tx.scope.storeId, productId],
  );
  return row;
}
