import type { SqlTx } from '#app/server/db.server.ts';

/** A place of a vendor: `key` names what it is taken for, `productId` a product that exists already. */
export type QuotaSlot = { vendorId: bigint; key: string; productId: bigint | undefined };

/** Whether the product is one that the vendor's limit counts. */
export async function isListed(tx: SqlTx, { vendorId, productId }: QuotaSlot): Promise<boolean> {
  if (productId === undefined) return false;
  const rows = await tx.query(
    `SELECT 1 FROM products WHERE store_id = $1 AND id = $2 AND vendor_id = $3 AND deleted_at IS NULL AND status <> 'ARCHIVED'`,
    [tx.scope.storeId, productId, vendorId],
  );
  return rows.length > 0;
}

/**
 * How many products of a vendor count, and how many places others hold at a moment, as of one moment: a product that comes in
 * between would be in neither of two counts. A place whose product is there already is counted with the products:
 * the platform may tell of one before who made it has taken it in.
 */
export async function countTaken(tx: SqlTx, place: QuotaSlot, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT (SELECT coalesce(sum(t.step), 0)::int FROM product_counts t
         WHERE t.store_id = $1 AND t.vendor_id = $2 AND t.status <> 'ARCHIVED') + count(*)::int AS count
     FROM listing_slots l
     WHERE l.store_id = $1 AND l.vendor_id = $2 AND l.key <> $3 AND l.until > $4
       AND NOT EXISTS (SELECT 1 FROM products p WHERE p.store_id = l.store_id AND p.id = l.product_id AND p.vendor_id = l.vendor_id
         AND p.deleted_at IS NULL AND p.status <> 'ARCHIVED')
       AND NOT EXISTS (SELECT 1 FROM product_creations c JOIN products p ON p.store_id = c.store_id AND p.handle = c.handle
         WHERE c.store_id = l.store_id AND c.fingerprint = l.key AND p.vendor_id = l.vendor_id AND p.deleted_at IS NULL
           AND p.status <> 'ARCHIVED')`,
    [tx.scope.storeId, place.vendorId, place.key, now],
  );
  return row?.count ?? 0;
}

/** Whether the store has a product that its plan counts, whoever's it is. */
export async function isListedInStore(tx: SqlTx, productId: bigint | undefined): Promise<boolean> {
  if (productId === undefined) return false;
  const rows = await tx.query(
    `SELECT 1 FROM products WHERE store_id = $1 AND id = $2 AND deleted_at IS NULL AND status <> 'ARCHIVED'`,
    [tx.scope.storeId, productId],
  );
  return rows.length > 0;
}

/** How many products of the store count, and how many places others hold at a moment, as `countTaken` counts those of a vendor. */
export async function countTakenInStore(
  tx: SqlTx,
  own: { vendorId: bigint | undefined; key: string },
  now: Date,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT (SELECT coalesce(sum(t.step), 0)::int FROM product_counts t
         WHERE t.store_id = $1 AND t.status <> 'ARCHIVED') + count(*)::int AS count
     FROM listing_slots l
     WHERE l.store_id = $1 AND NOT (l.vendor_id IS NOT DISTINCT FROM $2::bigint AND l.key = $3) AND l.until > $4
       AND NOT EXISTS (SELECT 1 FROM products p WHERE p.store_id = l.store_id AND p.id = l.product_id
         AND p.deleted_at IS NULL AND p.status <> 'ARCHIVED')
       AND NOT EXISTS (SELECT 1 FROM product_creations c JOIN products p ON p.store_id = c.store_id AND p.handle = c.handle
         WHERE c.store_id = l.store_id AND c.fingerprint = l.key AND p.deleted_at IS NULL AND p.status <> 'ARCHIVED')`,
    [tx.scope.storeId, own.vendorId ?? null, own.key, now],
  );
  return row?.count ?? 0;
}

/** Whether a request is at work on this very place at a moment. */
export async function isWorked(tx: SqlTx, place: QuotaSlot, now: Date): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM listing_slots WHERE store_id = $1 AND vendor_id = $2 AND key = $3 AND working_until > $4',
    [tx.scope.storeId, place.vendorId, place.key, now],
  );
  return rows.length > 0;
}

/** Notes that a request which broke off is no longer at work on its place, which stays taken. */
export async function releaseSlotWorker(tx: SqlTx, key: string): Promise<void> {
  await tx.query('UPDATE listing_slots SET working_until = NULL WHERE store_id = $1 AND key = $2', [
    tx.scope.storeId,
    key,
  ]);
}

/** Takes a place until a moment, and forgets the vendor's places whose time is over. */
export async function takeSlot(
  tx: SqlTx,
  place: QuotaSlot,
  o: { now: Date; until: Date; workingUntil: Date },
): Promise<void> {
  await tx.query('DELETE FROM listing_slots WHERE store_id = $1 AND vendor_id = $2 AND until <= $3', [
    tx.scope.storeId,
    place.vendorId,
    o.now,
  ]);
  await tx.query(
    `INSERT INTO listing_slots (store_id, vendor_id, key, product_id, until, working_until) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (store_id, vendor_id, key) DO UPDATE SET until = excluded.until, product_id = excluded.product_id,
       working_until = excluded.working_until`,
    [tx.scope.storeId, place.vendorId, place.key, place.productId ?? null, o.until, o.workingUntil],
  );
}

/** Gives places back that were taken for something: its product is counted from now on, or there will be none. */
export async function deleteSlots(tx: SqlTx, key: string): Promise<void> {
  await tx.query('DELETE FROM listing_slots WHERE store_id = $1 AND key = $2', [tx.scope.storeId, key]);
}
