import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Holiday, OpenHoliday } from './holiday.ts';

/** Null: the marketplace's own. */
export type HolidayOwner = VendorId | null;
export type StoredHoliday = Holiday & { version: number };

const DAYS = `to_char(h.first_day, 'YYYY-MM-DD') AS "from", to_char(h.last_day, 'YYYY-MM-DD') AS "to"`;

/** Reads the holiday of a vendor, or the marketplace's own; undefined where none was ever saved. */
export async function findHoliday(tx: SqlTx, owner: HolidayOwner): Promise<StoredHoliday | undefined> {
  const [row] = await tx.query<StoredHoliday>(
    `SELECT h.enabled, ${DAYS}, h.message, h.version FROM holidays h
     WHERE h.store_id = $1 AND h.vendor_id IS NOT DISTINCT FROM $2`,
    [tx.scope.storeId, owner],
  );
  return row;
}

/** Writes a holiday over the version that was read (0: none); false where somebody else saved meanwhile. */
export async function writeHoliday(
  tx: SqlTx,
  owner: HolidayOwner,
  o: Holiday & { over: number; at: Date },
): Promise<boolean> {
  // Hand-written: the first save and a save over a version are one statement.
  const rows = await tx.query(
    `INSERT INTO holidays AS h (store_id, vendor_id, enabled, first_day, last_day, message, updated_at)
     SELECT $1, $2, $3, $4::date, $5::date, $6, $7 WHERE $8 = 0
       OR EXISTS (SELECT 1 FROM holidays k WHERE k.store_id = $1 AND k.vendor_id IS NOT DISTINCT FROM $2 AND k.version = $8)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET enabled = excluded.enabled, first_day = excluded.first_day,
       last_day = excluded.last_day, message = excluded.message, updated_at = excluded.updated_at, version = h.version + 1
     WHERE h.version = $8 RETURNING h.version`,
    [tx.scope.storeId, owner, o.enabled, o.from, o.to, o.message, o.at, o.over],
  );
  return rows.length > 0;
}

/** Lists holidays that are on and have not ended by a day, of vendors that are there and of the marketplace. Needs its scope. */
export function listOpenHolidays(tx: SqlTx, o: { today: string; limit: number }): Promise<OpenHoliday[]> {
  return tx.query<OpenHoliday>(
    `SELECT v.name AS vendor, ${DAYS}, h.message
     FROM holidays h LEFT JOIN vendors v ON v.store_id = h.store_id AND v.id = h.vendor_id
     WHERE h.store_id = $1 AND h.enabled AND h.last_day >= $2::date
       AND (h.vendor_id IS NULL OR (v.id IS NOT NULL AND v.deleted_at IS NULL))
     ORDER BY (h.vendor_id IS NOT NULL), h.first_day, h.id LIMIT $3`,
    [tx.scope.storeId, o.today, o.limit],
  );
}
