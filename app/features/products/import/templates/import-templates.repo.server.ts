import type { SqlTx } from '#app/server/db.server.ts';
import type { TemplateSettings } from './import-template.ts';

export type StoredTemplate = {
  id: bigint;
  name: string;
  headers: string[];
  settings: unknown;
  savedBy: string;
  savedAt: Date;
};

/** Whose templates a scope has: a vendor its own, the marketplace view the marketplace's own. */
const readOwner = ({ scope }: SqlTx): bigint | null => (scope.vendor === '*' ? null : scope.vendor);

/** The scope's own templates by their names. */
export function listTemplates(tx: SqlTx): Promise<StoredTemplate[]> {
  return tx.query(
    `SELECT id, name, headers, settings, saved_by AS "savedBy", saved_at AS "savedAt" FROM import_templates
     WHERE store_id = $1 AND vendor_id IS NOT DISTINCT FROM $2::bigint ORDER BY name, id`,
    [tx.scope.storeId, readOwner(tx)],
  );
}

type Save = {
  name: string;
  headers: readonly string[];
  settings: TemplateSettings;
  savedBy: string;
  savedAt: Date;
  replaces: boolean;
};

/** Saves a template; false where its name has another one that is not to be replaced. The same again is saved. */
export async function upsertTemplate(tx: SqlTx, o: Save): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO import_templates AS t (store_id, vendor_id, name, headers, settings, saved_by, saved_at)
     VALUES ($1, $2::bigint, $3, $4::text[], $5::jsonb, $6, $7)
     ON CONFLICT (store_id, coalesce(vendor_id, 0), name) DO UPDATE
       SET headers = excluded.headers, settings = excluded.settings, saved_by = excluded.saved_by, saved_at = excluded.saved_at
       WHERE $8::boolean OR (t.headers = excluded.headers AND t.settings = excluded.settings)
     RETURNING t.id`,
    [
      tx.scope.storeId,
      readOwner(tx),
      o.name,
      [...o.headers],
      JSON.stringify(o.settings),
      o.savedBy,
      o.savedAt,
      o.replaces,
    ],
  );
  return rows.length > 0;
}

/** Deletes a template of the scope's own; false where there is none. */
export async function deleteTemplate(tx: SqlTx, id: bigint): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM import_templates WHERE id = $1 AND store_id = $2 AND vendor_id IS NOT DISTINCT FROM $3::bigint RETURNING id',
    [id, tx.scope.storeId, readOwner(tx)],
  );
  return rows.length > 0;
}

/** Deletes what a vendor saved, in the marketplace's scope. */
export async function deleteTemplatesOf(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query('DELETE FROM import_templates WHERE store_id = $1 AND vendor_id = $2', [tx.scope.storeId, vendorId]);
}
