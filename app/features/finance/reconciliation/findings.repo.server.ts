import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Finding, FindingDetail, FindingKind, FindingState } from './finding.ts';

/**
 * Notes what a run found. What is open already stays the same row, set aside or not, while it says the same; what was resolved
 * or says something else is to be looked at anew.
 */
export async function upsertFindings(
  tx: SqlTx,
  findings: readonly Finding[],
  o: { source: string; runId: bigint; at: Date },
): Promise<void> {
  if (findings.length === 0) return;
  await tx.query(UPSERT, [
    tx.scope.storeId,
    o.source,
    findings.map((one) => one.kind),
    findings.map((one) => one.reference),
    findings.map((one) => one.vendorId),
    findings.map((one) => one.orderId),
    findings.map((one) => one.payoutId),
    findings.map((one) => one.currency),
    findings.map((one) => one.expectedMinor),
    findings.map((one) => one.foundMinor),
    findings.map((one) => JSON.stringify(one.detail)),
    o.at,
    o.runId,
  ]);
}

/** Resolves what a run that walked through a whole source did not find any more. */
export async function resolveUnfound(tx: SqlTx, o: { source: string; runId: bigint; at: Date }): Promise<void> {
  await tx.query(
    `UPDATE reconciliation_findings SET resolved_at = $4
     WHERE store_id = $1 AND source = $2 AND resolved_at IS NULL AND last_run_id <> $3`,
    [tx.scope.storeId, o.source, o.runId, o.at],
  );
}

/** What a step of a run found that was not open before: since when it is. */
export async function listNewFindings(
  tx: SqlTx,
  o: { runId: bigint; at: Date },
): Promise<{ id: bigint; since: Date }[]> {
  return tx.query<{ id: bigint; since: Date }>(
    `SELECT id, first_seen_at AS since FROM reconciliation_findings
     WHERE store_id = $1 AND last_run_id = $2 AND first_seen_at = $3 AND resolved_at IS NULL ORDER BY id`,
    [tx.scope.storeId, o.runId, o.at],
  );
}

export type FindingRow = Omit<Finding, 'vendorId' | 'orderId' | 'payoutId' | 'detail'> & {
  id: bigint;
  kind: FindingKind;
  vendorId: bigint | null;
  vendor: string | null;
  orderId: bigint | null;
  orderName: string | null;
  payoutId: bigint | null;
  detail: FindingDetail;
  firstSeenAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
  setAsideAt: Date | null;
  setAsideBy: Actor | null;
  note: string | null;
};

const STATES: Readonly<Record<FindingState, string>> = {
  open: 'f.resolved_at IS NULL AND f.set_aside_at IS NULL',
  set_aside: 'f.resolved_at IS NULL AND f.set_aside_at IS NOT NULL',
  resolved: 'f.resolved_at IS NOT NULL',
};

const SELECT = `SELECT f.id, f.kind, f.reference, f.vendor_id AS "vendorId", v.name AS vendor, f.order_id AS "orderId", r.name AS "orderName",
       f.payout_id AS "payoutId", f.currency, f.expected_minor AS "expectedMinor", f.found_minor AS "foundMinor", f.detail,
       f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.resolved_at AS "resolvedAt", f.set_aside_at AS "setAsideAt",
       f.set_aside_by AS "setAsideBy", f.note
     FROM reconciliation_findings f LEFT JOIN vendors v ON v.store_id = f.store_id AND v.id = f.vendor_id
       LEFT JOIN orders r ON r.store_id = f.store_id AND r.id = f.order_id`;

/** One finding of the store. */
export async function findFinding(tx: SqlTx, id: bigint): Promise<FindingRow | undefined> {
  const [row] = await tx.query<FindingRow>(`${SELECT} WHERE f.store_id = $1 AND f.id = $2`, [tx.scope.storeId, id]);
  return row;
}

/** Findings of a state, what was found last first. */
export async function listFindings(
  tx: SqlTx,
  o: { state: FindingState; limit: number; offset: number },
): Promise<FindingRow[]> {
  return tx.query<FindingRow>(
    `${SELECT}
     WHERE f.store_id = $1 AND ${STATES[o.state]}
     ORDER BY coalesce(f.resolved_at, f.set_aside_at, f.first_seen_at) DESC, f.id DESC LIMIT $2 OFFSET $3`,
    [tx.scope.storeId, o.limit, o.offset],
  );
}

