import type { Actor } from '#app/core/viewer.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { AuditEntry } from './audit.ts';

export type AuditEvent = {
  id: bigint;
  vendorId: bigint | null;
  action: string;
  actor: Actor;
  detail: Record<string, unknown>;
  note: string | null;
  at: Date;
};

export async function insertEvents(tx: SqlTx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `INSERT INTO audit_events (store_id, vendor_id, subject, subject_id, action, actor, detail, note, at)
     SELECT $1, e.vendor_id, e.subject, e.subject_id, e.action, e.actor::jsonb, e.detail::jsonb, e.note, e.at
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[])
       AS e (vendor_id, subject, subject_id, action, actor, detail, note, at)`,
    [
      tx.scope.storeId,
      entries.map((entry) => entry.vendorId),
      entries.map((entry) => entry.subject),
      entries.map((entry) => entry.subjectId),
      entries.map((entry) => entry.action),
      entries.map((entry) => JSON.stringify(entry.actor)),
      entries.map((entry) => JSON.stringify(entry.detail ?? {})),
      entries.map((entry) => entry.note ?? null),
      entries.map((entry) => entry.at),
    ],
  );
}

/** The newest events of a subject, or the newest before one of them, by their ids. */
export async function listEvents(
  tx: SqlTx,
  o: { subject: string; subjectId: string; before: bigint | undefined; limit: number },
): Promise<AuditEvent[]> {
  const filter = scopedSql(tx.scope, 'a', 5);
  return tx.query<AuditEvent>(
    prepared(`SELECT a.id, a.vendor_id AS "vendorId", a.action, a.actor, a.detail, a.note, a.at FROM audit_events a
     WHERE a.subject = $1 AND a.subject_id = $2 AND ($3::bigint IS NULL OR a.id < $3) AND ${filter.text}
     ORDER BY a.id DESC LIMIT $4`),
    [o.subject, o.subjectId, o.before ?? null, o.limit, ...filter.values],
  );
}

/**
 * The newest changes of a store's settings and of commissions, or the newest before one of them; of one group of settings where
 * it is named.
 */
export async function listSettingsEvents(
  tx: SqlTx,
  o: { before: bigint | undefined; subjectId: string | undefined; limit: number },
): Promise<(AuditEvent & { subject: 'settings' | 'commission'; subjectId: string })[]> {
  const filter = scopedSql(tx.scope, 'a', 4);
  const columns = `a.id, a.subject, a.subject_id AS "subjectId", a.vendor_id AS "vendorId", a.action, a.actor, a.detail, a.note, a.at`;
  // Hand-written, so that the partial index over settings serves its half; commissions are few.
  return tx.query(
    `(SELECT ${columns} FROM audit_events a
      WHERE a.subject = 'settings' AND ($1::bigint IS NULL OR a.id < $1) AND ($2::text IS NULL OR a.subject_id = $2) AND ${filter.text}
      ORDER BY a.id DESC LIMIT $3)
     UNION ALL
     (SELECT ${columns} FROM audit_events a
      WHERE a.subject = 'commission' AND ($1::bigint IS NULL OR a.id < $1) AND $2::text IS NULL AND ${filter.text}
      ORDER BY a.id DESC LIMIT $3)
     ORDER BY id DESC LIMIT $3`,
    [o.before ?? null, o.subjectId ?? null, o.limit, ...filter.values],
  );
}
