import { invariant } from '#app/core/invariant.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { FieldAnswer } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { APPLICATION_STATUSES, type Application, type ApplicationStatus } from './application.ts';

const COLUMNS = `a.id, a.email, a.vendor_name AS "vendorName", a.vendor_key AS "vendorKey", a.fields, a.status,
  a.received_at AS "receivedAt", a.decided_at AS "decidedAt", a.decided_by AS "decidedBy", a.vendor_id AS "vendorId", a.version`;
/** Pending ones oldest first, then decided ones newest first; ids grow with time. */
const RANK = `(a.status <> 'pending')::int`;
const ORDER = `CASE WHEN a.status = 'pending' THEN a.id ELSE -a.id END`;

export async function insertApplication(
  tx: SqlTx,
  o: { email: string; vendorName: string; vendorKey: string; fields: readonly FieldAnswer[]; at: Date },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO vendor_applications (store_id, email, vendor_name, vendor_key, fields, status, received_at)
     VALUES ($1, $2, $3, $4, $5::jsonb, 'pending', $6) RETURNING id`,
    [tx.scope.storeId, o.email, o.vendorName, o.vendorKey, JSON.stringify(o.fields), o.at],
  );
  invariant(row, 'an inserted row returns its id');
  return row.id;
}

export async function findApplication(
  tx: SqlTx,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<Application | undefined> {
  const [row] = await tx.query<Application>(
    `SELECT ${COLUMNS} FROM vendor_applications a WHERE a.store_id = $1 AND a.id = $2${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, id],
  );
  return row;
}

export type ListFilter = { status: ApplicationStatus | 'all'; q: string };

function where(filter: ListFilter): { text: string; values: string[] } {
  return {
    text: `a.store_id = $1 AND ($2 = 'all' OR a.status = $2) AND ($3 = '' OR souk_search_form(a.vendor_name) LIKE souk_search_pattern($3) OR souk_search_form(a.email) LIKE souk_search_pattern($3))`,
    values: [filter.status, filter.q],
  };
}

export async function listApplications(
  tx: SqlTx,
  filter: ListFilter,
  page: { limit: number; offset: number; after: { rank: number; order: bigint } | undefined },
): Promise<Application[]> {
  const { text, values } = where(filter);
  return tx.query<Application>(
    `SELECT ${COLUMNS} FROM vendor_applications a
     WHERE ${text} AND ($4::int IS NULL OR (${RANK}, ${ORDER}) > ($4::int, $5::bigint))
     ORDER BY ${RANK}, ${ORDER}, a.id LIMIT $6 OFFSET $7`,
    [tx.scope.storeId, ...values, page.after?.rank ?? null, page.after?.order ?? null, page.limit, page.offset],
  );
}

/** How many applications are in each state, of those that a search finds. */
export async function countApplications(tx: SqlTx, q: string): Promise<Record<ApplicationStatus, number>> {
  const { text, values } = where({ status: 'all', q });
  const rows = await tx.query<{ status: ApplicationStatus; count: number }>(
    `SELECT a.status, count(*)::int AS count FROM vendor_applications a WHERE ${text} GROUP BY a.status`,
    [tx.scope.storeId, ...values],
  );
  const counts = Object.fromEntries(APPLICATION_STATUSES.map((status) => [status, 0])) as Record<
    ApplicationStatus,
    number
  >;
  for (const row of rows) counts[row.status] = row.count;
  return counts;
}

/** How many applications wait for a decision. */
export async function countPending(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM vendor_applications a WHERE a.store_id = $1 AND a.status = 'pending'`,
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}

export async function updateApplication(
  tx: SqlTx,
  application: Pick<Application, 'id' | 'email' | 'vendorName' | 'vendorKey' | 'fields'>,
): Promise<void> {
  await tx.query(
    `UPDATE vendor_applications SET email = $3, vendor_name = $4, vendor_key = $5, fields = $6::jsonb, version = version + 1
     WHERE store_id = $1 AND id = $2`,
    [
      tx.scope.storeId,
      application.id,
      application.email,
      application.vendorName,
      application.vendorKey,
      JSON.stringify(application.fields),
    ],
  );
}

export async function decideApplication(
  tx: SqlTx,
  o: { id: bigint; status: ApplicationStatus; at: Date | null; by: string | null; vendorId?: bigint },
): Promise<void> {
  await tx.query(
    `UPDATE vendor_applications SET status = $3, decided_at = $4, decided_by = $5, vendor_id = coalesce($6::bigint, vendor_id),
       version = version + 1
     WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, o.id, o.status, o.at, o.by, o.vendorId ?? null],
  );
}

/** Other applications with the same address or name, or with one of the given answers; newest first, at most ten. */
export async function listSimilar(
  tx: SqlTx,
  application: Pick<Application, 'id' | 'email' | 'vendorKey'>,
  answers: readonly FieldAnswer[],
): Promise<Application[]> {
  const wanted = answers.map(({ key, value }) => JSON.stringify([{ key, value }]));
  return tx.query<Application>(
    `SELECT ${COLUMNS} FROM vendor_applications a
     WHERE a.store_id = $1 AND a.id <> $2
       AND (a.email = $3 OR a.vendor_key = $4 OR EXISTS (SELECT 1 FROM unnest($5::text[]) w WHERE a.fields @> w::jsonb))
     ORDER BY a.id DESC LIMIT 10`,
    [tx.scope.storeId, application.id, application.email, application.vendorKey, wanted],
  );
}