export async function countFindings(tx: SqlTx): Promise<Record<FindingState, number>> {
  const [row] = await tx.query<Record<FindingState, number>>(
    `SELECT (SELECT count(*)::int FROM reconciliation_findings f WHERE f.store_id = $1 AND ${STATES.open}) AS open,
       (SELECT count(*)::int FROM reconciliation_findings f WHERE f.store_id = $1 AND ${STATES.set_aside}) AS set_aside,
       (SELECT count(*)::int FROM reconciliation_findings f WHERE f.store_id = $1 AND ${STATES.resolved}) AS resolved`,
    [tx.scope.storeId],
  );
  return row ?? { open: 0, set_aside: 0, resolved: 0 };
}

/** How many findings nobody has dealt with, but for those of some kinds. */
export async function countOpen(tx: SqlTx, except: readonly FindingKind[] = []): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM reconciliation_findings f WHERE f.store_id = $1 AND ${STATES.open} AND f.kind <> ALL($2::text[])`,
    [tx.scope.storeId, [...except]],
  );
  return row?.count ?? 0;
}

export type LockedFinding = {
  kind: FindingKind;
  reference: string;
  vendorId: bigint | null;
  orderId: bigint | null;
  isResolved: boolean;
  isSetAside: boolean;
};

/** A finding until the transaction ends. */
export async function lockFinding(tx: SqlTx, id: bigint): Promise<LockedFinding | undefined> {
  const [row] = await tx.query<LockedFinding>(
    `SELECT kind, reference, vendor_id AS "vendorId", order_id AS "orderId", resolved_at IS NOT NULL AS "isResolved",
       set_aside_at IS NOT NULL AS "isSetAside"
     FROM reconciliation_findings WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** Sets a finding aside with who did and why, or puts it back. */
export async function markSetAside(
  tx: SqlTx,
  id: bigint,
  mark: { at: Date; actor: Actor; note: string } | null,
): Promise<void> {
  await tx.query(
    'UPDATE reconciliation_findings SET set_aside_at = $3, set_aside_by = $4::jsonb, note = $5 WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, mark?.at ?? null, mark ? JSON.stringify(mark.actor) : null, mark?.note ?? null],
  );
}

const SAYS_THE_SAME = `f.resolved_at IS NULL AND f.expected_minor IS NOT DISTINCT FROM excluded.expected_minor
  AND f.found_minor IS NOT DISTINCT FROM excluded.found_minor AND f.detail = excluded.detail`;
const UPSERT = `
  INSERT INTO reconciliation_findings AS f (store_id, source, kind, reference, vendor_id, order_id, payout_id, currency, expected_minor, found_minor,
    detail, first_seen_at, last_seen_at, last_run_id)
  SELECT $1, $2, n.kind, n.reference, n.vendor_id, n.order_id, n.payout_id, n.currency, n.expected_minor, n.found_minor, n.detail::jsonb, $12, $12, $13
  FROM unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::text[])
    AS n (kind, reference, vendor_id, order_id, payout_id, currency, expected_minor, found_minor, detail)
  ON CONFLICT (store_id, kind, reference) DO UPDATE SET source = excluded.source, vendor_id = excluded.vendor_id, order_id = excluded.order_id,
    payout_id = excluded.payout_id, currency = excluded.currency, expected_minor = excluded.expected_minor, found_minor = excluded.found_minor,
    detail = excluded.detail, last_seen_at = excluded.last_seen_at, last_run_id = excluded.last_run_id, resolved_at = NULL,
    first_seen_at = CASE WHEN f.resolved_at IS NULL THEN f.first_seen_at ELSE excluded.first_seen_at END,
    set_aside_at = CASE WHEN ${SAYS_THE_SAME} THEN f.set_aside_at END,
    set_aside_by = CASE WHEN ${SAYS_THE_SAME} THEN f.set_aside_by END,
    note = CASE WHEN ${SAYS_THE_SAME} THEN f.note END`;
