import type { SqlTx } from '#app/server/db.server.ts';

/** A store's own wording; `locale` is the one language that it is for, empty for all of them. */
export type OverrideRow = { subject: string | null; htmlBody: string; locale: string };

/** The wording that holds in a language: the one of its own, else the one for all. */
export async function findOverride(tx: SqlTx, template: string, locale: string): Promise<OverrideRow | undefined> {
  const rows = await tx.query<OverrideRow>(
    `SELECT subject, html_body AS "htmlBody", locale FROM mail_templates
     WHERE store_id = $1 AND template = $2 AND locale IN ('', $3)`,
    [tx.scope.storeId, template, locale],
  );
  return rows.find((row) => row.locale !== '') ?? rows[0];
}

/** The wording of exactly one language, or the one for all (empty). */
export async function findExactOverride(tx: SqlTx, template: string, locale: string): Promise<OverrideRow | undefined> {
  const [row] = await tx.query<OverrideRow>(
    `SELECT subject, html_body AS "htmlBody", locale FROM mail_templates
     WHERE store_id = $1 AND template = $2 AND locale = $3`,
    [tx.scope.storeId, template, locale],
  );
  return row;
}

/** All of the store's own wordings. */
export async function listOverrides(tx: SqlTx): Promise<(OverrideRow & { template: string })[]> {
  return tx.query(`SELECT template, subject, html_body AS "htmlBody", locale FROM mail_templates WHERE store_id = $1`, [
    tx.scope.storeId,
  ]);
}

/** Keeps the store's own wording of a template in place of an earlier one for the same language. */
export async function saveOverride(
  tx: SqlTx,
  template: string,
  o: OverrideRow & { at: Date; by: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO mail_templates (store_id, template, locale, subject, html_body, updated_at, updated_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (store_id, template, locale) DO UPDATE SET subject = excluded.subject, html_body = excluded.html_body,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [tx.scope.storeId, template, o.locale, o.subject, o.htmlBody, o.at, o.by],
  );
}

/** Forgets the store's own wording of a template for one language, or the one for all (empty). */
export async function deleteOverride(tx: SqlTx, template: string, locale: string): Promise<void> {
  await tx.query('DELETE FROM mail_templates WHERE store_id = $1 AND template = $2 AND locale = $3', [
    tx.scope.storeId,
    template,
    locale,
  ]);
}
