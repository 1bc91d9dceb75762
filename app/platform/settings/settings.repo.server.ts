import { prepared, type SqlTx, type SqlValue, type Statement } from '#app/server/db.server.ts';
import { forgetOnPage, oncePerPageOfStore } from '#app/server/once-per-page.server.ts';

export type StoredSection = { value: unknown; version: number };

const SECTIONS = prepared(
  'SELECT section, value, version FROM store_settings WHERE store_id = $1 AND section = ANY($2)',
);

/** By which name a page keeps them. */
const SETTINGS = 'settings';

const ALL_SECTIONS = prepared('SELECT section, value, version FROM store_settings WHERE store_id = $1');

/** The stored ones of these sections; a page reads all sections of its store once. */
export function readSettingsSections(tx: SqlTx, slices: readonly string[]): Promise<Map<string, StoredSection>> {
  return tx.pageCache
    ? oncePerPageOfStore(tx, SETTINGS, () => readSections(tx, ALL_SECTIONS, [tx.scope.storeId]))
    : readSections(tx, SECTIONS, [tx.scope.storeId, [...slices]]);
}

async function readSections(tx: SqlTx, statement: Statement, values: readonly SqlValue[]) {
  const rows = await tx.query<{ section: string; value: unknown; version: number }>(statement, values);
  return new Map<string, StoredSection>(rows.map((row) => [row.section, { value: row.value, version: row.version }]));
}

/** Writes a section over the given version (0: none yet). False when somebody else wrote meanwhile. */
export async function writeSettingsSection(
  tx: SqlTx,
  o: { section: string; value: object; over: number; at: Date; by: string },
): Promise<boolean> {
  forgetOnPage(tx, SETTINGS);
  const rows = await tx.query(
    `INSERT INTO store_settings AS s (store_id, section, value, version, updated_at, updated_by) VALUES ($1, $2, $3::jsonb, 1, $5, $6)
     ON CONFLICT (store_id, section) DO UPDATE SET value = excluded.value, version = s.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
     WHERE s.version = $4 RETURNING version`,
    [tx.scope.storeId, o.section, JSON.stringify(o.value), o.over, o.at, o.by],
  );
  return rows.length > 0;
}
