import { appendTo } from '#app/core/append-to.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { MovedStock } from '../low-stock/low-stock.ts';
import { json, refreshTotals, sumLevels, wholeSecond, type Levels } from './mirror.repo.server.ts';

/** What is available at a location since a moment; null where the item is no longer kept there. */
export type LevelChange = { inventoryItemId: bigint; locationId: bigint; available: number | null; at: Date };

/** Products that have to be read, and how the stock of variants changed since it was last looked at. */
export type SavedLevels = { unsure: bigint[]; moved: MovedStock[] };

/**
 * Writes what is available at locations where that is newer than what we hold. Products have to be read where an item came and
 * went within the same second, whose order nothing tells, or went from the only place that we know of.
 */
export async function saveLevels(tx: SqlTx, changes: readonly LevelChange[]): Promise<SavedLevels> {
  if (changes.length === 0) return { unsure: [], moved: [] };
  const items = [...new Set(changes.map((change) => change.inventoryItemId))];
  // The products are locked before their variants, as everywhere else: a save of the same product cannot wait for this and this for it.
  await tx.query(
    `SELECT p.id FROM products p WHERE p.store_id = $1
       AND p.id IN (SELECT v.product_id FROM variants v WHERE v.store_id = $1 AND v.inventory_item_id = ANY($2::bigint[]))
     ORDER BY p.id FOR UPDATE`,
    [tx.scope.storeId, items],
  );
  const rows = await tx.query<{ id: bigint; product_id: bigint; item: bigint; levels: Levels; before: number }>(
    `SELECT id, product_id, inventory_item_id AS item, levels, coalesce(reported_stock, stock) AS before FROM variants
     WHERE store_id = $1 AND inventory_item_id = ANY($2::bigint[]) ORDER BY product_id, id FOR UPDATE`,
    [tx.scope.storeId, items],
  );
  const changesOf = new Map<bigint, LevelChange[]>();
  for (const change of changes) {
    appendTo(changesOf, change.inventoryItemId, change);
  }
  const unsure = new Set<bigint>();
  const touched = rows.map((row) => {
    const { levels, isUnsure } = applyLevels(row.levels, changesOf.get(row.item) ?? []);
    if (isUnsure) unsure.add(row.product_id);
    return { id: row.id, before: row.before, levels, stock: sumLevels(levels) };
  });
  await tx.query(
    `UPDATE variants v SET levels = c.levels, stock = c.stock, reported_stock = c.stock
     FROM jsonb_to_recordset($2::text::jsonb) AS c (id bigint, levels jsonb, stock int) WHERE v.store_id = $1 AND v.id = c.id`,
    [tx.scope.storeId, json(touched.map(({ id, levels, stock }) => ({ id, levels, stock })))],
  );
  await refreshTotals(tx, [...new Set(rows.map((row) => row.product_id))]);
  return {
    unsure: [...unsure],
    moved: touched.map(({ id, before, stock }) => ({ variantId: id, before, after: stock })),
  };
}

/** Levels after what was told of them, oldest first. Times of the platform are whole seconds. */
function applyLevels(known: Levels, changes: readonly LevelChange[]): { levels: Levels; isUnsure: boolean } {
  const levels: Levels = { ...known };
  let isUnsure = false;
  for (const { locationId, available, at } of changes) {
    const stored = levels[String(locationId)];
    const second = wholeSecond(at).getTime();
    const storedSecond = stored ? wholeSecond(new Date(stored.at)).getTime() : -1;
    const isGone = available === null;
    if (storedSecond === second && (stored?.isGone ?? false) !== isGone) isUnsure = true;
    if (isGone && Object.keys(levels).every((location) => location === String(locationId))) isUnsure = true;
    if (storedSecond > second) continue;
    levels[String(locationId)] = { available: available ?? 0, at: at.toISOString(), ...(isGone ? { isGone } : {}) };
  }
  return { levels, isUnsure };
}
