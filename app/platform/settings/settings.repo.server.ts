import { prepared, type SqlTx } from '#app/server/db.server.ts';

export type StoredSection = { value: unknown; version: number };

const SECTIONS = prepared('SELECT slice, value, version FROM store_settings WHERE store_id = $1 AND slice = ANY($2)');

export async function readSettingsSections(tx: SqlTx, slices: readonly string[]): Promise<Map<string, StoredSection>> {
  const rows = await tx.query<{ slice: string; value: unknown; version: number }>(SECTIONS, [
    tx.scope.storeId,
    [...slices],
  ]);
  return new Map(rows.map((row) => [row.slice, { value: row.value, version: row.version }]));
}

/** Writes a slice over the given version (0: none yet). False when somebody else wrote meanwhile. */
export async function writeSettingsSection(
  tx: SqlTx,
  o: { slice: string; value: object; over: number; at: Date; by: string },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO store_settings AS s (store_id, slice, value, version, updated_at, updated_by) VALUES ($1, $2, $3::jsonb, 1, $5, $6)
     ON CONFLICT (store_id, slice) DO UPDATE SET value = excluded.value, version = s.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
     WHERE s.version = $4 RETURNING version`,
    [tx.scope.storeId, o.slice, JSON.stringify(o.value), o.over, o.at, o.by],
  );
  return rows.length > 0;
}
