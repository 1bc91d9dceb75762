import type { SqlTx } from '#app/server/db.server.ts';
import type { ListName } from './saved-view.ts';

/** Whose part of which list: a person has its own in each view of the store that it works in. */
export type Owned = { person: string; list: ListName };
export type SavedViewRow = { id: bigint; name: string; address: string };

/** The first four parameters of each query here, and the condition that they make. */
const MINE = 'store_id = $1 AND vendor_id IS NOT DISTINCT FROM $2::bigint AND person = $3 AND list = $4';
const mine = ({ scope }: SqlTx, { person, list }: Owned) =>
  [scope.storeId, scope.vendor === '*' ? null : scope.vendor, person, list] as const;

/** A person's views of a list by their names. */
export function listViews(tx: SqlTx, of: Owned): Promise<SavedViewRow[]> {
  return tx.query<SavedViewRow>(`SELECT id, name, address FROM saved_views WHERE ${MINE} ORDER BY lower(name), id`, [
    ...mine(tx, of),
  ]);
}

/** Keeps a view over the one of its name. */
export async function upsertView(tx: SqlTx, of: Owned, { name, address }: Omit<SavedViewRow, 'id'>): Promise<void> {
  await tx.query(
    `INSERT INTO saved_views (store_id, vendor_id, person, list, name, address) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (store_id, coalesce(vendor_id, 0), person, list, name) DO UPDATE SET address = excluded.address`,
    [...mine(tx, of), name, address],
  );
}

/** Deletes a person's view; false where it has none of this id. */
export async function deleteView(tx: SqlTx, of: Owned, id: bigint): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM saved_views WHERE ${MINE} AND id = $5 RETURNING id`, [...mine(tx, of), id]);
  return rows.length > 0;
}

/** The columns of a list that a person hides. */
export async function listHiddenColumns(tx: SqlTx, of: Owned): Promise<string[]> {
  const [row] = await tx.query<{ columns: string[] }>(`SELECT columns FROM hidden_columns WHERE ${MINE}`, [
    ...mine(tx, of),
  ]);
  return row?.columns ?? [];
}

export async function writeHiddenColumns(tx: SqlTx, of: Owned, columns: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO hidden_columns (store_id, vendor_id, person, list, columns) VALUES ($1, $2, $3, $4, $5::text[])
     ON CONFLICT (store_id, coalesce(vendor_id, 0), person, list) DO UPDATE SET columns = excluded.columns`,
    [...mine(tx, of), [...columns]],
  );
}
